"""Small apps of unrelated kinds, as somebody would write them who has not read the judge."""
