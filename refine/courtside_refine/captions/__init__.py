"""Screens with descriptions for training a captioner: collected, reviewed by a person, exported."""
