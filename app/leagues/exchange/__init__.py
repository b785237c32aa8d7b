"""What leagues give to other programs and take from them. Text and data in, text and data out; no files, no network."""
