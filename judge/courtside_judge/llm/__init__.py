"""Judges that ask language models, and what they share. Knows no library that runs a model."""
