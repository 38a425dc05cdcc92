"""A run is seen with its trees and as pictures alone; pictures are read, and tell nothing else."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest
from actor_pages import a_page
from builders import a_screen, a_step, an_action, an_element
from drawing import a_drawn_screen

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from playwright.async_api import Error

from courtside.demo.moves import Move
from courtside_judge.perception.protocol import TextLine, elements
from courtside_store.geometry import Box, PixelBox, Point
from courtside_store.records import Element, PageState
from courtside_training.collecting.episodes import Episode
from courtside_training.fitting.features import row_of
from courtside_training.picture_screens import (
    VIEWS,
    Pictured,
    as_pictures,
    make_in_sight,
    pictured,
    report,
)

FRAME = a_drawn_screen("Saved", button="Save")
TALL = """<button id=top>Top</button><p style="padding-top: 2000px"><button id=low>Low</button>
<script>
const told = []
const inSight = new Set()
new IntersectionObserver(seen => seen.forEach(one => one.isIntersecting && inSight.add(one.target)))
  .observe(low)
addEventListener("wheel", () => told.at(-1) === "wheel" || told.push("wheel"))
for (const one of document.querySelectorAll("button")) one.onclick = () => told.push(
  `${one.id} ${one === low && !inSight.has(low) ? "unseen" : "in sight"}`)
</script>"""
SHA = hashlib.sha256(FRAME).hexdigest()


class Reads:
    """Sees the button, and no more."""

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        return elements([TextLine(text="Save", box=Box(40, 40, 60, 20))], None)


def an_episode(world: str, seed: int) -> Episode:
    """Every second one presses what the task names."""
    right = seed % 2 == 0
    name = "Save" if right else "Cancel"
    box = Box(40.0, 40.0, 60.0, 20.0)
    screen = a_screen(
        an_element(1, name, box=box), frame=SHA, page=PageState(heading="Draft"), text=name
    )
    press = msgspec.structs.replace(an_action(name=name), point=Point(50.0, 50.0))
    return Episode(
        world=world,
        kind=f"press {seed % 4}",
        seed=seed,
        behaviour="straight",
        task='Press "Save".',
        steps=(a_step(1, press, before=screen, after=screen),),
        answer="Done.",
        claims_success=True,
        oracle=right,
    )


def test_of_a_picture_only_what_was_read_is_known_and_a_press_is_named_by_it() -> None:
    (step,) = as_pictures(an_episode("gmail", 1), {SHA: FRAME}, Reads()).steps
    assert step.before and step.after
    for look in (step.before, step.after):
        assert [(one.text, one.source) for one in look.elements] == [("Save", "ocr")]
        assert look.page is None and look.text == ""
    (press,) = step.actions
    assert press.target and (press.target.text, press.target.role) == ("Save", "")


def test_runs_are_judged_in_all_three_ways_by_models_of_other_families() -> None:
    table = [row_of(an_episode(w, n)) for w in ("fossil", "oscar", "roundup") for n in range(24)]
    found = [pictured(an_episode("gmail", n), {SHA: FRAME}, Reads()) for n in range(4)]
    assert all(set(one.views) == set(VIEWS) and one.frames == 1 for one in found)
    assert msgspec.json.decode(msgspec.json.encode(found), type=list[Pictured]) == found
    metrics = report(found, table)
    assert (metrics["runs"], metrics["frames"]) == (4, 4)
    assert metrics["trees by the model of trees"]["auroc"] == 1.0
    assert metrics["pictures by the model of trees"]["auroc"] == 0.5, "all of them show Save"


async def test_what_lies_below_the_window_is_scrolled_to_by_hand_before_it_is_pressed(
    blank_page: Any,
) -> None:
    async with a_page(blank_page, TALL) as page:
        await make_in_sight(page, Move("click", "#top"))
        await make_in_sight(page, Move("click", "#low"))
        assert await page.evaluate("told") == ["top in sight", "wheel", "low in sight"]
        with pytest.raises(Error):
            await make_in_sight(page, Move("hover", "#absent"))


LIST = """<style>
#list { height: 60px; overflow: auto }
#list div { height: 40px }
#row button { visibility: hidden }
#row:hover button { visibility: visible }
</style>
<div id=list><div>One</div><div>Two</div><div>Three</div><div id=last>Last</div></div>
<div id=row>Row <button id=drop>Drop</button></div>
<script>
const told = []
const edge = one => one.getBoundingClientRect().bottom
const shown = () => edge(last) <= edge(list) + 1
let scrolled = Infinity
addEventListener("scroll", () => { if (shown()) scrolled = performance.now() }, true)
last.onclick = () => told.push(performance.now() - scrolled > 300 ? "shown first" : "unseen")
let over = 0
row.onmouseover = () => { over ||= performance.now() }
drop.onclick = () => told.push(performance.now() - over > 300 ? "shown first" : "unseen")
</script>"""


async def test_what_a_list_or_a_row_hides_is_shown_before_it_is_pressed(blank_page: Any) -> None:
    async with a_page(blank_page, LIST) as page:
        await make_in_sight(page, Move("click", "#last"))
        await make_in_sight(page, Move("click", "#drop"))
        assert await page.evaluate("told") == ["shown first", "shown first"]
