"""Plans for a tool that sets type: what they all need to know of the app."""

IDLE = ".sidebar-title"
IGNORES = (r"^(textLayers|textStyles)\.\w+\.updatedAt$", r"^preferences\.recentFonts$")
"""When something was last touched, and which fonts were tried: what is put right stays there."""
