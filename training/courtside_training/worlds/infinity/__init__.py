"""Apps of webarena-infinity, with tasks and oracles by other people. Only our plans are here."""
