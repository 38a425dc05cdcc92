"""An actor without a model: tries what is there by likeness of words, and uses lessons."""
