"""Which stored verdicts a judge would only say again."""

from __future__ import annotations

import msgspec
import pytest

from courtside_judge.backends.chosen import Chosen, ModelChoice
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.identity import one_of_ours, same_stamp
from courtside_judge.llm.prompting import wording
from courtside_judge.protocol import Case, Ending
from courtside_store.records import JudgeStamp

SMALL = ModelChoice(backend="llama_cpp", model="/m/small.gguf", name="small", sha256="a" * 64)
SERVER = ModelChoice(backend="openai", model="http://127.0.0.1:1/v1", name="seer")
SAME = one_of_ours("cascade", Chosen(reasoner=SMALL, captioner=SERVER))
BY_EVIDENCE = msgspec.structs.replace(
    EvidenceJudge()
    .sit(Case(run="run_" + "0" * 20), lambda _: None)
    .finish(Ending(ended_by="stop"))
    .judge,
    name="cascade",
)
BY_MODEL = JudgeStamp(
    name="cascade",
    model="small",
    model_sha256="a" * 64,
    prompt_version=wording("web").version,
    settings={"captioner": "seer"},
)


def test_a_cascade_knows_what_evidence_and_what_the_model_said() -> None:
    assert SAME(BY_EVIDENCE, "web") and SAME(BY_MODEL, "web")
    assert SAME(JudgeStamp(name="cascade", model="seer"), "web"), "a server tells no sha256"


@pytest.mark.parametrize(
    "other",
    [
        {"name": "reasoner"},
        {"model_sha256": "b" * 64},
        {"prompt_version": "web 0"},
        {"settings": {"captioner": "another"}},
    ],
)
def test_another_model_prompt_or_captioner_is_another_judge(other: dict[str, object]) -> None:
    assert not SAME(msgspec.structs.replace(BY_MODEL, **other), "web")


def test_older_weights_are_another_judge() -> None:
    older = msgspec.structs.replace(BY_EVIDENCE, model_sha256="c" * 64)
    assert not SAME(older, "web")
    assert not one_of_ours("evidence", Chosen())(older, "web")


def test_a_judge_of_another_package_is_known_by_what_it_signs_with() -> None:
    stamp = JudgeStamp(name="other", version="2")
    assert same_stamp(stamp)(msgspec.structs.replace(stamp, settings={"x": 1}), "web")
    assert not same_stamp(stamp)(msgspec.structs.replace(stamp, version="1"), "web")
