"""The browser's own dialogs of one page: what each says, and how it was answered. Answers none."""

from __future__ import annotations

from collections.abc import Callable

from courtside_store.records import Action, Announcement, now_ms

from .cdp_commands import CdpJson


class Dialogs:
    """The dialogs of one page. One may open while another one is open."""

    def __init__(
        self,
        announce: Callable[[Announcement], None],
        answered: Callable[[Action], None],
        cut: Callable[[str], str],
    ) -> None:
        """`cut` takes out of a text what secret fields hold."""
        self._announce = announce
        self._answered = answered
        self._cut = cut
        self._open: list[CdpJson] = []

    def opened(self, dialog: CdpJson) -> None:
        """Page.javascriptDialogOpening."""
        self._open.append(dialog)
        self._announce(Announcement(kind="dialog", text=self._words_of(dialog), at_ms=now_ms()))

    def closed(self, closed: CdpJson) -> None:
        """Page.javascriptDialogClosed: it was answered, by the agent or by its driver."""
        dialog = self._open.pop() if self._open else {"type": "dialog", "message": ""}
        answer = "accepted" if closed["result"] else "dismissed"
        text = f"{self._words_of(dialog)} {answer}"
        self._answered(Action(kind="dialog", at_ms=now_ms(), text=text))

    def _words_of(self, dialog: CdpJson) -> str:
        """E.g. `confirm "Sure?"`, without what secret fields hold."""
        return f'{dialog["type"]} "{self._cut(dialog["message"])[:400]}"'
