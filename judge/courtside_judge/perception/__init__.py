"""What is read from a screen's picture, and how a screen is shown: order, list of lines, marks."""
