"""Whether an answer names what costs the most or the least of priced cards. Knows no weights.

A shop's list is mostly no table: each thing has a name and, near to it, a price.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from courtside_judge.evidence.asked_extremes import EXTREMES
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.magnitudes import read_magnitudes
from courtside_judge.evidence.screen import Screen, names_of
from courtside_judge.evidence.text_forms import normal
from courtside_judge.evidence.tracker import Tracker
from courtside_store.geometry import Box
from courtside_store.records import Element

from .answered_rows import SEVERAL, compared, rows_named, unexplained_stems

_BEST = {"cheap": min, "dear": max}
_PRICE = re.compile(r"(?:from )?(?:[$£€¥]\s?\d[\d.,]*|\d[\d.,]*\s?[$£€¥])", re.I)
_NAMING = frozenset(("link", "heading"))
_MAX_OF_A_NAME = 2
"""A thing's name may stand on its picture too; what stands there more often names none."""
_MAX_APART_UNITS = 300.0
"""A name and its price lie so near, in viewport units between their middles."""
_MAX_PRICES = 200
_MAX_NAMES = 600
"""Only so many of a screen are looked at."""


def answered_card(run: Tracker, answer: str) -> Finding | None:
    """None where the task asks for no such thing, or a price has no name of its own."""
    task, last = run.goal.task, run.screens.last
    asked = [*EXTREMES.finditer(task)]
    best_of = _BEST.get(asked[0].lastgroup or "") if len(asked) == 1 else None
    if last is None or best_of is None or SEVERAL.search(task) or SEVERAL.search(answer):
        return None
    prices = _meant(_priced(last.elements), task, asked[0], last)
    magnitudes = read_magnitudes([*prices.values()])
    if magnitudes is None or len({*magnitudes.values}) < 2:
        return None
    names, values = [*prices], [value or 0.0 for value in magnitudes.values]
    named = rows_named([[normal(name)] for name in names], normal(answer))
    if len(named) != 1:
        return None
    (mine,) = named
    best = best_of(values)
    better = None if values[mine] == best else names[values.index(best)]
    return compared(names[mine], prices[names[mine]], "price", better, last)


def _priced(elements: Sequence[Element]) -> Mapping[str, str]:
    """The price of each name that has one, of the most that are made alike: the basket's sum is no
    price of a thing. Nothing where one has two."""
    prices = [e for e in elements if _PRICE.fullmatch(e.text.strip())]
    names = [e for e in elements if e.role in _NAMING and e.box and _is_name(e.text)]
    often = Counter(e.text for e in names)
    names = [e for e in names if often[e.text] <= _MAX_OF_A_NAME][:_MAX_NAMES]
    cards = [(_nearest(names, e.box), e) for e in prices[:_MAX_PRICES] if e.box]
    kinds = Counter((name.tag, name.role, e.tag, e.role) for name, e in cards if name)
    usual = max(kinds, key=lambda kind: kinds[kind], default=None)
    alike = [(n.text, e.text) for n, e in cards if n and (n.tag, n.role, e.tag, e.role) == usual]
    found = dict(alike)
    return found if len(found) == len(alike) else {}


def _is_name(text: str) -> bool:
    return any(map(str.isalpha, text)) and not _PRICE.fullmatch(text)


def _nearest(names: Sequence[Element], price: Box) -> Element | None:
    """Whose middle is nearest to that of a price; None where all are far away."""

    def distance(e: Element) -> float:
        assert e.box
        return abs(e.box.centre[0] - price.centre[0]) + abs(e.box.centre[1] - price.centre[1])

    best = min(names, key=distance, default=None)
    return best if best and distance(best) <= _MAX_APART_UNITS else None


def _meant(
    prices: Mapping[str, str], task: str, asked: re.Match[str], screen: Screen
) -> Mapping[str, str]:
    """Those whose names say what the task speaks of; none where it says what neither they nor the
    page's own names say."""
    words = frozenset[str]().union(*map(stems, prices))
    if unexplained_stems(task, asked, names_of(screen)) - words:
        return {}
    return {name: price for name, price in prices.items() if stems(task) & words <= stems(name)}
