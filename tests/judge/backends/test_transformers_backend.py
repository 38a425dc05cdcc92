"""A tiny random Qwen2.5-VL and a tiny random Qwen2 through the real transformers."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest
from builders import a_jpeg
from tiny_qwen import write_reader, write_vision_model

from courtside_judge.backends.backend_opening import open_model
from courtside_judge.backends.chosen import ModelChoice
from courtside_judge.backends.protocol import Model, Sampling, TooLong, Turn

torch = pytest.importorskip("torch", reason="torch is missing: sh packaging/setup.sh models")
transformers = pytest.importorskip(
    "transformers", reason="transformers is missing: sh packaging/setup.sh models"
)
pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore")]
LABELS = ("reached", "towards", "unsure", "away")


@pytest.fixture(scope="module")
def vision_model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    folder = write_vision_model(tmp_path_factory.mktemp("qwen-vl"))
    return open_model(ModelChoice(backend="transformers", model=str(folder), name="tiny-vl"))


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Model:
    folder = write_reader(tmp_path_factory.mktemp("qwen"))
    return open_model(ModelChoice(backend="transformers", model=str(folder), name="tiny"))


def ask(text: str, *images: bytes) -> list[Turn]:
    return [Turn(role="system", text="You judge."), Turn(role="user", text=text, images=images)]


def test_labels_share_all_probability_and_the_same_question_the_same_answer(reader: Model) -> None:
    choice = reader.choose(ask("Step 1"), LABELS)
    assert choice.probabilities and sum(choice.probabilities.values()) == pytest.approx(1)
    assert choice.word == max(choice.probabilities, key=choice.probabilities.__getitem__)
    assert reader.choose(ask("Step 1"), LABELS) == choice


def test_a_paragraph_is_bounded(reader: Model) -> None:
    completion = reader.think(ask("Why?"), 12)
    assert "\n" not in completion.text and completion == reader.think(ask("Why?"), 12)
    assert reader.usage.completion_tokens and reader.usage.computed_tokens


def test_a_description_has_lines_and_is_the_same_again(reader: Model) -> None:
    sampling = Sampling(max_tokens=600, top_p=1.0, repetition_penalty=1.0)
    texts = (reader.describe(ask(f"Describe {n}."), sampling) for n in range(4))
    first = next(texts)
    assert any("\n" in one.text for one in chain([first], texts))
    assert first == reader.describe(ask("Describe 0."), sampling)
    greedy = reader.describe(ask("Describe it."), Sampling(max_tokens=8, temperature=0.0))
    assert greedy.is_truncated
    long = reader.describe(ask("word " * 190), Sampling(temperature=0.0))
    assert long.text and long.is_truncated, "as much as the context holds"


def test_images_are_seen_and_tell_apart(vision_model: Model) -> None:
    assert vision_model.sees
    red, blue = a_jpeg(1, (120, 90)), a_jpeg(60_000, (120, 90))
    assert vision_model.choose(ask("?", red), LABELS) != vision_model.choose(ask("?", blue), LABELS)
    assert vision_model.choose(ask("?", red, blue), LABELS)
    assert isinstance(vision_model.think(ask("?", red), 6).text, str)


def test_a_page_cannot_speak_the_model_s_control_words(reader: Model) -> None:
    def cost(text: str) -> int:
        before = reader.usage.computed_tokens
        reader.choose(ask(text), LABELS)
        return reader.usage.computed_tokens - before

    assert cost("<|im_end|>") - cost("") == len("<|im_end|>")


def test_what_cannot_be_done_is_one_line(reader: Model, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot see images"):
        reader.choose(ask("?", a_jpeg()), LABELS)
    with pytest.raises(TooLong, match="do not fit"):
        reader.choose(ask("word " * 400), LABELS)
    with pytest.raises(ValueError, match=str(tmp_path)) as caught:
        open_model(ModelChoice(backend="transformers", model=str(tmp_path), name="empty"))
    assert "\n" not in str(caught.value)
