"""Hands the closed shadow roots of a page to the page script. Knows no pictures and no steps.

No script sees a closed root from outside, but the DevTools protocol does, without a trace in the
page. The page script says which part of the page is to be searched: after the first time only
what is new or has grown.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Any, NamedTuple

from .cdp_commands import CdpJson

SendCommand = Callable[[str, CdpJson], Awaitable[Any]]
"""A command of the page's session; None where it fails."""

_GROUP = "courtside-closed-roots"
_PLACE = "globalThis.courtsideClosedRoots.place()"
_DONE = "globalThis.courtsideClosedRoots.done()"
_LEARN = "function () { globalThis.courtsideRecorder.learn(this); return true; }"


class ClosedRootCounts(NamedTuple):
    """What a search for closed shadow roots found."""

    new: int = 0
    """Roots that the page script did not know: it should look again."""
    foreign: bool = False
    """One is in a frame that the page script cannot look into."""


class ClosedRoots:
    """The closed shadow roots of one target."""

    def __init__(self, call: SendCommand) -> None:
        self._call = call
        self._known: set[tuple[int, int]] = set()

    async def hand_over(self, context: int) -> ClosedRootCounts | None:
        """Searches where the page script of this world says so. None: there may still be some."""
        try:
            return await self._search(context)
        finally:
            await self._call("Runtime.releaseObjectGroup", {"objectGroup": _GROUP})

    async def _search(self, context: int) -> ClosedRootCounts | None:
        where = await self._evaluate(_PLACE, context)
        if where is None:
            return None
        tree = await self._call(
            "DOM.describeNode", {"objectId": where["objectId"], "depth": -1, "pierce": True}
        )
        if tree is None:
            return None
        new, foreign = 0, False
        for root, in_frame in _closed(tree["node"]):
            if (context, root) in self._known:
                continue
            if await self._teach(root, context):
                self._known.add((context, root))
                new += 1
            elif in_frame:
                foreign = True
            else:
                return None
        return ClosedRootCounts(new, foreign) if await self._evaluate(_DONE, context) else None

    async def _teach(self, root: int, context: int) -> bool:
        """Whether the page script knows the root now."""
        node = await self._call(
            "DOM.resolveNode",
            {"backendNodeId": root, "executionContextId": context, "objectGroup": _GROUP},
        )
        if not node or "objectId" not in node["object"]:
            return False
        answer = await self._call(
            "Runtime.callFunctionOn",
            {"objectId": node["object"]["objectId"], "functionDeclaration": _LEARN},
        )
        return bool(answer and answer["result"].get("value"))

    async def _evaluate(self, expression: str, context: int) -> CdpJson | None:
        answer = await self._call(
            "Runtime.evaluate",
            {"expression": expression, "contextId": context, "objectGroup": _GROUP},
        )
        if answer is None or "exceptionDetails" in answer:
            return None
        result: CdpJson = answer["result"]
        return result


def _closed(top: CdpJson) -> Iterator[tuple[int, bool]]:
    """Backend ids of the closed roots in a tree, outer ones first, and which are in a frame."""
    waiting = [(top, False)]
    while waiting:
        node, in_frame = waiting.pop()
        if node.get("shadowRootType") == "closed":
            yield node["backendNodeId"], in_frame
        waiting += [(one, in_frame) for one in node.get("children", ())]
        waiting += [(one, in_frame) for one in node.get("shadowRoots", ())]
        if inner := node.get("contentDocument"):
            waiting.append((inner, True))
