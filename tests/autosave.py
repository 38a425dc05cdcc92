"""Runs in an app that saves by itself and whose Save button throws away: the shipped weights are
wrong about it. Knows no judge.
"""

from __future__ import annotations

from collections.abc import Callable

from labels import store_run
from screens import a_button, a_click, a_run, a_screen

from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.records import Override, PersonLabel, Step, now_ms

AGENT = "planner"
SITE = "notes.test"
Label = Callable[[int, bool], PersonLabel | None]
"""By the number of a run, and whether Save was pressed in it."""


def task(number: int) -> str:
    """What the agent was told; two runs have each."""
    return f'Open "item {number // 2}" and press "Save".'


def steps(number: int, site: str = SITE) -> list[Step]:
    """Every other run presses Save; the others leave the page."""
    url, item = f"http://{site}/", f"item {number // 2}"
    start = a_screen(a_button("Save"), a_button("Back"), a_button(item), url=url)
    end = a_screen(a_button("Items"), url=url)
    pressed = "Save" if number % 2 else "Back"
    return a_run((a_click(item), start), (a_click(pressed), end), start=start)


def as_it_is(_: int, saved: bool) -> PersonLabel:
    """What a person says who knows the app."""
    return "failure" if saved else "success"


def fill(config: Config, runs: int, label: Label = as_it_is, agent: str = AGENT) -> list[str]:
    """Stores ended runs, and what a person says of each."""
    ids = []
    with Store.open(config) as store:
        for number in range(runs):
            run = store_run(store, steps(number), task=task(number), agent=agent, claims=None)
            ids.append(run)
            if word := label(number, bool(number % 2)):
                store.add_override(Override(run=run, label=word, who="ann", at_ms=now_ms()))
    return ids
