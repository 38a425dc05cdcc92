"""Plans for linear-account-settings: what they all need to know of the app."""

IDLE = ".sidebar-app-title"
IGNORES: tuple[str, ...] = ()
RANDOM = ("keyPrefix",)
"""A new key begins with letters that the app draws."""
