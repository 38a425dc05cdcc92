"""The rules for files and names: who imports whom, first sentences, words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Set
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
FLOOR = {
    "courtside_store": 1,
    "courtside_formats": 2,
    "courtside_judge": 3,
    "courtside_bridges": 3,
    "courtside_daemon": 4,
    "courtside_refine": 4,
    "courtside": 5,
}
HOMES = {
    "store/courtside_store",
    "formats/courtside_formats",
    "judge/courtside_judge",
    "device_bridges/courtside_bridges",
    "refine/courtside_refine",
    "daemon/courtside_daemon",
    "cli/courtside",
}
BENCHMARKS = sorted((ROOT / "benchmarks").rglob("*.py"))
COMMANDS = [p for p in BENCHMARKS if "def main(" in p.read_text("utf-8")]
FILES = [p for home in sorted(HOMES) for p in sorted((ROOT / home).rglob("*.py"))]
TRAINING = sorted((ROOT / "training/courtside_training").rglob("*.py"))
FIRST_SENTENCE = re.compile(r'""".+?(?<!e\.g)(?<!i\.e)(?<! al)[.!?](?: |"""|$)')


class Names(NamedTuple):
    """What a file calls by name."""

    imported: frozenset[str]
    """The packages that it imports; relative imports stay in its own."""
    types: tuple[str, ...]
    """Its classes and type aliases, but for those inside of functions and classes."""
    bound: frozenset[str]
    """Everything that it gives a name to."""


@cache
def _names(path: Path) -> Names:
    """Read once for all tests. The tree is not kept: every later collection of garbage would look
    through it.
    """
    tree = ast.parse(path.read_text("utf-8"))
    nodes = list(ast.walk(tree))
    froms = {n.module or "" for n in nodes if isinstance(n, ast.ImportFrom) and not n.level}
    names = {a.name for n in nodes if isinstance(n, ast.Import) for a in n.names}
    return Names(
        imported=frozenset(name.split(".")[0] for name in froms | names),
        types=tuple(_types(tree)),
        bound=frozenset(_bound(nodes)),
    )


def _types(tree: ast.Module) -> Iterator[str]:
    """The public classes and the names of types (`Point = tuple[float, float]`) of a file."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if name[0].isupper() and not name.isupper():
                    yield name


def _bound(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Every name that they give to something."""
    for node in nodes:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield name
            case ast.AsyncFunctionDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_run_downhill_only(path: Path) -> None:
    own = next(part for part in path.relative_to(ROOT).parts if part in FLOOR)
    for other in _names(path).imported & FLOOR.keys() - {own}:
        judged = own == "courtside_refine" and other == "courtside_judge"
        assert FLOOR[other] < FLOOR[own] or judged, f"{own} imports {other}"


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_nothing_in_the_wheel_imports_training_or_benchmarks(path: Path) -> None:
    assert not _names(path).imported & {"benchmarks", "courtside_training"}


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_each_file_begins_with_a_sentence_and_has_no_name_that_fits_anything(path: Path) -> None:
    assert re.match(r'"""[^"]+', path.read_text()), "the first line says what the file knows"
    assert path.stem not in {"utils", "helpers", "common", "misc", "manager"}


@pytest.mark.parametrize("path", FILES + TRAINING, ids=lambda p: str(p.relative_to(ROOT)))
def test_the_first_sentence_of_a_file_stands_on_one_line(path: Path) -> None:
    first = path.read_text("utf-8").partition("\n")[0]
    assert FIRST_SENTENCE.match(first), "shorten it; what follows is a paragraph of its own"


@pytest.mark.parametrize("file", COMMANDS, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_benchmark_has_a_quick_way_and_prints_json(file: Path) -> None:
    text = file.read_text("utf-8")
    assert '"--quick"' in text and '"--json"' in text
    assert "options.quick" in text and "options.json" in text, "a flag that nobody reads"
    name = file.parent.name if file.stem == "__main__" else file.stem
    assert f"python -m benchmarks.{name} " in text


def test_no_two_classes_or_types_of_the_product_share_a_name() -> None:
    places: dict[str, list[str]] = {}
    for path in FILES:
        for name in _names(path).types:
            if not name.startswith("_"):
                places.setdefault(name, []).append(str(path.relative_to(ROOT)))
    shared = {name: where for name, where in places.items() if len(where) > 1}
    assert not shared, "a name that means two things: the new class or type finds another one"


TESTS = sorted((ROOT / "tests").rglob("test_*.py"))
CLOCKS = {"monotonic", "perf_counter", "time"}
Test = ast.FunctionDef | ast.AsyncFunctionDef


def _holds_to_the_clock(test: Test) -> bool:
    """Whether it wants the time that something took below a bound."""
    for node in ast.walk(test):
        if isinstance(node, ast.Compare) and any(isinstance(op, ast.Lt) for op in node.ops):
            calls = [one.func for one in ast.walk(node) if isinstance(one, ast.Call)]
            if any(isinstance(one, ast.Attribute) and one.attr in CLOCKS for one in calls):
                return True
    return False


def _runs_alone(test: Test) -> bool:
    return any(
        isinstance(one, ast.Attribute) and one.attr == "alone" for one in test.decorator_list
    )


@pytest.mark.parametrize("path", TESTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_what_is_held_to_the_clock_runs_alone(path: Path) -> None:
    body = ast.parse(path.read_text("utf-8")).body
    tests = [one for one in body if isinstance(one, Test)]
    beside = [one.name for one in tests if _holds_to_the_clock(one) and not _runs_alone(one)]
    assert not beside, "a busy machine breaks them: mark them `alone`, or wait for what they mean"


STORYTELLING = {"said", "told", "heard", "met"}


def _check_words(names: Set[str]) -> None:
    for name in names:
        words = {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}
        assert not words & STORYTELLING, f"{name}: name the thing, such as label, answer, screen"


@pytest.mark.parametrize(
    "path", FILES + TRAINING + BENCHMARKS, ids=lambda p: str(p.relative_to(ROOT))
)
def test_a_name_says_what_it_holds_and_not_who_told_it(path: Path) -> None:
    _check_words(_names(path).bound)


JAVASCRIPT = [
    path
    for home in ("daemon", "extension", "device_bridges", "refine", "training", "benchmarks")
    for path in sorted((ROOT / home).rglob("*.js"))
]
JAVASCRIPT_NAME = re.compile(r"\b(?:const|let|var|function\*?|class)\s+(\w+)")


@pytest.mark.parametrize("path", JAVASCRIPT, ids=lambda p: str(p.relative_to(ROOT)))
def test_so_does_a_name_in_javascript(path: Path) -> None:
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text("utf-8"), flags=re.DOTALL)
    _check_words(set(JAVASCRIPT_NAME.findall(code)))


@pytest.mark.parametrize("path", JAVASCRIPT, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_line_of_javascript_is_longer_than_120_characters(path: Path) -> None:
    lines = enumerate(path.read_text("utf-8").splitlines(), 1)
    assert not [number for number, line in lines if len(line) > 120], "wrap them"
