"""Roundup, an issue tracker, as the repairs desk of a theatre. Its database is the oracle."""
