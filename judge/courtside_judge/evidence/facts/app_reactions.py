"""Follows what an application did in a run: what it sent and announced, what it left open.

Facts that every application tells in the same way, whatever its words and its looks.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from courtside_store.records import Announcement, PageState, Record, Request, Step

_MAX_KEPT = 60
"""Only the newest requests and announcements are kept, so many of each."""

_REDIRECTS = {301, 302, 303, 307, 308}


class Sent(Record, frozen=True, kw_only=True):
    """A request that may change something, and the step that it came of."""

    request: Request
    step: int
    page: str = ""
    """The address of the page that it was sent from; empty where nobody saw it."""

    @property
    def was_taken(self) -> bool:
        """Was it answered, and with no error?"""
        return was_taken(self.request)


def name_of(request: Request) -> str:
    """Its method and path, e.g. "POST /save"."""
    return f"{request.method} {request.path}"


def was_taken(request: Request) -> bool:
    """Was it answered, and with no error?"""
    return request.status is not None and 200 <= request.status < 400


class PageAnnouncement(Record, frozen=True, kw_only=True):
    """What a page announced, and the step that it came of."""

    announcement: Announcement
    step: int


@dataclass
class AppReactions:
    """What the application did in one run."""

    sent: list[Sent] = field(default_factory=list)
    announced: list[PageAnnouncement] = field(default_factory=list)
    sees_requests: bool = False
    """Does the source see what is sent? Else nothing follows from that nothing was."""
    page: PageState | None = None
    """Of the newest screen that told it."""
    page_step: int = 0
    _first_page: PageState | None = None

    @property
    def was_dirty(self) -> bool:
        """Was a field edited and not sent when the run began? Then it is not the agent's."""
        return self._first_page is not None and self._first_page.dirty_count > 0

    @property
    def first_dialog(self) -> str:
        """The dialog that was open when the run began."""
        return self._first_page.dialog if self._first_page else ""

    def was_taken_at(self, step: int) -> bool:
        """Was something sent in this step, and answered with no error?"""
        return any(one.was_taken for one in self.sent if one.step == step)

    def was_redirected_at(self, step: int) -> bool:
        """Was something sent in this step, and answered with another page to go to?"""
        statuses = (one.request.status for one in self.sent if one.step == step)
        return any(status in _REDIRECTS for status in statuses)

    def was_taken_between(self, first: int, end: int) -> bool:
        """Was something sent in a step from the first on and before the end, and answered with no
        error?"""
        return any(one.was_taken and first <= one.step < end for one in self.sent)

    def follow(self, step: Step) -> None:
        """Adds what the application did in the next step."""
        self._look(step)
        effects = step.effects
        if effects is None:
            return
        if effects.requests is not None:
            self.sees_requests = True
            page = step.before.url if step.before else ""
            more = [Sent(request=one, step=step.index, page=page) for one in effects.requests]
            self.sent = [*self.sent, *more][-_MAX_KEPT:]
        announced = [
            PageAnnouncement(announcement=one, step=step.index) for one in effects.announced or ()
        ]
        self.announced = [*self.announced, *announced][-_MAX_KEPT:]

    def _look(self, step: Step) -> None:
        for look in (step.before, step.after):
            if look is not None and look.page is not None:
                self._first_page = self._first_page or look.page
                self.page, self.page_step = look.page, step.index
