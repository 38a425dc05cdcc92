"""Plans for an app for patients' charts: what they all need to know of it."""

IDLE = ".modal-header h2, body:not(:has(.modal-header)) .provider-name"
"""A window that is open lies over everything else."""
IGNORES: tuple[str, ...] = ()
RANDOM = ("noteId",)
"""Readings that were taken without a visit are filed under a note named by the time of day."""
