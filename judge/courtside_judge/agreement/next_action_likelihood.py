"""How likely a model finds what the agent did next, by the order in which the screen was listed.

Perplexity of the true next action, as Chi et al. 2024 compare orders by what an agent achieves with
them: no agent has to run for it. Knows no command line.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from msgspec.structs import replace

from courtside_judge.backends.protocol import Scoring, Turn
from courtside_judge.llm.prompting import quote
from courtside_judge.perception.acting import with_all_to_act_on
from courtside_judge.perception.orders import ElementOrder, ranks
from courtside_store.records import (
    Action,
    Element,
    Observation,
    Record,
    Step,
    Text,
    may_be_target,
)
from courtside_store.text_list import render_line, text_list

from .blocks import Block, Heading, Measured, Paragraph, TableBlock
from .intervals import Interval, bootstrap

FENCE = "screen"
LIST_CHARS = 4_000
"""A list of a screen has at most so many characters."""
ELEMENTS = range(8, 61)
"""A screen counts with so many elements: fewer leave little to order, more are cut."""
SYSTEM = (
    "You work for a person in an application. You are told the task and what the screen shows, one "
    "line an element: its id, its kind, its text. Answer with the next action alone, as the word "
    "for it and the whole line of the element that it is done on."
)


class ObservedAction(Record, frozen=True, kw_only=True):
    """A screen, and what was done on it."""

    task: Text
    elements: tuple[Element, ...]
    """As the source listed them."""
    kind: str
    hit: int
    """Place of the element that was acted on."""


class Likelihood(Record, frozen=True, kw_only=True, omit_defaults=False):
    """How likely the true next actions are to a model, under one order of the screens."""

    order: ElementOrder
    n: int
    perplexity: float
    """Of a token: e to the mean over actions of each action's mean negative log-likelihood."""
    ends: Interval | None
    change: float | None
    """Of the mean log-likelihood of a token, against the first order; above 0 is likelier."""
    change_ends: Interval | None


def find_cases(
    runs: Iterable[tuple[str, Iterable[Step]]], most: int, seed: int
) -> list[ObservedAction]:
    """So many steps of these runs (task, steps) at most, drawn by the seed, one of a task first."""
    found: dict[str, list[ObservedAction]] = {}
    for task, steps in runs:
        cases = [case for step in steps if task and (case := _case(task, step))]
        found[task] = found.get(task, []) + cases
    drawn = random.Random(seed)
    for cases in found.values():
        drawn.shuffle(cases)
    rounds = max(map(len, found.values()), default=0)
    order = [cases[n] for n in range(rounds) for cases in found.values() if n < len(cases)]
    return list(islice(order, most))


def _case(task: str, step: Step) -> ObservedAction | None:
    """None where the step is not one action on one of the elements that were listed."""
    if step.before is None or len(step.actions) != 1:
        return None
    (action,) = step.actions
    look = with_all_to_act_on(step.before)
    hit = _hit(action, look)
    if hit is None or len(look.elements) not in ELEMENTS:
        return None
    return ObservedAction(task=task, elements=look.elements, kind=action.kind, hit=hit)


def _hit(action: Action, look: Observation) -> int | None:
    target = action.target
    if target is None:
        return None
    same = [
        at
        for at, one in enumerate(look.elements)
        if one.interactable and may_be_target(one, target)
    ]
    if len(same) > 1 and action.point:
        boxes = {at: look.elements[at].box for at in same}
        same = [at for at, box in boxes.items() if box and box.contains(action.point)] or same
    if len(same) > 1 and target.box:
        same = [at for at in same if look.elements[at].box == target.box] or same
    return same[0] if len(same) == 1 else None


def measure_orders(
    model: Scoring,
    cases: Sequence[ObservedAction],
    orders: Sequence[ElementOrder],
    seed: int,
    on_read: Callable[[], None] = lambda: None,
) -> list[Likelihood]:
    """One row an order. Raises what the model raises."""
    means: dict[ElementOrder, list[float]] = {}
    for order in orders:
        means[order] = []
        for case in cases:
            means[order].append(_mean(model, case, order, seed))
            on_read()
    return [_row(order, means[order], means[orders[0]], seed) for order in orders]


def _mean(model: Scoring, case: ObservedAction, order: ElementOrder, seed: int) -> float:
    """Mean log-likelihood of a token of the true action."""
    total, tokens = model.likelihood(*next_action_question(case, order, seed))
    return total / max(1, tokens)


def next_action_question(
    case: ObservedAction, order: ElementOrder, seed: int
) -> tuple[list[Turn], str]:
    """The question, and the true answer, e.g. `click [3] [BUTTON] [Save]`."""
    places = ranks([one.box for one in case.elements], order, seed)
    listed = [replace(case.elements[at], id=n) for n, at in enumerate(places, 1)]
    hit = listed[places.index(case.hit)]
    screen = quote(text_list(listed, LIST_CHARS), FENCE)
    prompt = f"The task:\n{quote(case.task, FENCE)}\n\nThe screen:\n{screen}\n\nThe next action?"
    turns = [Turn(role="system", text=SYSTEM), Turn(role="user", text=prompt)]
    return turns, f"{case.kind} {render_line(hit)}"


def likelihood_blocks(model: str, rows: Sequence[Likelihood]) -> list[Block]:
    """The table."""
    table = TableBlock(
        head=("order", "perplexity", "change of log-likelihood"),
        rows=tuple(
            (
                row.order,
                Measured(value=row.perplexity, ends=row.ends),
                Measured(value=row.change, ends=row.change_ends),
            )
            for row in rows
        ),
    )
    note = (
        f"change: of a token, against {rows[0].order}, over the same actions; above 0 is likelier."
    )
    heading = f"{model}: the true next action ({rows[0].n} actions)"
    return [Heading(text=heading, level=1), table, Paragraph(text=note)]


def _row(
    order: ElementOrder, means: Sequence[float], first: Sequence[float], seed: int
) -> Likelihood:
    changes = [one - other for one, other in zip(means, first, strict=True)]
    ends = bootstrap(means, {"perplexity": _perplexity}, seed)
    change_ends = bootstrap(changes, {"change": _average}, seed) if means is not first else {}
    return Likelihood(
        order=order,
        n=len(means),
        perplexity=_perplexity(means),
        ends=ends.get("perplexity"),
        change=_average(changes) if means is not first else None,
        change_ends=change_ends.get("change"),
    )


def _perplexity(means: Sequence[float]) -> float:
    return math.exp(-_average(means))


def _average(values: Sequence[float]) -> float:
    return sum(values) / len(values)
