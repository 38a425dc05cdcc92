"""The orders in which a screen's elements can be listed. Knows boxes, no picture and no judge.

Which are of Chi et al. 2024 (element ordering): document, raster, t-SNE and random; the recursive
XY-cut is of Nagy and Seth 1984, with a rule for boxes that hold others. A box that is no box (none,
or with a number that is not finite) comes last.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import Literal, assert_never, get_args

from msgspec.structs import replace

from courtside_formats.ui_trees.drawn_elements import is_picture_alone
from courtside_store.geometry import Box, is_usable
from courtside_store.records import FROM_PIXELS, Element, Observation

from .xy_cut import xy_cut

ElementOrder = Literal["document", "raster", "xy-cut", "tsne", "random"]
"""document: as the source listed them, in pre-order; raster: rows of 8 units from the top, each
from the left; xy-cut: group by group, cut along the gaps; tsne: what is near stays near; random:
shuffled.
"""
ORDERS: tuple[ElementOrder, ...] = get_args(ElementOrder)
ROW = 8
"""Height of a raster row, in units of the viewport."""
PERPLEXITY = 30
REMEMBERED = 64
"""Screens whose order by t-SNE, which takes seconds, is kept: one step's after is the next one's
before, and a page asks again for the step that it shows.
"""
SEED = 0
INSTALL = "pip install 'courtside[tsne]'"


def arrange(look: Observation | None, order: ElementOrder | None = None) -> Observation | None:
    """The screen with its elements in that order; None: the default of their source.

    Raises as `in_order` does.
    """
    if look is None:
        return None
    chosen = order or default_order(look.elements)
    return look if chosen == "document" else replace(look, elements=in_order(look.elements, chosen))


def in_order(
    elements: Sequence[Element], order: ElementOrder, seed: int = SEED
) -> tuple[Element, ...]:
    """The elements in that order, with ids from 1. `seed` is of "random" and "tsne".

    Raises RuntimeError where "tsne" is asked for and scikit-learn is not installed.
    """
    places = ranks([one.box for one in elements], order, seed)
    return tuple(replace(elements[at], id=n) for n, at in enumerate(places, 1))


def parse_orders(words: Sequence[str]) -> dict[str, ElementOrder]:
    """The setting `element_order`: an order by the name of a judge, "" for all others.

    Raises ValueError on an order that there is not.
    """
    found: dict[str, ElementOrder] = {}
    for word in words:
        judge, _, order = word.rpartition("=")
        known = next((one for one in ORDERS if one == order), None)
        if known is None:
            raise ValueError(
                f"element_order is {word!r}; expected [JUDGE=] and one of {', '.join(ORDERS)}"
            )
        found[judge] = known
    return found


def order_of(judge: str, orders: Mapping[str, ElementOrder]) -> ElementOrder | None:
    """What was set for a judge, e.g. "reasoner:doubting", for all of its kind or for all."""
    names = (judge, judge.partition(":")[0], "")
    return next((orders[name] for name in names if name in orders), None)


def default_order(elements: Sequence[Element]) -> ElementOrder:
    """By where they come from: pre-order of a tree, else xy-cut, which leads on screenshots of real
    pages (docs/lab/orders.md).
    """
    read = any(one.source in FROM_PIXELS for one in elements)
    is_read = read and is_picture_alone(one for one in elements if one.source not in FROM_PIXELS)
    return "xy-cut" if is_read else "document"


def ranks(boxes: Sequence[Box | None], order: ElementOrder, seed: int = SEED) -> list[int]:
    """Their places in the given sequence, in the order asked for. Raises as `in_order` does."""
    everything = list(range(len(boxes)))
    match order:
        case "document":
            return everything
        case "random":
            random.Random(seed).shuffle(everything)
            return everything
        case "raster" | "xy-cut" | "tsne":
            placed = {at: box for at, box in enumerate(boxes) if is_usable(box)}
            ordered = _by_place(placed, order, seed)
            return [*ordered, *(at for at in everything if at not in placed)]
        case _:
            assert_never(order)


def _by_place(
    placed: dict[int, Box], order: Literal["raster", "xy-cut", "tsne"], seed: int
) -> list[int]:
    in_rows = sorted(placed, key=lambda at: (*_raster(placed[at]), at))
    if order == "raster" or len(placed) < 2:
        return in_rows
    boxes = [placed[at] for at in in_rows]
    found = xy_cut(boxes) if order == "xy-cut" else _tsne(boxes, seed)
    return [in_rows[at] for at in found]


def _raster(box: Box) -> tuple[float, float, float]:
    x, y = box.centre
    return y // ROW, x, y


def _tsne(boxes: Sequence[Box], seed: int) -> list[int]:
    """Centres embedded in one dimension, as scikit-learn does by default; the end nearer to the top
    comes first. Elements with one centre stay together, as they came. It begins at the first
    principal component, where groups that lie side by side evenly may stay mixed.
    """
    centres = [box.centre for box in boxes]
    points = tuple(dict.fromkeys(centres))
    if len(points) < 2:
        return list(range(len(boxes)))
    if find_spec("sklearn") is None:
        raise RuntimeError(f"the order tsne needs scikit-learn: {INSTALL}")
    place = dict(zip(points, _on_a_line(points, seed), strict=True))
    by_line = sorted(range(len(boxes)), key=lambda n: (place[centres[n]], n))
    return by_line if _runs_down(by_line) else by_line[::-1]


@lru_cache(REMEMBERED)
def _on_a_line(points: tuple[tuple[float, float], ...], seed: int) -> tuple[float, ...]:
    """Where t-SNE places them."""
    from sklearn.manifold import TSNE

    perplexity = min(PERPLEXITY, len(points) - 1)
    embedding = TSNE(n_components=1, perplexity=perplexity, random_state=seed)
    return tuple(float(at) for (at,) in embedding.fit_transform(_scaled(points)))


def _scaled(points: Sequence[tuple[float, float]]) -> object:
    """About the middle and at most 1 away from it, as 32-bit arithmetic needs where a box lies far
    out; t-SNE itself does not depend on the scale.
    """
    import numpy as np

    found = np.array(points)
    found -= found.mean(axis=0)
    return found / max(float(np.abs(found).max()), 1e-9)


def _runs_down(order: Sequence[int]) -> bool:
    """Does what is higher up come first, by the ranks in raster order?"""
    middle = (len(order) - 1) / 2
    return sum((at - middle) * rank for at, rank in enumerate(order)) >= 0
