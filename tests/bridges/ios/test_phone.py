"""An agent that drives an iOS device through Courtside, also one that speaks AitW's actions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from courtside_store.geometry import Point

pytest.importorskip("idb", reason="fb-idb is not installed")
from fake_companion import (
    HEIGHT,
    ICON,
    NAME,
    PASSWORD,
    SECRET,
    WIDTH,
    FakeCompanion,
    a_companion,
    middle,
)
from waiting import until

import courtside
from courtside_bridges.devices.opening import DeviceOpening
from courtside_bridges.ios.phone import IdbPhone
from courtside_formats.aitw.action_space import AitwAction
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.records import Action, ActionKind, Step
from courtside_store.rendering import render_step


@pytest.fixture
async def companion() -> AsyncIterator[FakeCompanion]:
    async with a_companion() as fake:
        yield fake


def a_phone(companion: FakeCompanion, config: Config, **more: Any) -> DeviceOpening[IdbPhone]:
    return courtside.ios(
        task="Sign in as Ada",
        companion=companion.address,
        agent="tapper",
        settle_s=0.05,
        config=config,
        **more,
    )


def steps_of(config: Config, run: str | None) -> list[Step]:
    assert run
    with Reader(config) as reader:
        return list(reader.steps(run))


async def test_an_agent_signs_in_and_is_judged(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    async with a_phone(companion, config) as phone:
        assert await phone.device.size() == (WIDTH, HEIGHT)
        phone.thought("The gear opens the form.")
        await phone.tap(middle(ICON))
        assert (await phone.look()).elements[0].text == "Name"
        with pytest.raises(LookupError, match="no element says 'Nobody'; there are 'Name', "):
            await phone.tap("Nobody")
        await phone.type("Ada", into="name")
        await phone.tap(middle(PASSWORD))
        await phone.type(SECRET)
        await phone.tap(await phone.find("Sign"))
        outcome = await phone.finish("signed in", True)
        steps = steps_of(config, phone.run)
    assert outcome.verdict.status == "ok"
    assert [render_step(step) for step in steps] == [
        'tap button "Settings"',
        'tap textbox "Name"',
        'type "Ada" into textbox "Name"',
        'tap textbox "Password"',
        'type (secret) into textbox "Password"',
        'tap button "Sign in"',
    ]
    assert steps[0].thought == "The gear opens the form." and not steps[1].thought
    assert steps[-1].after and "Welcome Ada" in steps[-1].after.text
    with Reader(config) as reader:
        [summary] = reader.runs()
    assert (summary.run.answer, summary.run.claims_success) == ("signed in", True)
    assert (summary.run.ended_by, summary.source) == ("finish", "idb")


async def test_an_agent_that_waits_for_each_call_has_the_same_ones(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    def drive() -> str:
        with a_phone(companion, config) as phone:
            phone.tap(middle(ICON))
            phone.type("Ada", into="name")
            assert phone.look().elements[0].value == "Ada"
            assert phone.finish("signed in", True).verdict.status == "ok"
            return phone.run or ""

    steps = steps_of(config, await asyncio.to_thread(drive))
    assert [render_step(step) for step in steps] == [
        'tap button "Settings"',
        'tap textbox "Name"',
        'type "Ada" into textbox "Name"',
    ]


DONE: list[tuple[Action, ActionKind, str]] = [
    (Action(kind="tap", at_ms=0, point=Point(5, 300)), "tap", ""),
    (Action(kind="long-press", at_ms=0, point=Point(5, 300)), "long-press", ""),
    (Action(kind="swipe", at_ms=0, point=Point(80, 300), to_point=Point(80, 100)), "swipe", ""),
    (Action(kind="drag", at_ms=0, point=Point(80, 300), to_point=Point(80, 100)), "drag", ""),
    (Action(kind="scroll", at_ms=0, point=Point(80, 160), to_point=Point(0, 100)), "swipe", ""),
    (Action(kind="type", at_ms=0, text="Hi!"), "type", "Hi!"),
    (Action(kind="press", at_ms=0, text="Enter"), "press", "Enter"),
    (Action(kind="press", at_ms=0, text="Command+a"), "press", "Command+a"),
    (Action(kind="press", at_ms=0, text="volume up"), "press", "VOLUME_UP"),
    (Action(kind="home", at_ms=0), "home", ""),
    (Action(kind="back", at_ms=0), "swipe", ""),
    (
        Action(
            kind="other",
            at_ms=0,
            text="pinch open",
            raw={"fingers": [[[70, 100], [60, 100]], [[90, 100], [100, 100]]]},
        ),
        "other",
        "pinch open",
    ),
]


@pytest.mark.parametrize(("action", "kind", "text"), DONE, ids=lambda one: str(one)[:24])
async def test_each_kind_reaches_the_device_and_is_recorded_as_asked(
    config: Config,
    daemon: Running,
    companion: FakeCompanion,
    action: Action,
    kind: ActionKind,
    text: str,
) -> None:
    async with a_phone(companion, config) as phone:
        await phone.perform(action)
        await phone.end()
        run = phone.run
    assert {done.kind for done in companion.done} == {kind}
    assert "".join(done.text for done in companion.done) == text
    [step] = steps_of(config, run)
    assert step.actions[0].kind == action.kind
    assert step.before and step.after and step.after.frame


async def test_apps_and_addresses_open(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    async with a_phone(companion, config) as phone:
        await phone.launch("com.apple.Preferences")
        assert companion.screen == "form"
        await phone.perform(Action(kind="navigate", at_ms=0, text="https://example.org/"))
        await phone.end()
        run = phone.run
    assert companion.screen == "welcome"
    assert [render_step(step) for step in steps_of(config, run)] == [
        'launch-app "com.apple.Preferences"',
        "navigate https://example.org/",
    ]


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Action(kind="hover", at_ms=0), "action.kind is 'hover'; iPhone Fake iOS 18.0 can do"),
        (Action(kind="tap", at_ms=0), "a tap needs a point"),
        (Action(kind="swipe", at_ms=0, point=Point(1, 1)), "a swipe needs a point"),
        (Action(kind="type", at_ms=0, text="Grüße"), "no key for 'ßü'"),
        (Action(kind="type", at_ms=0), "no text to type"),
        (Action(kind="press", at_ms=0, text="Hyper+x"), "key is 'Hyper[+]x'; expected a character"),
        (Action(kind="press", at_ms=0), "key is ''; expected e.g. 'Enter'"),
    ],
)
async def test_what_the_device_cannot_do_is_said_and_is_no_step(
    config: Config, daemon: Running, companion: FakeCompanion, action: Action, words: str
) -> None:
    async with a_phone(companion, config) as phone:
        with pytest.raises(ValueError, match=words):
            await phone.perform(action)
        assert phone.run is None and not companion.events


async def test_a_companion_that_refuses_is_told_to_the_agent_and_recorded(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    async with a_phone(companion, config) as phone:
        await phone.tap(middle(ICON))
        await companion.stop()
        with pytest.raises(OSError):
            await phone.tap(middle(NAME))
        run = phone.run
        await companion.start()
    _, refused = steps_of(config, run)
    assert refused.actions[0].raw and refused.actions[0].raw["failed"]


async def test_what_the_agent_raises_reaches_it_as_it_was(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    with pytest.raises(KeyError, match="mine"):
        async with a_phone(companion, config) as phone:
            await phone.tap(middle(ICON))
            run = phone.run
            raise KeyError("mine")
    with Reader(config) as reader:
        [summary] = reader.runs()
    assert summary.run.ended_by == "agent-crashed"
    assert summary.run.end_reason == "the agent failed: KeyError: 'mine'"
    assert summary.steps == 1 and summary.run.id == run


UP = AitwAction(name="DUAL_POINT", touch=(0.8, 0.5), lift=(0.2, 0.5))


async def test_a_call_that_is_given_up_leaves_the_step_before_it(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    async with a_phone(companion, config) as phone:
        await phone.tap(middle(ICON))
        companion.may_shoot.clear()
        asked = companion.calls["screenshot"]
        async with asyncio.TaskGroup() as group:
            given_up = group.create_task(phone.tap("Name"))
            await until(lambda: companion.calls["screenshot"] > asked)  # of what the tap left
            given_up.cancel()
        companion.may_shoot.set()
        assert given_up.cancelled()
        await phone.finish("done", True)
        steps = steps_of(config, phone.run)
    assert [render_step(step) for step in steps] == ['tap button "Settings"']
    assert steps[0].after is not None and steps[0].after.frame


async def test_a_policy_trained_on_aitw_drives_the_device(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    icon, name = ((y / HEIGHT, x / WIDTH) for x, y in (middle(ICON), middle(NAME)))
    async with a_phone(companion, config, up_swipe="right") as phone:
        for action in (
            AitwAction(name="PRESS_HOME"),
            UP,
            AitwAction(name="DUAL_POINT", touch=icon, lift=icon),
            AitwAction(name="DUAL_POINT", touch=name, lift=name),
            AitwAction(name="TYPE", text="Ada"),
            UP,
            AitwAction(name="STATUS_TASK_COMPLETE"),
        ):
            await phone.perform_aitw(action)
        assert phone.ended
        with pytest.raises(ValueError, match="has ended"):
            await phone.tap((1, 1))
        run = phone.run
    steps = steps_of(config, run)
    assert companion.page == -1, "the finger went right: the page before this one"
    assert companion.fields["Name"] == "Ada"
    kinds = [step.actions[0].kind for step in steps]
    assert kinds == ["home", "swipe", "tap", "tap", "type", "swipe"]
    at_home, in_app = (step.actions[0] for step in steps if step.actions[0].kind == "swipe")
    assert at_home.point and at_home.to_point and at_home.to_point[0] > at_home.point[0]
    assert in_app.point and in_app.to_point and in_app.to_point[1] < in_app.point[1]
    with Reader(config) as reader:
        assert reader.runs()[0].run.claims_success is True


async def test_the_chance_is_seeded(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    async def pages(seed: int) -> list[int]:
        seen = []
        companion.page = 0
        async with a_phone(companion, config, up_swipe="random", seed=seed) as phone:
            for _ in range(6):
                await phone.perform_aitw(UP, at_home=True)
                seen.append(companion.page)
        return seen

    assert await pages(1) == await pages(1)
    assert len({tuple(await pages(seed)) for seed in (1, 2, 3)}) > 1


async def test_back_may_be_the_home_button(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    async with a_phone(companion, config, back="home") as phone:
        await phone.press("back")
        assert phone.aitw.at_home
    assert companion.done[0].kind == "home"


async def test_an_agent_that_does_nothing_has_no_run(
    config: Config, daemon: Running, companion: FakeCompanion
) -> None:
    async with a_phone(companion, config) as phone:
        await phone.look()  # what begins by itself has begun once this is answered
        outcome = await phone.finish()
    assert outcome.verdict.label == "unknown" and "no run" in outcome.verdict.explanation
    with Reader(config) as reader:
        assert not reader.runs()
