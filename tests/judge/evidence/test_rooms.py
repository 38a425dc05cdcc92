"""Which rooms of the evidence judge may know what: facts no task, comparisons no finding."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import courtside_judge.evidence

EVIDENCE = Path(courtside_judge.evidence.__file__).parent
PREFIX = "courtside_judge.evidence"
READS_TASK = {
    *("goals", "requirements", "task_boilerplate", "task_counts", "task_intents", "task_words"),
}
CONCLUDES = {"catalogue", "extraction", "extractors", "finding", "wording"}


def reached_from(room: str) -> set[str]:
    """The modules and rooms that the files of a room import, also by way of others, by the first
    part of their name."""
    waiting, reached = [*(EVIDENCE / room).glob("*.py")], set[Path]()
    while waiting:
        path = waiting.pop()
        if path not in reached:
            reached.add(path)
            waiting += imported_by(path)
    return {path.relative_to(EVIDENCE).with_suffix("").parts[0] for path in reached}


def imported_by(path: Path) -> Iterator[Path]:
    """The files of the evidence judge that one of them imports."""
    package = [PREFIX, *path.relative_to(EVIDENCE).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            begin = package[: len(package) + 1 - node.level] if node.level else []
            name = ".".join([*begin, *filter(None, [node.module])])
            place = EVIDENCE.joinpath(*name.removeprefix(PREFIX).split("."))
            names = [place, *(place / one.name for one in node.names)]
            yield from (
                file
                for one in names
                for file in (one.with_suffix(".py"), one / "__init__.py")
                if name.startswith(PREFIX) and file.is_file() and file != EVIDENCE / "__init__.py"
            )


def test_facts_reach_nothing_that_reads_the_task() -> None:
    reached = reached_from("facts")
    assert {"facts", "screen", "text_forms"} <= reached, "it follows the imports"
    assert not reached & (READS_TASK | CONCLUDES | {"comparisons"})


def test_no_function_of_facts_is_given_the_task() -> None:
    for path in (EVIDENCE / "facts").glob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        given = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
        assert not given & {"goal", "task"}, f"{path.name}: what needs the task is a comparison"


def test_comparisons_make_no_finding() -> None:
    reached = reached_from("comparisons")
    assert {"comparisons", "facts"} | (READS_TASK - {"task_boilerplate", "task_counts"}) <= reached
    assert not reached & CONCLUDES
