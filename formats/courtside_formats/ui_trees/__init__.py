"""Reads the UI trees of phones as elements. Knows no device and no run."""
