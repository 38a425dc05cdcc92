"""What `courtside doctor` looks at: phones, the desktop, models."""
