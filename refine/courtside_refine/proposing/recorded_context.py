"""What recorded runs show of a site, for a model that proposes tasks. Asks no model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from courtside_judge.llm.screen_text import read_screen
from courtside_store.blobs import Blobs, no_frames
from courtside_store.reading import Reader
from courtside_store.records import Observation, Step
from courtside_store.rendering import render_step

from .model_proposer import SiteContext

SCREENS = 3
"""A proposer is shown so many screens, as PAE's is."""
DEMONSTRATIONS = 3
MAX_STEPS = 15


def context_of_runs(name: str, url: str, reader: Reader, blobs: Blobs, filter: str) -> SiteContext:
    """Three screens and up to three demonstrations of the runs that match. Raises ValueError where
    none does."""
    runs = [one for one in reader.every_run(filter) if one.steps][:DEMONSTRATIONS]
    if not runs:
        raise ValueError(f"no run with steps matches {filter!r}; `courtside list` lists all runs")
    stories = [(one.run.task, list(reader.steps(one.run.id))) for one in runs]
    looks = _spread([look for _, steps in stories for look in _looks(steps)], SCREENS)
    images = [blobs.read(look.frame) for look in looks if look.frame]
    return SiteContext(
        name=name,
        url=url,
        screens=tuple("\n".join(read_screen(look, None, no_frames)) for look in looks),
        images=tuple(image for image in images if image),
        demonstrations=tuple(_story(task, steps) for task, steps in stories),
    )


def _looks(steps: Iterable[Step]) -> list[Observation]:
    return [step.after for step in steps if step.after is not None]


def _spread(looks: Sequence[Observation], most: int) -> list[Observation]:
    """The first, the last, and what lies between them at equal distances."""
    if len(looks) <= most:
        return list(looks)
    return [looks[round(n * (len(looks) - 1) / (most - 1))] for n in range(most)]


def _story(task: str, steps: Sequence[Step]) -> str:
    lines = [f"{step.index}. {render_step(step)}" for step in steps[:MAX_STEPS]]
    return "\n".join([f"To do: {task}", *lines])
