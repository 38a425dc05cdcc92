"""What every source uses to tell the daemon: link, queue, run. Knows no page and no device."""
