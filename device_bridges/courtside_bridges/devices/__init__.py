"""One way to act on phones and desktops: the same calls for Android, iOS and a desktop."""
