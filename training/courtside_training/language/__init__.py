"""Makes the language model that reads runs for the judge, and compares what others add."""
