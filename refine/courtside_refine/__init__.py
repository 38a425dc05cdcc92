"""What follows a verdict: lessons and retries, tasks to try, and agents that are trained."""
