"""Real weights, SmolLM2-135M from its package: what random ones cannot show.

It judges poorly, so nothing here asks whether a verdict is right: only whether it is a verdict,
whether what was read is used, and whether a cache changes what it says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from builders import a_jpeg, a_screen, a_step, an_action, an_element, sha
from msgspec.structs import replace

from courtside.demo.recorded import folder, load_recorded
from courtside_judge.agreement.compare import ComparedRun, judge_run
from courtside_judge.agreement.labelled import Labelled
from courtside_judge.backends.backend_opening import open_model
from courtside_judge.backends.chosen import Chosen
from courtside_judge.backends.protocol import Model, Sampling, Turn
from courtside_judge.context import JudgeContext
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.llm.base import LABELS, RUN_LABELS
from courtside_judge.llm.cascade import CascadeJudge
from courtside_judge.llm.model_pool import ModelPool
from courtside_judge.protocol import Case, Ending
from courtside_judge.registry import load_judge
from courtside_store.blobs import Blobs
from courtside_store.records import RunVerdict, Step, StepVerdict

pytestmark = pytest.mark.models
RUN = "run_" + "0" * 20
STORY = [f"Step {n}: the agent opened page {n} of the shop." for n in range(1, 19)]
LIST = "Write a shopping list of five things, each on a line of its own."
ONE_PARAGRAPH = re.compile(r"[^\x00-\x1f\x7f]{1,2010}")


@pytest.fixture(scope="module")
def model(smollm2: Chosen) -> Iterator[Model]:
    assert smollm2.reasoner
    opened = open_model(smollm2.reasoner)
    yield opened
    opened.close()


@pytest.fixture
def pool(smollm2: Chosen, tmp_path: Path) -> Iterator[ModelPool]:
    made = ModelPool(smollm2, Blobs(tmp_path / "blobs"))
    yield made
    made.close()


def recorded_runs() -> list[Labelled]:
    """Those that ship with the demo: one success, one failure that claims success."""
    found = []
    for number, run in enumerate(load_recorded(folder())):
        name = f"run_{number:020}"
        steps = [replace(step, run=name) for step in run.steps]
        ending = Ending(ended_by="finish", answer=run.answer, claims_success=run.claims_success)
        found.append(a_labelled(name, run.task, steps, ending, run.oracle))
    return found


def a_labelled(
    name: str, task: str, steps: Sequence[Step], ending: Ending, success: bool
) -> Labelled:
    return Labelled(
        case=Case(run=name, task=task),
        steps=lambda: steps,
        ending=ending,
        frames=Blobs(folder()).read,
        success=success,
    )


@pytest.fixture(scope="module")
def judged(
    smollm2: Chosen, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[ModelPool, list[ComparedRun]]]:
    """The recorded runs, judged once by their text. The model reads the fixed part of its
    prompts and each transcript once; a test that asks about them again finds them in its cache.
    """
    made = ModelPool(smollm2, Blobs(tmp_path_factory.mktemp("blobs")))
    judge = load_judge("text", JudgeContext(made))
    yield made, [judge_run(judge, run) for run in recorded_runs()]
    made.close()


def ask(text: str) -> list[Turn]:
    return [
        Turn(role="system", text="You are a helpful assistant."),
        Turn(role="user", text=text),
    ]


def kept(pool: ModelPool, sha256: str | None) -> str:
    """A prompt or an answer that was kept by its hash."""
    data = pool.blobs.read(sha256) if pool.blobs and sha256 else None
    assert data is not None
    return data.decode()


KNOWN = [
    ("What is the capital of France?", "Paris", "What is the capital of England?", "London"),
    ("What is the opposite of hot?", "cold", "What is the opposite of dry?", "wet"),
    ("Which animal barks?", "dog", "Which animal says meow?", "cat"),
    ("What colour is the sky on a clear day?", "blue", "What colour is grass?", "green"),
    ("Which season has snow?", "winter", "In which season is it hottest?", "summer"),
    ("What do you drink?", "water", "What do you eat?", "bread"),
    ("Who teaches in a school?", "teacher", "Who cooks in a restaurant?", "cook"),
    ("Where do fish live?", "water", "Where do birds fly?", "air"),
    ("What do bees make?", "honey", "What do cows give?", "milk"),
    ("What has wheels?", "car", "What has leaves?", "tree"),
    ("When does the sun shine?", "day", "When do the stars shine?", "night"),
    ("What is frozen water?", "ice", "What is boiling water?", "steam"),
]
"""It likes the word that is named first, so each word is compared over two questions. Each pair
differs by 0.03 or more: processors round differently, which moves a probability by thousandths.
"""


def test_a_forced_choice_finds_what_the_model_knows(model: Model) -> None:
    """Chat template, tokens and logits of the words fit together: by chance, once in 4,096."""
    for question, word, other_question, other in KNOWN:
        one, two = (
            model.choose(ask(f"{asked} One word: {word} or {other}."), (word, other))
            for asked in (question, other_question)
        )
        assert one.probabilities and two.probabilities
        assert one.probabilities[word] > two.probabilities[word], question


def test_a_paragraph_stays_one_where_the_model_would_write_a_list(model: Model) -> None:
    free = model.describe(ask(LIST), Sampling(max_tokens=60, temperature=0.0))
    held = model.think(ask(LIST), 60)
    assert "\n" in free.text, "without the grammar it writes lines"
    assert ONE_PARAGRAPH.fullmatch(held.text)


def test_prompt_prefix_reuse_gives_the_same_tokens(smollm2: Chosen, model: Model) -> None:
    """The same answer over a prompt that was computed in six pieces, and in one."""
    for end in range(3, len(STORY) + 1, 3):
        model.choose(ask("\n".join(STORY[:end])), tuple(LABELS))
    whole = ask("\n".join(STORY) + "\nWhich page is open now? Answer in a sentence.")
    before = model.usage
    reused = model.think(whole, 40)
    computed = model.usage.computed_tokens - before.computed_tokens
    assert model.usage.cached_tokens - before.cached_tokens > 2 * computed
    assert smollm2.reasoner
    fresh = open_model(smollm2.reasoner)
    assert fresh.think(whole, 40) == reused and fresh.usage.cached_tokens == 0
    fresh.close()


@pytest.mark.slow
def test_recorded_runs_get_verdicts_of_the_words_that_were_asked_for(
    judged: tuple[ModelPool, list[ComparedRun]],
) -> None:
    pool, outcomes = judged
    for outcome in outcomes:
        steps = [step.index for step in outcome.run.steps()]
        assert [verdict.step for verdict in outcome.steps] == steps
        for verdict in outcome.steps:
            assert verdict.status == "ok" and verdict.judge.model == "smollm2"
            if verdict.raw is None:
                assert "no model was asked" in verdict.explanation
                continue
            (answer,) = answers(pool, verdict.raw)
            assert LABELS[answer["text"]] == verdict.label
            assert sum(answer["likely"].values()) == pytest.approx(1, abs=0.001)
        thought, word, *rest = answers(pool, outcome.verdict.raw)
        assert ONE_PARAGRAPH.fullmatch(thought["text"]) and word["text"] in RUN_LABELS
        assert rest and all(answer["text"].isalpha() for answer in rest)
    assert any(verdict.raw for outcome in outcomes for verdict in outcome.steps)


def answers(pool: ModelPool, raw: str | None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(kept(pool, raw))
    return found


@pytest.mark.slow
def test_most_of_what_the_model_is_asked_it_has_read_before(
    judged: tuple[ModelPool, list[ComparedRun]],
) -> None:
    pool, _ = judged
    usage = pool.usage()
    assert usage.models == ("smollm2",) and usage.captions_asked == 0
    assert usage.cached_tokens > usage.computed_tokens


def test_text_that_ocr_read_stands_in_for_a_captioner(
    judged: tuple[ModelPool, list[ComparedRun]],
) -> None:
    """A screen of pixels, its words from OCR: they reach the model, and change what it says."""
    pool, _ = judged

    def judge_words(words: str) -> tuple[str, float]:
        frames = {sha(data): data for data in (a_jpeg(1, (160, 120)), a_jpeg(60_000, (160, 120)))}
        first, second = frames
        shown = a_screen(an_element(1, words, source="ocr"), frame=second)
        step = a_step(1, an_action("click", "Save"), before=a_screen(frame=first), after=shown)
        judge = load_judge("reasoner", JudgeContext(pool))
        verdict = judge.start(Case(run=RUN, task="Save the letter."), frames.get).step(step)
        assert verdict and verdict.score is not None
        return kept(pool, verdict.prompt), verdict.score

    saved, score = judge_words("Your letter has been saved")
    failed, other = judge_words("Error 500. The letter is lost")
    assert "Your letter has been saved" in saved and "The letter is lost" in failed
    assert pool.usage().captions_asked == 0 and score != other


def verdicts_of(judged: ComparedRun) -> list[StepVerdict | RunVerdict]:
    return [*judged.steps, judged.verdict]


@pytest.mark.slow
def test_the_cascade_asks_the_model_only_where_evidence_is_in_doubt(
    judged: tuple[ModelPool, list[ComparedRun]],
) -> None:
    cascade = CascadeJudge(judged[0])
    doubt = 1 - cascade.sure.run, cascade.sure.run
    assert cascade.sure.step == cascade.sure.run
    asked = []
    for run in recorded_runs():
        by_evidence = judge_run(EvidenceJudge(), run)
        by_cascade = judge_run(cascade, run)
        for one, other in zip(verdicts_of(by_evidence), verdicts_of(by_cascade), strict=True):
            settings = other.judge.settings or {}
            sure = one.score is not None and not doubt[0] < one.score < doubt[1]
            sure = sure and one.label not in ("not-sure", "unknown")
            assert settings["asked"] == ("evidence" if sure else "story"), one
            if sure:
                assert (other.label, other.score) == (one.label, one.score)
            else:
                assert other.judge.model == "smollm2" and other.evidence == one.evidence
            asked.append(settings["asked"])
    assert {"evidence", "story"} == set(asked)


def test_a_cascade_that_is_never_in_doubt_opens_no_model(pool: ModelPool) -> None:
    empty = a_labelled(RUN, "", [], Ending(ended_by="finish"), False)
    judge_run(load_judge("cascade", JudgeContext(pool)), empty)
    assert pool.usage().models == ()
