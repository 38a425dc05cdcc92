"""Plans for a career network for students: what they all need to know of the app. Sealed."""

IDLE = ".sidebar-header"
IGNORES: tuple[str, ...] = (r"^messages\.\w+\.isRead$",)
"""A message that is opened counts as read."""
