"""Which episodes the demo runs: kinds, seeds and behaviours are fixed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .agent import Behaviour

DEMO_SEED = 900
"""Seeds from here on belong to the demo; nothing is trained on them."""
_GOOD_AND_NEAR: tuple[tuple[str, Behaviour, Behaviour], ...] = (
    # kind, first episode, second episode
    ("enter-text", "good", "near-miss"),
    ("enter-text-dynamic", "near-miss", "roundabout"),
    ("login-user", "good", "near-miss"),
    ("click-button", "good", "wrong-target"),
    ("click-link", "wrong-target", "good"),
    ("click-dialog-2", "good", "near-miss"),
    ("click-checkboxes", "near-miss", "good"),
    ("click-checkboxes-large", "good", "near-miss"),
    ("click-option", "near-miss", "good"),
    ("choose-list", "good", "near-miss"),
    ("click-scroll-list", "near-miss", "good"),
    ("enter-date", "good", "near-miss"),
    ("enter-time", "near-miss", "roundabout"),
    ("click-tab", "good", "dead-clicks"),
    ("click-tab-2", "wanders-off", "good"),
    ("search-engine", "good", "near-miss"),
    ("read-table", "made-up-answer", "roundabout"),
    ("focus-text-2", "good", "stops-early"),
    ("use-spinner", "near-miss", "good"),
    ("form-sequence-2", "good", "near-miss"),
    ("copy-paste", "stops-early", "roundabout"),
    ("click-collapsible-2", "good", "made-up-answer"),
)


DemoSource = Literal["cdp", "extension"]
_SOURCES: tuple[DemoSource, DemoSource] = ("cdp", "extension")


@dataclass(frozen=True)
class Episode:
    """One task that the demo's agent tries, and how it behaves."""

    kind: str
    seed: int
    behaviour: Behaviour
    source: DemoSource


def plan() -> list[Episode]:
    """Two episodes a kind, one a source, in turn."""
    episodes = []
    for number, (kind, first, second) in enumerate(_GOOD_AND_NEAR):
        one, other = _SOURCES if number // 2 % 2 else _SOURCES[::-1]
        episodes.append(Episode(kind, DEMO_SEED + number, first, one))
        episodes.append(Episode(kind, DEMO_SEED + 100 + number, second, other))
    return episodes
