"""Which kinds of MiniWoB++ the cloning experiment learns from, and which it tests on.

Kinds that are alike are one family, and a family is either learned from or tested on.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from courtside_store.records import Record

FAMILIES: dict[str, tuple[str, ...]] = {
    "buttons": ("click-button", "click-button-sequence", "click-test-2", "click-test-transfer"),
    "links": ("click-link",),
    "dialogs": ("click-dialog", "click-dialog-2"),
    "checkboxes": ("click-checkboxes", "click-checkboxes-large", "click-checkboxes-transfer"),
    "options": ("click-option",),
    "sections": ("click-collapsible", "click-collapsible-2-nodelay"),
    "tabs": ("click-tab", "click-tab-2", "click-tab-2-easy"),
    "widgets": ("click-widget",),
    "texts": ("enter-text", "enter-text-2", "enter-text-dynamic"),
    "lists": ("choose-list",),
    "focus": ("focus-text", "focus-text-2"),
    "search": ("search-engine",),
    "forms": ("form-sequence-2", "form-sequence-3"),
    "films": ("multi-layouts", "multi-orderings"),
    "trees": ("navigate-tree",),
    "menus": ("click-menu-2",),
    "greatest": ("find-greatest",),
    "numbers": ("odd-or-even",),
    "calendars": ("daily-calendar",),
    "contacts": ("phone-book",),
    "food": ("order-food",),
    "posts": ("social-media", "social-media-all"),
    "agreements": ("sign-agreement",),
    "flights": ("book-flight",),
}
TEST_SHARE = 0.4
_DRAWN = "cloning"


class Split(Record, frozen=True, kw_only=True):
    """What is learned from and what is tested on."""

    train: tuple[str, ...]
    test: tuple[str, ...]


def split_of(seed: int, most_kinds: int | None = None) -> Split:
    """Families dealt out by the seed. `most_kinds`: of each side, those that are drawn first."""
    names = sorted(FAMILIES)
    Random(f"{_DRAWN} {seed}").shuffle(names)
    count = round(len(names) * TEST_SHARE)
    return Split(train=_kinds(names[count:], most_kinds), test=_kinds(names[:count], most_kinds))


def _kinds(families: Sequence[str], most: int | None) -> tuple[str, ...]:
    """The first kind of each family before the second of any."""
    longest = max(map(len, FAMILIES.values()))
    kinds = [
        FAMILIES[name][at] for at in range(longest) for name in families if at < len(FAMILIES[name])
    ]
    return tuple(kinds[:most])
