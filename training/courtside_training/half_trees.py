"""How well runs are judged whose trees leave out half of each screen, and what reading it is worth.

    python -m courtside_training.half_trees EPISODES.jsonl... [--play WORLD...] [--each N]
        [--out FILE] [--json]

What lies right of the middle counts as a canvas: the page tells nothing of it, and a press
there hit the canvas. `half`: that alone. `words`: with the words that stand there, as ideal OCR
would have them. `controls`: with the controls besides, as an ideal detector would find them.
`--play` plays N new runs of each world with their frames; `read` is their right half as it is
really read, by OCR and the detector. Models of the other families judge all, fitted to whole trees
in training/tables. The intervals (95 %, paired) draw kinds of task.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec
from msgspec.structs import replace

from courtside_judge.agreement.calibration import auroc
from courtside_judge.agreement.intervals import bootstrap
from courtside_judge.agreement.ocr_runs import RecordedFrames
from courtside_judge.perception.frame_reading import FrameReader
from courtside_judge.perception.pressed import name_pressed
from courtside_judge.perception.protocol import OcrReader
from courtside_judge.perception.registry import load_screen_reader
from courtside_judge.perception.screen_parts import change_step
from courtside_judge.perception.screen_reading import ScreenReader
from courtside_judge.perception.tree_gaps import filled
from courtside_store.action_points import hit_point
from courtside_store.geometry import Box
from courtside_store.records import Action, Element, Observation, Record, Step, Target
from courtside_training.collecting.episodes import Episode
from courtside_training.collecting.episodes import read as read_episodes
from courtside_training.fitting.calibration import calibrated, families_of, family_of, is_of, score
from courtside_training.fitting.features import letters, see, story_of
from courtside_training.fitting.rows import Row, run_rows

from .picture_screens import SEED as FIRST_SEED
from .picture_screens import new_runs
from .tables import read_tables

OUT = Path(__file__).parents[2] / ".training/half_trees.jsonl"
HALF = 0.5
SEED = 7


class Halved(Record, frozen=True, kw_only=True):
    """One run, in each way that its screens may come."""

    views: dict[str, Row]


@dataclass(frozen=True)
class Judged:
    """One run, by a model that never saw its family."""

    kind: str
    success: bool
    scores: dict[str, float]
    """By view."""


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("episodes", type=Path, nargs="*")
    parser.add_argument("--play", nargs="*", default=[], metavar="WORLD")
    parser.add_argument("--each", type=int, default=8)
    parser.add_argument("--out", type=Path, default=OUT, help="of the runs that are played")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    for world in options.play:
        asyncio.run(play(world, options.each, options.out))
    runs = [halves(one) for path in options.episodes for one in read_episodes(path) if _seen(one)]
    table = read_tables()
    metrics = {"recorded": report(runs, table)} if runs else {}
    if options.play or not runs:
        metrics["played"] = report(list(read(options.out)), table)
    print(json.dumps(metrics) if options.json else json.dumps(metrics, indent=1))


def _seen(episode: Episode) -> bool:
    return any(step.after for step in episode.steps)


def read(path: Path) -> Iterator[Halved]:
    """The runs of a file, if there is one."""
    lines = path.read_bytes().splitlines() if path.is_file() else []
    return (msgspec.json.decode(line, type=Halved) for line in lines)


async def play(name: str, each: int, out: Path) -> None:
    """So many new runs of a world, added to the file one by one."""
    out.parent.mkdir(parents=True, exist_ok=True)
    done = {
        (row.episode.world, row.episode.kind) for one in read(out) for row in one.views.values()
    }
    reader = load_screen_reader("rapidocr", Path())
    async for episode, frames in new_runs(name, each, FIRST_SEED, done):
        with out.open("ab") as file:
            file.write(msgspec.json.encode(halves(episode, frames, reader)) + b"\n")


def halves(
    episode: Episode, frames: dict[str, bytes] | None = None, reader: OcrReader | None = None
) -> Halved:
    """A run in all ways; really read too where its frames and a reader are given."""
    half = halved(episode)
    views = {
        "whole": episode,
        "half": half,
        "words": completed(half, episode, words),
        "controls": completed(half, episode, words_and_controls),
    }
    if reader is not None and frames is not None:
        views["read"] = as_read(half, frames, reader)
    return Halved(views={name: _row(one) for name, one in views.items()})


def _row(episode: Episode) -> Row:
    bare = replace(episode, steps=())
    return Row(episode=bare, views={"elements": see(episode)}, story=story_of(episode))


def halved(episode: Episode) -> Episode:
    """An episode with a canvas for the right half of each screen."""
    steps = (change_step(_hits_canvas(step), without_half) for step in episode.steps)
    return replace(episode, steps=tuple(steps))


def half_of(look: Observation) -> Box:
    """The part of a screen that the canvas covers."""
    return Box(look.width / 2, 0.0, look.width / 2, float(look.height))


def without_half(look: Observation) -> Observation:
    """The screen as a page would tell it whose right half is a canvas."""
    half = half_of(look)
    left = [one for one in look.elements if not (one.box and half.covers(one.box.centre))]
    last = max((one.id for one in look.elements), default=0)
    canvas = Element(id=last + 1, tag="canvas", box=half, interactable=False)
    text = "\n".join(one.text for one in left if one.text)
    return replace(look, elements=(*left, canvas), text=text, page=None)


def _hits_canvas(step: Step) -> Step:
    look = step.before
    if look is None:
        return step
    actions = (_on_canvas(one, half_of(look)) for one in step.actions)
    return replace(step, actions=tuple(actions))


def _on_canvas(action: Action, half: Box) -> Action:
    point = hit_point(action)
    if point is None or not half.covers(point):
        return action
    return replace(action, point=point, target=Target(tag="canvas", box=half))


Find = Callable[[Observation], Sequence[Element]]


def completed(half: Episode, whole: Episode, find: Find) -> Episode:
    """The run of half trees, with what is found of the whole screen in the other half."""
    pairs = zip(half.steps, whole.steps, strict=True)
    return replace(half, steps=tuple(_completed(one, full, find) for one, full in pairs))


def _completed(half: Step, whole: Step, find: Find) -> Step:
    before, after = (
        filled(look, find(full)) if look and full else look
        for look, full in ((half.before, whole.before), (half.after, whole.after))
    )
    named = (name_pressed(one, before) if before else one for one in half.actions)
    return replace(half, before=before, after=after, actions=tuple(named))


def words(look: Observation) -> Sequence[Element]:
    """The words of a screen as ideal OCR reads them."""
    return letters(look).elements


def words_and_controls(look: Observation) -> Sequence[Element]:
    """As ideal OCR and an ideal detector, which knows no name and no state, find them."""
    controls = (
        Element(id=one.id, role=one.role, box=one.box, source="detector", confidence=1.0)
        for one in look.elements
        if one.interactable and one.box
    )
    return (*words(look), *controls)


def as_read(half: Episode, frames: dict[str, bytes], reader: OcrReader) -> Episode:
    """The run of half trees as `ocr_screens = "with-gaps"` has it."""
    blobs = RecordedFrames(frames.get, {})
    gaps = FrameReader(reader, "half", blobs)
    screens = ScreenReader(reader, "whole", blobs, gaps=gaps)
    return replace(half, steps=tuple(screens.read_step(step) for step in half.steps))


def report(runs: Sequence[Halved], table: Sequence[Row]) -> dict[str, Any]:
    """What is said of the runs, by view, and what each view has more than `half`."""
    judged = list(judge(runs, table))
    views = list(judged[0].scores) if judged else []
    by_kind: dict[str, list[Judged]] = {}
    for one in judged:
        by_kind.setdefault(one.kind, []).append(one)
    groups = list(by_kind.values())
    found: dict[str, Any] = {"runs": len(judged), "successes": sum(one.success for one in judged)}
    for view in views:
        more = {name: _more(view, count) for name, count in COUNTS.items()}
        ends = bootstrap(groups, more, SEED)
        found[view] = {name: _rounded(count(judged, view)) for name, count in COUNTS.items()} | {
            f"{name}_more_than_half": [_rounded(more[name](groups)), *map(_rounded, ends[name])]
            for name in ends
        }
    return found


def judge(runs: Sequence[Halved], table: Sequence[Row]) -> Iterator[Judged]:
    """Each run by models of the other families' whole trees."""
    rows = run_rows(table)
    for family in families_of(run_rows([one.views["whole"] for one in runs])):
        model = calibrated([row for row in rows if not is_of(row, family)]).model
        for one in runs:
            episode = one.views["whole"].episode
            if family_of(episode.world) == family:
                scores = {
                    view: score(model, run).score
                    for view, row in one.views.items()
                    for run in run_rows([row])
                }
                yield Judged(f"{episode.world}/{episode.kind}", episode.oracle, scores)


def _auroc(runs: Sequence[Judged], view: str) -> float | None:
    return auroc([(one.scores[view], one.success) for one in runs])


def _accuracy(runs: Sequence[Judged], view: str) -> float | None:
    return fmean((one.scores[view] >= HALF) == one.success for one in runs) if runs else None


Count = Callable[[Sequence[Judged], str], float | None]
COUNTS: dict[str, Count] = {"auroc": _auroc, "accuracy": _accuracy}


def _more(view: str, count: Count) -> Callable[[Sequence[Sequence[Judged]]], float | None]:
    def difference(groups: Sequence[Sequence[Judged]]) -> float | None:
        runs = [one for group in groups for one in group]
        mine, half = count(runs, view), count(runs, "half")
        return None if mine is None or half is None else mine - half

    return difference


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 3)


if __name__ == "__main__":
    main()
