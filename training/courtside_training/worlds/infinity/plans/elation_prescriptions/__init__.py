"""Plans for an app that writes prescriptions for one patient: what they all need to know of it."""

IDLE = (
    ".prescribe-header h2, #modalTitle:visible,"
    " body:not(:has(.prescribe-overlay, #modalOverlay:visible)) [data-testid=app-logo]"
)
"""A window that is open lies over everything else."""
IGNORES: tuple[str, ...] = ()
