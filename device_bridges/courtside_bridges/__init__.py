"""Sources: they watch an agent and send its steps. Know nothing of the daemon but its wire."""
