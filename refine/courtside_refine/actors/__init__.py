"""Agents that come with Courtside: what they see of a page, what they may do, and who decides."""
