"""Finds a judge by its name: one of ours, or of another package. Imports a judge to build it only,
since every command checks the names in the settings."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from courtside_store.config import Config

from .perception.orders import parse_orders
from .protocol import Judge

if TYPE_CHECKING:
    from .context import JudgeContext
    from .llm.vlm import FramesShown

GROUP = "courtside.judges"
"""Entry points of other packages' judges."""
Factory = Callable[["JudgeContext"], Judge]
"""What an entry point names, e.g. a class whose constructor takes the context."""


def _evidence(context: JudgeContext) -> Judge:
    from .evidence.judge import EvidenceJudge

    return EvidenceJudge(learned=context.learned)


def _cascade(context: JudgeContext) -> Judge:
    from .llm.cascade import CascadeJudge

    return CascadeJudge(context.models, _evidence(context))


def _reasoner(
    context: JudgeContext, name: str = "reasoner", captions: bool = True, manner: str = ""
) -> Judge:
    from .llm.reasoner import ReasonerJudge

    return ReasonerJudge(context.models, name, captions, manner)


def _story(context: JudgeContext) -> Judge:
    from .llm.story_judge import StoryJudge

    return StoryJudge(context.models)


def _vlm(context: JudgeContext, shown_frames: FramesShown = "1", has_marks: bool = False) -> Judge:
    from .llm.vlm import VlmJudge

    return VlmJudge(context.models, shown_frames, has_marks)


def _pae(context: JudgeContext) -> Judge:
    from .llm.pae import PaeJudge

    return PaeJudge(context.models)


def _rubric(context: JudgeContext, by_model: bool = True) -> Judge:
    from .rubric.judge import RubricJudge

    models = context.models if by_model else None
    return RubricJudge(models, "rubric" if by_model else "rubric:evidence")


def _panel(context: JudgeContext) -> Judge:
    """Of those that were calibrated, else of those that the settings name.

    Raises ValueError on one that is unknown, or a panel.
    """
    from .llm.panel import PanelJudge

    settings = context.models.settings
    names = settings.members or settings.panel
    check_panel(names)
    shipped = _without_learned(context)
    return PanelJudge([load_judge(name, shipped) for name in names])


def _panel_of_judges(context: JudgeContext) -> Judge:
    from .llm.panel import PanelJudge

    shipped = _without_learned(context)
    return PanelJudge([_evidence(shipped), _reasoner(shipped)], "panel:judges")


def _without_learned(context: JudgeContext) -> JudgeContext:
    """A panel has one stamp for all runs."""
    return replace(context, learned=None)


OURS: dict[str, Factory] = {
    "cascade": _cascade,
    "evidence": _evidence,
    "pae": _pae,
    "panel": _panel,
    "panel:judges": _panel_of_judges,
    "reasoner": _reasoner,
    "reasoner:counting": lambda context: _reasoner(context, "reasoner:counting", manner="counting"),
    "reasoner:doubting": lambda context: _reasoner(context, "reasoner:doubting", manner="doubting"),
    "rubric": _rubric,
    "rubric:evidence": lambda context: _rubric(context, by_model=False),
    "story": _story,
    "text": lambda context: _reasoner(context, "text", captions=False),
    "vlm": _vlm,
    "vlm:3": lambda context: _vlm(context, "3"),
    "vlm:all": lambda context: _vlm(context, "all"),
    "vlm:key": lambda context: _vlm(context, "key"),
    "vlm:marks": lambda context: _vlm(context, has_marks=True),
}
"""How each is built."""
PANELS = frozenset(name for name, build in OURS.items() if build in (_panel, _panel_of_judges))


def load_judge(name: str, context: JudgeContext | None = None) -> Judge:
    """A judge of ours, or one that an installed package offers under the entry-point group.

    Raises ValueError, naming the judges that there are, and whatever the package raises.
    """
    from .context import JudgeContext

    context = context or JudgeContext()
    if name in OURS:
        return OURS[name](context)
    from importlib.metadata import entry_points

    for entry in entry_points(group=GROUP, name=name):
        factory: Factory = entry.load()
        return factory(context)
    raise unknown_judge(name)


def unknown_judge(name: str) -> ValueError:
    """The error of a name that no judge has."""
    names = judge_names()
    return ValueError(f"judge is {name!r}; expected one of {names}{_meant(name, names)}")


def _meant(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, known, 1)
    return f"; did you mean {close[0]!r}?" if close else ""


def judge_names() -> list[str]:
    """Names that `load_judge` knows: ours, and those of installed packages."""
    from importlib.metadata import entry_points  # takes longer than the rest of this file

    return sorted({*OURS, *(entry.name for entry in entry_points(group=GROUP))})


def check_judges(config: Config) -> None:
    """Raises ValueError, with the names that there are, on a setting that names another judge."""
    if config.judge != "auto":
        _check("judge", config.judge, extra=("auto",))
    check_panel(config.panel)
    for judge in parse_orders(config.element_order):
        if judge:
            kinds = tuple(name.partition(":")[0] for name in OURS)
            _check("element_order", judge, extra=kinds)


def check_panel(names: tuple[str, ...]) -> None:
    """Raises ValueError where no panel can be made of these."""
    if len(names) < 2:
        raise ValueError(f"panel is {list(names)}; a panel has two members or more")
    for name in names:
        if name in PANELS:
            raise ValueError(f"panel is {list(names)}; a panel cannot be a member of a panel")
        _check("panel", name)


def _check(setting: str, name: str, extra: tuple[str, ...] = ()) -> None:
    """Packages are searched only for a name that is not ours: that takes a while."""
    if name in OURS or name in extra:
        return
    if name not in (known := judge_names()):
        names = sorted({*known, *extra})
        known_names = ", ".join(names) + _meant(name, names)
        raise ValueError(
            f"{setting} names {name!r}, which is no judge; expected one of {known_names}"
        )
