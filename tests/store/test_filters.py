"""What the filter of the runs takes, and what it says of words that it does not understand."""

from __future__ import annotations

import pytest

from courtside_store.filters import WordMatches, check_search, parse_filter


def parse(text: str) -> str:
    return parse_filter(text, lambda words: WordMatches("[]", None))[0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a OR b", "'OR' is not understood: all words must match"),
        ("NOT verdict:failure", "a minus excludes"),
        ("verdict:failure or verdict:success", "'or' is not understood"),
        ("score>2", "score is from 0 to 1, e.g. score>0.7"),
        ("score>70%", "score is from 0 to 1"),
        ("steps>-1", "steps is a whole number from 0 on"),
        ("attempt:2.5", "attempt is a whole number from 1 on"),
        ("verdict:", "verdict is one of success, failure, unknown"),
        ("steps>", "e.g. steps>10"),
        ("agent:", "e.g. agent:abc"),
        ("Verdict:fail", "verdict is one of success"),
        ("verdikt:", "perhaps verdict is meant"),
        ("Verdikt:failure", "perhaps verdict is meant"),
        ("failure_kind:none", "perhaps failure is meant"),
        ("task:luna", "'task:luna' is not understood; known words: agent, "),
        ("task:luna", "a word without a colon is looked for in tasks"),
        ("steps > 2", "'>' has no name before it"),
        ("--verdict:failure", "one excludes (-verdict:failure)"),
        ("steps>0 --verbose", 'look for the word itself ("--verbose")'),
        ("verdict!=failure", "write verdict:failure, or -verdict:failure"),
    ],
)
def test_what_is_not_understood_is_named_with_what_can_be_written(text: str, told: str) -> None:
    with pytest.raises(ValueError) as refused:
        parse(text)
    assert told in str(refused.value) and "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        *('"OR"', "sign in or register", "score>=1 score<0.5", "steps>0", "http://a/?b=c"),
        *('"Error: card declined"', "Verdict:failure", '"verdict:failure"', "'agent:my agent'"),
    ],
)
def test_what_can_be_written_is_taken(text: str) -> None:
    assert parse(text) != "1"


def test_a_text_in_quotation_marks_may_begin_as_a_filter_does() -> None:
    for text in ('"Status: paid"', "'Agent: hello'", '"steps: press Go"', '-"Open: the door"'):
        assert "passage" in parse(text) or "json_each" in parse(text), text
    assert "session.source" in parse('"source:cdp"') and "run.agent" in parse('"agent:my agent"')


def test_a_minus_before_a_plain_word_excludes_it() -> None:
    assert parse("-donovan").startswith("not (")
    assert not parse("donovan").startswith("not ")
    assert not parse('"-donovan"').startswith("not ")
    assert not parse('"--verbose"').startswith("not ")


def test_a_search_is_told_of_words_that_are_a_filter() -> None:
    with pytest.raises(ValueError, match="`courtside list verdict:failure` takes it"):
        check_search("verdict:failure")
    with pytest.raises(ValueError, match="'OR' is not understood"):
        check_search("card OR order")
    check_search('"verdict:failure" or score: 5')
