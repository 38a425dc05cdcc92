"""Ways to run a model: in process, at a server, in torch. Each is imported where it is used."""
