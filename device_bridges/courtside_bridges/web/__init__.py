"""Watches web agents: through a debug port from beside, or through Playwright in process."""
