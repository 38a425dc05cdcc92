"""The client of the daemon, for every source: link, queue, run. Knows no page and no device."""
