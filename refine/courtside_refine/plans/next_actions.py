"""How often an actor does next what was recorded, without each part of what it is shown.

Each recorded screen is shown by itself: the actor knows the task and nothing of the steps before.
The same screens are shown each time, so the changes are paired. Knows no command line and no model.
"""

from __future__ import annotations

import io
import math
import random
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace
from PIL import Image

from courtside_formats.ui_trees.drawn_elements import is_picture_alone
from courtside_judge.agreement.ablation import Arm, few_runs_note
from courtside_judge.agreement.blocks import Block, Heading, Measured, Paragraph, TableBlock
from courtside_judge.agreement.intervals import Interval, bootstrap
from courtside_judge.perception.acting import with_all_to_act_on
from courtside_judge.perception.picture import open_picture
from courtside_judge.protocol import ReadFrame
from courtside_refine.actors.actor import Actor, ActorTask
from courtside_refine.actors.actor_actions import NoAction
from courtside_refine.actors.desktop.desktop_actor import DesktopActor
from courtside_refine.actors.desktop.desktop_view import DeskView
from courtside_refine.actors.page_view import PageView
from courtside_refine.policy_training.rewarded_run import view_of
from courtside_store.records import Action, ActionKind, Observation, Record, Step, Text
from courtside_store.wire import MAX_IMAGE_PIXELS

from .chosen_as_recorded import as_recorded, desk_as_recorded
from .compared_plan import ComparedPlan
from .plan_scores import action_score, sequence_score

IN_ELEMENTS: tuple[ActionKind, ...] = ("click", "tap", "check", "select", "hover")
"""Actions that are right where they hit what the recorded one hit."""
WITHOUT_PLACE: tuple[ActionKind, ...] = ("type", "press", "scroll")
"""Actions that are right by their text, keys or direction, also where no place is known."""
MAX_SIDE_PIXELS = 4_000
"""A screen without a picture is white, and no side of it is longer."""
NOTE = (
    "each screen by itself: what was done before it is not told. Of a turn of several actions the "
    "first counts. kind: share of screens with an "
    "action of the recorded kind; action: its target, text and keys are the recorded ones too; "
    "unparsed: screens where its answer could not be read, or a desktop actor names nothing "
    "that is on the screen, which count as no action; "
    "change: of action, against with everything, over the same screens."
)
NOTHING_NOTE = (
    "the same screens as with everything: {arms}. They have nothing of the kind, or the actor is "
    "not shown it, so that the rows say nothing of it."
)


class RecordedAction(Record, frozen=True, kw_only=True):
    """A screen, and the one action that was recorded on it."""

    task: Text
    look: Observation
    wanted: Action
    run: int = 0
    """Which of the runs it is of."""
    picture: bytes = b""
    """The frame of the screen; empty where the actor sees none."""


class ActorAblated(Record, frozen=True, kw_only=True, omit_defaults=False):
    """What became of the actor in one arm."""

    arm: str
    n: int
    runs: int
    """So many runs the screens are of."""
    unparsed: int
    """Screens where its answer could not be read: none of `kind` and of `action`."""
    kind: float
    """Share of screens with an action of the recorded kind: the sequence score of one step."""
    action: float
    """Share with the recorded action: also its target, text and keys are right."""
    action_ends: Interval | None
    change: float | None
    """Of `action`, against everything."""
    change_ends: Interval | None
    screens_changed: int | None
    """Screens that the actor was shown in another way; of 0 the row says nothing. None:
    everything.
    """


def recorded_actions(
    runs: Iterable[tuple[str, ReadFrame, Iterable[Step]]], sees: bool, most: int, seed: int
) -> list[RecordedAction]:
    """So many steps of these runs (task, frames, steps) at most, drawn by the seed. `sees`: only
    those whose screen has a picture.
    """
    cases = [
        (number, task, step.before, step.actions[0], frames)
        for number, (task, frames, steps) in enumerate(runs)
        for step in steps
        if task.strip() and step.before and len(step.actions) == 1 and _is_known(step.actions[0])
        if not is_picture_alone(step.before.elements) and (step.before.frame or not sees)
    ]
    random.Random(seed).shuffle(cases)
    found: list[RecordedAction] = []
    for number, task, look, wanted, frames in cases:
        picture = frames(look.frame) if sees and look.frame else b""
        if picture is not None and len(found) < most:
            found.append(
                RecordedAction(task=task, look=look, wanted=wanted, run=number, picture=picture)
            )
    return found


def _is_known(action: Action) -> bool:
    """Whether it can be told of another action that it is the same."""
    if action.kind in ("type", "select") and not action.text:
        return False
    box = action.target.box if action.target else None
    is_placed = action.point is not None or box is not None
    return action.kind in WITHOUT_PLACE or (action.kind in IN_ELEMENTS and is_placed)


async def ablate_actor(
    actor: Actor | DesktopActor,
    cases: Sequence[RecordedAction],
    arms: Sequence[Arm],
    seed: int,
    on_decided: Callable[[], None] = lambda: None,
) -> list[ActorAblated]:
    """One row an arm; the first is what the others are compared with. Raises OSError where a model
    cannot be reached, or a picture cannot be read.
    """
    rows: list[ActorAblated] = []
    base: list[ComparedPlan] = []
    for arm in arms:
        plans = []
        changed = 0
        for case in cases:
            view = shown_view(case, arm, actor.sees)
            changed += view != shown_view(case, arms[0], actor.sees)
            plans.append(await _plan(actor, case, view, seed))
            on_decided()
        base = base or plans
        row = _row(arm, plans, base, None if arm is arms[0] else changed, seed)
        rows.append(replace(row, runs=len({case.run for case in cases})))
    return rows


async def _plan(
    actor: Actor | DesktopActor, case: RecordedAction, view: PageView, seed: int
) -> ComparedPlan:
    task = ActorTask(text=case.task, seed=seed)
    try:
        given = await _next_action(actor, task, view)
    except NoAction:
        return ComparedPlan(wanted=(case.wanted,), given=())
    return ComparedPlan(wanted=(case.wanted,), given=(given,))


async def _next_action(actor: Actor | DesktopActor, task: ActorTask, view: PageView) -> Action:
    """Of a desktop actor's turn the first. Raises NoAction."""
    if not isinstance(actor, DesktopActor):
        return as_recorded((await actor.start(task).decide(view, "")).action, view)
    elements = tuple(row.element for row in view.rows)
    desk = DeskView(
        title=view.title, elements=elements, picture=view.screenshot, is_marked=view.is_marked
    )
    turn = await actor.start(task).decide(desk, "")
    return desk_as_recorded(turn.actions[0], elements)


def shown_view(case: RecordedAction, arm: Arm, sees: bool) -> PageView:
    """The screen as an actor sees it in that arm. A picture that is left out is white."""
    whole = with_all_to_act_on(case.look)
    look = arm.change(whole) if arm.change else whole
    view, _ = view_of(look)
    size = look.width, look.height
    picture = _picture(case.picture if look.frame else b"", size) if sees else b""
    return replace(
        view,
        title=look.title,
        width=size[0],
        height=size[1],
        screenshot=picture,
        is_marked=arm.marks or not sees,
    )


def _picture(frame: bytes, viewport: tuple[int, int]) -> bytes:
    """One pixel for one unit, as actors see pages; as it is where no picture is of that size."""
    if frame:
        seen = open_picture(frame)
        if seen.size != viewport and 0 < math.prod(viewport) <= MAX_IMAGE_PIXELS:
            seen = seen.resize(viewport)
    else:
        width, height = (min(MAX_SIDE_PIXELS, max(1, side)) for side in viewport)
        seen = Image.new("RGB", (width, height), "white")
    out = io.BytesIO()
    seen.save(out, "JPEG", quality=90)
    return out.getvalue()


def _row(
    arm: Arm,
    plans: Sequence[ComparedPlan],
    base: Sequence[ComparedPlan],
    changed: int | None,
    seed: int,
) -> ActorAblated:
    right = [action_score(one) for one in plans]
    changes = [one - action_score(other) for one, other in zip(right, base, strict=True)]
    is_base = plans is base
    return ActorAblated(
        arm=arm.name,
        n=len(plans),
        runs=0,
        unparsed=sum(not one.given for one in plans),
        kind=_mean([sequence_score(one) for one in plans]),
        action=_mean(right),
        action_ends=bootstrap(right, {"mean": _mean}, seed).get("mean"),
        change=None if is_base else _mean(changes),
        change_ends=None if is_base else bootstrap(changes, {"mean": _mean}, seed).get("mean"),
        screens_changed=changed,
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def actor_blocks(name: str, rows: Sequence[ActorAblated]) -> list[Block]:
    """The table."""
    table = TableBlock(
        head=("shown", "kind", "action", "change", "unparsed"),
        rows=tuple(
            (
                row.arm,
                Measured(value=row.kind),
                Measured(value=row.action, ends=row.action_ends),
                Measured(value=row.change, ends=row.change_ends),
                str(row.unparsed),
            )
            for row in rows
        ),
    )
    heading = Heading(text=f"{name}: the recorded next action ({rows[0].n} screens)", level=1)
    same = ", ".join(row.arm for row in rows if row.screens_changed == 0)
    nothing = [Paragraph(text=NOTHING_NOTE.format(arms=same))] if same else []
    return [heading, table, *few_runs_note(rows[0].runs), *nothing, Paragraph(text=NOTE)]
