"""What models there are, where they come from, and whether a file or a server is one. Runs none."""
