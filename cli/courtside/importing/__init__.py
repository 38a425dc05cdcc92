"""Hands recorded runs to the daemon, by the same socket as live ones. Knows no format."""
