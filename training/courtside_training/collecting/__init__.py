"""Agents that play in worlds, how they are watched, and what is kept of each attempt."""
