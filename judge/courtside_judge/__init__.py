"""Judges: they turn steps into verdicts. Know nothing of sockets or SQL."""
