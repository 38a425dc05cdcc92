"""Turns a collected episode into a row for the fit: what the judge finds in run and steps."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from msgspec.structs import replace

from courtside_judge.evidence.extraction import end_findings
from courtside_judge.evidence.features import features
from courtside_judge.evidence.linear import LogisticModel, RunModel, Weights
from courtside_judge.evidence.session import EvidenceSession
from courtside_judge.evidence.story import Story
from courtside_judge.perception.pressed import name_pressed
from courtside_judge.protocol import Case, Ending
from courtside_store.records import Element, JudgeStamp, Observation, Step
from courtside_training.collecting.episodes import Episode
from courtside_training.fitting.read_story import Targets
from courtside_training.fitting.rows import READ, Row, Seen, SeenStep, View
from courtside_training.fitting.stored_story import StoredStory

_NOTHING = LogisticModel(bias=0.0, weights={})
UNFITTED = Weights(
    version="fit",
    run=RunModel.alike(_NOTHING),
    unsighted=_NOTHING,
    read=RunModel.alike(_NOTHING),
    step=_NOTHING,
    read_step=_NOTHING,
)
"""Weights that weigh nothing."""
FIELDS = {"textbox", "searchbox", "combobox"}
MIN_PARALLEL_EPISODES = 50
"""Fewer episodes are not worth more processes."""


def rows_of(episodes: Sequence[Episode], workers: int = 2) -> list[Row]:
    """A row an episode, in their order."""
    if len(episodes) < MIN_PARALLEL_EPISODES:
        return [row_of(episode) for episode in episodes]
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(row_of, episodes, chunksize=8))


def row_of(episode: Episode) -> Row:
    """All that is kept of an episode. The oracle stays in the episode: no finding can see it."""
    views: dict[View, Seen] = {"blind": see(blinded(episode))}
    if any(step.after for step in episode.steps):
        views["elements"] = see(episode)
        views |= {way: see(only_read(episode, way)) for way in READ}
    return Row(episode=replace(episode, steps=()), views=views, story=story_of(episode))


def see(episode: Episode) -> Seen:
    """What the judge finds in an episode, before any weight."""
    session = _start(episode)
    steps = []
    for step in episode.steps:
        amounts = _rounded(features(session.follow(step)))
        handed_in = session.tracker.submission.at == step.index
        so_far = _rounded(session.amounts)
        steps.append(SeenStep(amounts=amounts, so_far=so_far, handed_in=handed_in))
    run = features(end_findings(session.tracker, _ending(episode)))
    return Seen(run=_rounded(run), steps=tuple(steps))


def story_of(episode: Episode) -> StoredStory:
    """A line a step, and the end."""
    story = Story(episode.task)
    for step in episode.steps:
        story.follow(step)
    return StoredStory(lines=tuple(story.lines), end=story.end())


def _ending(episode: Episode) -> Ending:
    return Ending(ended_by="finish", answer=episode.answer, claims_success=episode.claims_success)


def _rounded(amounts: dict[str, float]) -> dict[str, float]:
    """Without what is not there."""
    return {name: round(amount, 4) for name, amount in amounts.items() if amount}


def blinded(episode: Episode) -> Episode:
    """The episode without its screens: as an agent tells it whose screens nobody recorded."""
    steps = tuple(replace(step, before=None, after=None) for step in episode.steps)
    return replace(episode, steps=steps)


def only_read(episode: Episode, targets: Targets) -> Episode:
    """The episode as OCR would have it: texts in boxes, without roles and states.

    What an action hit is told by the source, or by what stands at its point, or not known. The
    texts are without the errors of a real reader.
    """

    def seen(step: Step) -> Step:
        before, after = (look and letters(look) for look in (step.before, step.after))
        actions = step.actions
        if targets != "told":
            actions = tuple(replace(action, target=None) for action in actions)
        if targets == "pressed" and before is not None:
            actions = tuple(name_pressed(action, before) for action in actions)
        return replace(step, actions=actions, before=before, after=after)

    return replace(episode, steps=tuple(seen(step) for step in episode.steps))


def letters(look: Observation) -> Observation:
    """The texts of a screen in their boxes, as OCR without errors reads them."""
    texts = (
        (e, f"{e.text} {e.value}".strip() if e.role in FIELDS else e.text)
        for e in look.elements
        if _in_view(e, look)
    )
    read = tuple(
        Element(id=e.id, role="text", text=text, box=e.box, source="ocr")
        for e, text in texts
        if text.strip()
    )
    return replace(look, elements=read, text="")


def _in_view(element: Element, look: Observation) -> bool:
    """A picture ends where the window does."""
    if element.box is None:
        return False
    x, y, width, height = element.box
    across, down = x + width / 2, y + height / 2
    return 0 <= across <= (look.width or across) and 0 <= down <= (look.height or down)


def _start(episode: Episode) -> EvidenceSession:
    case = Case(run="run_" + "0" * 20, task=episode.task)
    return EvidenceSession(case, UNFITTED, JudgeStamp(name="fit"))
