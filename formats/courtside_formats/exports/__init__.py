"""Writes what the store holds in the formats that training and analysis read."""
