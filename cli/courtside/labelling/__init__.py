"""Asks a person for labels at the terminal."""
