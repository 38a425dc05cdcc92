"""Judges stored runs again, for `courtside judge`."""
