"""Reads our own plain format: `runs.jsonl`, one run a line, images beside it.

docs/reference/formats.md describes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from courtside_formats.codecs.bounded import (
    JsonObject,
    as_record,
    inside,
    parse_line,
    read_lines,
    written_at_ms,
)
from courtside_store.geometry import Box, Point
from courtside_store.hit_elements import with_target
from courtside_store.records import (
    Action,
    ActionKind,
    Effects,
    Element,
    Observation,
    PageState,
    Step,
    StepLabel,
    Surface,
    Target,
)
from courtside_store.shortened_text import shortened

from .imported import READ_ERRORS, Broken, Imported, read_success, run_id, say_broken
from .pictures import MAX_SHORT, MAX_TEXT, Pictures, file_image
from .step_builder import act, name_target


class PlainElement(Struct, forbid_unknown_fields=True):
    """Something on a screen."""

    role: str = ""
    text: str = ""
    tag: str = ""
    value: str = ""
    box: Box | None = None
    interactable: bool = True
    state: tuple[str, ...] = ()


class PlainScreen(Struct, forbid_unknown_fields=True):
    """One look; everything in it may be left out."""

    image: str | None = None
    """A file, seen from the folder of runs.jsonl."""
    url: str = ""
    title: str = ""
    text: str = ""
    elements: tuple[PlainElement, ...] = ()
    page: PageState | None = None
    at_ms: int | None = None


class PlainTarget(Struct, forbid_unknown_fields=True):
    """What an action hit."""

    role: str = ""
    text: str = ""
    tag: str = ""
    box: Box | None = None
    state: tuple[str, ...] = ()


class PlainAction(Struct, forbid_unknown_fields=True):
    """One action."""

    kind: ActionKind
    target: PlainTarget | None = None
    point: Point | None = None
    to_point: Point | None = None
    text: str = ""
    raw: JsonObject | None = None


class PlainStep(Struct, forbid_unknown_fields=True):
    """One step; `action` may be a line of words, an action, or a list of actions."""

    before: PlainScreen | None = None
    after: PlainScreen | None = None
    action: str | PlainAction | tuple[PlainAction, ...] = ()
    thought: str = ""
    effects: Effects | None = None
    label: StepLabel | None = None


class PlainRun(Struct, forbid_unknown_fields=True):
    """One line of the file."""

    id: str
    task: str
    agent: str = ""
    surface: Surface = "web"
    domain: str = ""
    start_url: str = ""
    started_at_ms: int | None = None
    steps: tuple[PlainStep, ...] = ()
    answer: str = ""
    agent_claims_success: bool | None = None
    truncated: bool = False
    oracle: Any = None
    reward: float | None = None
    note: str = ""


class RunsJsonl:
    """Our own: files whose name ends in `runs.jsonl`."""

    name = "runs.jsonl"
    label_source = "`oracle`, `reward`, `label` of a step"
    left_out = "nothing"

    def detect(self, path: Path) -> bool:
        """By its name."""
        return path.name.endswith("runs.jsonl") and path.is_file()

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """A run a line; a line that cannot be read is told by its number."""
        for number, line in read_lines(path):
            try:
                plain = as_record(parse_line(line, "line"), PlainRun, "run")
                yield _read_run(path, plain)
            except READ_ERRORS as error:
                yield say_broken(f"{path}:{number}", error)


def _read_run(path: Path, plain: PlainRun) -> Imported:
    at_ms = written_at_ms(path) if plain.started_at_ms is None else plain.started_at_ms
    pictures = Pictures(at_ms)
    run = run_id(RunsJsonl.name, path, plain.id)
    oracle, reward = read_success(plain.oracle)
    return Imported(
        run=run,
        id=plain.id,
        format=RunsJsonl.name,
        task=shortened(plain.task, MAX_TEXT),
        agent=shortened(plain.agent, MAX_SHORT),
        surface=plain.surface,
        domain=shortened(plain.domain, MAX_SHORT),
        start_url=shortened(plain.start_url, MAX_TEXT),
        started_at_ms=at_ms,
        steps=tuple(_steps(path.parent, plain, pictures, run, at_ms)),
        frames=pictures,
        answer=shortened(plain.answer, MAX_TEXT),
        claims_success=plain.agent_claims_success,
        truncated=plain.truncated,
        oracle=oracle,
        reward=reward if plain.reward is None else plain.reward,
        step_labels={n: step.label for n, step in enumerate(plain.steps, 1) if step.label},
        note=plain.note,
    )


def _steps(
    folder: Path, plain: PlainRun, pictures: Pictures, run: str, at_ms: int
) -> Iterator[Step]:
    last: Observation | None = None
    for number, step in enumerate(plain.steps, 1):
        before = _look(folder, pictures, step.before) or last
        last = _look(folder, pictures, step.after)
        yield Step(
            run=run,
            index=number,
            before=before,
            actions=tuple(with_target(one, before) for one in _actions(step.action, at_ms)),
            after=last,
            thought=shortened(step.thought, MAX_TEXT),
            effects=step.effects,
        )


def _look(folder: Path, pictures: Pictures, screen: PlainScreen | None) -> Observation | None:
    if screen is None:
        return None
    look = pictures.look(
        file_image(inside(folder, screen.image)) if screen.image else None,
        at_ms=screen.at_ms,
        url=screen.url,
        title=screen.title,
        text=screen.text,
        elements=tuple(_element(n, e) for n, e in enumerate(screen.elements, 1)),
    )
    return replace(look, page=screen.page) if screen.page else look


def _element(number: int, plain: PlainElement) -> Element:
    return Element(
        id=number,
        tag=shortened(plain.tag, MAX_SHORT),
        role=shortened(plain.role, MAX_SHORT),
        text=shortened(plain.text, MAX_SHORT),
        value=shortened(plain.value, MAX_SHORT),
        box=plain.box,
        interactable=plain.interactable,
        state=plain.state,
    )


def _actions(action: str | PlainAction | tuple[PlainAction, ...], at_ms: int) -> tuple[Action, ...]:
    match action:
        case str():
            return (act("other", at_ms, text=action),) if action else ()
        case PlainAction():
            return (_action(action, at_ms),)
        case _:
            return tuple(_action(one, at_ms) for one in action)


def _action(plain: PlainAction, at_ms: int) -> Action:
    return act(
        plain.kind,
        at_ms,
        target=_target(plain.target),
        point=plain.point,
        to_point=plain.to_point,
        text=plain.text,
        raw=plain.raw,
    )


def _target(plain: PlainTarget | None) -> Target | None:
    if plain is None:
        return None
    return name_target(plain.text, plain.role, plain.tag, plain.box, plain.state)
