"""The stored half of leagues: rows, credentials, and the services that pages and the API call."""
