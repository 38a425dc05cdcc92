"""Compares two sets of stored runs, for `courtside compare`."""
