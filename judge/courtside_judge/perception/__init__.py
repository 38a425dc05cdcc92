"""Text from pictures, for screens that come without elements."""
