"""Makes the steps of one run from what its pages say. Knows no socket of ours and no Playwright."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple

import msgspec

from courtside_store.addresses import clean_address
from courtside_store.records import Action, Observation, Step, now_ms

from .eye import CdpSession, Eye, Intent

CAUSED_MS = 2000
"""A navigation this soon after an action is its effect, not an action."""
POPUP_S = 3.0
MAX_ACTIONS = 100
Start = Callable[[Coroutine[Any, Any, None]], None]
"""Lets a coroutine of ours run beside the agent."""


class Happening(NamedTuple):
    """What a page told."""

    page: Eye
    what: Action | Intent
    frame: str = ""
    """Id of the inner frame of another origin that it came from."""


class Announced(NamedTuple):
    """A step that the agent tells of itself."""

    actions: tuple[Action, ...]
    thought: str


class Observer:
    """One run. `on_step` gets each step; `start` runs what must not hold an event back."""

    def __init__(
        self,
        keep_frame: Callable[[bytes], str | None],
        on_step: Callable[[Step], None],
        run: str,
        start: Start,
        mask: Sequence[str] = (),
    ) -> None:
        self._keep_frame = keep_frame
        self._on_step = on_step
        self._run = run
        self._start = start
        self._mask = mask
        self._waiting: deque[Happening | Announced] = deque()
        self._pages: list[Eye] = []
        self._front: Eye | None = None
        self._last_action_ms = 0
        self._index = 0
        self._thought = ""
        self._held: list[Action] | None = None
        self._held_before: Observation | None = None
        self.busy = False

    @property
    def gone(self) -> bool:
        """No page is left."""
        return all(page.gone for page in self._pages)

    # --- pages come and go

    async def add_page(self, session: CdpSession, inner: Sequence[CdpSession] = ()) -> Eye:
        """Watches a page and its inner frames; the newest is where the agent is taken to look."""
        page = Eye(session, self._keep_frame, self._mask)
        session.on("Runtime.bindingCalled", lambda params: self._heard(page, page, params))
        session.on("Page.frameNavigated", lambda params: self._navigated(page, params))
        session.on("Page.windowOpen", page.window_opened)
        session.on("Page.javascriptDialogOpening", page.dialog_opened)
        session.on("Page.javascriptDialogClosed", lambda params: self._dialog(page, params))
        session.on("Page.screencastFrame", lambda params: self._start(page.painted(params)))
        await page.start()
        for frame in inner:
            await self.add_frame(page, frame)
        await page.look()
        self._pages.append(page)
        self._front = page
        return page

    async def add_frame(self, page: Eye, session: CdpSession) -> None:
        """Listens to an inner frame that has a process, and so a session, of its own."""
        inner = Eye(session, self._keep_frame, self._mask, page=False)
        session.on("Runtime.bindingCalled", lambda params: self._heard(page, inner, params))
        await inner.start()
        page.secret_frames = page.secret_frames or inner.secret_frames

    def drop_page(self, page: Eye) -> None:
        """A page was closed; the one before it is in front again."""
        page.gone = True
        if self._front is page:
            left = [one for one in self._pages if not one.gone]
            self._front = left[-1] if left else page

    # --- what they say

    def _heard(self, page: Eye, speaker: Eye, params: dict[str, Any]) -> None:
        said = speaker.heard(params)
        page.secret_frames = page.secret_frames or speaker.secret_frames
        inner = ""
        match said:
            case Intent():
                page.interrupt(said)
            case Action(raw=raw):
                self._last_action_ms = now_ms()
                if raw and raw.get("foreign"):
                    inner = speaker.frame_of(params.get("executionContextId", 0))
            case None:
                return
        self._happened(Happening(page=page, what=said, frame=inner))

    def _navigated(self, page: Eye, params: dict[str, Any]) -> None:
        frame = params["frame"]
        match page.navigated(frame):
            case "":
                return
            case "by-page" if self.busy or now_ms() - self._last_action_ms < CAUSED_MS:
                return
        action = Action(kind="navigate", at_ms=now_ms(), text=clean_address(frame["url"]))
        self._happened(Happening(page=page, what=action))

    def _dialog(self, page: Eye, closed: dict[str, Any]) -> None:
        """A dialog was answered, by the agent or by its driver."""
        opened = page.dialogs.pop() if page.dialogs else {"type": "dialog", "message": ""}
        answer = "accepted" if closed["result"] else "dismissed"
        text = f'{opened["type"]} "{opened["message"][:400]}" {answer}'
        action = Action(kind="dialog", at_ms=now_ms(), text=text)
        self._happened(Happening(page=page, what=action))

    def _happened(self, happening: Happening) -> None:
        self._waiting.append(happening)
        if not self.busy:
            self._start(self.work())

    def announce(self, actions: tuple[Action, ...], thought: str) -> None:
        """A step that the agent itself tells of; `work` looks at the screen for it."""
        self._waiting.append(Announced(actions=actions, thought=thought))

    def think(self, thought: str) -> None:
        """The thought of the next step."""
        self._thought = thought

    # --- steps

    def hold(self) -> None:
        """From here on, actions are parts of one step, until `release`."""
        self._held, self._held_before = [], None

    async def release(self, thought: str) -> None:
        """Makes one step of the actions since `hold`."""
        await self.flush()
        actions, self._held = tuple(self._held or ())[-MAX_ACTIONS:], None
        if actions or thought:
            await self._step(self._front, actions, thought, self._held_before)

    async def work(self) -> None:
        """Makes steps of what waits. Only one call does so at a time."""
        if self.busy:
            return
        self.busy = True
        try:
            while self._waiting:
                match self._waiting.popleft():
                    case Announced(actions=actions, thought=thought):
                        await self._step(self._front, actions, thought)
                    case Happening(page=page, what=Action() as action, frame=frame):
                        self._front = page
                        moved = await _moved(page, action, frame)
                        if self._held is not None:
                            self._held_before = self._held_before or page.last
                            self._held.append(moved)
                            continue
                        thought, self._thought = self._thought, ""
                        await self._step(page, (moved,), thought)
                    case Happening(page=page, what=Intent() as intent):
                        page.meet(intent)
        finally:
            self.busy = False

    async def flush(self) -> None:
        """Whatever the pages still hold back (half-typed text) becomes steps now."""
        for page in self._pages:
            await page.flush()
        await self.work()

    async def stop(self) -> None:
        """Lets go of every page."""
        for page in self._pages:
            await page.stop()

    async def _step(
        self,
        page: Eye | None,
        actions: tuple[Action, ...],
        thought: str,
        before: Observation | None = None,
    ) -> None:
        before = before or (page.last if page else None)
        after = await self._after(page)
        self._index += 1
        self._on_step(
            Step(
                run=self._run,
                index=self._index,
                before=before,
                actions=actions,
                after=after,
                thought=thought,
            )
        )

    async def _after(self, page: Eye | None) -> Observation | None:
        """The screen after an action: what the next action met, or what is there once quiet."""
        match self._waiting[0] if self._waiting else None:
            case Happening(page=again, what=Intent() as intent) if again is page:
                return again.meet(intent)
            case Happening(page=again, what=Action()) if again is page:
                return page.last
        if page is None:
            return None
        seen = await page.look()
        if not page.opens_window:
            return seen
        page.opens_window = False
        return await self._popup_of(page) or seen

    async def _popup_of(self, page: Eye) -> Observation | None:
        """The first look at the window that an action opened; None where it does not come."""
        for _ in range(int(POPUP_S / 0.05)):
            if self._front is not page and self._front:
                return self._front.last
            await page.session.sleep(0.05)
        return None


async def _moved(page: Eye, action: Action, frame: str) -> Action:
    """An action inside of a frame of another origin, in the page's own units."""
    if not frame:
        return action
    dx, dy = await page.offset_of(frame)
    target = action.target
    if target and target.box:
        x, y, width, height = target.box
        target = msgspec.structs.replace(target, box=(x + dx, y + dy, width, height))
    point = (action.point[0] + dx, action.point[1] + dy) if action.point else None
    return msgspec.structs.replace(action, target=target, point=point)
