"""The rules for files and names: who imports whom, first sentences, words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Set
from functools import cache
from graphlib import TopologicalSorter
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
REFINE = Path("refine/courtside_refine")
POLICY_ACTOR = Path("actors/policy_actor.py")
"""It acts by a policy, whose training looks at pages as actors do."""
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


def _place(path: Path) -> str:
    return str(path.relative_to(ROOT))


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


def test_imports_run_downhill_only() -> None:
    assert not [f"{_place(p)} imports {other}" for p in FILES for other in _uphill(p)]


def _uphill(path: Path) -> Iterator[str]:
    own = next(part for part in path.relative_to(ROOT).parts if part in FLOOR)
    for other in sorted(_names(path).imported & FLOOR.keys() - {own}):
        judged = own == "courtside_refine" and other == "courtside_judge"
        if FLOOR[other] >= FLOOR[own] and not judged:
            yield other


def test_no_two_rooms_of_refine_need_each_other() -> None:
    rooms: dict[str, set[str]] = {}
    for path in sorted((ROOT / REFINE).glob("*/**/*.py")):
        if path != ROOT / REFINE / POLICY_ACTOR:
            others = re.findall(r"from courtside_refine\.(\w+)\.", path.read_text("utf-8"))
            rooms.setdefault(path.relative_to(ROOT / REFINE).parts[0], set()).update(others)
    own = {room: others - {room} for room, others in rooms.items()}
    TopologicalSorter(own).prepare()  # raises CycleError, which names the rooms


def test_nothing_in_the_wheel_imports_training_or_benchmarks() -> None:
    outside = {"benchmarks", "courtside_training"}
    assert not [_place(path) for path in FILES if _names(path).imported & outside]


def test_each_file_begins_with_a_sentence_and_has_no_name_that_fits_anything() -> None:
    silent = [_place(path) for path in FILES if not re.match(r'"""[^"]+', path.read_text("utf-8"))]
    assert not silent, "the first line says what the file knows"
    drawers = {"utils", "helpers", "common", "misc", "manager"}
    assert not [_place(path) for path in FILES if path.stem in drawers]


def test_the_first_sentence_of_a_file_stands_on_one_line() -> None:
    firsts = {
        path: path.read_text("utf-8").partition("\n")[0] for path in FILES + TRAINING + BENCHMARKS
    }
    longer = [_place(path) for path, first in firsts.items() if not FIRST_SENTENCE.match(first)]
    assert not longer, "shorten it; what follows is a paragraph of its own"


@pytest.mark.parametrize("file", COMMANDS, ids=_place)
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


def test_what_is_held_to_the_clock_runs_alone() -> None:
    tests = [
        (path, node)
        for path in TESTS
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, Test)
    ]
    beside = [
        f"{_place(path)}::{test.name}"
        for path, test in tests
        if _holds_to_the_clock(test) and not _runs_alone(test)
    ]
    assert not beside, "a busy machine breaks them: mark them `alone`, or wait for what they mean"


STORYTELLING = {"said", "told", "heard", "met"}


def _storytelling(path: Path, names: Set[str]) -> Iterator[str]:
    for name in sorted(names):
        words = {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}
        if words & STORYTELLING:
            yield f"{name} in {_place(path)}"


def test_a_name_says_what_it_holds_and_not_who_told_it() -> None:
    paths = FILES + TRAINING + BENCHMARKS
    found = [one for path in paths for one in _storytelling(path, _names(path).bound)]
    assert not found, "name the thing, such as label, answer, screen"


JAVASCRIPT = [
    path
    for home in ("daemon", "extension", "device_bridges", "refine", "training", "benchmarks")
    for path in sorted((ROOT / home).rglob("*.js"))
]
JAVASCRIPT_NAME = re.compile(r"\b(?:const|let|var|function\*?|class)\s+(\w+)")


def test_so_does_a_name_in_javascript() -> None:
    found = [one for path in JAVASCRIPT for one in _storytelling(path, _javascript_names(path))]
    assert not found, "name the thing, such as label, answer, screen"


def _javascript_names(path: Path) -> Set[str]:
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text("utf-8"), flags=re.DOTALL)
    return set(JAVASCRIPT_NAME.findall(code))


def test_no_line_of_javascript_is_longer_than_120_characters() -> None:
    too_long = [
        f"{_place(path)}:{number}"
        for path in JAVASCRIPT
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    assert not too_long, "wrap them"
