"""The desktop: what is on the screen, what is done with mouse and keyboard, and doing it."""
