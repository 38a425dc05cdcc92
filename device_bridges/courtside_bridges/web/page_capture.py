"""Looks at one page through a CDP session: what it says, what it shows. Knows no steps.

Every call here is short: the page itself tells its screen once it is quiet, so that nothing waits
inside of a page that may be replaced, hang or crash.
"""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from courtside_bridges.masking import QUALITY, mask, measure_scale
from courtside_bridges.recording.events import (
    Acted,
    AddressChanged,
    Closing,
    EffectsReported,
    Intent,
    Loading,
    Looked,
    Navigated,
    WindowExpected,
)
from courtside_bridges.recording.view import BLANK
from courtside_store.addresses import clean_address
from courtside_store.empty_tabs import is_empty_tab_address
from courtside_store.geometry import Box, Shift
from courtside_store.records import (
    Action,
    Announcement,
    Effects,
    Observation,
    Request,
    WebSocketUse,
    now_ms,
)

from .cdp_commands import CdpCommand, CdpJson
from .closed_roots import ClosedRoots
from .dialogs import Dialogs
from .navigations import Navigations
from .page_reports import Listener, PageEvent, Secrets, Seen
from .page_scripts import recorder_script
from .page_world import CdpSession, PageWorld, new_name
from .requests import Requests
from .websockets import WebSockets

log = logging.getLogger("courtside")
QUIET_MS = 100
SETTLE_MS = 1500
STOP_S = 0.5
CLIP_TRIES = 3
_START = "courtsideRecorder.start((e) => %s(JSON.stringify(e)), true, %s);"
_THERE = "!Object.hasOwn(globalThis, 'courtsideRecorder') ? false : "
"""A page that was there before us may have a world without the script: it says false. An element
may have that id.
"""
_WANT = f"{_THERE}courtsideRecorder.want(%d, {QUIET_MS}, {SETTLE_MS})"
_SECRETS = f"{_THERE}JSON.stringify(courtsideRecorder.secrets())"
_FLUSH = f"{_THERE}courtsideRecorder.flush()"
_STOP = f"{_THERE}courtsideRecorder.stop()"
_TOO_QUICK = "the agent went on before the screen could be pictured"
_MOVED = "the page moved while its secret fields were masked"
_CLOSED_ROOTS = "closed shadow roots of the page could not be searched for secret fields"
_PAGE_TOO_LARGE = "the page is too large to be searched for secret fields"
_NO_PICTURE = "the browser gave no picture"


class PageCapture:
    """One page, or one inner frame that has a process of its own."""

    def __init__(
        self,
        view: str,
        session: CdpSession,
        listener: Listener,
        mask: Sequence[str] = (),
        page: PageCapture | None = None,
        window: int | None = None,
        opener: int | None = None,
    ) -> None:
        """`mask`: CSS selectors of what else is hidden; `page`: of an inner frame, its page;
        `window`: of a page, its number in the run; `opener`: that of the window that opened it.
        """
        self.view = view
        self.window = window
        self.opener = opener
        self.page = page or self
        self.url = ""
        """What is shown, or was last."""
        self.secret_frames = False
        """An inner frame of another origin holds a secret: all of them are painted over."""
        self._session = session
        self._listener = listener
        self._name = new_name()
        script = recorder_script() + _START % (self._name, json.dumps(list(mask)))
        self._requests = Requests(self._requested, lambda: self.page.url, listener.cut)
        self._websockets = WebSockets(self._used, lambda: self.page.url, listener.cut)
        self.page._websockets.follow(session)
        network = self._requests.follow(session)
        self._world = PageWorld(session, self._name, script, self._context_created, network)
        self._roots = ClosedRoots(self._world.call)
        self._latest: Seen | None = None
        """What the page reported last of its screen."""
        self._pictured: Observation | None = None
        """The same screen with its picture, once there is one."""
        self._wanted = 0
        """The look under way; 0: none."""
        self._tries = 0
        self._navigations = Navigations()
        self._early: list[Navigated] | None = []
        """Pages that came before it was known what was shown at first; None: it is known."""
        self._is_new = True
        """It has shown nothing yet but the blank documents that every page begins with."""
        self._dialogs = Dialogs(self._announced, self._answered_dialog, listener.cut_text)

    # --- begin and end

    async def start(self) -> None:
        """Begins to listen. Raises what the session raises."""
        self._session.on("Runtime.bindingCalled", self._on_message)
        if self.page is self:
            self._follow()
        shown = BLANK
        try:
            shown = await self._world.start()
        finally:
            self._report_first(shown)
        self.url = self.url or shown
        if not is_empty_tab_address(self.url):
            self._is_new = False
        if self.page is not self:
            await self._search()
            answer = await self._world.evaluate(_SECRETS)
            inside = msgspec.json.decode(answer, type=Secrets) if answer else None
            has = inside is None or inside.cut or bool(inside.secrets)
            self.page.secret_frames = self.page.secret_frames or has
        elif self._wanted:
            await self._ask_look(self._wanted)

    def _report_first(self, shown: str) -> None:
        """What the page showed when it was listened to, then what has come since."""
        early, self._early = self._early or [], None
        if shown != BLANK and self.page is self:
            self._report(AddressChanged(view=self.view, url=clean_address(shown)))
        for came in early:
            self._report(came)

    def _follow(self) -> None:
        """What only a whole page tells."""
        on = self._session.on
        on("Inspector.targetCrashed", lambda _: self._listener.crashed(self))
        on("Page.frameRequestedNavigation", self._navigation_asked)
        on("Page.frameStartedNavigating", self._navigation_started)
        on("Page.frameNavigated", self._navigated)
        on("Page.navigatedWithinDocument", self._address_changed)
        on("Page.frameStoppedLoading", self._stayed)
        on("Page.windowOpen", self._window_opened)
        on("Page.javascriptDialogOpening", self._dialogs.opened)
        on("Page.javascriptDialogClosed", self._dialogs.closed)

    async def stop(self) -> None:
        """Leaves the page as it was found."""
        await self._world.evaluate(_STOP, STOP_S)
        await self._session.detach()

    async def is_attached(self) -> bool:
        """Whether its session has not ended."""
        return await self._world.call("Target.getTargetInfo", {}) is not None

    def drop(self) -> None:
        """The page is gone."""
        self._world.drop()

    # --- what the page says

    def _report(self, event: PageEvent, frame: str = "") -> None:
        self._listener.on_event(self, event, frame)

    def _requested(self, request: Request) -> None:
        self._report(EffectsReported(view=self.view, effects=Effects(requests=(request,))))

    def _used(self, use: WebSocketUse) -> None:
        self._report(EffectsReported(view=self.view, effects=Effects(websockets=(use,))))

    def _announced(self, announcement: Announcement) -> None:
        self._report(EffectsReported(view=self.view, effects=Effects(announced=(announcement,))))

    def _answered_dialog(self, action: Action) -> None:
        self.page._websockets.acted()
        self._report(Acted(view=self.view, action=action))

    def follow_worker(self, session: CdpSession) -> CdpCommand:
        """Listens to what a worker of the page sends; the command to send there."""
        self.page._websockets.follow(session)
        sent = Requests(self._requested, lambda: self.page.url, self._listener.cut)
        return sent.follow(session)

    def _context_created(self, frame: str) -> None:
        if self._wanted and frame == self._world.frame_id:
            self._listener.start(self._ask_look(self._wanted))

    def _on_message(self, params: CdpJson) -> None:
        """Runtime.bindingCalled: an action, that one is about to come, or a screen."""
        if params.get("name") != self._name:
            return
        try:
            event = json.loads(params["payload"])
            self._listener.know(event.get("known", ()))
            match event.get("type"):
                case "action":
                    self._acted(event, params.get("executionContextId", 0))
                case "intent":
                    self._intended(event)
                case "look" if event["id"] == self._wanted:
                    self._latest, self._pictured = self._read(event), None
                    part = replace(self._latest.look, withheld=_TOO_QUICK)
                    self._report(Looked(ticket=self._wanted, look=part, part=True))
                    self._listener.start(self._picture(self._wanted, self._latest))
                case "announced":
                    self._announced(msgspec.convert(event["announced"], Announcement))
                case "traversed" if self.page is self:
                    self._navigations.traversed(event["url"])
                case "closing":
                    self._report(Closing(view=self.view))
                case "secret-frame":
                    self.page.secret_frames = True
        except (msgspec.ValidationError, KeyError, ValueError) as error:
            log.warning("courtside: a page reported something that cannot be read (%s)", error)

    def _acted(self, event: CdpJson, context: int) -> None:
        action = msgspec.convert(event["action"], Action)
        self.page._websockets.acted()
        acted = Acted(view=self.view, action=action, still_growing=bool(event.get("open")))
        foreign = bool(action.raw and action.raw.get("foreign"))
        self._report(acted, self._world.frame_of(context) if foreign else "")

    def _intended(self, event: CdpJson) -> None:
        page = self.page
        page._websockets.acted()
        before = page._screen_before(event) if page is self else None
        page._wanted = 0
        self._report(Intent(view=self.view, before=before))

    def _screen_before(self, event: CdpJson) -> Observation | None:
        """The screen that an action begins on, as the page has it; pictured where it was."""
        if "look" in event:
            self._latest = self._read(event)
            self._pictured = None
        elif not event.get("same") or self._latest is None:
            return None
        why = _PAGE_TOO_LARGE if self._latest.cut else _TOO_QUICK
        return self._pictured or replace(self._latest.look, withheld=why)

    def _read(self, event: CdpJson) -> Seen:
        seen = msgspec.convert(event, Seen)
        return replace(
            seen, look=replace(seen.look, window=self.page.window, opener=self.page.opener)
        )

    # --- where the page goes

    def _navigation_asked(self, params: CdpJson) -> None:
        is_here = params.get("disposition", "currentTab") == "currentTab"
        if params["frameId"] == self._world.frame_id and is_here:
            self._navigations.asked(params, self._listener.clock_ms())
            self._report(Loading(view=self.view))

    def _navigation_started(self, params: CdpJson) -> None:
        if params["frameId"] == self._world.frame_id:
            self._navigations.started(params)

    def _address_changed(self, params: CdpJson) -> None:
        if params["frameId"] == self._world.frame_id:
            url = clean_address(params["url"])
            if self._navigations.came_within(params["url"]) == "driver":
                self._forget_look()
                self._report(Navigated(view=self.view, url=url, by="driver", at_ms=now_ms()))
            else:
                self._report(AddressChanged(view=self.view, url=url))
        self._stayed(params)

    def _stayed(self, params: CdpJson) -> None:
        """What was asked for did not come: a place in the same page, a download."""
        if params["frameId"] == self._world.frame_id and self._navigations.gave_up(params):
            self._report(Loading(view=self.view, on=False))

    def _navigated(self, params: CdpJson) -> None:
        frame = params["frame"]
        if frame.get("parentId") or (self._is_new and is_empty_tab_address(frame["url"])):
            return
        self._is_new = False
        self._websockets.page_came()
        self.url = frame["url"]
        self._world.navigated(frame["id"])
        self._forget_look()
        self.secret_frames = False
        by, asked_ms = self._navigations.came(frame)
        url = clean_address(frame["url"] + frame.get("urlFragment", ""))
        came = Navigated(view=self.view, url=url, by=by, at_ms=now_ms(), asked_ms=asked_ms)
        if self._early is None:
            self._report(came)
        else:
            self._early.append(came)

    def _forget_look(self) -> None:
        """Another page is shown, or another place of it: what was seen is the one before."""
        self._latest = self._pictured = None
        self._wanted = 0

    def _window_opened(self, params: CdpJson) -> None:
        url = "" if params["url"] == BLANK else params["url"]
        self._report(WindowExpected(view=self.view, url=url))

    # --- what the page shows

    async def look(self, ticket: int) -> None:
        """Asks the page for its screen, which it tells once it is quiet, then pictures it."""
        self._wanted, self._tries = ticket, 0
        await self._ask_look(ticket)

    async def _ask_look(self, ticket: int) -> None:
        if self._wanted == ticket and self._world.frame_id:
            await self._world.evaluate(_WANT % ticket)

    async def _picture(self, ticket: int, seen: Seen) -> None:
        """Secrets are looked for on both sides of the picture: what moved was not masked."""
        if seen.cut:
            return self._answer(ticket, replace(seen.look, withheld=_PAGE_TOO_LARGE))
        if seen.unsearched and await self._search():
            return await self._look_again(ticket, replace(seen.look, withheld=_CLOSED_ROOTS))
        shot = await self._shoot()
        answer = await self._world.evaluate(_SECRETS) if shot and self._wanted == ticket else None
        if self._wanted != ticket:
            return None  # an action came first, or another page
        if shot is None or answer is None:
            return await self._look_again(ticket, replace(seen.look, withheld=_NO_PICTURE))
        then = msgspec.json.decode(answer, type=Secrets)
        moved = then.view != seen.view or self._hidden(then) != self._hidden(seen)
        if then.unsearched or then.cut or moved:
            return await self._look_again(ticket, replace(seen.look, withheld=_MOVED))
        self._pictured = self._with_frame(seen, shot)
        return self._answer(ticket, self._pictured)

    async def _look_again(self, ticket: int, instead: Observation) -> None:
        """A picture could not be had; after some tries there is none."""
        self._tries += 1
        if self._tries < CLIP_TRIES:
            await self._ask_look(ticket)
        elif self._wanted == ticket:
            self._answer(ticket, instead)

    async def _search(self) -> bool:
        """For closed shadow roots. Whether the page must be looked at once more."""
        context = await self._world.main_context()
        found = await self._roots.hand_over(context) if context else None
        if found is None:
            return True
        self.page.secret_frames = self.page.secret_frames or found.foreign
        return found.new > 0

    def _answer(self, ticket: int, look: Observation) -> None:
        self._wanted = 0
        self._report(Looked(ticket=ticket, look=look))

    def _hidden(self, seen: Secrets) -> tuple[Box, ...]:
        return (*seen.secrets, *(seen.foreign if self.secret_frames else ()))

    def _with_frame(self, seen: Seen, jpeg: bytes) -> Observation:
        scale = measure_scale(jpeg, seen.look.width)
        frame = self._listener.keep_frame(mask(jpeg, self._hidden(seen), scale))
        return replace(seen.look, frame=frame, scale=scale)

    async def _shoot(self) -> bytes | None:
        shot = await self._world.call(
            "Page.captureScreenshot",
            {"format": "jpeg", "quality": QUALITY, "optimizeForSpeed": True},
        )
        return base64.b64decode(shot["data"]) if shot else None

    async def flush(self) -> None:
        """Whatever the page still holds back (half-typed text) is reported now."""
        await self._world.evaluate(_FLUSH, STOP_S)

    async def offset_of(self, frame: str) -> Shift | None:
        """Where an inner frame of another origin lies in this page, in viewport units."""
        owner = await self._world.call("DOM.getFrameOwner", {"frameId": frame})
        if owner is None:
            return None
        box = await self._world.call("DOM.getBoxModel", {"backendNodeId": owner["backendNodeId"]})
        return Shift(*box["model"]["content"][:2]) if box else None
