"""The records, the wire format, SQLite and the files. Knows nothing of the other parts."""
