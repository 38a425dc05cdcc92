"""What of a run nobody saw, in words. Weighs nothing."""

from __future__ import annotations

from dataclasses import dataclass

from courtside_store.rendering import counted

from .tracker import Tracker


@dataclass(frozen=True)
class UnseenParts:
    """Each empty where all was seen that could have been."""

    screens: tuple[str, ...] = ()
    """Whole ones: told of a success too."""
    details: tuple[str, ...] = ()
    """Of screens that were seen, and of what was sent."""
    outcome: bool = False
    """What the last request led to, whose answer never came: what was not done by then may have
    come of it."""


def unseen_parts(run: Tracker) -> UnseenParts:
    """Of all its steps."""
    screens = run.screens
    whole = [_missing(run)] if screens.unseen else []
    if screens.textless:
        pictures = counted(screens.textless, "picture")
        whole.append(f"what {pictures} without a text that was read may show")
    details = []
    if screens.read_in_part:
        details.append("a part of a screen that was not read")
    if screens.only_read:
        details.append("what fields hold and which boxes are ticked, but for what pictures tell")
    if run.surface == "web" and screens.sighted and not run.app.sees_requests:
        details.append("what the page sent")
    return UnseenParts(tuple(whole), tuple(details), bool(screens.unanswered))


def _missing(run: Tracker) -> str:
    screens = run.screens
    why = f' ("{screens.unanswered}" got no answer)' if screens.unanswered else ""
    if screens.end_unseen and screens.unseen == 1:
        return f"the end{why}"
    end = f", the end among them{why}" if screens.end_unseen else ""
    return f"{screens.unseen} of {run.steps} screens{end}"
