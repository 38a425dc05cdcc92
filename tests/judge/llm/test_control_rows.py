"""Which of several controls with one name was used is told by what stands in its row."""

from __future__ import annotations

from builders import a_screen, an_action, an_element

from courtside_judge.llm.control_rows import row_of
from courtside_store.geometry import Box

SCREEN = a_screen(
    *(an_element(n, name, box=Box(10, 40 * n, 200, 20)) for n, name in enumerate(("Ada", "Bo"))),
    *(an_element(9 + n, "Remove", box=Box(300, 40 * n, 60, 20)) for n in range(2)),
    an_element(20, "Remove all", box=Box(300, 200, 60, 20)),
)


def test_of_buttons_with_one_name_the_row_tells_which_was_pressed() -> None:
    press = an_action("click", "Remove", box=Box(300, 40, 60, 20))
    alone = an_action("click", "Remove all", box=Box(300, 200, 60, 20))
    assert [row_of(one.target, SCREEN) for one in (press, alone)] == ["Bo", ""]


def test_a_long_row_is_cut_with_a_mark() -> None:
    wide = an_element(30, "word " * 16, box=Box(10, 42, 200, 20))
    press = an_action("click", "Remove", box=Box(300, 40, 60, 20))
    row = row_of(press.target, a_screen(*SCREEN.elements, wide))
    assert len(row) == 80 and row.startswith("Bo word word") and row.endswith("…")


def test_what_has_no_place_or_is_no_control_has_no_row() -> None:
    assert row_of(None, SCREEN) == ""
    assert row_of(an_action("click", "Remove").target, SCREEN) == ""
