"""The fine-tuning runs end to end on a model of random weights: its plumbing, not its worth."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="torch is missing: pip install 'courtside[transformers]'")
pytest.importorskip("transformers", reason="transformers is missing")

import torch
import transformers

from courtside_training.language.cross_encoder import Settings, fitted_scores
from courtside_training.language.lower_layers import read_all
from courtside_training.language.minilm import MAX_TASK_TOKENS, MiniLM
from courtside_training.language.run_texts import Pair

pytestmark = pytest.mark.models
DID = ("press cancel", "press save")
WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "save", "cancel", "press", ";")


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> MiniLM:
    folder = tmp_path_factory.mktemp("minilm")
    (folder / "vocab.txt").write_text("\n".join(WORDS))
    transformers.BertTokenizerFast(vocab=str(folder / "vocab.txt")).save_pretrained(folder)
    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=len(WORDS),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
    )
    transformers.BertModel(config).save_pretrained(folder)
    return MiniLM(folder)


def pairs() -> list[Pair]:
    return [
        Pair(kind, world, n, "press save", (DID[n % 2],), bool(n % 2))
        for kind in ("run", "step")
        for world in ("fossil", "oscar")
        for n in range(24)
    ]


def test_it_learns_what_the_other_families_show(base: MiniLM, tmp_path: Path) -> None:
    known = pairs()
    reads = read_all(tmp_path, known, base.read)
    settings = Settings(epochs=6, rate=3e-3, head_rate=1e-2)
    found = fitted_scores(base, known, reads, ("shops",), settings)
    assert sorted(found.runs) == list(range(24)) and len(found.steps) == 24
    assert all((odds > 0) == (n % 2 == 1) for n, odds in found.runs.items())


def test_it_learns_from_batches_of_the_size_that_it_is_given(base: MiniLM, tmp_path: Path) -> None:
    known = pairs()
    reads = read_all(tmp_path, known, base.read)
    small, large = (
        fitted_scores(base, known, reads, ("shops",), Settings(epochs=1, batch=size)).runs
        for size in (2, 16)
    )
    assert small != large


def test_a_long_story_loses_its_oldest_lines(base: MiniLM) -> None:
    story = ("press cancel",) * 400
    ids, kinds = base._ids(Pair("run", "fossil", 0, "press save " * 200, (*story, "save"), True))
    assert len(ids) == len(kinds) == base._most
    assert kinds.count(0) == MAX_TASK_TOKENS + 2
    assert ids[-2] == WORDS.index("save")


def test_what_was_read_is_read_from_disk(base: MiniLM, tmp_path: Path) -> None:
    known = pairs()[:3]
    first = read_all(tmp_path, known, base.read)

    def never(_: Pair) -> object:
        raise AssertionError("read again")

    again = read_all(tmp_path, known, never)  # type: ignore[arg-type]
    assert all(torch.equal(a.states, b.states) for a, b in zip(first, again, strict=True))
