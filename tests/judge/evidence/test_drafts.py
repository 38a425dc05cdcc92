"""What was to be sent or published stayed a draft."""

from __future__ import annotations

import pytest
from builders import a_screen, a_step, an_action, an_element

from courtside_judge.evidence.extraction import end_findings
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Ending
from courtside_store.records import Effects, Request

SENT = Effects(
    requests=(Request(method="POST", path="/pages/7", at_ms=1, status=303),), announced=()
)
ONLINE = "Put the page about the market online so that everybody can read it."


def found(task: str, *pressed: str, left: str = "Publish changes") -> dict[str, Finding]:
    """Of a run that presses these, each of which is sent."""
    screen = a_screen(an_element(9, left, role="button"))
    run = Tracker(read_goal(task))
    for n, name in enumerate(pressed, 1):
        press = an_action("click", name)
        run.follow(a_step(n, press, before=screen, after=screen, effects=SENT))
    ending = Ending(ended_by="finish", answer="Done.", claims_success=True)
    return {one.kind: one for one in end_findings(run, ending)}


def test_a_draft_that_nobody_asked_for() -> None:
    assert found("Answer Ada's mail.", "Save draft")["left-as-draft"].variant == "saved"
    assert "left-as-draft" not in found("Answer Ada's mail.", "Save draft", "Send")
    assert "left-as-draft" not in found("Prepare an answer as a draft.", "Save draft")
    assert "left-as-draft" not in found("Write it, but do not send it yet.", "Save draft")


@pytest.mark.parametrize(
    "task", [ONLINE, "Correct the price; visitors have to see it.", "Publish the page."]
)
def test_what_was_to_be_published_and_was_only_saved(task: str) -> None:
    assert found(task, "Save changes")["left-as-draft"].what == "Publish changes"
    assert "left-as-draft" not in found(task, "Save changes", "Publish changes")
    assert "left-as-draft" not in found(task, "Save and publish")
    assert "left-as-draft" not in found(task, "Save changes", left="Help")
    assert "left-as-draft" not in found("Correct the price.", "Save changes")
