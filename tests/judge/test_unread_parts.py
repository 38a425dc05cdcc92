"""Who judges a screen of which a part was not read is told so, and concludes nothing from it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from builders import RUN, a_jpeg, a_screen, a_step, an_action, an_element, sha
from msgspec.structs import replace

from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.llm.screen_text import read_screen
from courtside_judge.llm.story_text import StoryText
from courtside_judge.perception.protocol import failure_sentence
from courtside_judge.protocol import Case, Ending
from courtside_store.records import Evidence, Observation, Step

UNREAD = "300 px of this screen's height, from 420 px down, were not read in time"
NOTE = f"[{UNREAD}: words there are left out]"
ASKS = "What does the large box cost? Answer with its price."


def a_read_screen(*lines: str, unread: str = UNREAD) -> Observation:
    """A picture that OCR read."""
    found = [
        an_element(n, line, tag="", role="text", source="ocr", interactable=False)
        for n, line in enumerate(lines, 1)
    ]
    return replace(a_screen(*found, frame=sha(a_jpeg())), text="", unread=unread)


def answered(answer: str, *looks: Observation) -> list[Evidence]:
    """What the evidence judge found where an agent went from screen to screen."""
    session = EvidenceJudge().start(Case(run=RUN, task=ASKS), lambda _: None)
    for number, (before, after) in enumerate(pairwise(looks), 1):
        session.step(a_step(number, before=before, after=after))
    ending = Ending(ended_by="finish", answer=answer, claims_success=True)
    return list(session.finish(ending).evidence)


LISTS = [a_read_screen("Prices", "The small box costs 21 Euro", unread=one) for one in ("", UNREAD)]
EMPTY = a_read_screen("Shop", unread="")


@pytest.mark.parametrize(
    "answer", ["38", '"38 Euro"', "I found it: the price of the large box is 38 Euro."]
)
def test_what_may_stand_where_nothing_was_read_is_not_called_missing(answer: str) -> None:
    missing = {"answer-not-at-end", "answer-unseen"}
    whole, part = ({one.kind for one in answered(answer, EMPTY, look)} for look in LISTS)
    assert whole & missing and not part & missing
    earlier = {one.kind for one in answered(answer, LISTS[1], LISTS[0])}
    assert "answer-unseen" not in earlier


def test_what_may_stand_in_a_picture_that_could_not_be_read_is_not_called_missing() -> None:
    why = failure_sentence("the picture cannot be read (65 bytes): image file is truncated")
    blank, failed = (a_read_screen(unread=one) for one in ("", why))
    start = a_read_screen("Prices", unread="")
    whole, none = ({one.kind for one in answered("38", start, look)} for look in (blank, failed))
    missing = {"answer-not-at-end", "answer-unseen"}
    assert whole & missing and not none & missing and "end-unread" in none
    assert f"[{why}: words there are left out]" in read_screen(failed, None, lambda _: None)


def test_the_evidence_says_what_of_the_end_was_not_read() -> None:
    (said,) = [one for one in answered("38", EMPTY, LISTS[1]) if one.kind == "end-unread"]
    assert UNREAD in said.text and said.weight == 0.0
    assert not any(one.kind == "end-unread" for one in answered("38", LISTS[1], LISTS[0]))


def test_a_screen_in_words_says_what_of_it_was_not_read() -> None:
    assert NOTE in read_screen(LISTS[1], None, lambda _: None)
    assert not any("not read" in line for line in read_screen(LISTS[0], None, lambda _: None))


def told_of(step: Step) -> list[str]:
    return [line.strip() for line in StoryText(ASKS, lambda _: None).follow(step).splitlines()]


def test_a_story_says_so_and_calls_nothing_gone_that_may_still_be_there() -> None:
    whole, part = LISTS[0], a_read_screen("Prices", "Sold out")
    assert "gone: The small box costs 21 Euro" in told_of(
        a_step(1, before=whole, after=replace(part, unread=""))
    )
    told = told_of(a_step(1, before=whole, after=part))
    assert told[1:] == [NOTE, "new: Sold out"]
    told = told_of(a_step(1, before=part, after=whole))
    assert told[1:] == [
        "new, or not read before: The small box costs 21 Euro",
        "gone: Sold out",
    ]
    same = replace(part, frame=None, title="Box")
    assert told_of(a_step(1, before=same, after=replace(same, title="Boxes")))[-1] == (
        "the words that were read did not change"
    )


def test_nothing_is_called_removed_that_may_still_be_there() -> None:
    before = a_read_screen("Notes", "Milk for Friday", unread="")
    kinds = []
    for unread in ("", UNREAD):
        session = EvidenceJudge().start(
            Case(run=RUN, task='Delete the note "Milk for Friday"'), lambda _: None
        )
        after = replace(a_read_screen("Notes", unread=unread), frame=sha(a_jpeg(2)))
        press = an_action("click", "Delete")
        session.step(a_step(1, press, before=before, after=after))
        found = session.finish(Ending(ended_by="finish", answer="", claims_success=True)).evidence
        kinds.append({one.kind for one in found})
    assert "removal-gone" in kinds[0] and "removal-gone" not in kinds[1]
