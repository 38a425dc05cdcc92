"""Ways to spread the judging of stored runs: over processes, or over Ray."""
