"""Judges a run by what its task requires, item by item. Knows no library that runs a model."""
