"""One step of TRL's trainers on a tiny model with random weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

TEMPLATE = (
    "{% for m in messages %}<{{ m['role'] }}>{{ m['content'] }}</s>{% endfor %}"
    "{% if add_generation_prompt %}<assistant>{% endif %}"
)


def train_sft(rows: Any, out: Path) -> float:
    """The loss of supervised fine-tuning on prompts and completions."""
    from trl import SFTConfig, SFTTrainer

    settings = SFTConfig(output_dir=str(out), max_length=2048, **_once())
    trainer = SFTTrainer(_model(), settings, train_dataset=rows, processing_class=_tokenizer())
    return float(trainer.train().training_loss)


def train_dpo(rows: Any, out: Path) -> float:
    """The loss of direct preference optimisation on pairs."""
    from trl import DPOConfig, DPOTrainer

    settings = DPOConfig(output_dir=str(out), max_length=2048, **_once())
    trainer = DPOTrainer(
        _model(),
        ref_model=_model(),
        args=settings,
        train_dataset=rows,
        processing_class=_tokenizer(),
    )
    return float(trainer.train().training_loss)


def _once() -> dict[str, Any]:
    return {
        "max_steps": 1,
        "per_device_train_batch_size": 1,
        "report_to": [],
        "use_cpu": True,
        "bf16": False,
        "save_strategy": "no",
        "disable_tqdm": True,
    }


def _tokenizer() -> Any:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    letters = {letter: n for n, letter in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}
    names = {"</s>": len(letters), "<pad>": len(letters) + 1}
    made = Tokenizer(models.BPE(vocab={**letters, **names}, merges=[]))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=made, eos_token="</s>", pad_token="<pad>")
    tokenizer.chat_template = TEMPLATE
    return tokenizer


def _model() -> Any:
    from transformers import LlamaConfig, LlamaForCausalLM

    return LlamaForCausalLM(
        LlamaConfig(
            vocab_size=258,
            hidden_size=16,
            intermediate_size=32,
            num_hidden_layers=1,
            num_attention_heads=2,
            max_position_embeddings=2048,
        )
    )
