"""Which order of a screen's elements keeps together what belongs together.

Of all neighbours inside a group (a form row, card, list item or table row of the DOM; of boxes, the
parts of a box that holds them) the share that are neighbours in the list too; and how likely a
model's true next action is under each order. Intervals are over screens.
"""

from __future__ import annotations

import json
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec

from courtside_bridges.web.browsers import Browser
from courtside_bridges.web.page_scripts import recorder_script
from courtside_judge.agreement.intervals import bootstrap
from courtside_judge.agreement.next_action_likelihood import Likelihood, find_cases, measure_orders
from courtside_judge.backends.backend_opening import open_model
from courtside_judge.backends.chosen import ModelChoice
from courtside_judge.backends.protocol import Scoring
from courtside_judge.perception.orders import ORDERS, ElementOrder, ranks
from courtside_store.geometry import Box, area
from courtside_store.records import Element
from courtside_training.collecting.episodes import read
from courtside_training.served_folder import serving

from .served_app import served

SIZES = ((1280, 720), (390, 844))
MEMBERS = range(2, 13)
"""A group counts with so many members."""
HOLDER = 0.25
"""Share of a screenshot from which a box is a part of the layout, not a group."""
SEED = 7
GROUPS = """() => {
  const HOLDERS = "li,tr,dd,label,fieldset,article,figure,[role=row],[role=listitem],[role=option],"
    + "[role=group],[class*=card i],[class*=item i],[class*='form-group' i],[class*=field i]";
  globalThis.__seen = [];
  const { look } = courtsideScreen.see();
  const numbers = new Map();
  const groups = globalThis.__seen.map((one) => {
    const holder = one.parentElement?.closest(HOLDERS);
    if (!holder) return null;
    if (!numbers.has(holder)) numbers.set(holder, numbers.size);
    return numbers.get(holder);
  });
  return { elements: look.elements, groups };
}"""
NOTED = """Object.defineProperty(Window.prototype, "courtsideElements", { configurable: true,
  get: () => undefined,
  set: (made) => {
    const { stateOf } = made;
    made.stateOf = (element, ...more) => {
      (globalThis.__seen ??= []).push(element);
      return stateOf(element, ...more);
    };
    Object.defineProperty(globalThis, "courtsideElements", { value: made });
  } });"""
Grouped = tuple[list[Box | None], list[list[int]]]
"""A screen's boxes, and the places of each group's members."""


def families(
    find_browser: Callable[[], Browser],
    pages: Sequence[Path],
    apps: Path | None,
    boxes: Sequence[Path],
    most: int,
) -> Iterator[tuple[str, list[Grouped]]]:
    """Each family's name and screens."""
    for file in boxes:
        lines = file.read_text("utf-8").splitlines()
        yield file.stem, [held(json.loads(line)) for line in lines][:most]
    for folder in pages:
        files = sorted(folder.rglob("*.html"))
        random.Random(SEED).shuffle(files)
        root = folder.resolve().parent
        with serving(root) as address:  # pages name files beside their folder, some from the root
            paths = [quote(str(file.resolve().relative_to(root))) for file in files[:most]]
            screens = rendered(find_browser(), [f"{address}/{path}" for path in paths])
        yield folder.name, screens
    for app in sorted(apps.iterdir()) if apps else ():
        if (app / "server.py").is_file():
            with served(app) as address:
                screens = rendered(find_browser(), [address])
            yield app.name, screens


def rendered(browser: Browser, addresses: Iterable[str]) -> list[Grouped]:
    """Each page at each size, with the groups of its DOM."""
    from playwright.sync_api import Error, sync_playwright

    found = []
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=browser.path, args=browser.flags)
        for address in addresses:
            for width, height in SIZES:
                page = opened.new_page(viewport={"width": width, "height": height})
                try:
                    page.goto(address, timeout=15_000)
                    page.wait_for_timeout(500)
                    page.evaluate(f"() => {{ {NOTED} }}")
                    page.evaluate(recorder_script())
                    found.append(grouped(page.evaluate(GROUPS), (width, height)))
                except Error as error:
                    print(f"{address}: {error}", file=sys.stderr)
                page.close()
        opened.close()
    return found


def grouped(seen: dict[str, Any], size: tuple[int, int]) -> Grouped:
    """What is in the viewport, as a screenshot would show it."""
    elements = msgspec.convert(seen["elements"], list[Element], strict=False)
    whole = Box(0, 0, *size)
    boxes: list[Box | None] = []
    members = defaultdict(list)
    for one, group in zip(elements, seen["groups"], strict=True):
        if one.box and one.box.intersection(whole):
            if group is not None:
                members[group].append(len(boxes))
            boxes.append(one.box)
    return boxes, [group for group in members.values() if len(group) in MEMBERS]


def held(row: dict[str, Any]) -> Grouped:
    """The parts of each box that holds some, and no holder itself: nobody lists a whole card."""
    boxes = list(dict.fromkeys(Box(*sides) for _, *sides in row["boxes"] if min(sides[2:]) > 0))
    least = HOLDER * row["width"] * row["height"]
    inside: dict[int, int] = {}
    for at, box in enumerate(boxes):
        around = [n for n, other in enumerate(boxes) if _holds(other, box)]
        if around:
            inside[at] = min(around, key=lambda n: boxes[n].area)
    holders = {*inside.values()}
    kept = [at for at in range(len(boxes)) if at not in holders]
    members = defaultdict(list)
    for place, at in enumerate(kept):
        if at in inside and boxes[inside[at]].area < least:
            members[inside[at]].append(place)
    return [boxes[at] for at in kept], [one for one in members.values() if len(one) in MEMBERS]


def _holds(box: Box, inner: Box) -> bool:
    shared = box.intersection(inner)
    return box.area > 1.2 * inner.area and area(shared) >= 0.9 * inner.area


def adjacency(screens: Sequence[Grouped]) -> dict[str, Any]:
    """The share by order, over all groups of the screens."""
    used = [screen for screen in screens if screen[1]]
    numbers: dict[str, Any] = {"screens": len(used), "groups": sum(len(one[1]) for one in used)}
    for order in ORDERS if used else ():
        counts = [together(screen, order) for screen in used]
        ends = bootstrap(counts, {"share": _share}, SEED).get("share")
        numbers[order] = [round(v, 3) for v in (_share(counts) or 0.0, *(ends or ()))]
    return numbers


def together(screen: Grouped, order: ElementOrder) -> tuple[int, int]:
    """Neighbours inside of groups that stay neighbours, and how many there are."""
    boxes, groups = screen
    place = {at: n for n, at in enumerate(ranks(boxes, order, SEED))}
    kept = 0
    for group in groups:
        lies = sorted(place[at] for at in group)
        kept += sum(b - a == 1 for a, b in pairwise(lies))
    return kept, sum(len(group) - 1 for group in groups)


def _share(counts: Sequence[tuple[int, int]]) -> float | None:
    whole = sum(n for _, n in counts)
    return sum(kept for kept, _ in counts) / whole if whole else None


def next_actions(files: Sequence[Path], most: int, choice: ModelChoice) -> list[Likelihood]:
    """On successful episodes of scripted agents, by a model that scores texts."""
    episodes = [one for file in files for one in read(file) if one.oracle]
    cases = find_cases(((one.task, one.steps) for one in episodes), most, SEED)
    model = open_model(choice)
    assert isinstance(model, Scoring)
    return measure_orders(model, cases, ORDERS, SEED)
