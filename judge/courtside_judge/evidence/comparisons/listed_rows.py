"""The rows of the lists that a run saw first on each page, where something is to be removed."""

from __future__ import annotations

from courtside_judge.evidence.facts.bounded_collections import keep
from courtside_judge.evidence.facts.seen_screens import SeenScreens
from courtside_judge.evidence.goals import Goal
from courtside_judge.evidence.screen import Screen
from courtside_judge.evidence.screen_tables import read_screen_tables
from courtside_judge.evidence.task_words import wants_removal

_MAX_PAGES = 20

Rows = tuple[str, ...]
"""The texts of rows, one line each."""


class ListedRows:
    """Of one run."""

    def __init__(self, goal: Goal) -> None:
        self._is_wanted = wants_removal(goal.task) and not goal.asks
        self._first: dict[str, Rows] = {}
        """By address."""

    def follow(self, screens: SeenScreens) -> None:
        """The screens of the next step."""
        if not self._is_wanted:
            return
        for screen in (screens.previous, screens.last):
            is_new = screen is not None and screen.look.url not in self._first
            if screen and is_new and (rows := rows_of(screen)):
                keep(self._first, screen.look.url, rows, _MAX_PAGES)

    def first_on(self, screen: Screen) -> Rows:
        """Those that stood first at the address of a screen; none where nothing is to be removed,
        or no list stood there."""
        return self._first.get(screen.look.url, ())


def rows_of(screen: Screen) -> Rows:
    """Of its tables, and the items of its lists."""
    tables = read_screen_tables(screen.elements, least_rows=1)
    rows = [" ".join(filter(None, row)) for table in tables for row in table.rows]
    items = [e.text for e in screen.elements if e.role == "listitem" and e.text]
    return tuple(dict.fromkeys(rows + items))
