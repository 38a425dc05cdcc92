"""Trains LoRA adapters of language models on judged steps and on captions."""
