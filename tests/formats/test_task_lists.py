"""Lists of tasks as people have them, and what is said of a line that is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from recordings import lines, write

from courtside_formats.task_lists import BadLine, Task, read_tasks


def tasks_of(path: Path) -> list[Task]:
    """Every task; a bad line fails the test."""
    found = list(read_tasks(path))
    assert not [one for one in found if isinstance(one, BadLine)], found
    return [one for one in found if isinstance(one, Task)]


def test_plain_text_is_a_task_a_line_and_the_name_says_the_split(tmp_path: Path) -> None:
    file = write(
        tmp_path / "eval_tasks.txt", "\ufeffOpen the clock\r\n\n  Open maps, then close it \n"
    )
    assert tasks_of(file) == [
        Task(id="eval_tasks-1", text="Open the clock", split="test"),
        Task(id="eval_tasks-2", text="Open maps, then close it", split="test"),
    ]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (["Open the clock"], Task(id="all-1", text="Open the clock")),
        (
            {"train": ["Open the clock"]},
            Task(id="all-1", text="Open the clock", split="train"),
        ),
        (
            {"General": [{"instruction": "Open the clock", "ep_id": 77}]},
            Task(id="77", text="Open the clock", app="General"),
        ),
        ({"c1": "Open the clock"}, Task(id="c1", text="Open the clock")),
        ({"c1": {"goal": "Open it", "split": "eval"}}, Task(id="c1", text="Open it", split="test")),
        (
            [{"ques": "Open it", "web_name": "Maps", "id": "m--1", "more": [1]}],
            Task(id="m--1", text="Open it", app="Maps"),
        ),
    ],
)
def test_the_shapes_of_json(tmp_path: Path, content: Any, expected: Task) -> None:
    assert tasks_of(write(tmp_path / "all.json", content)) == [expected]


def test_json_lines_and_tables(tmp_path: Path) -> None:
    row = {"intent": "Buy tea", "task_id": 3, "domain": "WebShopping", "split": "train"}
    expected = Task(id="3", text="Buy tea", split="train", app="WebShopping")
    assert tasks_of(write(tmp_path / "a.jsonl", lines(row))) == [expected]
    table = 'Task,ID,App,Split\n"Buy tea, now",3,Shop,train\n'
    expected = Task(id="3", text="Buy tea, now", split="train", app="Shop")
    assert tasks_of(write(tmp_path / "a.csv", table)) == [expected]
    assert tasks_of(write(tmp_path / "a.tsv", "task\tid\nBuy tea, now\t3\n"))[0].id == "3"


def test_a_line_that_is_no_task_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    file = write(
        tmp_path / "a.jsonl",
        lines("Buy tea", {"task": "Buy tea"}, {"id": "x"}, 7, {"task": "More", "id": "a-2"}),
    )
    found = list(read_tasks(file))
    problems = [(one.place, one.reason) for one in found if isinstance(one, BadLine)]
    assert [place for place, _ in problems] == ["a.jsonl:1", "a.jsonl:3", "a.jsonl:4", "a.jsonl:5"]
    assert "not JSON" in problems[0][1] and "no task" in problems[1][1] and "7" in problems[2][1]
    assert problems[3][1] == "id 'a-2' is that of a.jsonl:2 too"
    assert [one.text for one in found if isinstance(one, Task)] == ["Buy tea"]


def test_a_comma_that_was_not_quoted_loses_no_words(tmp_path: Path) -> None:
    [bad] = read_tasks(write(tmp_path / "a.csv", "task\nBuy tea, now\n"))
    assert isinstance(bad, BadLine) and bad.place == "a.csv:2" and "quote" in bad.reason


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.json", '{"a": 1}', "expected a list of tasks"),
        ("a.json", "[", "not JSON: .*line 1"),
        ("a.json", "[" * 100_000, "not JSON"),
        ("a.csv", "name,size\nx,y\n", r"a.csv:1 names the columns \['name', 'size'\]"),
        ("a.csv", "", "a.csv:1 names the columns"),
        ("a.txt", b"Open\nCaf\xe9", "a.txt:2 is not UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(
    tmp_path: Path, name: str, content: Any, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        list(read_tasks(write(tmp_path / name, content)))


def test_what_is_no_list_by_its_name_is_not_read_as_one(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.py is no list of tasks; expected \.json"):
        list(read_tasks(write(tmp_path / "agent.py", "import this")))


def test_a_task_that_is_too_long_is_named(tmp_path: Path) -> None:
    [bad] = read_tasks(write(tmp_path / "a.txt", "x" * 20_001))
    assert isinstance(bad, BadLine) and "20000 characters" in bad.reason
