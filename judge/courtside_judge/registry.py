"""Finds a judge by its name. Our own and those of other packages are built the same way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import entry_points

from .context import JudgeContext
from .evidence.judge import EvidenceJudge
from .llm.cascade import CascadeJudge
from .llm.pae import PaeJudge
from .llm.panel import PanelJudge
from .llm.reasoner import ReasonerJudge
from .llm.vlm import VlmJudge
from .protocol import Judge
from .rubric.judge import RubricJudge

GROUP = "courtside.judges"
Factory = Callable[[JudgeContext], Judge]
"""What an entry point names, e.g. a class whose constructor takes the context."""
OURS: dict[str, Factory] = {
    "evidence": lambda context: EvidenceJudge(learned=context.learned),
    "cascade": lambda context: CascadeJudge(context.models, EvidenceJudge(learned=context.learned)),
    "reasoner": lambda context: ReasonerJudge(context.models),
    "text": lambda context: ReasonerJudge(context.models, "text", captions=False),
    "vlm": lambda context: VlmJudge(context.models),
    "vlm:3": lambda context: VlmJudge(context.models, "3"),
    "vlm:key": lambda context: VlmJudge(context.models, "key"),
    "vlm:all": lambda context: VlmJudge(context.models, "all"),
    "vlm:marks": lambda context: VlmJudge(context.models, has_marks=True),
    "pae": lambda context: PaeJudge(context.models),
    "rubric": lambda context: RubricJudge(context.models),
    "rubric:evidence": lambda context: RubricJudge(None, "rubric:evidence"),
    "reasoner:doubting": lambda context: _in_manner(context, "doubting"),
    "reasoner:counting": lambda context: _in_manner(context, "counting"),
    "panel": lambda context: PanelJudge(_members(context)),
    "panel:judges": lambda context: PanelJudge(
        [EvidenceJudge(), ReasonerJudge(context.models)], "panel:judges"
    ),
}


def load_judge(name: str, context: JudgeContext | None = None) -> Judge:
    """A judge of ours, or one that an installed package offers under the entry-point group.

    Raises ValueError, naming the judges that there are, and whatever the package raises.
    """
    context = context or JudgeContext()
    if name in OURS:
        return OURS[name](context)
    for entry in entry_points(group=GROUP, name=name):
        factory: Factory = entry.load()
        return factory(context)
    raise ValueError(f"judge is {name!r}; expected one of {judge_names()}")


def _in_manner(context: JudgeContext, manner: str) -> ReasonerJudge:
    return ReasonerJudge(context.models, f"reasoner:{manner}", manner=manner)


def _members(context: JudgeContext) -> list[Judge]:
    """Those that were calibrated, else those that the settings name.

    Raises ValueError on one that is unknown, or a panel.
    """
    settings = context.models.settings
    names = settings.members or settings.panel
    for name in names:
        if name.startswith("panel"):
            raise ValueError(f"panel is {list(names)}; a panel asks no panel")
    shipped = replace(context, learned=None)  # a panel has one stamp for all runs
    return [load_judge(name, shipped) for name in names]


def judge_names() -> list[str]:
    """Names that `load_judge` knows."""
    return sorted({*OURS, *(entry.name for entry in entry_points(group=GROUP))})
