"""A list that is shown again after a removal tells which of its rows went."""

from __future__ import annotations

import pytest
from builders import a_screen, a_step, an_action, an_element
from msgspec.structs import replace

from courtside_judge.evidence.extraction import end_findings
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Ending
from courtside_store.geometry import Box
from courtside_store.records import Effects, Observation, Request

SONGS = ("Paper Boats | Mira Sollen", "Glass Stairs | Odd Numbers", "Copper Sky | Odd Numbers")
ALL = "Delete all songs by Odd Numbers."
TAKEN = Effects(requests=(Request(method="POST", path="/delete", status=303, at_ms=1),))


def a_list(*rows: str, url: str = "http://a.test/songs") -> Observation:
    cells = [
        an_element(
            10 * y + x + 1,
            text.strip(),
            tag="td",
            role="cell" if y else "columnheader",
            box=Box(100.0 * x, 30.0 * y, 90.0, 24.0),
        )
        for y, row in enumerate(("Title | Artist", *rows))
        for x, text in enumerate(row.split("|"))
    ]
    return replace(a_screen(*cells, title="Songs"), url=url)


def found(task: str, end: Observation, presses: int = 1) -> dict[str, str]:
    run = Tracker(read_goal(task))
    before = a_list(*SONGS)
    for n in range(1, presses + 1):
        after = end if n == presses else a_screen(an_element(1, "Removed"))
        pressed = an_action("click", "Delete")
        run.follow(replace(a_step(n, pressed, before=before, after=after), effects=TAKEN))
        before = after
    return {one.kind: one.what for one in end_findings(run, Ending(ended_by="finish"))}


def test_one_of_those_that_were_all_to_go_is_still_listed() -> None:
    half = found(ALL, a_list(*SONGS[:2]))
    assert half["removal-left"] == "Glass Stairs Odd Numbers" and "removed-beside" not in half
    assert "removal-left" in found("Get rid of the Odd Numbers songs.", a_list(*SONGS[:2]))
    whole = found(ALL, a_list(SONGS[0]), presses=2)
    assert not {"removal-left", "removed-beside"} & {*whole}


def test_one_that_the_task_does_not_name_is_no_longer_listed() -> None:
    wrong = found(ALL, a_list(SONGS[1]), presses=2)
    assert wrong["removed-beside"] == "Paper Boats Mira Sollen" and "removal-left" in wrong
    other = found("Remove Copper Sky.", a_list(*SONGS[1:]))
    assert other["removed-beside"] == "Paper Boats Mira Sollen"


@pytest.mark.parametrize(
    ("task", "end"),
    [
        ("Remove Copper Sky.", a_list(*SONGS[:2])),
        ("Delete one song by Odd Numbers.", a_list(*SONGS[:2])),
        ("Delete all songs by Odd Numbers but Copper Sky.", a_list(SONGS[0], SONGS[2])),
        ("Delete all songs by Odd Numbers.", a_list(SONGS[0], url="http://a.test/songs?page=2")),
        ("Delete all songs by Odd Numbers.", a_screen(an_element(1, "Removed"))),
        ("Delete the song that Ben likes least.", a_list(*SONGS[1:])),
        ("Delete every song.", a_list(SONGS[0])),
        ("Remove Copper Sky.", a_list("Ada | Reader", "Ben | Reader")),
        ("Which songs by Odd Numbers were all deleted?", a_list(*SONGS[1:])),
    ],
)
def test_where_it_is_not_clear_nothing_is_said(task: str, end: Observation) -> None:
    assert not {"removal-left", "removed-beside"} & {*found(task, end)}
