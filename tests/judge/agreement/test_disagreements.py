"""Disagreements are drawn, tagged by people, and counted."""

from __future__ import annotations

from labels import an_outcome

from courtside_judge.agreement.blocks import Heading
from courtside_judge.agreement.disagreements import KINDS, Errors, find_errors, read_tag, write_tag
from courtside_judge.agreement.judge_blocks import error_blocks

WRONG = [an_outcome(False, "success"), an_outcome(True, "failure")] * 10
RIGHT = [an_outcome(True, "success"), an_outcome(False, "unknown"), an_outcome(None, "success")]


def test_only_what_the_label_contradicts_is_drawn_and_the_seed_decides() -> None:
    found = find_errors(WRONG + RIGHT, lambda _: (), most=5, seed=1)
    assert found.n == 20 and len(found.sample) == 5 and found.by_kind == {"untagged": 20}
    assert {one.what for one in find_errors(WRONG, lambda _: (), 20, 1).sample} == {
        "false success",
        "false failure",
    }
    assert find_errors(WRONG, lambda _: (), 5, 1) == find_errors(WRONG, lambda _: (), 5, 1)


def test_the_newest_tag_in_the_notes_counts() -> None:
    for kind in KINDS:
        assert read_tag(["the date is wrong", write_tag(kind)]) == kind
    assert read_tag([write_tag("reasoning"), "hm", write_tag("wrong-oracle")]) == "wrong-oracle"
    assert read_tag(["tag:reasoning it forgot the year"]) == "reasoning"
    assert read_tag(["tag:mine", "no tag"]) is None
    first = WRONG[0].run.case.run
    notes = {first: [write_tag("ambiguous-task")]}
    found = find_errors(WRONG[:2], lambda run: notes.get(run, ()), 0, 1)
    assert found.by_kind == {"ambiguous-task": 1, "untagged": 1} and not found.sample


def test_one_disagreement_is_not_written_as_several() -> None:
    heading, _ = error_blocks("evidence", Errors(n=1, sample=(), by_kind={"untagged": 1}))
    assert heading == Heading(text="evidence: 1 disagreement")
