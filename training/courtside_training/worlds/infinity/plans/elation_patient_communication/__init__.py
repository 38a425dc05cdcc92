"""Plans for elation-patient-communication: what they all need to know of the app."""

IDLE = "header"
IGNORES: tuple[str, ...] = ()
