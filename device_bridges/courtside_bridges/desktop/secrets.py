"""Which typed text may be kept, and where a picture must be masked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from courtside_formats.ui_trees.atspi import AtspiElement, WindowContents
from courtside_store.geometry import Box

from .gestures import TimedAction

UNSEEN = {"terminal"}
"""Roles that may hide what is typed into them without saying so."""
HANDOVER_S = 0.1
"""How long the keyboard may have no owner while it goes from one window to the next."""


def may_keep(
    timed: TimedAction,
    look: WindowContents | None,
    trusted: bool,
    elsewhere: Sequence[AtspiElement] = (),
) -> bool:
    """Whether typed text may be kept.

    Only what surely went into no password field: everyone who had the keyboard from the first key
    until now is known and no secret, or the text is what one of them shows. Where nobody says who
    has the keyboard, `trusted` decides: a person's word that no secret is typed. `elsewhere`: who
    had it while it was typed, and is not watched; what went there is not kept either.
    """
    if look is None:
        return trusted
    had = owners(look, timed.began_s)
    if any(_shows(timed.action.text, one, look) for one in had if one not in elsewhere):
        return True
    if elsewhere or any(one.is_secret for one in had):
        return False
    return trusted or (bool(had) and all(one.role and one.role not in UNSEEN for one in had))


def owners(look: WindowContents, since_s: float) -> list[AtspiElement]:
    """Everyone who has had the keyboard since then; one without a role where nobody knows."""
    had = look.focused_since(since_s)
    return [
        one
        for one, later in zip(had, [*had[1:], None], strict=False)
        if one.role or later is None or later.at_s - one.at_s > HANDOVER_S
    ]


def keyed_into(timed: TimedAction, look: WindowContents) -> list[AtspiElement]:
    """Everyone who is known to have had the keyboard during a typing or a press of keys; the news
    of it comes a moment late.
    """
    had = look.focused_since(timed.began_s)
    return [one for one in had if one.role and one.at_s <= timed.ended_s + HANDOVER_S]


def _shows(text: str, owner: AtspiElement, look: WindowContents) -> bool:
    """Whether a field that anybody can read holds just this, or a terminal a line of it."""
    if owner.is_secret or not owner.role or not text:
        return False
    mine = [one.value for one in look.elements if (one.role, one.box) == (owner.role, owner.box)]
    if owner.role in UNSEEN:
        return any(line.rstrip().endswith(text) for value in mine for line in value.splitlines())
    return text in mine


def typed_into(
    timed: TimedAction,
    look: WindowContents | None,
    is_kept: bool,
    elsewhere: Sequence[AtspiElement] = (),
) -> AtspiElement | None:
    """Who had the keyboard while it was typed, none of `elsewhere`; the secret one where the text
    must not be kept.
    """
    if look is None:
        return None
    had = [one for one in owners(look, timed.began_s) if one not in elsewhere]
    secret = [one for one in had if one.is_secret]
    if not is_kept and secret:
        return secret[0]
    return next((one for one in had if one.role and not one.is_secret), None)


def secret_boxes(looks: Iterable[WindowContents | None], since_s: float) -> tuple[Box, ...]:
    """The boxes where passwords were in any of the looks, or had the keyboard since a time."""
    boxes: list[Box] = []
    for look in looks:
        if look is not None:
            boxes += look.secrets
            boxes += _boxes(look.focused_since(since_s))
    return tuple(dict.fromkeys(boxes))


def _boxes(things: Sequence[AtspiElement]) -> list[Box]:
    return [one.box for one in things if one.is_secret and one.box]
