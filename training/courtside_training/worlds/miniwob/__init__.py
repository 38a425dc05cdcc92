"""MiniWoB++: 130 kinds of small tasks, each with its own oracle."""
