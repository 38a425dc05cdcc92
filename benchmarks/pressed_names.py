"""Does a press on a screen that is only a picture get the name and role that its page would give?

    python -m benchmarks.pressed_names [--apps FOLDER --app NAME ...] [--pages FOLDER]
        [--quick] [--json]

Pages are opened in Chromium at 1280x720 and read from their screenshot: by OCR alone, and by OCR
and the detector (`--detector`: other weights than those installed). Then each thing that the page
says can be acted on and that shows is pressed in its middle. `named`: those whose press gets the
name that the page gives (alike by 0.8); `role`: of those with a role that the detector knows, those
whose press gets it.

`--half`: what lies right of the middle is taken for a canvas: the page's own elements there are
hidden, only presses there count, and each reader fills the gap, as with `ocr_screens = "with-gaps"`
("tree": the half tree alone).
"""

from __future__ import annotations

import argparse
import json
import os
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")
import msgspec
from benchmarks.element_orders import served
from benchmarks.pieces import need_browser

from courtside_bridges.web.extension_files import recorder_script
from courtside_judge.perception.detector import ROLES, WEIGHTS, Detector
from courtside_judge.perception.fused_reader import FusedReader
from courtside_judge.perception.gaps import filled, region_of
from courtside_judge.perception.pressed import name_pressed
from courtside_judge.perception.protocol import OcrReader
from courtside_judge.perception.registry import load_reader
from courtside_store.geometry import Box
from courtside_store.records import Action, Element, Observation, Target

SIZE = (1280, 720)
HALF = Box(640.0, 0.0, 640.0, 720.0)
SMALLEST = 6.0
ALIKE = 0.8
SPELT = 3
"""Letters of a name that can be asked for: others are signs."""
SEED = 7
QUICK = 2
"""Pages of a folder."""
SAME_ROLE = {"searchbox": "textbox", "radio": "checkbox", "switch": "checkbox", "tab": "item"}
SAME_ROLE |= {"menuitem": "item", "option": "item", "slider": "item", "listbox": "combobox"}
Screen = tuple[list[Element], bytes]
Counts = dict[str, int]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--apps", type=Path)
    parser.add_argument("--app", action="append", default=[], help="of --apps; may be repeated")
    parser.add_argument("--pages", type=Path, action="append", default=[])
    parser.add_argument("--most", type=int, default=8, help="pages of a folder")
    parser.add_argument("--half", action="store_true", help="hide the right half of the trees")
    parser.add_argument("--quick", action="store_true", help="two pages of a folder")
    parser.add_argument("--detector", type=Path, default=WEIGHTS)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    ocr = load_reader("rapidocr", Path())
    readers: dict[str, OcrReader] = {"ocr": ocr}
    if detector := Detector.load(options.detector):
        readers["ocr+detector"] = FusedReader(ocr, detector)
    metrics: dict[str, dict[str, Counts]] = {}
    count = counted_by_half if options.half else counted
    names = ["tree", *readers] if options.half else list(readers)
    most = QUICK if options.quick else options.most
    with a_page() as page:
        for app in options.app:
            with served(options.apps / app) as address:
                metrics[app] = count([screen(page, address)], readers)
        for folder in options.pages:
            files = sorted(folder.resolve().rglob("*.html"))
            random.Random(SEED).shuffle(files)
            screens = (screen(page, file.as_uri()) for file in files[:most])
            metrics[folder.name] = count(screens, readers)
    metrics["all"] = {name: _sum([one[name] for one in metrics.values()]) for name in names}
    print(json.dumps(metrics) if options.json else json.dumps(metrics, indent=1))


@contextmanager
def a_page() -> Iterator[Any]:
    """A tab of a browser that reaches nothing but this machine."""
    from playwright.sync_api import sync_playwright

    browser = need_browser()
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
    counts = {name: [_sum([])] for name in readers}
    for by_tree, picture in screens:
        wanted = pressed_by_tree(by_tree)
        for name, reader in readers.items():
            counts[name].append(agreement(wanted, _look(reader.read(picture))))
    return {name: _sum(rows) for name, rows in counts.items()}


def counted_by_half(
    screens: Iterator[Screen] | Sequence[Screen], readers: dict[str, OcrReader]
) -> Any:
    """What each reader names in the right half of the screens, filling what their trees lack."""
    counts: dict[str, list[Counts]] = {name: [_sum([])] for name in ("tree", *readers)}
    for by_tree, picture in screens:
        wanted = [one for one in pressed_by_tree(by_tree) if one.point and HALF.covers(one.point)]
        look = _look(without_half(by_tree))
        counts["tree"].append(agreement(wanted, look))
        for name, reader in readers.items():
            found = reader.read(picture, region_of([HALF], 1.0))
            counts[name].append(agreement(wanted, filled(look, found)))
    return {name: _sum(rows) for name, rows in counts.items()}


def without_half(elements: Sequence[Element]) -> list[Element]:
    """A canvas for what lies in the right half."""
    left = [one for one in elements if not (one.box and HALF.covers(one.box.centre))]
    return [*left, Element(id=len(elements) + 1, tag="canvas", box=HALF, interactable=False)]


def pressed_by_tree(elements: Sequence[Element]) -> list[Action]:
    """A press on each thing to act on that shows, with what the page says was hit."""
    whole = Box(0.0, 0.0, float(SIZE[0]), float(SIZE[1]))
    boxes = [one.box for one in elements if one.interactable and one.box]
    points = [box.centre for box in boxes if min(box[2:]) >= SMALLEST and whole.covers(box.centre)]
    return [name_pressed(a_press(point), _look(elements)) for point in dict.fromkeys(points)]


def a_press(point: tuple[float, float]) -> Action:
    """That knows nothing but where."""
    return Action(kind="click", at_ms=0, point=point)


def agreement(wanted: Sequence[Action], look: Observation) -> Counts:
    """How many presses get the name and the role that the page gives."""
    counts = _sum([])
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


def _sum(rows: Sequence[Counts]) -> Counts:
    keys = ("pressed", "with_role", "role", "with_name", "named")
    return {key: sum(row[key] for row in rows) for key in keys}


if __name__ == "__main__":
    main()
