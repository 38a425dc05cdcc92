"""What is read from a screen's picture, and how a screen is shown: its order, and marks on it."""
