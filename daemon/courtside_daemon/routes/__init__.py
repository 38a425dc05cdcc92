"""What the daemon answers over HTTP, a file a subject. `table.py` lists every route."""
