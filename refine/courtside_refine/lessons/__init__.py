"""Lessons: what went wrong in a failed run and what to try, from its findings or by a model."""
