"""Reads file encodings within bounds, and never runs what they hold. Knows no format of runs."""
