"""Fits the evidence judge's weights to labels that people and oracles gave."""
