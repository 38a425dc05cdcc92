"""Hands recorded runs to the daemon, through the same door as live ones. Knows no format."""
