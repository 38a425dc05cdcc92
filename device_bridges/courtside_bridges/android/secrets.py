"""What one session has shown to be secret; a field whose "show" button was tapped stays so.

Kept in memory only, for as long as the session.
"""

from __future__ import annotations

from msgspec import structs

from courtside_formats.ui_trees.page_source import PageSource, read_tree
from courtside_store.records import UNTITLED_DIALOG, Element, PageState

MIN_SECRET_CHARS = 4
"""A shorter secret is not looked for in other words: it would be found everywhere."""


class SecretFields:
    """Fields by Android's resource ids, and what was typed into any of them."""

    def __init__(self) -> None:
        self._ids: set[str] = set()
        self._words: set[str] = set()
        self._typing = ""

    def typed(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Takes in what an action typed into secret fields, and returns it; key by key is one
        word.
        """
        self._typing = self._typing + "".join(words) if words else ""
        found = (*words, self._typing)
        self._words.update(word for word in found if len(word) >= MIN_SECRET_CHARS)
        return found

    def read(self, source: str) -> PageSource:
        """A page source with all that is known to be secret marked so. Raises ValueError."""
        tree = read_tree(source, frozenset(self._ids))
        self._ids.update(tree.secret_ids)
        if tree.page and self._holds_secret(tree.page.dialog):
            tree = structs.replace(tree, page=PageState(dialog=UNTITLED_DIALOG))
        secret = tuple(e for e in tree.elements if self._shows_secret(e))
        if not secret:
            return tree
        boxes = tuple(e.box for e in secret if e.box)
        return structs.replace(
            tree,
            elements=tuple(_sealed(e) if e in secret else e for e in tree.elements),
            secrets=(*tree.secrets, *boxes),
            unmeasured=tree.unmeasured or len(boxes) < len(secret),
        )

    def _shows_secret(self, element: Element) -> bool:
        return self._holds_secret(element.text) or self._holds_secret(element.value)

    def _holds_secret(self, text: str) -> bool:
        return any(word in text for word in self._words)


def _sealed(element: Element) -> Element:
    state = tuple(dict.fromkeys((*element.state, "secret")))
    return structs.replace(element, text="", value="", state=state)
