"""Runs commands as child processes and ends what they started. Knows no run and no attempt."""
