"""Tables keep whole what is copied from them, in a terminal of any width."""

from __future__ import annotations

import io

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from courtside.output.terminal_tables import plain, print_table

WIDTHS = st.integers(8, 200)
IDS = st.from_regex(r"run_[0-9a-f]{16,40}", fullmatch=True)
ROWS = st.lists(st.tuples(IDS, st.text(max_size=300), st.integers()), min_size=1, max_size=5)


def printed(width: int, rows: list[tuple[str, str, int]]) -> str:
    out = io.StringIO()
    screen = Console(file=out, width=width, force_terminal=True, color_system=None)
    cells = [(run, task, str(number)) for run, task, number in rows]
    print_table(screen, ("run", "task", "number"), cells, "task")
    return out.getvalue()


@settings(max_examples=50)
@given(WIDTHS, ROWS)
def test_ids_and_numbers_are_whole_and_no_word_commands_the_terminal(
    width: int, rows: list[tuple[str, str, int]]
) -> None:
    table = printed(width, rows)
    assert all(run in table and str(number) in table for run, _, number in rows)
    assert "\x1b" not in table and "\x07" not in table


@settings(max_examples=50)
@given(ROWS)
def test_where_there_is_room_a_row_is_a_line(rows: list[tuple[str, str, int]]) -> None:
    assert len(printed(10_000, rows).splitlines()) == len(rows) + 1


@settings(max_examples=50)
@given(st.text())
def test_plain_words_are_one_printable_line(text: str) -> None:
    assert plain(text).isprintable() and plain(plain(text)) == plain(text)
