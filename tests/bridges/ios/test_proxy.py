"""An agent of fb-idb's through the recording proxy, in front of a companion on the real service."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from waiting import until

pytest.importorskip("idb", reason="fb-idb is not installed")
from fake_companion import (
    GREEN,
    ICON,
    NAME,
    PASSWORD,
    SECRET,
    SHOW,
    SIGN_IN,
    Bytes,
    FakeCompanion,
    a_companion,
    middle,
)
from grpclib.client import Channel
from grpclib.const import Cardinality
from grpclib.exceptions import GRPCError
from idb.common.hid import tap_to_events
from idb.common.types import (
    AccessibilityMarker,
    HIDButtonType,
    IdbException,
    TCPAddress,
)
from idb.grpc import idb_pb2 as pb
from idb.grpc.client import Client
from msgspec import structs
from PIL import Image

from courtside_bridges.ios.companion import CALL_S
from courtside_bridges.ios.lesson_headers import ATTEMPT, LESSONS
from courtside_bridges.ios.recorded_device import WatchOptions, record_proxy
from courtside_daemon.app import running
from courtside_refine.lessons.reflection import reflect
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.records import Step
from courtside_store.rendering import render_step

pytestmark = pytest.mark.filterwarnings("ignore:The loop argument:DeprecationWarning")
FAST = WatchOptions(task="Sign in as Ada", agent="tapper", settle_s=0.05, after_s=0.3)


@pytest.fixture
async def companion() -> AsyncIterator[FakeCompanion]:
    async with a_companion() as fake:
        yield fake


@asynccontextmanager
async def agent_at(port: int) -> AsyncIterator[Any]:
    """fb-idb's own client."""
    address = TCPAddress(host="127.0.0.1", port=port)
    async with Client.build(address=address, logger=logging.getLogger("idb")) as client:
        yield client


@asynccontextmanager
async def proxied_agent(
    companion: FakeCompanion, config: Config, watching: WatchOptions = FAST
) -> AsyncIterator[Any]:
    """The same client, through the proxy."""
    async with (
        record_proxy(companion.address, 0, watching, config) as (_, port),
        agent_at(port) as client,
    ):
        yield client


def runs_of(config: Config) -> list[Any]:
    """Every run, oldest first."""
    with Reader(config) as reader:
        return list(reversed(reader.runs(limit=50)))


def steps_of(config: Config, run: str) -> list[Step]:
    with Reader(config) as reader:
        return list(reader.steps(run))


def steps_so_far(config: Config) -> int:
    return sum(run.steps for run in runs_of(config))


async def has_steps(config: Config, least: int) -> None:
    """Waits for so many."""
    await until(lambda: steps_so_far(config) >= least)


def rendered(config: Config) -> list[str]:
    """Every step of the one run, in words."""
    [run] = runs_of(config)
    return [render_step(step) for step in steps_of(config, run.run.id)]


def pixels(config: Config, frame: str) -> set[tuple[int, ...]]:
    data = Blobs(config.blobs).read(frame)
    assert data
    colours = Image.open(io.BytesIO(data)).convert("RGB").getcolors(1 << 24)
    assert colours
    return {colour for _, colour in colours if isinstance(colour, tuple)}


async def sign_in(client: Any) -> None:
    """What the agent does."""
    await client.tap(*middle(ICON))
    await client.tap(*middle(NAME))
    await client.text("Ada")
    await client.tap(*middle(PASSWORD))
    await client.text(SECRET)
    await client.tap(*middle(SHOW))
    await client.tap(*middle(SIGN_IN))
    await client.button(HIDButtonType.HOME)


async def test_what_the_agent_does_becomes_steps_with_frames(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    async with proxied_agent(companion, config) as client:
        await sign_in(client)
    assert rendered(config) == [
        'tap button "Settings"',
        'tap textbox "Name"',
        'type "Ada" into textbox "Name"',
        'tap textbox "Password"',
        'type (secret) into textbox "Password"',
        'tap button "Show"',
        'tap button "Sign in"',
        "home",
    ]
    [run] = runs_of(config)
    assert (run.source, run.surface, run.run.task) == ("idb", "ios", "Sign in as Ada")
    assert (run.run.agent, run.run.ended_by, run.name) == ("tapper", "stop", "iPhone Fake iOS 18.0")
    steps = steps_of(config, run.run.id)
    for step in steps:
        assert step.before and step.after and step.before.frame and step.after.frame
        assert (step.before.width, step.before.height, step.before.scale) == (160, 320, 2)
    assert steps[0].actions[0].point == middle(ICON), "points, not pixels"
    assert steps[6].after and "Welcome Ada" in steps[6].after.text
    assert companion.fields == {"Name": "Ada", "Password": SECRET}, "the device got it all"


async def test_no_secret_is_kept_anywhere(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    async with proxied_agent(companion, config) as client:
        await sign_in(client)
    [run] = runs_of(config)
    frames = {
        look.frame
        for step in steps_of(config, run.run.id)
        for look in (step.before, step.after)
        if look and look.frame
    }
    assert len(frames) >= 4
    assert all(GREEN not in pixels(config, frame) for frame in frames), "masked, shown or not"
    kept = [path for path in config.data_dir.rglob("*") if path.is_file()]
    assert all(SECRET.encode() not in path.read_bytes() for path in kept)


async def test_a_field_that_was_made_to_show_its_words_is_still_secret(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    async with proxied_agent(companion, config) as client:
        await client.tap(*middle(ICON))
        await client.tap(*middle(SHOW))
        await client.tap(*middle(PASSWORD))
        await client.text(SECRET)
        await client.tap(1, 300)
    [run] = runs_of(config)
    steps = steps_of(config, run.run.id)
    assert render_step(steps[3]) == 'type (secret) into textbox "Password"'
    for step in steps[1:]:
        assert step.after and step.after.frame and GREEN not in pixels(config, step.after.frame)
    kept = [path for path in config.data_dir.rglob("*") if path.is_file()]
    assert all(SECRET.encode() not in path.read_bytes() for path in kept)


async def test_the_agent_s_own_pictures_are_used(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    async def trees(count: int) -> None:
        await until(lambda: companion.answered["accessibility_info"] >= count)

    async with proxied_agent(companion, config, WatchOptions(settle_s=0.05, after_s=30)) as client:
        await trees(1)
        await client.screenshot()
        await trees(2)
        for number, box in enumerate((ICON, NAME), 1):
            await client.tap(*middle(box))
            await trees(1 + 2 * number)
            await client.screenshot()
            await has_steps(config, number)
        assert companion.calls["screenshot"] == 3, "not one more than the agent's"
    steps = steps_of(config, runs_of(config)[0].run.id)
    assert len(steps) == 2 and all(step.before and step.before.frame for step in steps)
    assert steps[1].after and steps[1].after.frame


async def test_the_agent_does_not_wait_for_the_picture_after(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    async with proxied_agent(companion, config, WatchOptions(settle_s=0.05, after_s=0.1)) as client:
        await client.tap(*middle(ICON))
        await has_steps(config, 1)  # the picture after it is the one before the next
        companion.may_shoot.clear()
        asked = companion.calls["screenshot"]
        await client.tap(*middle(NAME))
        await until(lambda: companion.calls["screenshot"] > asked)
        async with asyncio.timeout(CALL_S / 2):  # after CALL_S a picture is given up
            await client.describe()
        companion.may_shoot.set()
    assert len(rendered(config)) == 2


async def exchange(port: int, method: str, *messages: bytes) -> tuple[Any, ...]:
    """A call as bytes: the answers, or the error."""
    raw: Any = Bytes()
    channel = Channel("127.0.0.1", port, codec=raw, status_details_codec=raw)
    path = f"/idb.CompanionService/{method}"
    answers = []
    try:
        async with channel.request(path, Cardinality.STREAM_STREAM, bytes, bytes) as call:
            await call.send_request()
            for message in messages:
                await call.send_message(message)
            await call.end()
            answers = [answer async for answer in call]
    except GRPCError as error:
        return (*answers, error.status, error.message, error.details)
    finally:
        channel.close()
    return tuple(answers)


TAP = pb.HIDEvent(
    press=pb.HIDEvent.HIDPress(
        action=pb.HIDEvent.HIDPressAction(touch=pb.HIDEvent.HIDTouch(point=pb.Point(x=1, y=300)))
    )
).SerializeToString()


@pytest.mark.parametrize(
    ("method", "messages"),
    [
        ("connect", [b""]),
        ("describe", [b""]),
        ("screenshot", [b""]),
        ("accessibility_info", [b""]),
        ("log", [b""]),
        ("launch", [pb.LaunchRequest(start={"bundle_id": "com.x"}).SerializeToString()]),
        ("open_url", [pb.OpenUrlRequest(url="https://x").SerializeToString()]),
        (
            "accessibility_action",
            [pb.AccessibilityActionRequest(marker="gone").SerializeToString()],
        ),
        ("hid", [TAP]),
        ("hid", []),
        ("hid", [b"\xff\xff no message"]),
        ("screenshot", [b"\xff\xff no message"]),
        ("list_apps", [b""]),
        ("no_such_call", [b""]),
    ],
)
async def test_the_answers_are_the_companion_s_own(
    config: Config, daemon: Running, companion: FakeCompanion, method: str, messages: list[bytes]
) -> None:
    direct = await exchange(companion.port, method, *messages)
    async with record_proxy(companion.address, 0, FAST, config) as (_, port):
        assert await exchange(port, method, *messages) == direct
        assert await exchange(port, "describe", b""), "it lives on"


async def test_an_error_s_own_details_come_through(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    companion.with_tree = False
    async with record_proxy(companion.address, 0, FAST, config) as (_, port):
        answer = await exchange(port, "accessibility_info", b"")
        assert answer == await exchange(companion.port, "accessibility_info", b"")
        assert answer[-1] == b"details"


async def test_calls_without_a_finger_are_actions_too(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    async with proxied_agent(companion, config) as client:
        await client.launch("com.apple.Preferences")
        await client.accessibility_set_value(AccessibilityMarker(value="Name"), "Ada")
        await client.accessibility_set_value(AccessibilityMarker(value="Password"), SECRET)
        await client.accessibility_tap(AccessibilityMarker(value="Sign in"))
        with pytest.raises(IdbException, match="nothing is called Nowhere"):
            await client.accessibility_tap(AccessibilityMarker(value="Nowhere"))
        await client.open_url("https://example.org/")
    assert rendered(config) == [
        'launch-app "com.apple.Preferences"',
        'type "Ada" into textbox "Name"',
        'type (secret) into textbox "Password"',
        'tap button "Sign in"',
        'tap element "Nowhere"',
        "navigate https://example.org/",
    ]
    steps = steps_of(config, runs_of(config)[0].run.id)
    failed = steps[4].actions[0].raw
    assert failed and "nothing is called Nowhere" in failed["failed"]


async def test_a_companion_that_dies_ends_the_run_and_the_next_begins_with_it(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    async with proxied_agent(companion, config) as client:
        await client.tap(*middle(ICON))
        await until(lambda: steps_so_far(config) == 1)
        await companion.stop()
        for _ in range(3):
            with pytest.raises(IdbException, match=r"idb companion at .* does not answer"):
                await client.tap(*middle(NAME))
        await companion.start()
        await client.tap(*middle(NAME))
    first, second = runs_of(config)
    assert (first.run.ended_by, second.run.ended_by) == ("session-gone", "stop")
    assert [render_step(step) for step in steps_of(config, second.run.id)] == ['tap textbox "Name"']


async def test_a_daemon_that_comes_late_and_goes_away_gets_everything(
    config: Config, companion: FakeCompanion
) -> None:
    async with AsyncExitStack() as daemons, proxied_agent(companion, config) as client:
        await client.tap(*middle(ICON))
        async with running(config, reflect):
            await client.tap(*middle(NAME))
            await until(lambda: steps_so_far(config) == 2)
        await client.text("Ada")
        await daemons.enter_async_context(running(config, reflect))
    assert rendered(config) == [
        'tap button "Settings"',
        'tap textbox "Name"',
        'type "Ada" into textbox "Name"',
    ]


async def test_two_agents_at_once_lose_nothing(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    async with (
        record_proxy(companion.address, 0, FAST, config) as (_, port),
        agent_at(port) as one,
        agent_at(port) as two,
        asyncio.TaskGroup() as group,
    ):
        for client, x in ((one, 100), (two, 150)):
            for n in range(5):
                group.create_task(client.tap(x, 250 + n))
    [run] = runs_of(config)
    actions = [one for step in steps_of(config, run.run.id) for one in step.actions]
    assert sorted(one.point for one in actions if one.point) == sorted(
        (x, 250 + n) for x in (100, 150) for n in range(5)
    )
    assert len(companion.done) == 10


async def test_a_secret_that_keeps_moving_withholds_the_frame(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    companion.screen, companion.jitter = "form", True
    async with proxied_agent(companion, config) as client:
        await client.tap(*middle(NAME))
    [step] = steps_of(config, runs_of(config)[0].run.id)
    assert step.after and step.after.frame is None
    assert step.after.withheld == "what must be masked kept moving"


@pytest.mark.parametrize("unmasked", [False, True])
async def test_a_device_without_a_tree_gives_frames_only_where_that_is_asked_for(
    config: Config, daemon: Running, companion: FakeCompanion, unmasked: bool
) -> None:
    companion.with_tree = False
    watching = WatchOptions(unmasked=unmasked, settle_s=0.05, after_s=0.3)
    async with proxied_agent(companion, config, watching) as client:
        await client.tap(*middle(ICON))
        await client.text("perhaps a secret")
    first, second = steps_of(config, runs_of(config)[0].run.id)
    for look in (first.before, first.after):
        assert look and bool(look.frame) == unmasked
        assert (
            unmasked or look.withheld == "the companion gave no UI tree, so nothing could be masked"
        )
    assert second.actions[0].text == ("perhaps a secret" if unmasked else "")


async def test_a_picture_that_is_none_is_withheld_and_said(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    companion.broken_shot = b"this is no picture"
    async with proxied_agent(companion, config) as client:
        await client.screenshot()
        await client.tap(*middle(ICON))
    [step] = steps_of(config, runs_of(config)[0].run.id)
    assert step.after and step.after.frame is None
    assert step.after.withheld and "cannot be read" in step.after.withheld
    assert step.after.elements


async def test_a_device_held_sideways_keeps_its_points(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    companion.is_wide = True
    async with proxied_agent(companion, config) as client:
        await client.tap(*middle(ICON))
    [step] = steps_of(config, runs_of(config)[0].run.id)
    assert step.after
    assert (step.after.width, step.after.height, step.after.scale) == (320, 160, 2)


async def test_a_call_that_stays_open_is_a_step_each_time_it_rests(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    async def slowly() -> AsyncIterator[Any]:
        for number, box in enumerate((ICON, NAME), 1):
            for event in tap_to_events(*middle(box)):
                yield event
            await has_steps(config, number)

    async with proxied_agent(companion, config) as client:
        await client.hid(slowly())
    assert rendered(config) == ['tap button "Settings"', 'tap textbox "Name"']


async def test_a_run_ends_when_nothing_happens_for_long(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    hasty = structs.replace(config, idle_s=0.8)
    async with proxied_agent(companion, hasty) as client:
        await client.tap(*middle(ICON))
        await until(lambda: any(one.run.ended_by for one in runs_of(config)))
        await client.tap(*middle(NAME))
    first, second = runs_of(config)
    assert first.run.ended_by == "idle" and second.steps == 1


async def headers_of(port: int) -> dict[str, Any]:
    """Of an answer of the proxy, as any gRPC client sees them."""
    channel = Channel("127.0.0.1", port)
    try:
        async with channel.request(
            "/idb.CompanionService/describe",
            Cardinality.UNARY_UNARY,
            pb.TargetDescriptionRequest,
            pb.TargetDescriptionResponse,
        ) as call:
            await call.send_message(pb.TargetDescriptionRequest(), end=True)
            await call.recv_message()
            return dict(call.initial_metadata or {})
    finally:
        channel.close()


@pytest.mark.parametrize("is_on", [True, False])
async def test_after_a_failed_run_the_agent_has_its_lesson_and_the_next_run_is_chained(
    config: Config, companion: FakeCompanion, is_on: bool
) -> None:
    hasty = structs.replace(config, idle_s=1.0, phone_lessons=False)
    watching = structs.replace(FAST, task='Press "Nowhere".', lessons=is_on)
    async with (
        running(hasty, reflect),
        record_proxy(companion.address, 0, watching, hasty) as (_, port),
        agent_at(port) as client,
    ):
        await client.tap(*middle(ICON))
        await until(lambda: any(one.run.ended_by for one in runs_of(config)))
        await until(lambda: runs_of(config)[0].verdict is not None)
        failed = runs_of(config)[0]
        assert failed.verdict == "failure"
        headers = await headers_of(port)
        if is_on:
            async with asyncio.timeout(20):
                while LESSONS not in headers:
                    headers = await headers_of(port)
            assert headers[ATTEMPT] == "2" and headers[LESSONS].decode().strip()
        else:
            assert LESSONS not in headers
        await client.tap(*middle(NAME))
        await until(lambda: len(runs_of(config)) == 2 and runs_of(config)[1].steps == 1)
    first, second = (one.run for one in runs_of(config))
    assert second.attempt == (2 if is_on else 1)
    assert second.parent_run == (first.id if is_on else None)


async def test_no_companion_and_a_taken_port_say_what_to_do(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    with pytest.raises(
        ConnectionError, match=r"no idb companion answers at 127.0.0.1:1 .*--grpc-port"
    ):
        async with record_proxy("127.0.0.1:1", 0, FAST, config):
            pass
    with pytest.raises(ValueError, match="expected HOST:PORT"):
        async with record_proxy("localhost:no", 0, FAST, config):
            pass
    with pytest.raises(OSError, match="address already in use"):
        async with record_proxy(companion.address, companion.port, FAST, config):
            pass
