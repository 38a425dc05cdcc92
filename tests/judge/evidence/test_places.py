"""A task may quote the page and the field beside the value: only the value is to be given."""

from __future__ import annotations

import pytest
from builders import a_screen, a_step, an_action, an_element

from courtside_judge.evidence.extraction import run_findings
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Case, Ending
from courtside_store.geometry import Box
from courtside_store.records import Effects, Element, Observation, PageState, Request, Step

TASK = "On the page 'Settings', set the field 'Display name' to 'Mara' and press 'Save'."
TAKEN = Effects(
    requests=(Request(method="POST", path="/settings", at_ms=1, status=303),), announced=()
)
NOTHING = Effects(requests=(), announced=())
FIELDS = {"Display name": Box(20.0, 60.0, 200.0, 24.0), "City": Box(20.0, 100.0, 200.0, 24.0)}


def a_page(heading: str, **held: str) -> Observation:
    """Two fields and a button below a heading."""
    fields = [
        an_element(n, name, tag="input", role="textbox", value=held.get(name, "Ada"), box=box)
        for n, (name, box) in enumerate(FIELDS.items(), 3)
    ]
    title = an_element(1, heading, tag="h1", role="heading", box=Box(20.0, 10.0, 200.0, 30.0))
    return a_screen(
        *_links(), title, *fields, an_element(9, "Save"), page=PageState(heading=heading)
    )


def _links() -> list[Element]:
    return [an_element(30 + n, name, tag="a", role="link") for n, name in enumerate(("Start",))]


def saving(heading: str, field: str, value: str) -> list[Step]:
    """A value is typed into a field of the page, and saved."""
    edited = a_page(heading, **{field: value})
    typing = an_action("type", field, value, tag="input", box=FIELDS[field])
    return [
        a_step(1, typing, before=a_page(heading), after=edited, effects=NOTHING),
        a_step(2, an_action(name="Save"), before=edited, after=edited, effects=TAKEN),
    ]


def found(task: str, steps: list[Step]) -> set[tuple[str, str]]:
    run = Tracker(read_goal(task))
    for step in steps:
        run.follow(step)
    return {(one.kind, one.what) for one in run_findings(run)}


def test_the_page_and_the_field_that_were_used_are_no_values() -> None:
    kinds = found(TASK, saving("Settings", "Display name", "Mara"))
    assert ("asked-done", "Mara") in kinds
    assert not {what for kind, what in kinds if kind in ("asked-missing", "asked-left")}


def test_a_page_and_a_field_that_were_not_used_are_missed() -> None:
    missed = {w for kind, w in found(TASK, saving("Team", "City", "Mara")) if "missing" in kind}
    assert missed == {"Settings", "Display name"}


def test_a_page_that_is_to_be_opened_stays_what_is_asked_for() -> None:
    task = "Open the page 'Settings'."
    assert ("asked-left", "Settings") in found(task, saving("Settings", "City", "Oslo"))


@pytest.mark.parametrize(
    ("field", "value", "is_right"),
    [("Display name", "Mara", True), ("City", "Mara", False), ("Display name", "Maria", False)],
)
def test_what_a_site_s_own_task_asks_for_is_judged(field: str, value: str, is_right: bool) -> None:
    session = EvidenceJudge().start(Case(run="run_" + "0" * 27, task=TASK), lambda _: None)
    for step in saving("Settings", field, value):
        session.step(step)
    ending = Ending(ended_by="finish", answer="Done.", claims_success=True)
    verdict = session.finish(ending)
    assert (verdict.label == "success") is is_right, (verdict.score, verdict.explanation)
