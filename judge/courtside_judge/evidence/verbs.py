"""Verbs that mean the same in an app: who asks to "put" presses "Add". Knows no page."""

from __future__ import annotations

from functools import lru_cache

from .content_words import content_words
from .likeness import stem_of
from .quotes import without_quotes

_GROUPS = (
    "add put create insert enter append record register note new",
    "delete remove drop discard bin trash erase scrap throw rid toss",
    "edit change update modify correct adjust alter amend shift reschedule",
    "restore recover revert bring",
    "cancel withdraw revoke",
    "done complete finish tick",
    "send submit post publish release live online public",
    "save store keep apply",
    "book reserve schedule",
    "archive shelve",
    "rename call",
)
_GROUP_OF = {
    stem_of(word): number for number, words in enumerate(_GROUPS) for word in words.split()
}
_HANDED_IN = frozenset(
    number
    for number, words in enumerate(_GROUPS)
    if words.split()[0] in ("add", "send", "save", "book")
)
_BOUGHT = frozenset(map(stem_of, ("buy", "order", "purchase", "pay", "checkout")))
"""Verbs of one meaning that are nouns too, so that no control is known by them alone."""
_MAX_BUTTON_WORDS = 4


@lru_cache(maxsize=4096)
def meanings(text: str) -> frozenset[int]:
    """Which of the groups its verbs are of; what is quoted is a name."""
    return frozenset(_GROUP_OF[stem] for stem in _stems(text) if stem in _GROUP_OF)


def means_a_verb_of(task: str, text: str) -> bool:
    """Whether a control says nothing but what the task says in another verb."""
    words = content_words(text)
    is_verb = len(words) == 1 and stem_of(min(words)) in _GROUP_OF
    return is_verb and bool(meanings(text) & meanings(task))


def hands_in(task: str, button: str) -> bool:
    """Whether a button hands in what was filled in, by a verb that means what the task asks for."""
    if len(button.split()) > _MAX_BUTTON_WORDS:
        return False
    if meanings(task) & meanings(button) & _HANDED_IN:
        return True
    return bool(_BOUGHT & _stems(task)) and bool(_BOUGHT & _stems(button))


def _stems(text: str) -> set[str]:
    words = without_quotes(text).lower().replace('"', " ").split()
    return {stem_of(word.strip(".,:;!?+()")) for word in words}


def is_meant_by(word: str, meant: frozenset[int]) -> bool:
    """Whether a word of the task is a verb of one of these groups."""
    return _GROUP_OF.get(stem_of(word)) in meant
