"""An actor on recorded screens: what it is shown in each arm, and when it did what was recorded."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from builders import a_jpeg, a_screen, a_step, an_action, an_element, sha
from msgspec.structs import replace
from PIL import Image

from courtside_judge.agreement.ablation import Arm, arms
from courtside_judge.agreement.markdown import render_markdown
from courtside_judge.backends.protocol import Completion, Sampling, Turn, Usage
from courtside_refine.actors.actor import ActorTask
from courtside_refine.actors.actor_actions import (
    ActorAction,
    ChosenAction,
    Click,
    NoAction,
    Press,
    Scroll,
    Stop,
    Type,
)
from courtside_refine.actors.desktop.desk_actions import Write
from courtside_refine.actors.desktop.desktop_actor import DesktopActor
from courtside_refine.actors.marks_actor import MarksActor
from courtside_refine.actors.page_view import PageView
from courtside_refine.plans.chosen_as_recorded import as_recorded, desk_as_recorded
from courtside_refine.plans.next_actions import (
    RecordedAction,
    ablate_actor,
    actor_blocks,
    recorded_actions,
    shown_view,
)
from courtside_refine.plans.plan_scores import is_hit, kind_of
from courtside_store.geometry import Box, Point
from courtside_store.records import Action, Element, Observation, target_of

FRAME = a_jpeg(1, (400, 200))
EVERYTHING = Arm(name="everything")


def a_row(number: int, text: str, **more: Any) -> Element:
    return an_element(number, text, box=Box(10.0, 30.0 * number, 90.0, 20.0), **more)


def a_look(*elements: Element) -> Observation:
    shown = elements or (a_row(1, "Save"), a_row(2, "Send"))
    return replace(a_screen(*shown, frame=sha(FRAME)), width=200, height=100, scale=2.0)


def a_case(look: Observation | None = None, hit: int = 0) -> RecordedAction:
    seen = look or a_look()
    wanted = replace(an_action("click"), target=target_of(seen.elements[hit]))
    return RecordedAction(task="Send it.", look=seen, wanted=wanted, picture=FRAME)


class Does:
    """An actor that does what a function says of each view."""

    name = "does"
    sees = False

    def __init__(self, what: Callable[[PageView], ActorAction]) -> None:
        self._what = what

    def start(self, task: ActorTask) -> Does:
        return self

    async def decide(self, view: PageView, previous: str) -> ChosenAction:
        return ChosenAction(action=self._what(view))


def named(name: str) -> Callable[[PageView], ActorAction]:
    """Clicks on what is called so."""

    def what(view: PageView) -> ActorAction:
        for row in view.rows:
            if row.element.text == name:
                return Click(id=row.id)
        raise NoAction(f"nothing is called {name}")

    return what


async def test_without_the_names_it_no_longer_does_what_was_recorded() -> None:
    cases = [a_case(hit=1), a_case(hit=1), a_case(hit=0)]
    tried = arms(["interactable-text", "alt"], ["raster"], 7)
    whole, nameless, alt, raster = await ablate_actor(Does(named("Send")), cases, tried, 7)
    assert (whole.n, whole.kind) == (3, 1.0) and whole.action == pytest.approx(2 / 3)
    assert (nameless.kind, nameless.action, nameless.screens_changed) == (0.0, 0.0, 3)
    assert nameless.change == pytest.approx(-2 / 3)
    assert (alt.action, alt.change, alt.screens_changed) == (whole.action, 0.0, 0)
    assert raster.action == whole.action, "numbers are of the order, boxes are not"


async def test_answers_that_cannot_be_read_are_counted_and_few_runs_are_warned_of() -> None:
    cases = [a_case(hit=1), replace(a_case(hit=1), run=1)]
    (row,) = await ablate_actor(Does(named("Nowhere")), cases, [EVERYTHING], 7)
    assert (row.n, row.runs, row.unparsed, row.action) == (2, 2, 2, 0.0)
    (read,) = await ablate_actor(Does(named("Send")), cases, [EVERYTHING], 7)
    assert (read.unparsed, read.action) == (0, 1.0)
    said = render_markdown("", actor_blocks("does", [row]), "")
    assert "warning: only 2 labelled runs" in said and "unparsed" in said
    many = [replace(a_case(hit=1), run=number) for number in range(30)]
    (row,) = await ablate_actor(Does(named("Send")), many, [EVERYTHING], 7)
    assert "warning" not in render_markdown("", actor_blocks("does", [row]), "")


async def test_only_what_the_actor_is_shown_counts_as_changed() -> None:
    logo = a_row(2, "", role="img", tag="img", caption="Logo", interactable=False)
    case = a_case(a_look(a_row(1, "Save"), logo))
    tried = arms(["screenshot", "alt"], [], 7)
    blind = await ablate_actor(Does(named("Save")), [case], tried, 7)
    assert [row.screens_changed for row in blind] == [None, 0, 0]
    sighted = Does(named("Save"))
    sighted.sees = True
    seen = await ablate_actor(sighted, [case], tried, 7)
    assert [row.screens_changed for row in seen] == [None, 1, 0]


def test_a_look_is_shown_with_its_picture_at_one_pixel_for_one_unit_or_a_white_one() -> None:
    (whole, without) = arms(["screenshot"], [], 7)
    seen = shown_view(a_case(), whole, sees=True)
    shown = Image.open(io.BytesIO(seen.screenshot))
    assert shown.size == (200, 100) and (seen.width, seen.height) == (200, 100)
    white = Image.open(io.BytesIO(shown_view(a_case(), without, sees=True).screenshot))
    assert white.size == (200, 100) and white.getpixel((5, 5)) == (255, 255, 255)
    assert shown_view(a_case(), whole, sees=False).screenshot == b""


def test_only_a_white_picture_is_cut_at_a_side_that_is_very_long() -> None:
    (whole, without) = arms(["screenshot"], [], 7)
    high = replace(a_look(), width=20, height=8_000)
    case = replace(a_case(high), picture=a_jpeg(1, (20, 8_000)))
    sizes = [
        Image.open(io.BytesIO(shown_view(case, arm, sees=True).screenshot)).size
        for arm in (whole, without)
    ]
    assert sizes == [(20, 8_000), (20, 4_000)]


def test_a_picture_stays_as_it_is_where_no_picture_can_have_the_size_of_the_viewport() -> None:
    wide = replace(a_look(), width=10**6, height=10**6)
    shown = Image.open(io.BytesIO(shown_view(a_case(wide), EVERYTHING, True).screenshot))
    assert shown.size == (400, 200)


def test_what_was_read_from_pixels_can_be_acted_on() -> None:
    text = a_row(1, "Save", role="text", interactable=False, source="ocr")
    view = shown_view(a_case(a_look(text, a_row(2, "Send"))), EVERYTHING, sees=False)
    assert [row.element.interactable for row in view.rows] == [True, True]


@pytest.mark.parametrize(
    ("part", "names"), [("interactable-text", ["", "Three"]), ("static-text", ["Save"])]
)
def test_what_was_read_from_pixels_counts_as_a_control_where_a_part_is_left_out(
    part: str, names: list[str]
) -> None:
    read = a_row(1, "Save", role="text", tag="", interactable=False, source="ocr")
    static = a_row(2, "Three", role="text", tag="p", interactable=False)
    (_, without) = arms([part], [], 7)
    view = shown_view(a_case(a_look(read, static)), without, sees=False)
    assert [row.element.text for row in view.rows] == names


class Writes:
    """A model that sees, and always says the same."""

    usage = Usage()
    sees = True

    def __init__(self, reply: str) -> None:
        self._reply = reply
        self.asked: list[Turn] = []

    def describe(self, turns: Sequence[Turn], sampling: Sampling) -> Completion:
        self.asked.append(turns[-1])
        return Completion(text=self._reply)


async def test_the_actor_of_marks_gets_the_same_list_and_picture_in_each_arm() -> None:
    model: Any = Writes("Thought: send\nAction: Click [2]")
    tried = arms(["screenshot", "interactable-text"], [], 7)
    rows = await ablate_actor(MarksActor(model), [a_case(hit=1)], tried, 7)
    assert [row.action for row in rows] == [1.0, 1.0, 1.0]
    whole, white, nameless = model.asked
    assert "[2] [BUTTON] [Send]" in whole.text and "[Send]" not in nameless.text
    assert white.text == whole.text and white.images != whole.images


@pytest.mark.parametrize(
    ("actor_of", "reply"),
    [
        (MarksActor, "Thought: send\nAction: Click [2]"),
        (DesktopActor, "Send it.\n```\nclick [2]\n```"),
    ],
)
async def test_without_marks_the_picture_is_plain_and_the_list_keeps_its_numbers(
    actor_of: Callable[[Any], MarksActor | DesktopActor], reply: str
) -> None:
    model: Any = Writes(reply)
    tried = arms(["marks"], [], 7, has_marks=True)
    whole, plain = await ablate_actor(actor_of(model), [a_case(hit=1)], tried, 7)
    assert (whole.action, plain.action, plain.screens_changed) == (1.0, 1.0, 1)
    marked, unmarked = model.asked
    assert unmarked.text == marked.text and "[2] [BUTTON] [Send]" in unmarked.text
    assert unmarked.images == (shown_view(a_case(), EVERYTHING, sees=True).screenshot,)
    assert marked.images != unmarked.images


async def test_of_an_actor_that_is_shown_no_picture_no_marks_can_be_taken() -> None:
    tried = arms(["marks"], [], 7, has_marks=True)
    _, plain = await ablate_actor(Does(named("Send")), [a_case(hit=1)], tried, 7)
    assert plain.screens_changed == 0


@pytest.mark.parametrize(
    ("lines", "kind", "action", "unparsed"),
    [
        ("click [2]", 1.0, 1.0, 0),
        ("click [2]\nwrite [a text]", 1.0, 1.0, 0),
        ("click [1]", 1.0, 0.0, 0),
        ("double_click [2]", 0.0, 0.0, 0),
        ("stop []", 0.0, 0.0, 0),
        ("click [7]", 0.0, 0.0, 1),
        ("no action", 0.0, 0.0, 1),
    ],
)
async def test_the_desktop_actor_does_what_was_recorded_with_the_first_action_of_its_turn(
    lines: str, kind: float, action: float, unparsed: int
) -> None:
    model: Any = Writes(f"So.\n```\n{lines}\n```")
    (row,) = await ablate_actor(DesktopActor(model), [a_case(hit=1)], [EVERYTHING], 7)
    assert (row.kind, row.action, row.unparsed) == (kind, action, unparsed)


async def test_the_desktop_actor_acts_on_what_was_read_from_pixels_alone() -> None:
    read = [
        replace(a_row(number, name, role="text", interactable=False), source="ocr")
        for number, name in enumerate(("Save", "Send"), 1)
    ]
    model: Any = Writes("So.\n```\nclick [2]\n```")
    case = a_case(a_look(*read), hit=1)
    (row,) = await ablate_actor(DesktopActor(model), [case], [EVERYTHING], 7)
    assert row.action == 1.0 and "[2] " in model.asked[0].text


def test_a_desktop_actor_that_writes_into_a_field_types_there() -> None:
    (name, _) = elements = [a_row(1, "Name", role="textbox"), a_row(2, "Send")]
    wanted = replace(an_action("type"), text="Ada", target=target_of(name))
    assert is_hit(wanted, desk_as_recorded(Write(id=1, text="Ada"), elements))
    assert not is_hit(wanted, desk_as_recorded(Write(id=2, text="Ada"), elements))
    assert is_hit(wanted, desk_as_recorded(Write(text="Ada"), elements)), "wherever the focus is"


def test_only_single_actions_on_a_known_place_of_a_screen_are_asked_for() -> None:
    look = a_look()
    hit = replace(an_action("click"), target=target_of(look.elements[0]))
    steps = [
        a_step(1, hit, before=look),
        a_step(2, hit, hit, before=look),
        a_step(3, an_action("click"), before=look),
        a_step(4, an_action("wait"), before=look),
        a_step(5, hit, before=a_screen()),
        a_step(6, replace(an_action("press"), text="Enter"), before=replace(look, frame=None)),
        a_step(7, replace(hit, kind="type", text=""), before=look),
        a_step(8, replace(hit, kind="select", text=""), before=look),
    ]
    frames = {sha(FRAME): FRAME}.get
    found = recorded_actions([("Send it.", frames, steps)], False, 9, 7)
    assert sorted(one.wanted.kind for one in found) == ["click", "press"]
    assert all(one.picture == b"" for one in found)
    (seen,) = recorded_actions([("Send it.", frames, steps)], True, 9, 7)
    assert seen.picture == FRAME
    for task in ("", " \n"):
        assert recorded_actions([(task, frames, steps)], False, 9, 7) == []
    assert recorded_actions([("Send it.", lambda _: None, steps)], True, 9, 7) == []
    assert len(recorded_actions([("Send it.", frames, steps)], False, 1, 7)) == 1


@pytest.mark.parametrize(
    ("chosen", "recorded"),
    [
        (Click(id=1), Action(kind="tap", at_ms=0, point=Point(55.0, 40.0))),
        (Type(id=1, text="Ada"), Action(kind="type", at_ms=0, text="Ada ")),
        (Press(keys="Control+a"), Action(kind="press", at_ms=0, text="a+control")),
        (Press(keys="Ctrl+A"), Action(kind="press", at_ms=0, text="Control+a")),
        (Press(keys="Cmd+Return"), Action(kind="press", at_ms=0, text="Meta+Enter")),
        (Press(keys="Esc"), Action(kind="press", at_ms=0, text="Escape")),
        (Scroll(direction="down"), Action(kind="scroll", at_ms=0, to_point=Point(0.0, 300.0))),
    ],
)
def test_what_an_actor_chooses_is_compared_as_a_recording_holds_it(
    chosen: ActorAction, recorded: Action
) -> None:
    view = shown_view(a_case(), EVERYTHING, sees=False)
    given = as_recorded(chosen, view)
    assert kind_of(given) == kind_of(recorded) and is_hit(recorded, given)


def test_an_element_that_is_not_there_is_hit_at_no_point_and_an_end_is_an_answer() -> None:
    view = shown_view(a_case(), EVERYTHING, sees=False)
    assert as_recorded(Click(id=77), view).point is None
    assert as_recorded(Type(id=77, text="Ada"), view).text == "", "nothing gets it"
    assert as_recorded(Stop(answer="7"), view).kind == "answer"
