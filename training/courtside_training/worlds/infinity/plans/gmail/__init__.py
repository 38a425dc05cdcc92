"""Plans for a mail app: what they all need to know of it."""

IDLE = "[data-testid=gmail-logo]"
IGNORES = (r"^emails\.\d+\.isRead$", r"^labels\.\w+\.(unread|total|message)Count$")
"""A message that is opened counts as read."""
