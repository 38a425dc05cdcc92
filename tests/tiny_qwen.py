"""Tiny models of Qwen's shape with random weights, as folders. What they write means nothing."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

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
    import transformers
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


def write_vision_model(folder: Path) -> Path:
    """A Qwen2.5-VL of two layers."""
    import torch
    import transformers

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
    return folder


def write_reader(folder: Path, **sizes: int) -> Path:
    """A Qwen2 of two layers, which reads texts only."""
    import torch
    import transformers

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        write_tokenizer(folder)
        torch.manual_seed(2)
        transformers.Qwen2ForCausalLM(
            transformers.Qwen2Config(**{**SIZES, **sizes})
        ).save_pretrained(folder)
    return folder
