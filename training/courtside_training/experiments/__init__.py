"""Measurements of what judging does for agents, each with one command."""
