"""What agents tell Appium, in our words. Knows no server, no socket and no device."""
