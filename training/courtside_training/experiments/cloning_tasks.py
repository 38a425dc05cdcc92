"""Which tasks the cloning experiment trains on, and which it tests on: MiniWoB++ and two apps.

Kinds of MiniWoB++ that are alike are one family. Halved by families, a family is either trained on
or tested on; halved by kinds, a kind is, and the other half may hold some that are like it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal

from courtside_store.records import Record

from .places import MINIWOB, ExperimentJob, tasks_of

FAMILIES: dict[str, tuple[str, ...]] = {
    "buttons": ("click-button", "click-button-sequence", "click-test-2", "click-test-transfer"),
    "logins": ("login-user", "login-user-popup"),
    "passwords": ("enter-password",),
    "suggestions": ("use-autocomplete", "use-autocomplete-nodelay"),
    "emails": ("email-inbox-delete",),
    "links": ("click-link",),
    "dialogs": ("click-dialog", "click-dialog-2"),
    "checkboxes": (
        "click-checkboxes",
        "click-checkboxes-large",
        "click-checkboxes-transfer",
        "click-checkboxes-soft",
    ),
    "options": ("click-option",),
    "sections": ("click-collapsible", "click-collapsible-2-nodelay"),
    "tabs": ("click-tab", "click-tab-2", "click-tab-2-easy", "click-tab-2-medium"),
    "widgets": ("click-widget",),
    "texts": ("enter-text", "enter-text-2", "enter-text-dynamic"),
    "lists": ("choose-list", "click-scroll-list"),
    "focus": ("focus-text", "focus-text-2"),
    "search": ("search-engine",),
    "forms": ("form-sequence-2", "form-sequence-3"),
    "films": ("multi-layouts", "multi-orderings"),
    "trees": ("navigate-tree",),
    "menus": ("click-menu-2", "click-menu"),
    "greatest": ("find-greatest",),
    "numbers": ("odd-or-even",),
    "calendars": ("daily-calendar",),
    "contacts": ("phone-book",),
    "food": ("order-food",),
    "posts": ("social-media", "social-media-all"),
    "agreements": ("sign-agreement",),
    "flights": ("book-flight",),
}
TRAINED_APPS = ("linear-account-settings", "gmail-accounts-and-contacts")
"""Apps of webarena-infinity in which agents are trained, here and in the loop's experiment; each of
their tasks is a family of its own."""
PLACES = (MINIWOB, *TRAINED_APPS)
Halves = Literal["families", "kinds"]
"""What is halved. An app's tasks are families, and kinds, of one each."""
TEST_SHARE = 0.5
_DRAWN = "cloning"


class Split(Record, frozen=True, kw_only=True):
    """The tasks of the training and of the test."""

    train: tuple[ExperimentJob, ...]
    test: tuple[ExperimentJob, ...]


def families_of(place: str, tasks: int) -> dict[str, tuple[str, ...]]:
    """`tasks`: so many of an app; of MiniWoB++ all families, with one kind each or more."""
    if place == MINIWOB:
        return FAMILIES
    return {task: (task,) for task in tasks_of(place, tasks)}


def split_of(
    seed: int,
    tasks: int,
    kinds: int | None = None,
    places: Sequence[str] = PLACES,
    halves: Halves = "families",
) -> Split:
    """The families or kinds of each place, halved by the seed; `kinds` of a family, all by
    default."""
    train: list[ExperimentJob] = []
    test: list[ExperimentJob] = []
    for place in places:
        families = {name: alike[:kinds] for name, alike in families_of(place, tasks).items()}
        if halves == "kinds":
            families = {kind: (kind,) for alike in families.values() for kind in alike}
        names = sorted(families)
        Random(f"{_DRAWN} {place} {seed}").shuffle(names)
        for at, name in enumerate(names):
            side = test if at < round(len(names) * TEST_SHARE) else train
            side += [ExperimentJob(place=place, task=kind, seed=0) for kind in families[name]]
    return Split(train=tuple(train), test=tuple(test))
