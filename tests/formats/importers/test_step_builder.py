"""Screens and turns joined into steps."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtside_formats.importers.action_names import read_kind
from courtside_formats.importers.python_calls import read_calls, read_mouse_actions
from courtside_formats.importers.step_builder import AgentTurn, join
from courtside_store.records import Observation

RUN = "run_" + "0" * 20


@given(looks=st.integers(0, 12), turns=st.integers(0, 9))
def test_whatever_the_numbers_steps_join_without_a_gap(looks: int, turns: int) -> None:
    screens = [Observation(at_ms=n) for n in range(looks)]
    steps = join(RUN, screens, [AgentTurn(thought=str(n)) for n in range(turns)])
    assert [step.index for step in steps] == list(range(1, len(steps) + 1))
    assert len(steps) == turns or (turns == 0 and looks and len(steps) == 1)
    for step, following in pairwise(steps):
        assert step.after == following.before
    if looks > max(turns, 1):
        assert steps[-1].after == screens[-1], "the last screen is the end"


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("left_click", "click"),
        ("doubleClick", "double-click"),
        ("RIGHT_CLICK", "right-click"),
        ("go_to_url", "navigate"),
        ("Scroll Down", "scroll"),
        ("InputText", "type"),
        ("juggle", "other"),
    ],
)
def test_words_however_they_are_spelt(word: str, kind: str) -> None:
    assert read_kind(word) == kind


def test_code_is_read_and_never_run() -> None:
    code = "__import__('os').system('echo no')\nclick('a1', button=f(2))\nif x:\n    fill('b', 't')"
    calls = [(call.name, call.args, call.named) for call in read_calls(code)]
    assert calls == [
        ("system", ("echo no",), {}),
        ("click", ("a1",), {"button": "f(2)"}),
        ("fill", ("b", "t"), {}),
    ]


@pytest.mark.parametrize("code", ["", "(((", "x" * 30_000, "(" * 5_000, "not python at all"])
def test_what_is_no_code_has_no_calls(code: str) -> None:
    assert read_calls(code) == []


def test_a_line_that_is_no_code_leaves_the_others() -> None:
    kinds = [a.kind for a in read_mouse_actions("I will click\npyautogui.click(1, 2)", 0)]
    assert kinds == ["click"]
