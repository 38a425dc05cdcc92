"""Fossil, a version control system with wiki and tickets. Its database is the oracle."""
