"""Writes a run that was judged a success as a Playwright test."""
