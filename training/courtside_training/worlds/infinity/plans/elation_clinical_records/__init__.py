"""Plans for elation-clinical-records: what they all need to know of the app."""

IDLE = "header"
IGNORES: tuple[str, ...] = ()
