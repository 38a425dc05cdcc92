"""Places to collect episodes in: one package a world. Each knows its own tasks and its oracle."""
