"""Reads the UI trees of phones and desktops as elements. Knows no device and no run."""
