"""Plans by app: a folder each, whose modules hold tables `PLANS`."""
