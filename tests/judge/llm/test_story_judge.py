"""The judge `story` asks only where there is something to read, and its prompts have a bound."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from builders import RUN, a_jpeg, a_screen, a_step, an_action, an_element, sha
from msgspec.structs import replace

from courtside_judge.backends.chosen import Chosen, ModelChoice
from courtside_judge.backends.protocol import (
    Choice,
    Completion,
    Sampling,
    Turn,
    Usage,
    most_likely,
)
from courtside_judge.llm.cascade import CascadeJudge
from courtside_judge.llm.model_pool import ModelPool
from courtside_judge.llm.reasoner import ReasonerJudge
from courtside_judge.llm.settings import Settings
from courtside_judge.llm.story_judge import NOTHING_TO_READ, StoryJudge, StorySession
from courtside_judge.llm.story_text import VERSION
from courtside_judge.protocol import Case, Ending
from courtside_store.geometry import Box, Point
from courtside_store.records import Action, Announcement, Effects, Request, Step

MODEL = ModelChoice(backend="llama_cpp", model="/gone.gguf", name="some", sha256="0" * 64)
PICTURES = {sha(data): data for data in (a_jpeg(n, (160, 120)) for n in (1, 30_000))}
ENDING = Ending(ended_by="finish", answer="done")
TAP = Action(kind="tap", at_ms=1, point=Point(10, 20))


class Reader:
    """Says success, or the first word, and keeps what it read."""

    sees = False
    usage = Usage()

    def __init__(self) -> None:
        self.read: list[str] = []

    def choose(self, turns: Sequence[Turn], words: Sequence[str]) -> Choice:
        self.read.append(turns[1].text)
        return most_likely({word: float(n == 0) for n, word in enumerate(words)})

    def think(self, turns: Sequence[Turn], max_tokens: int) -> Completion:
        self.read.append(turns[1].text)
        return Completion(text="It is shown.")

    def describe(self, turns: Sequence[Turn], sampling: Sampling) -> Completion:
        raise AssertionError("no screen is described")

    def close(self) -> None:
        pass


class Pool(ModelPool):
    def __init__(self, model: Reader, settings: Settings | None = None) -> None:
        super().__init__(Chosen(reasoner=MODEL), settings=settings)
        self.model = model

    def open(self, choice: ModelChoice) -> Reader:
        return self.model


def a_session(model: Reader, task: str = "Save.", settings: Settings | None = None) -> StorySession:
    case = Case(run=RUN, task=task, surface="web")
    return StoryJudge(Pool(model, settings)).start(case, PICTURES.get)


def pictured(index: int = 1) -> Step:
    first, second = (a_screen(frame=name, url="") for name in PICTURES)
    return a_step(index, TAP, before=first, after=second)


def test_where_no_step_had_a_word_it_abstains_and_says_why() -> None:
    model = Reader()
    session = a_session(model)
    verdict = session.step(pictured())
    assert verdict and verdict.label == "not-sure" and verdict.explanation == NOTHING_TO_READ
    ended = session.finish(ENDING)
    assert (ended.label, ended.score, ended.explanation) == ("unknown", None, NOTHING_TO_READ)
    assert not model.read and ended.judge.model == "some"


@pytest.mark.parametrize(
    "step",
    [
        replace(pictured(2), after=a_screen(text="Saved")),
        replace(pictured(2), actions=(an_action("tap", "Save"),)),
        replace(
            pictured(2),
            effects=Effects(announced=(Announcement(kind="toast", text="ok", at_ms=1),)),
        ),
    ],
)
def test_one_word_or_name_or_effect_is_enough_to_ask(step: Step) -> None:
    model = Reader()
    session = a_session(model)
    session.step(pictured())
    session.step(step)
    session.recall(pictured(3))
    assert session.finish(ENDING).label == "success" and len(model.read) >= 3


def test_what_came_of_a_step_is_asked_about_where_the_screen_is_the_same() -> None:
    model = Reader()
    session = a_session(model)
    look = a_screen(an_element(1, "a"))
    same = a_step(1, before=look, after=look)
    verdict = session.step(same)
    assert verdict and verdict.flags == ("no_effect",) and not model.read
    effects = Effects(requests=(Request(method="POST", path="/", at_ms=1, status=500),))
    verdict = session.step(replace(same, index=2, effects=effects))
    assert verdict and not verdict.flags and "sent POST /: 500" in model.read[0]


def test_a_prompt_has_a_bound_whatever_task_answer_and_run_are() -> None:
    model = Reader()
    session = a_session(model, task="T" * 20_000)
    for index in range(301, 3_301):
        session.recall(a_step(index))
    session.finish(Ending(ended_by="finish", answer="Z" * 20_000))
    prompt = model.read[0]
    assert len(prompt) < 21_500 and prompt.count("[16000 more characters are left out]") == 2
    first = int(prompt.split("[before step ")[1].split()[0])
    assert f"\nStep {first}: " in prompt and f"Step {first - 1}: " not in prompt
    assert "Step 3300: " in prompt and first > 300


def test_the_last_screen_is_listed_in_the_order_that_is_set() -> None:
    boxes = {"Save": Box(20.0, 200.0, 80.0, 20.0), "Name": Box(20.0, 20.0, 80.0, 20.0)}

    def listed(source: str, settings: Settings | None = None) -> str:
        model = Reader()
        session = a_session(model, settings=settings)
        elements = (
            an_element(n, name, box=boxes[name], source=source) for n, name in enumerate(boxes, 1)
        )
        session.recall(a_step(1, before=a_screen(an_element(1, "x")), after=a_screen(*elements)))
        verdict = session.finish(ENDING)
        order = (verdict.judge.settings or {}).get("element_order")
        assert order == ("raster" if settings else None)
        return model.read[0].split("The screen at the end:")[1]

    for screen in (listed("ocr"), listed("dom", Settings(orders={"story": "raster"}))):
        assert screen.index("Name") < screen.index("Save")
    assert listed("dom").index("Save") < listed("dom").index("Name")


def test_the_stamp_names_the_telling() -> None:
    model = Reader()
    session = a_session(model)
    session.recall(pictured())
    assert (session.finish(ENDING).judge.prompt_version or "").endswith(f"+{VERSION}")
    pool = Pool(model)
    assert StoryJudge(pool).stamp() != pool.stamp("story")


def test_another_member_makes_another_cascade() -> None:
    pool = Pool(Reader())
    story, reasoner = (CascadeJudge(pool, model=one(pool)) for one in (StoryJudge, ReasonerJudge))
    assert story.stamp().identity != reasoner.stamp().identity
    session = story.start(Case(run=RUN, task="Save."), PICTURES.get)
    verdict = session.step(a_step(1, before=a_screen(text="a"), after=a_screen(text="b")))
    assert verdict and (verdict.judge.settings or {})["asked"] == "story"
