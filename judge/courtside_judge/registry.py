"""Finds a judge by its name. Our own enter by the same door as anybody's."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points

from .evidence.judge import EvidenceJudge
from .llm.cascade import CascadeJudge
from .llm.model_pool import Tools
from .llm.pae import PaeJudge
from .llm.panel import PanelJudge
from .llm.reasoner import ReasonerJudge
from .llm.vlm import VlmJudge
from .protocol import Judge, outcomes_only

GROUP = "courtside.judges"
OURS: dict[str, Callable[[Tools], Judge]] = {
    "evidence": lambda tools: EvidenceJudge(),
    "cascade": CascadeJudge,
    "reasoner": ReasonerJudge,
    "text": lambda tools: ReasonerJudge(tools, "text", captions=False),
    "vlm": VlmJudge,
    "vlm:3": lambda tools: VlmJudge(tools, "3"),
    "vlm:key": lambda tools: VlmJudge(tools, "key"),
    "vlm:all": lambda tools: VlmJudge(tools, "all"),
    "pae": PaeJudge,
    "reasoner:doubting": lambda tools: ReasonerJudge(tools, "reasoner:doubting", manner="doubting"),
    "reasoner:counting": lambda tools: ReasonerJudge(tools, "reasoner:counting", manner="counting"),
    "panel": lambda tools: PanelJudge(_members(tools), tools),
    "panel:judges": lambda tools: PanelJudge(
        [EvidenceJudge(), ReasonerJudge(tools)], tools, "panel:judges"
    ),
}


def load_judge(name: str, tools: Tools | None = None) -> Judge:
    """A judge of ours, or one that an installed package offers under the entry-point group.

    `tools`: the models that ours may ask. Raises ValueError, naming the judges that there are.
    """
    if name in OURS:
        return OURS[name](tools or Tools())
    for entry in entry_points(group=GROUP, name=name):
        judge: Judge = entry.load()()
        return judge
    raise ValueError(f"judge is {name!r}; expected one of {judge_names()}")


def _members(tools: Tools) -> list[Judge]:
    """Those that the settings name. Raises ValueError on one that is unknown, or a panel."""
    for name in tools.settings.panel:
        if name.startswith("panel"):
            raise ValueError(f"panel is {list(tools.settings.panel)}; a panel asks no panel")
    return [load_judge(name, tools) for name in tools.settings.panel]


def judges_steps(name: str) -> bool:
    """Does it judge single steps? False for a judge of ours that judges outcomes only."""
    return name not in OURS or not outcomes_only(load_judge(name))


def judge_names() -> list[str]:
    """Names that `load_judge` knows."""
    return sorted({*OURS, *(entry.name for entry in entry_points(group=GROUP))})
