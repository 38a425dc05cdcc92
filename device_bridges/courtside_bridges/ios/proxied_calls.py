"""What is learned from the calls that an idb proxy forwards, one class a kind. Forwards nothing."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterator
from typing import Any

from courtside_formats.ui_trees.ios import read_idb
from courtside_store.records import Action, now_ms

from .companion_calls import is_whole_shot, is_whole_tree, mark_failed, read_action, takes_long
from .hid_decoding import Decoder
from .recorder import IosRecorder, PendingAction

log = logging.getLogger("courtside")
REST_S = 0.5
"""A call that stays open so long without a touch goes on with another step."""


@contextlib.contextmanager
def guarded() -> Iterator[None]:
    """What goes wrong in recording is logged, and never reaches the agent."""
    try:
        yield
    except Exception:
        log.exception("courtside: a call could not be recorded")


class ProxiedCall:
    """A call that the proxy forwards. This base class learns nothing from it."""

    async def to_companion(self, message: bytes) -> None:
        """A message of the agent's, before it is forwarded."""

    def from_companion(self, message: bytes) -> None:
        """A message of the companion's."""

    def end(self, failed: str) -> None:
        """The call is over; `failed` says why where it failed."""


class TouchCall(ProxiedCall):
    """`hid`: one step, or several where the agent keeps the call open and rests between."""

    def __init__(self, recorder: IosRecorder, asked: Any) -> None:
        self._recorder, self._asked = recorder, asked
        self._decoder = Decoder()
        self._act: PendingAction | None = None
        self._resting: asyncio.TimerHandle | None = None

    async def to_companion(self, message: bytes) -> None:
        self._wake()
        if self._act is None:
            self._act = await self._recorder.before()
        if (event := _parse(self._asked, message)) is not None:
            self._decoder.feed(event, now_ms())
        if self._decoder.is_idle:
            self._resting = asyncio.get_running_loop().call_later(REST_S, self._rest)

    def _wake(self) -> None:
        if self._resting:
            self._resting.cancel()

    def _rest(self, failed: str = "") -> None:
        act, self._act = self._act, None
        if act:
            with guarded():
                self._recorder.done(act, mark_failed(self._decoder.take(), failed))

    def end(self, failed: str) -> None:
        self._wake()
        self._rest(failed)


class ActingCall(ProxiedCall):
    """A call that changes the screen without a finger: its first message says all."""

    def __init__(self, recorder: IosRecorder, asked: Any, method: str) -> None:
        self._recorder, self._asked, self._method = recorder, asked, method
        self._is_begun = False
        self._act: PendingAction | None = None
        self._actions: tuple[Action, ...] = ()

    async def to_companion(self, message: bytes) -> None:
        request = None if self._is_begun else _parse(self._asked, message)
        self._is_begun = True
        if request is None or (action := read_action(self._method, request)) is None:
            return
        self._actions = (action,)
        self._act = await self._recorder.before()
        if takes_long(self._method, request):
            self.end("")

    def end(self, failed: str) -> None:
        act, self._act = self._act, None
        if act:
            self._recorder.done(act, mark_failed(self._actions, failed))


class ChangingCall(ProxiedCall):
    """A call that changes how the device is set up."""

    def __init__(self, recorder: IosRecorder) -> None:
        self._recorder = recorder

    def end(self, failed: str) -> None:
        self._recorder.forget()


class LookingCall(ProxiedCall):
    """A picture or a tree that the agent asks for: looked at with it."""

    def __init__(self, recorder: IosRecorder, asked: Any, answered: Any) -> None:
        self._recorder, self._asked, self._answered = recorder, asked, answered
        self._moment = recorder.moment
        self._request: Any = None

    async def to_companion(self, message: bytes) -> None:
        self._request = _parse(self._asked, message)

    def from_companion(self, message: bytes) -> None:
        reply = _parse(self._answered, message)
        if reply is None or self._request is None:
            return
        if hasattr(reply, "image_data"):
            if is_whole_shot(self._request, reply):
                self._recorder.saw(reply.image_data, self._moment)
        elif is_whole_tree(self._request):
            try:
                self._recorder.read(read_idb(reply.json), self._moment)
            except ValueError as error:
                log.info("a tree of the agent's cannot be read: %s", error)


def _parse(kind: Any, message: bytes) -> Any:
    """The message; None where it is none: it is forwarded all the same."""
    from google.protobuf.message import DecodeError

    try:
        return kind.FromString(message)
    except DecodeError as error:
        log.info("%s cannot be read: %s", kind.__name__, error)
        return None
