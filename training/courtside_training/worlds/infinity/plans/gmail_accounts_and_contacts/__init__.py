"""Plans for an address book with its account's settings: what they all need to know of it."""

IDLE = ".topbar-app-name"
IGNORES = (r"^contactHistory", r"^contacts\.\w+\.updatedAt$", r"^contactLabels\.\w+\.contactCount$")
"""A log of changes tells also of those that were taken back."""
RANDOM = ("avatarColor",)
"""Fields that the app draws for a new object."""
