"""Numbers a screen's elements, for its list and its picture alike. Knows no text and no picture."""

from __future__ import annotations

from courtside_store.records import Element, Observation

from .acting import to_act_on
from .orders import ElementOrder, default_order, in_order


def numbered(look: Observation, order: ElementOrder | None = None) -> tuple[Element, ...]:
    """The elements of a screen, listed in that order and numbered in it from 1; None: in the order
    that is best for their source. Hand the result to `text_list` and to `set_of_marks`, and look an
    id up in it that a model answers. What was read from pixels is listed as what can be acted on.

    Raises RuntimeError where the order is "tsne" and scikit-learn is not installed.
    """
    ordered = in_order(look.elements, order or default_order(look.elements))
    return tuple(map(to_act_on, ordered))
