"""Trains agents, and prepares the loop that improves them."""
