"""Plans for gmail-accounts-and-contacts: what they all need to know of the app."""

IDLE = "header"
IGNORES: tuple[str, ...] = ()
