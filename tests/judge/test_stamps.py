"""Judges name themselves: at once, and by all that their verdicts depend on."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from model_users import takes_models

from courtside_judge.backends.chosen import Chosen, ModelChoice
from courtside_judge.backends.protocol import Sampling
from courtside_judge.context import JudgeContext
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.llm.model_pool import ModelPool
from courtside_judge.llm.panel import PanelJudge
from courtside_judge.llm.settings import Settings
from courtside_judge.registry import OURS, load_judge
from courtside_judge.stamps import is_same_judge
from courtside_store.records import JudgeStamp

SMALL = ModelChoice(backend="llama_cpp", model="/m/small.gguf", name="small", sha256="a" * 64)
SERVER = ModelChoice(backend="openai", model="http://127.0.0.1:1/v1", name="seer")
CHOSEN = Chosen(reasoner=SMALL, captioner=SERVER)


class Unopened(ModelPool):
    """Models that must not be opened."""

    def open(self, choice: ModelChoice) -> Any:
        raise AssertionError(f"{choice.name} was opened")


def stamp(name: str, chosen: Chosen = CHOSEN, settings: Settings | None = None) -> JudgeStamp:
    return load_judge(name, JudgeContext(Unopened(chosen, settings=settings))).stamp()


class Versioned(EvidenceJudge):
    """A judge of another package, in some version."""

    def __init__(self, version: str) -> None:
        super().__init__()
        self._version = version

    def stamp(self) -> JudgeStamp:
        return JudgeStamp(name="other", version=self._version)


@pytest.mark.parametrize("chosen", [CHOSEN, Chosen()])
def test_every_judge_of_ours_names_itself_without_opening_a_model(chosen: Chosen) -> None:
    stamps = [stamp(name, chosen) for name in OURS]
    assert [one.name for one in stamps] == list(OURS)
    for place, one in enumerate(stamps):
        assert not any(is_same_judge(one, other) for other in stamps[:place])


@pytest.mark.parametrize(
    "chosen",
    [
        Chosen(reasoner=msgspec.structs.replace(SMALL, sha256="b" * 64), captioner=SERVER),
        Chosen(reasoner=SMALL, captioner=SMALL),
        Chosen(reasoner=SMALL),
    ],
)
@pytest.mark.parametrize("name", [*filter(takes_models, sorted(OURS))])
def test_another_model_is_another_judge(name: str, chosen: Chosen) -> None:
    assert is_same_judge(stamp(name), stamp(name))
    assert not is_same_judge(stamp(name), stamp(name, chosen))


def test_another_way_to_describe_screens_is_another_judge_but_not_a_longer_time_out() -> None:
    shorter = Settings(caption=Sampling(max_tokens=9))
    assert not is_same_judge(stamp("reasoner"), stamp("reasoner", settings=shorter))
    patient = Settings(caption=Sampling(max_s=99.0))
    assert is_same_judge(stamp("reasoner"), stamp("reasoner", settings=patient))


def test_a_panel_with_a_newer_member_is_another_panel() -> None:
    def panel(version: str) -> JudgeStamp:
        return PanelJudge([EvidenceJudge(), Versioned(version)]).stamp()

    assert is_same_judge(panel("1"), panel("1"))
    assert not is_same_judge(panel("1"), panel("2"))


def test_settings_do_not_tell_judges_apart_and_versions_and_weights_do() -> None:
    mine = EvidenceJudge().stamp()
    assert is_same_judge(mine, msgspec.structs.replace(mine, settings={"x": 1}))
    assert not is_same_judge(mine, msgspec.structs.replace(mine, version="another"))
    assert not is_same_judge(mine, msgspec.structs.replace(mine, model_sha256="c" * 64))


def test_what_was_learned_from_labels_is_said_and_makes_no_other_judge() -> None:
    shipped = JudgeStamp(name="evidence", version="4", model_sha256="0" * 64)
    learned = msgspec.structs.replace(shipped, learned="abc")
    assert learned != shipped and is_same_judge(shipped, learned)
    cascade = JudgeStamp(name="cascade", identity="1234")
    assert is_same_judge(msgspec.structs.replace(cascade, learned="abc"), cascade)
