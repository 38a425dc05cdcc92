"""The capture benchmark counts right: what is lost, what is wrong, what is only late."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest
from benchmarks.capture.__main__ import cells
from benchmarks.capture.comparing import NOTHING, Counts, align, compare, state_in_picture
from benchmarks.capture.script import SCRIPTS, Act, click, fill, goto, link, script_of
from benchmarks.capture.sites import BITS, CELL, INNERS, STATES, page
from builders import RUN
from PIL import Image, ImageDraw

from courtside_store.blobs import Blobs
from courtside_store.records import Action, Observation, Step, Target


@pytest.fixture
def blobs(tmp_path: Path) -> Blobs:
    return Blobs(tmp_path)


def drawn(state: int, scale: float = 1) -> bytes:
    """A screen with the bar of a state."""
    image, side = Image.new("RGB", (800, 400), "white"), CELL * scale
    pen = ImageDraw.Draw(image)
    bits = ["black" if state >> bit & 1 else "white" for bit in range(BITS)]
    for place, colour in enumerate(["red", *bits, "blue"]):
        pen.rectangle((place * side, 0, (place + 1) * side, side), fill=colour)
    out = io.BytesIO()
    image.save(out, "JPEG", quality=80)
    return out.getvalue()


def step(act: Act, shows: int | None, blobs: Blobs, pictured: int | None = None) -> Step:
    """A recorded action whose after-screen says and pictures a state."""
    kind, name = act.key
    target = Target(text=name) if kind == "click" else None
    action = Action(kind=kind, at_ms=1, target=target, text="" if target else name)  # type: ignore[arg-type]
    frame = blobs.add(drawn(pictured)) if pictured is not None else None
    after = Observation(at_ms=2, title=f"state {shows}", frame=frame) if shows is not None else None
    return Step(run=RUN, index=1, actions=(action,), after=after)


def counted(act: Act, shows: int | None, blobs: Blobs, pictured: int | None = None) -> Counts:
    return compare([act], [step(act, shows, blobs, pictured)], blobs)


@pytest.mark.parametrize("scale", [1, 1.5])
def test_the_state_is_read_from_a_picture(scale: float) -> None:
    for state in (0, 1, 231, 460, 4095):
        assert state_in_picture(drawn(state, scale), scale) == state
    white = io.BytesIO()
    Image.new("RGB", (800, 400), "white").save(white, "JPEG")
    assert state_in_picture(white.getvalue(), 1) == NOTHING


def test_an_action_without_a_step_is_lost_and_a_step_too_many_loses_none(blobs: Blobs) -> None:
    one, two, three = click("One", 2), click("Two", 3), click("Three", 4)
    found = compare([one, two, three], [step(a, 2, blobs) for a in (one, three)], blobs)
    assert (found.actions, found.steps, found.lost) == (3, 2, 1)
    doubled = [step(a, 2, blobs) for a in (one, goto("/x", 1), two, two, three)]
    assert compare([one, two, three], doubled, blobs).lost == 0


def test_actions_out_of_their_order_are_not_found() -> None:
    assert align([("click", "a"), ("click", "b")], [("click", "b"), ("click", "a")]).keys() == {1}


def test_the_screen_of_a_later_action_is_wrong_in_text_and_in_picture(blobs: Blobs) -> None:
    away = link("Details", 130, 140, at_once=True)
    assert counted(away, 150, blobs).wrong_after == 1
    assert counted(away, 130, blobs, pictured=150).wrong_after == 1
    assert counted(away, 130, blobs, pictured=130).wrong_after == 0
    assert counted(away, None, blobs).wrong_after == 0


def test_the_screen_before_the_effect_of_a_click_that_changes_at_once_is_wrong(
    blobs: Blobs,
) -> None:
    assert counted(fill("#a", "Ada", 101), 100, blobs, pictured=101).wrong_after == 1
    assert counted(fill("#a", "Ada", 101), 101, blobs, pictured=100).wrong_after == 1


def test_the_page_that_a_link_leaves_is_stale_where_there_was_time(blobs: Blobs) -> None:
    found = counted(link("Next", 340, 350), 340, blobs, pictured=340)
    assert (found.wrong_after, found.stale, found.withheld) == (0, 1, 0)
    assert counted(link("Next", 340, 350, at_once=True), 340, blobs).stale == 0


def test_withheld_is_a_share_of_the_steps_after_which_the_agent_paused(blobs: Blobs) -> None:
    at_once = counted(link("Next", 340, 350, at_once=True), None, blobs)
    assert (at_once.withheld, at_once.pausing) == (0, 0)
    nothing = Observation(at_ms=2, withheld="the page was closed")
    step_of = step(fill("#a", "Ada", 101), None, blobs)
    found = compare(
        [fill("#a", "Ada", 101)], [msgspec.structs.replace(step_of, after=nothing)], blobs
    )
    assert (found.withheld, found.pausing, found.wrong_after, found.stale) == (1, 1, 0, 0)
    paused = counted(link("Next", 340, 350), 350, blobs)
    assert (paused.withheld, paused.pausing, paused.wrong_after) == (1, 1, 0)


def test_every_state_of_a_script_is_one_that_its_site_shows() -> None:
    for name, script in SCRIPTS.items():
        for act in script:
            assert act.do != "goto" or act.after == (STATES[act.on][0],), name
            assert all(state < 2**BITS for state in act.after)
    assert all(page(path) for path in (*STATES, *INNERS))
    assert script_of("plain", 8)[-1].at_once and len(script_of("plain", 8)) == 8


def test_the_quick_one_visits_every_site_and_is_half_of_two_pauses() -> None:
    quick = [(cell.site, cell.pause_ms) for cell in cells(set(), "idle", True, None)]
    assert {site for site, _ in quick} == set(SCRIPTS) and {pause for _, pause in quick} == {0, 300}
    assert len(quick) == len(SCRIPTS)
    named = cells({"50", "app"}, "idle", True, None)
    assert [(cell.site, cell.pause_ms) for cell in named] == [("app", 50)]
    assert len(cells(set(), "busy", False, None)) == 4 * len(SCRIPTS)
