"""What is done with failures: reflections and training data."""
