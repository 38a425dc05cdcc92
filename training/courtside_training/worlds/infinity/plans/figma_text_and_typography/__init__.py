"""Plans for figma-text-and-typography: what they all need to know of the app."""

IDLE = "header"
IGNORES: tuple[str, ...] = ()
