"""Judges the judges: how far their verdicts agree with people and oracles. Knows no terminal."""
