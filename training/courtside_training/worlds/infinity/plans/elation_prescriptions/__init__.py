"""Plans for elation-prescriptions: what they all need to know of the app."""

IDLE = "header"
IGNORES: tuple[str, ...] = ()
