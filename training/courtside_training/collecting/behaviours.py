"""How agents follow a plan and how they spoil it, each from the plan alone. Runs nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from courtside.demo.moves import Move
from courtside_training.world import Part
from courtside_training.worlds.errand import Step


@dataclass(frozen=True)
class Course:
    """What a behaviour is made from."""

    parts: tuple[Part, ...]
    idle: Move
    beside: tuple[Move, ...] = ()
    """A part of another task that is possible in the same place."""
    addresses: tuple[str, ...] = ()
    """The page's address after each move, where the plan was rehearsed."""
    keyable: tuple[bool, ...] = ()
    """Of each move: whether Enter on its element is a click, where the plan was rehearsed."""

    @property
    def moves(self) -> list[Move]:
        return [move for part in self.parts for move in part.moves]


Behaviour = Callable[[Course, random.Random], Sequence[Move] | None]
"""The moves; None where the plan has no place for it."""


def straight(course: Course, dice: random.Random) -> Sequence[Move]:
    return course.moves


def roundabout(course: Course, dice: random.Random) -> Sequence[Move]:
    """Something idle on the way, and where a field is filled a first typing that is put right."""
    moves = list(repaired(course, dice) or course.moves)
    moves.insert(dice.randrange(max(1, len(moves))), course.idle)
    return moves


def repaired(course: Course, dice: random.Random) -> Sequence[Move] | None:
    """A wrong value that is put right at once."""
    moves = course.moves
    numbers = [n for n, m in enumerate(moves) if m.act in ("fill", "select") and m.wrong]
    if not numbers:
        return None
    at = dice.choice(numbers)
    wrong = moves[at].wrong
    assert wrong
    return [*moves[:at], wrong, *moves[at:]]


def other_route(course: Course, dice: random.Random) -> Sequence[Move] | None:
    """Another way through one part, or the parts in another order."""
    if any(part.other for part in course.parts):
        return [move for part in course.parts for move in part.other or part.moves]
    if len(course.parts) < 2:
        return None
    return [move for part in reversed(course.parts) for move in part.moves]


def by_keyboard(course: Course, dice: random.Random) -> Sequence[Move] | None:
    """Types instead of filling in, presses Enter where that is a click."""
    if not any(course.keyable):
        return None
    moves: list[Move] = []
    for move, keyable in zip(course.moves, course.keyable, strict=False):
        if move.act == "click" and keyable:
            moves.append(replace(move, act="press", value="Enter"))
        elif move.act == "fill" and move.value:
            moves += [replace(move, act="press", value="Control+a"), replace(move, act="type")]
        else:
            moves.append(move)
    return [*moves, *course.moves[len(course.keyable) :]]


def by_address(course: Course, dice: random.Random) -> Sequence[Move] | None:
    """Goes to the address that the first clicks lead to."""
    moves = course.moves
    leading = next((n for n, m in enumerate(moves) if m.act != "click" or m.submits), len(moves))
    before = ""
    last = -1
    for number, address in enumerate(course.addresses[:leading]):
        if address != before and number:
            last = number
        before = address
    if last < 0 or last + 1 >= len(moves):
        return None
    return [Step("goto", "", course.addresses[last]), *moves[last + 1 :]]


def _with_flaw(*flaws: str) -> Behaviour:
    """One move of such a flaw is its wrong variant; nobody notices. Without a name: any flaw."""

    def follow(course: Course, dice: random.Random) -> Sequence[Move] | None:
        moves = course.moves
        numbers = [n for n, m in enumerate(moves) if m.wrong and _has(m, flaws)]
        if not numbers:
            return None
        at = dice.choice(numbers)
        wrong = moves[at].wrong
        assert wrong
        spoilt = replace(wrong, note=moves[at].note, submits=moves[at].submits)
        return [*moves[:at], spoilt, *moves[at + 1 :]]

    return follow


def wrong_object(course: Course, dice: random.Random) -> Sequence[Move] | None:
    """One part is done to another object."""
    return _part_as("wrong_object", course, dice) or _with_flaw("object")(course, dice)


def wrong_operation(course: Course, dice: random.Random) -> Sequence[Move] | None:
    """One part is something else that can be done there."""
    return _part_as("wrong_operation", course, dice) or _with_flaw("operation")(course, dice)


def _part_as(name: str, course: Course, dice: random.Random) -> Sequence[Move] | None:
    """One part is done in the wrong way that it names; nobody notices."""
    ways: list[tuple[Move, ...]] = [getattr(part, name) for part in course.parts]
    numbers = [number for number, way in enumerate(ways) if way]
    if not numbers:
        return None
    at = dice.choice(numbers)
    parts = [ways[n] if n == at else part.moves for n, part in enumerate(course.parts)]
    return [move for moves in parts for move in moves]


def mended(course: Course, dice: random.Random) -> Sequence[Move] | None:
    """A mistake that is found at the end: a value where there is one, which can be set again."""
    return _with_flaw("value")(course, dice) or _with_flaw()(course, dice)


def _has(move: Move, flaws: Sequence[str]) -> bool:
    if not flaws:
        return True
    values = move.act in ("fill", "select", "type")
    flaw = move.flaw if isinstance(move, Step) and move.flaw else ("target", "value")[values]
    return flaw in flaws


def partial(course: Course, dice: random.Random) -> Sequence[Move] | None:
    """One part is left out; of a single part one thing that it sets."""
    if len(course.parts) > 1:
        out = dice.randrange(len(course.parts))
        return [m for n, part in enumerate(course.parts) if n != out for m in part.moves]
    moves = course.moves
    sets = [n for n, m in enumerate(moves) if m.wrong and not m.submits]
    if len(sets) < 2:
        return None
    out = dice.choice(sets[1:])
    return [*moves[:out], *moves[out + 1 :]]


def too_much(course: Course, dice: random.Random) -> Sequence[Move] | None:
    """All that was asked, and something of another task."""
    return [*course.moves, *course.beside] if course.beside else None


def swapped(course: Course, dice: random.Random) -> Sequence[Move] | None:
    """Two fields have each other's values."""
    moves = course.moves
    fills = [n for n, m in enumerate(moves) if m.act == "fill" and m.value]
    pairs = [(a, b) for a in fills for b in fills if a < b and moves[a].value != moves[b].value]
    if not pairs:
        return None
    a, b = dice.choice(pairs)
    moves[a], moves[b] = (
        replace(moves[a], value=moves[b].value),
        replace(moves[b], value=moves[a].value),
    )
    return moves


def not_saved(course: Course, dice: random.Random) -> Sequence[Move] | None:
    """The last move that saves is left out."""
    numbers = [n for n, m in enumerate(course.moves) if _saves(m)]
    if not numbers or len(course.moves) < 2:
        return None
    return [*course.moves[: numbers[-1]], *course.moves[numbers[-1] + 1 :]]


def _saves(move: Move) -> bool:
    """Whether it sends something: what has a way beside it not to send does."""
    return move.submits or (isinstance(move, Step) and bool(move.less or move.cancel))


def saved_as_less(course: Course, dice: random.Random) -> Sequence[Move] | None:
    """What stands beside the button that saves: a draft, cancel, close."""
    moves = course.moves
    for number in reversed(range(len(moves))):
        move = moves[number]
        instead = (move.less or move.cancel) if isinstance(move, Step) else None
        if instead:
            return [*moves[:number], instead, *moves[number + 1 :]]
    return None


def undone(course: Course, dice: random.Random) -> Sequence[Move] | None:
    """All is done, then one part of it is taken back or done over wrongly."""
    parts = [part for part in course.parts if part.undo]
    if parts and course.parts[-1].undo:
        return [*course.moves, *course.parts[-1].undo]
    return _done_over(course, dice)


def _done_over(course: Course, dice: random.Random) -> Sequence[Move] | None:
    again = _with_flaw()(Course(course.parts[-1:], course.idle), dice) if course.parts else None
    return [*course.moves, *again] if again else None


def error_unnoticed(course: Course, dice: random.Random) -> Sequence[Move] | None:
    """A field stays empty, the form is refused, and that is overlooked."""
    moves = course.moves
    last = next((n for n in reversed(range(len(moves))) if _saves(moves[n])), 0)
    fills = [n for n in range(last) if moves[n].act == "fill"]
    if not fills:
        return None
    at = dice.choice(fills)
    return [*moves[:at], replace(moves[at], value=""), *moves[at + 1 : last + 1]]


def stops_early(course: Course, dice: random.Random) -> Sequence[Move]:
    moves = course.moves
    return moves[: dice.randrange(len(moves))] if moves else [course.idle]


def loop(course: Course, dice: random.Random) -> Sequence[Move] | None:
    """Comes to a point and does the same there again and again."""
    moves = course.moves
    clicks = [n for n, m in enumerate(moves[:-1]) if m.act == "click"]
    if not clicks:
        return None
    at = dice.choice(clicks)
    return [*moves[: at + 1], *[moves[at], course.idle] * dice.randint(2, 3)]


def wandered_off(course: Course, dice: random.Random) -> Sequence[Move] | None:
    """Begins, then looks around where another task would be done."""
    elsewhere = [move for move in course.beside if not move.submits][:3]
    begun = course.moves[: dice.randrange(max(1, len(course.moves)))]
    return [*begun, *elsewhere, course.idle] if elsewhere else None


def only_looked(course: Course, dice: random.Random) -> Sequence[Move]:
    """One idle click, and at times the first move: nothing is looked up or done."""
    return [course.idle, *course.moves[: min(dice.randint(0, 1), len(course.moves) - 1)]]


def one_slip(course: Course, dice: random.Random) -> Sequence[Move]:
    """The plan with the last wrong variant, and no other."""
    flawed = [move.wrong for move in course.moves if move.wrong]
    return [course.idle, *flawed[-1:]]


def dead_clicks(course: Course, dice: random.Random) -> Sequence[Move]:
    return [course.idle] * 4


REACHING: Mapping[str, Behaviour] = {
    "good": straight,
    "roundabout": roundabout,
    "repaired": repaired,
    "mended": mended,
    "other-route": other_route,
    "by-keyboard": by_keyboard,
    "by-address": by_address,
}
"""Ways that should succeed. What is mended is planned again from where the mistake led."""
MISSING: Mapping[str, Behaviour] = {
    "near-miss": _with_flaw(),
    "wrong-value": _with_flaw("value"),
    "wrong-control": _with_flaw("target"),
    "wrong-object": wrong_object,
    "wrong-operation": wrong_operation,
    "partial": partial,
    "too-much": too_much,
    "swapped": swapped,
    "not-saved": not_saved,
    "saved-as-less": saved_as_less,
    "undone": undone,
    "error-unnoticed": error_unnoticed,
    "stale-answer": only_looked,
    "answer-of-wrong-item": _with_flaw("object", "target"),
    "stops-early": stops_early,
    "wrong-target": one_slip,
    "made-up-answer": only_looked,
}
"""Ways that fail without being noticed."""
STUCK: Mapping[str, Behaviour] = {
    "gave-up": stops_early,
    "loop": loop,
    "wandered-off": wandered_off,
    "dead-clicks": dead_clicks,
}
"""Ways that fail, and most agents say so."""
BEFORE: Mapping[str, Behaviour] = {
    **REACHING,
    **MISSING,
    **STUCK,
    "wrong-control": _with_flaw("target", "object", "operation"),
    "undone": _done_over,
}
"""As they were before plans named wrong objects and what undoes them; for old episodes alone."""
NEARLY_RIGHT = frozenset(MISSING) - {
    "stale-answer",
    "stops-early",
    "wrong-target",
    "made-up-answer",
}
"""Those of `MISSING` that do most of what was asked."""
