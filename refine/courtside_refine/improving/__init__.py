"""The loop of Zhou et al. 2024 (PAE): propose, attempt, judge the outcome, train, repeat."""
