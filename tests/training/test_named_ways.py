"""The ways to succeed and to fail that plans of the real apps name: others no agent can play."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from random import Random

import pytest

from courtside.demo.moves import Move
from courtside_training.collecting.agents import spoil
from courtside_training.collecting.behaviours import Course
from courtside_training.worlds.app_world import course_parts

WAYS = {"wrong-object": 4, "wrong-operation": 4, "other-route": 3, "undone": 3}
"""In how many kinds of task at least."""
LESS = {"saved-as-less": 3}
EMPTY = {"error-unnoticed": 3}
APPS = {
    "roundup": WAYS | EMPTY,  # it has no button beside the one that saves
    "fossil": {way: least for way, least in WAYS.items() if way != "undone"} | LESS | EMPTY,
    "oscar": WAYS | LESS | EMPTY,
    "toolshed": WAYS | EMPTY | {"saved-as-less": 1},  # only what deletes can be cancelled
    "kanboard": WAYS | LESS | EMPTY,
    "dokuwiki": WAYS | LESS | EMPTY,
}


@pytest.mark.parametrize("app", APPS)
def test_an_app_has_several_kinds_of_task_for_each_way_that_makes_sense_there(app: str) -> None:
    kinds = import_module(f"courtside_training.worlds.{app}.tasks")
    found = Counter[str]()
    for name, kind in getattr(kinds, f"{app.upper()}_KINDS").items():
        errands = [kind(Random(f"{name} {seed}")) for seed in range(6)]
        courses = [Course(course_parts(errand), Move("click", "h1")) for errand in errands]
        found.update(way for way in APPS[app] if any(_has(course, way) for course in courses))
    missing = {way: found[way] for way, least in APPS[app].items() if found[way] < least}
    assert not missing


def _has(course: Course, way: str) -> bool:
    named = any(part.undo for part in course.parts) or way != "undone"
    return named and spoil(course, way, Random(0))[0] == way
