"""Writes what the store holds in the shapes that training and analysis read."""
