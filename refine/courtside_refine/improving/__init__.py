"""The loop of Zhou et al. 2024 (PAE): propose, roll out, judge the outcome, train, repeat."""
