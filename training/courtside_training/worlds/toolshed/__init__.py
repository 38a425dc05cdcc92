"""A lending library of tools, run by Django's own admin. Its database is the oracle."""
