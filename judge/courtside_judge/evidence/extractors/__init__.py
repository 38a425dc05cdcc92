"""Extractors: each reads what a run or a step did and concludes what it shows."""
