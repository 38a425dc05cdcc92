"""Texts are cut into word pieces as the model that was trained on them had them cut."""

from __future__ import annotations

import time
from typing import Any

import pytest

from courtside_judge.evidence.language.reader import VOCABULARY
from courtside_judge.evidence.language.word_pieces import UNKNOWN, WordPieces, words_of

VOCABULARY_WORDS = VOCABULARY.read_text("utf-8").splitlines()
HARD = (
    "",
    " \t\r\n\u2003\u2028",
    "Café Ångström ÉTÉ naïve İstanbul ΣΊΣΥΦΟΣ straße",
    "e\u0301 and é are one",
    "東京タワー 中文 한국어 \U00020000",
    "done 👍🏽 and 👩‍👩‍👧 🏳️‍🌈",
    "a\x00b\x07c\ufffdd\u200be\u202ef\x85g",
    "don't (stop); $5+3<9 ~x^y=`z`| — “quoted” … ¿qué?",
    "[not a mark] <b>&amp;</b> a_b-c/d\\e@f.g",
    "x" * 100 + " " + "x" * 101 + " " + "word" * 2_500,
    "unaffable antidisestablishmentarianism 1234567890123 v1.2.3-rc4",
    "\u0378 \ue000 \U000f0000",
)


@pytest.fixture(scope="module")
def pieces() -> WordPieces:
    return WordPieces(VOCABULARY_WORDS)


@pytest.fixture(scope="module")
def expected() -> Any:
    transformers = pytest.importorskip(
        "transformers", reason="comparing with its tokenizer needs transformers"
    )
    folder = VOCABULARY.parent
    tokenizer = transformers.BertTokenizerFast.from_pretrained(folder, local_files_only=True)
    return lambda text: tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"]


def test_the_vocabulary_is_that_of_bert() -> None:
    assert len(VOCABULARY_WORDS) == len(set(VOCABULARY_WORDS)) == 30_522
    marks = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
    assert [VOCABULARY_WORDS.index(mark) for mark in marks] == [0, 100, 101, 102, 103]


@pytest.mark.parametrize("text", HARD)
def test_hard_texts_are_cut_as_transformers_cuts_them(
    pieces: WordPieces, expected: Any, text: str
) -> None:
    assert list(pieces.numbers(text)) == expected(text)


def test_a_text_cannot_write_a_mark(pieces: WordPieces) -> None:
    numbers = list(pieces.numbers("[SEP] [CLS] [UNK]"))
    assert not {pieces.number(mark) for mark in ("[SEP]", "[CLS]", "[UNK]")} & set(numbers)


def test_words_are_small_and_stand_apart_from_signs() -> None:
    assert words_of("Save “Café”—now!") == ["save", "“", "cafe", "”", "—", "now", "!"]
    assert words_of("中文b") == ["中", "文", "b"]


@pytest.mark.alone
def test_an_endless_word_is_unknown_and_costs_little(pieces: WordPieces) -> None:
    begun = time.process_time()
    assert list(pieces.numbers("é" * 10_000)) == [pieces.number(UNKNOWN)]
    assert set(pieces.numbers(" ".join(["q" * 100] * 500)))
    assert time.process_time() - begun < 2
