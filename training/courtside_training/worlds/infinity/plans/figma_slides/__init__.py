"""Plans for figma-slides: what they all need to know of the app."""

IDLE = "header"
IGNORES: tuple[str, ...] = ()
