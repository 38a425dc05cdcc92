"""Whether what was done in one row was to be done in another one. Knows no weights."""

from __future__ import annotations

from collections import defaultdict

from courtside_judge.evidence.comparisons.pressed_rows import PressedRow
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.task_counts import means_several
from courtside_judge.evidence.tracker import Tracker


def asked_rows(run: Tracker) -> list[Finding]:
    """Each row once, by what was done in it last."""
    by_row = by_row_key(run)
    found = (_of_row(run, key, by_row) for key in by_row)
    return [one for one in found if one is not None]


def by_row_key(run: Tracker) -> dict[str, list[PressedRow]]:
    """What was done in each row, in order."""
    by_row: dict[str, list[PressedRow]] = defaultdict(list)
    for one in run.compared_controls.rows:
        by_row[_row_key(one.text)].append(one)
    return by_row


def _row_key(row: str) -> str:
    """A key of a row that stays the same where a number in it changed."""
    return " ".join(word for word in row.split() if not any(map(str.isdigit, word)))


def _is_put_back(presses: list[PressedRow]) -> bool:
    """Done and undone: two controls in turn, one of which stands where the other stood."""
    names = [one.control for one in presses]
    return len(names) % 2 == 0 and len({*names[-2:]}) == 2


def _of_row(run: Tracker, key: str, by_row: dict[str, list[PressedRow]]) -> Finding | None:
    press = by_row[key][-1]
    what, step = press.control, press.step
    best = max((one for rows in by_row.values() for one in rows), key=lambda one: one.rank)
    is_best = press.is_asked and press.rank == best.rank
    if _is_put_back(by_row[key]):
        kind = "row-put-back"
        return Finding(kind=kind, what=what, where=press.text, step=step) if is_best else None
    if is_best:
        return Finding(kind="row-asked", what=what, where=press.text, step=step)
    rival = best.text if press.is_asked else press.rival
    is_mended = _row_key(rival) in by_row and not run.app.was_taken_at(step)
    if not rival or is_mended or means_several(run.goal.task):
        return None
    return Finding(kind="row-other", what=what, where=rival, step=step, wanted=rival)
