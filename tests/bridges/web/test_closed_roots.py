"""Closed shadow roots of a real page are handed over once, and cost nothing when nothing is new."""

from __future__ import annotations

from typing import Any

import pytest

from courtside_bridges.web.closed_roots import ClosedRootCounts, ClosedRoots
from courtside_bridges.web.page_scripts import recorder_script

pytestmark = pytest.mark.chrome
PAGE = """<p>Words</p><div id=host></div><div id=late></div><iframe srcdoc="<p id=i></p>"></iframe>
<script>
const root = host.attachShadow({mode: "closed"});
root.innerHTML = "<i></i><div id=deep></div>";
root.getElementById("deep").attachShadow({mode: "closed"}).innerHTML = "<input type=password>";
</script>"""


class World:
    """The page script's world of a page, as the observer has it."""

    def __init__(self, session: Any, context: int) -> None:
        self.session, self.context = session, context
        self.calls: list[str] = []
        self.refused: set[str] = set()

    async def call(self, method: str, params: dict[str, Any]) -> Any:
        self.calls.append(method)
        return None if method in self.refused else await self.session.send(method, params)

    async def look(self) -> Any:
        return await self.run("courtsideRecorder.seen()")

    async def run(self, expression: str) -> Any:
        reply = await self.session.send(
            "Runtime.evaluate",
            {"expression": expression, "contextId": self.context, "returnByValue": True},
        )
        assert "exceptionDetails" not in reply, reply
        return reply["result"].get("value")


@pytest.fixture
async def page(chromium: Any) -> Any:
    opened = await chromium.new_page()
    await opened.set_content(PAGE)
    return opened


@pytest.fixture
async def world(page: Any) -> World:
    return await open_world(page)


async def open_world(page: Any) -> World:
    session = await page.context.new_cdp_session(page)
    frame = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
    made = await session.send(
        "Page.createIsolatedWorld", {"frameId": frame, "worldName": "courtside"}
    )
    found = World(session, made["executionContextId"])
    await found.run(recorder_script() + "courtsideRecorder.start(() => {})")
    return found


async def test_roots_within_roots_are_found_and_their_secrets_painted_over(world: World) -> None:
    roots = ClosedRoots(world.call)
    before = await world.look()
    assert before["unsearched"] and before["secrets"] == []
    found = await roots.hand_over(world.context)
    assert found == ClosedRootCounts(new=2)
    after = await world.look()
    assert not after["unsearched"] and len(after["secrets"]) == 1


async def test_what_was_searched_is_not_searched_again_unless_it_grows(
    page: Any, world: World
) -> None:
    roots = ClosedRoots(world.call)
    await world.look()
    await roots.hand_over(world.context)
    await page.evaluate("() => document.body.append('more words', document.createElement('p'))")
    assert not (await world.look())["unsearched"] or await roots.hand_over(world.context)
    assert not (await world.look())["unsearched"]
    await page.evaluate(
        "() => { late.attachShadow({mode: 'closed'}).innerHTML = '<input id=pin>'; }"
    )
    assert (await world.look())["unsearched"]
    assert await world.run("courtsideClosedRoots.place().id") == "late"
    found = await roots.hand_over(world.context)
    assert found and found.new == 1
    assert len((await world.look())["secrets"]) == 2


async def test_what_never_stops_growing_is_not_searched_for_ever(page: Any, world: World) -> None:
    roots = ClosedRoots(world.call)
    searches = 0
    for width in range(20):
        await page.evaluate(f"() => {{ late.style.width = '{100 + width}px'; }}")
        if (await world.look())["unsearched"]:
            await roots.hand_over(world.context)
            searches += 1
    assert searches == 5


async def test_a_search_that_fails_says_so_and_the_page_stays_unsearched(world: World) -> None:
    roots = ClosedRoots(world.call)
    for refused in ("DOM.describeNode", "DOM.resolveNode", "Runtime.callFunctionOn"):
        world.refused = {refused}
        assert await roots.hand_over(world.context) is None
        assert (await world.look())["unsearched"]


async def test_a_root_in_a_frame_that_cannot_be_looked_into_is_told_of(
    page: Any,
) -> None:
    await page.set_content('<iframe srcdoc="<p id=i></p>"></iframe>')
    await page.frames[1].evaluate("() => i.attachShadow({mode: 'closed'}).append('words')")
    world = await open_world(page)
    await world.look()
    roots = ClosedRoots(world.call)
    world.refused = {"DOM.resolveNode"}  # as for the node of another origin
    assert await roots.hand_over(world.context) == ClosedRootCounts(foreign=True)


async def test_nothing_of_it_can_be_seen_by_the_page(page: Any, world: World) -> None:
    await world.look()
    await ClosedRoots(world.call).hand_over(world.context)
    expression = "[host.shadowRoot, typeof courtsideRecorder, Object.keys(host).length]"
    assert await page.evaluate(expression) == [None, "undefined", 0]
    assert "DOM.enable" not in world.calls and "DOM.getDocument" not in world.calls
