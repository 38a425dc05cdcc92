"""Plans for linear-account-settings: what they all need to know of the app."""

IDLE = "header"
IGNORES: tuple[str, ...] = ()
