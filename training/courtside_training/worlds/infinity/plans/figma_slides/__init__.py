"""Plans for figma-slides: what they all need to know of the app."""

IDLE = ".deck-location"
IGNORES: tuple[str, ...] = ()
