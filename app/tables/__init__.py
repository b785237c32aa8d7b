"""Tables: who sits where, the one log, the phones, the bell."""
