"""Trains on judged steps: a small policy that scores elements, and adapters of larger models."""
