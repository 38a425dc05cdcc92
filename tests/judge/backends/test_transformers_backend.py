"""A tiny random Qwen2.5-VL and a tiny random Qwen2 through the real transformers."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest
from builders import a_jpeg

from courtside_judge.backends.chosen import ModelChoice
from courtside_judge.backends.opening import open_model
from courtside_judge.backends.protocol import Model, Sampling, TooLong, Turn

torch = pytest.importorskip("torch", reason="torch is missing: sh packaging/setup.sh models")
transformers = pytest.importorskip(
    "transformers", reason="transformers is missing: sh packaging/setup.sh models"
)
pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore")]
LABELS = ("reached", "towards", "unsure", "away")
SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|vision_start|>", "<|vision_end|>"]
TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
SIZES = {
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "vocab_size": 300,
    "max_position_embeddings": 1024,
}


def write_tokenizer(folder: Path) -> Any:
    """Bytes and control words: nothing to learn."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    bare = Tokenizer(models.BPE({letter: n for n, letter in enumerate(letters)}, []))
    bare.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bare.decoder = decoders.ByteLevel()
    made = transformers.PreTrainedTokenizerFast(
        tokenizer_object=bare,
        eos_token="<|im_end|>",
        pad_token="<|endoftext|>",
        additional_special_tokens=[*SPECIAL, "<|image_pad|>"],
    )
    made.chat_template = TEMPLATE
    made.save_pretrained(folder)
    return made


@pytest.fixture(scope="module")
def vision_model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    folder = tmp_path_factory.mktemp("qwen-vl")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        words = write_tokenizer(folder)
        torch.manual_seed(1)
        config = transformers.Qwen2_5_VLConfig(
            text_config={
                **SIZES,
                "rope_scaling": {"type": "mrope", "mrope_section": [2, 3, 3]},
            },
            vision_config={
                "depth": 2,
                "hidden_size": 64,
                "intermediate_size": 128,
                "num_heads": 4,
                "out_hidden_size": 64,
                "fullatt_block_indexes": [1],
            },
            image_token_id=words.convert_tokens_to_ids("<|image_pad|>"),
            vision_start_token_id=words.convert_tokens_to_ids("<|vision_start|>"),
            vision_end_token_id=words.convert_tokens_to_ids("<|vision_end|>"),
        )
        transformers.Qwen2_5_VLForConditionalGeneration(config).save_pretrained(folder)
        transformers.Qwen2VLImageProcessor(
            min_pixels=56 * 56, max_pixels=112 * 112
        ).save_pretrained(folder)
        return open_model(ModelChoice(backend="transformers", model=str(folder), name="tiny-vl"))


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Model:
    folder = tmp_path_factory.mktemp("qwen")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        write_tokenizer(folder)
        torch.manual_seed(2)
        config = transformers.Qwen2Config(**SIZES)
        transformers.Qwen2ForCausalLM(config).save_pretrained(folder)
        return open_model(ModelChoice(backend="transformers", model=str(folder), name="tiny"))


def ask(text: str, *images: bytes) -> list[Turn]:
    return [Turn(role="system", text="You judge."), Turn(role="user", text=text, images=images)]


def test_labels_share_all_probability_and_the_same_question_the_same_answer(reader: Model) -> None:
    heard = reader.choose(ask("Step 1"), LABELS)
    assert heard.probabilities and sum(heard.probabilities.values()) == pytest.approx(1)
    assert heard.word == max(heard.probabilities, key=heard.probabilities.__getitem__)
    assert reader.choose(ask("Step 1"), LABELS) == heard


def test_a_paragraph_is_bounded(reader: Model) -> None:
    said = reader.think(ask("Why?"), 12)
    assert "\n" not in said.text and said == reader.think(ask("Why?"), 12)
    assert reader.usage.completion_tokens and reader.usage.computed_tokens


def test_a_description_has_lines_and_is_the_same_again(reader: Model) -> None:
    sampling = Sampling(max_tokens=600, top_p=1.0, repetition_penalty=1.0)
    said = [reader.describe(ask(f"Describe {n}."), sampling) for n in range(4)]
    assert any("\n" in one.text for one in said)
    assert said[0] == reader.describe(ask("Describe 0."), sampling)
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
