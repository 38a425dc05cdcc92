"""Plans: what an agent did at a task beside what was wanted, and how near it came."""
