"""Fits the evidence judge: worlds with oracles, agents, episodes, fit. Not in the wheel."""
