"""Whether a press on a picture of a page gets the name and role that the page would give it.

Each thing that a page says can be acted on is pressed in its middle, on the page's screenshot as
readers read it. By half: the right half of the page counts as a canvas, whose presses alone
count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from difflib import SequenceMatcher
from typing import Any

import msgspec

from courtside_bridges.web.browsers import Browser
from courtside_bridges.web.page_scripts import recorder_script
from courtside_judge.perception.detector import ROLES
from courtside_judge.perception.pressed import name_pressed
from courtside_judge.perception.protocol import OcrReader
from courtside_judge.perception.tree_gaps import filled, region_of
from courtside_store.geometry import Box, Point
from courtside_store.records import Action, Element, Observation, Target

SIZE = (1280, 720)
HALF = Box(640.0, 0.0, 640.0, 720.0)
MIN_SIDE_PIXELS = 6.0
ALIKE = 0.8
SPELT = 3
"""Letters of a name that can be asked for: others are signs."""
SAME_ROLE = {"searchbox": "textbox", "radio": "checkbox", "switch": "checkbox", "tab": "item"}
SAME_ROLE |= {"menuitem": "item", "option": "item", "slider": "item", "listbox": "combobox"}
Screen = tuple[list[Element], bytes]
Counts = dict[str, int]


@contextmanager
def a_page(browser: Browser) -> Iterator[Any]:
    """A tab of a browser that reaches nothing but this machine."""
    from playwright.sync_api import sync_playwright

    flags = [*browser.flags, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=browser.path, args=flags)
        yield opened.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        opened.close()


def screen(page: Any, address: str) -> Screen:
    """The elements that the page tells, and its screenshot."""
    page.goto(address, timeout=15_000)
    page.wait_for_timeout(500)
    page.evaluate(recorder_script())
    seen = page.evaluate("() => courtsideScreen.see().look.elements")
    return msgspec.convert(seen, list[Element], strict=False), page.screenshot()


def counted(screens: Iterator[Screen] | Sequence[Screen], readers: dict[str, OcrReader]) -> Any:
    """What each reader's reading names, over all screens."""
    counts = {name: [sum_counts([])] for name in readers}
    for by_tree, picture in screens:
        wanted = pressed_by_tree(by_tree)
        for name, reader in readers.items():
            counts[name].append(agreement(wanted, _look(reader.read(picture))))
    return {name: sum_counts(rows) for name, rows in counts.items()}


def counted_by_half(
    screens: Iterator[Screen] | Sequence[Screen], readers: dict[str, OcrReader]
) -> Any:
    """What each reader names in the right half of the screens, filling what their trees lack."""
    counts: dict[str, list[Counts]] = {name: [sum_counts([])] for name in ("tree", *readers)}
    for by_tree, picture in screens:
        wanted = [one for one in pressed_by_tree(by_tree) if one.point and HALF.covers(one.point)]
        look = _look(without_half(by_tree))
        counts["tree"].append(agreement(wanted, look))
        for name, reader in readers.items():
            found = reader.read(picture, region_of([HALF], 1.0))
            counts[name].append(agreement(wanted, filled(look, found)))
    return {name: sum_counts(rows) for name, rows in counts.items()}


def without_half(elements: Sequence[Element]) -> list[Element]:
    """A canvas for what lies in the right half."""
    left = [one for one in elements if not (one.box and HALF.covers(one.box.centre))]
    return [*left, Element(id=len(elements) + 1, tag="canvas", box=HALF, interactable=False)]


def pressed_by_tree(elements: Sequence[Element]) -> list[Action]:
    """A press on each thing to act on that shows, with what the page says was hit."""
    whole = Box(0.0, 0.0, float(SIZE[0]), float(SIZE[1]))
    boxes = [one.box for one in elements if one.interactable and one.box]
    points = [
        box.centre for box in boxes if min(box[2:]) >= MIN_SIDE_PIXELS and whole.covers(box.centre)
    ]
    return [name_pressed(a_press(point), _look(elements)) for point in dict.fromkeys(points)]


def a_press(point: Point) -> Action:
    """That knows nothing but where."""
    return Action(kind="click", at_ms=0, point=point)


def agreement(wanted: Sequence[Action], look: Observation) -> Counts:
    """How many presses get the name and the role that the page gives."""
    counts = sum_counts([])
    for one in wanted:
        assert one.target and one.point
        found = name_pressed(a_press(one.point), look).target or Target()
        counts["pressed"] += 1
        if role(one.target) in ROLES:
            counts["with_role"] += 1
            counts["role"] += role(one.target) == role(found)
        name = _words(one.target.text)
        if sum(map(str.isalpha, name)) >= SPELT:
            counts["with_name"] += 1
            counts["named"] += alike(name, _words(found.text))
    return counts


def role(target: Target) -> str:
    """As the detector has it; its own for what it has no word for."""
    return SAME_ROLE.get(target.role, target.role)


def alike(one: str, other: str) -> bool:
    """Reading errors are no other name."""
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= ALIKE


def _words(text: str) -> str:
    return " ".join(text.casefold().split())


def _look(elements: Sequence[Element]) -> Observation:
    return Observation(at_ms=0, width=SIZE[0], height=SIZE[1], elements=tuple(elements))


def sum_counts(rows: Sequence[Counts]) -> Counts:
    """The sum of the counts of several screens; of none, zeros."""
    keys = ("pressed", "with_role", "role", "with_name", "named")
    return {key: sum(row[key] for row in rows) for key in keys}
