"""What of a run nobody saw, for a verdict that is not sure. Weighs nothing."""

from __future__ import annotations

from courtside_store.rendering import counted

from .tracker import Tracker


def unseen_parts(run: Tracker) -> tuple[str, ...]:
    """In words; empty where all was seen that could have been."""
    screens = run.screens
    found = [_missing(run)] if screens.unseen else []
    if screens.textless:
        found.append(
            f"what {counted(screens.textless, 'picture')} without a text that was read may show"
        )
    if screens.read_in_part:
        found.append("a part of a screen that was not read")
    if screens.only_read:
        found.append("what fields hold and which boxes are ticked, but for what pictures tell")
    if run.surface == "web" and screens.sighted and not run.app.sees_requests:
        found.append("what the page sent")
    return tuple(found)


def _missing(run: Tracker) -> str:
    screens = run.screens
    if screens.end_unseen and screens.unseen == 1:
        return "the end"
    end = ", the end among them" if screens.end_unseen else ""
    return f"{screens.unseen} of {run.steps} screens{end}"
