"""Each finding that a lesson may be made of was decided on: a new one is not forgotten in silence.

Add a new kind to the lists here, or say in its entry what an agent that tries again can do.
"""

from __future__ import annotations

from typing import get_args

from courtside_judge.evidence.catalogue import AT_END, CATALOGUE, OF_RUN, AnyEntry, Hint

OF_A_RUN: tuple[AnyEntry, ...] = (*OF_RUN, *AT_END)
LESSONS = [entry for entry in OF_A_RUN if entry.advice]
NO_HINT = """
    field-of-other field-beside asked-vanished asked-replaced asked-claimed asked-hidden
    typed-solves-not typed-beside-unasked typed-unasked typed-own typed-instead nothing-changed
    looping error-shown captcha sent-refused sent-failed refused-at-last sent-twice saved-elsewhere
    name-out-of-view announced-bad announced-bad-last dialog-left-open at-other-object
    list-other-changed made-twice typed-misspelt typed-partly chose-misspelt chose-partly
    pressed-misspelt pressed-partly refused label-other row-other row-put-back added-too-often
    removed-beside
    extreme-wrong dragged-wrong claimed-not-done reports-trouble long-run ends-pressing-other
    ends-in-question names-undone named-unsent removal-in-view typed-in-part typed-otherwise
    value-unset opposite-pressed saved-beside field-otherwise lookalike-pressed removed-unasked
    sent-again forbidden-pressed undone-at-end reads-undone
"""
"""Their sentence and their advice say all."""
NOT_ABOUT_THE_END = """
    field-of-other field-beside asked-vanished asked-replaced asked-near-miss asked-left
    asked-shown asked-claimed asked-untyped asked-missing asked-hidden case-wrong
    typed-solves-not typed-beside-unasked typed-cut typed-unasked typed-own typed-instead
    unasked-choice submit-early looping no-steps error-shown captcha sent-refused sent-failed
    refused-at-last sent-twice saved-elsewhere asked-and-changed sent-before announced-bad
    announced-bad-last dialog-left-open at-other-object list-other-changed made-twice
    words-untouched part-untouched typed-misspelt typed-partly chose-misspelt chose-partly
    pressed-misspelt pressed-partly refused ordinal-wrong pressed-in-other-row passed-over
    better-match-left lesser-pressed label-other row-other row-put-back added-too-often
    removed-beside
    extreme-wrong dragged-wrong gave-up claimed-not-done answer-unseen answer-gives-up
    answer-missing answer-not-at-end reports-trouble long-run asked-and-saved answer-tiny
    named-passed named-unsent removal-in-view typed-in-part typed-otherwise value-unset
    opposite-pressed saved-beside field-otherwise lookalike-pressed removed-unasked sent-again
    box-left answer-of-other-row forbidden-pressed undone-at-end
"""
"""They hold of a run that a crash cut short as of any other."""


def test_a_kind_has_hints_for_the_next_attempt_or_none_on_purpose() -> None:
    assert {entry.kind for entry in LESSONS if not entry.hints} == {*NO_HINT.split()}


def test_a_kind_is_about_the_end_of_a_run_or_is_not_on_purpose() -> None:
    out = {entry.kind for entry in LESSONS if not entry.about_end}
    assert out == {*NOT_ABOUT_THE_END.split()}


def test_each_hint_is_that_of_some_kind() -> None:
    assert {hint for entry in CATALOGUE for hint in entry.hints} == {*get_args(Hint)}


def test_what_names_something_left_undone_says_to_go_on() -> None:
    assert all("go-on" in entry.hints for entry in CATALOGUE if entry.is_omission)
