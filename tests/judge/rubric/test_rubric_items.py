"""A task's requirements: none twice, nothing lost, nothing added."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtside_judge.rubric.rubric_items import MAX_ITEMS, keep_apart, read_list, split_task

WORDS = st.sampled_from(["save", "the", "letter", "send", "Ada", "draft", "price", "and", "9"])
ITEMS = st.lists(st.lists(WORDS, max_size=6).map(" ".join), max_size=9)


@pytest.mark.parametrize(
    ("task", "items"),
    [
        ("Rename Ada to Bob, and archive the board.", ("Rename Ada to Bob", "archive the board")),
        ("Open the shop. Then sort by price.", ("Open the shop", "Then sort by price")),
        ('Search for "tea, and then milk; now".', ('Search for "tea, and then milk; now"',)),
        ("Don't delete Ada's draft then leave", ("Don't delete Ada's draft", "leave")),
        ("Buy black and white paint", ("Buy black and white paint",)),
        ("", ()),
    ],
)
def test_a_task_is_split_by_its_sentences_and_never_inside_quotes(
    task: str, items: tuple[str, ...]
) -> None:
    assert split_task(task) == items


@given(ITEMS)
def test_of_two_items_that_say_the_same_one_is_kept(items: list[str]) -> None:
    kept = keep_apart(items)
    assert len(kept) <= MAX_ITEMS and set(kept) <= set(items)
    assert keep_apart(kept) == kept, "what is kept does not overlap"
    assert bool(kept) == any(any(c.isalnum() for c in item) for item in items)


@given(st.text(max_size=300))
def test_any_task_that_holds_a_word_has_a_requirement(task: str) -> None:
    assert bool(split_task(task)) or not any(c.isalnum() for c in task)


def test_the_fuller_of_two_items_is_kept() -> None:
    assert keep_apart(["save the letter", "save the letter as draft", "send it to Ada"]) == (
        "save the letter as draft",
        "send it to Ada",
    )


TASK = 'Save the letter "Hello" as a draft, and send it to Ada.'


@pytest.mark.parametrize(
    ("reply", "items"),
    [
        (
            'The letter "Hello" is saved as a draft; Ada was sent it',
            ('The letter "Hello" is saved as a draft', "Ada was sent it"),
        ),
        (
            '1. The letter "Hello" is a draft 2. send to Ada',
            ('The letter "Hello" is a draft', "send to Ada"),
        ),
        ("The letter is saved as a draft; Ada was sent it", ()),
        ('"Hello"', ()),
        ("be polite; be quick; do your best", ()),
        ("", ()),
    ],
)
def test_a_model_s_list_is_taken_only_where_it_holds_the_task(
    reply: str, items: tuple[str, ...]
) -> None:
    assert read_list(reply, TASK) == items


def test_an_item_that_the_task_does_not_name_is_left_out() -> None:
    reply = 'letter "Hello" saved as draft; sent to Ada; everybody is happy'
    assert len(read_list(reply, TASK)) == 2
