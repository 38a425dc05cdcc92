"""The evidence judge: findings of a run, weighed. Needs no model; shows what it found."""
