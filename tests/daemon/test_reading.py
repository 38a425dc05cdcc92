"""Frames without elements, judged by the text that is read from them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from builders import a_jpeg, a_run_verdict, a_step, an_action
from drawing import a_drawn_screen
from model_server import model_server
from pages import Agent

from courtside_bridges.client.control_api import call
from courtside_daemon.app import running
from courtside_judge.backends.chosen import Chosen, ModelChoice, save_chosen
from courtside_judge.perception import registry
from courtside_judge.perception.registry import choose, is_installed, stamp_of
from courtside_judge.perception.screen_reading import ScreenReader
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.geometry import Box, PixelBox, Point
from courtside_store.reading import Reader
from courtside_store.records import Element, Observation, Step, now_ms
from courtside_store.rendering import render_step

SCREENS = (
    a_drawn_screen("Your orders", "Open the newest one", button="Open"),
    a_drawn_screen("Your order 4711 was placed", "Total: $38.20", button="Go on"),
)


async def judged(config: Config) -> Any:
    """The verdict of a daemon on a run of bare frames, whose answer stands on the last one."""
    async with running(config):
        return await answered(config)


async def answered(config: Config) -> Any:
    """The same of the daemon that runs."""
    agent = Agent(config)
    run = agent.begin("What is the number of the newest order?")
    looks = [
        Observation(at_ms=now_ms(), frame=agent.link.frame(image), width=1280, height=720)
        for image in SCREENS
    ]
    before, after = looks
    open_it = an_action("click", "")
    agent.step(Step(run=run, index=1, before=before, actions=(open_it,), after=after), *SCREENS)
    agent.end(answer="The newest order is 4711", claims_success=True)
    verdict = await asyncio.to_thread(agent.link.wait_judged, run, 240)
    await agent.close()
    assert verdict is not None
    return verdict.verdict


@pytest.mark.parametrize("ocr", ["rapidocr", "off"])
async def test_an_answer_that_stands_on_a_bare_frame_is_seen_with_ocr_alone(
    config: Config, ocr: Any
) -> None:
    if not is_installed("rapidocr"):
        pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'")
    patient = msgspec.structs.replace(config, ocr=ocr, judge_timeout_s=300.0)
    verdict = await judged(patient)
    assert verdict.status == "ok"
    kinds = {one.kind for one in verdict.evidence}
    assert ("answer-shown" in kinds, "unsighted" in kinds) == (ocr != "off", ocr == "off")
    with Reader(patient) as reader:
        (step,) = reader.steps(verdict.run)
        assert step.after is not None and step.after.elements == ()  # what the source sent stays


@pytest.mark.parametrize("judge", ["vlm:marks", "evidence"])
async def test_where_gaps_are_read_the_controls_of_a_picture_are_on_the_page_and_on_marked_pictures(
    config: Config, judge: str
) -> None:
    if not is_installed("rapidocr"):
        pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'")
    prompts: list[str] = []

    def write(messages: Any) -> str:
        prompts.append(json.dumps(messages))
        return "success"

    patient = msgspec.structs.replace(
        config, judge=judge, ocr="rapidocr", ocr_screens="with-gaps", judge_timeout_s=300.0
    )
    with model_server(write) as address:
        choice = ModelChoice(backend="openai", model=address, name="sees")
        save_chosen(config.models_file, Chosen(captioner=choice, reasoner=choice))
        async with running(patient) as (daemon, _):
            verdict = await answered(patient)
            path = f"/v1/runs/{verdict.run}/steps/1"
            shown = await asyncio.to_thread(call, patient, daemon, "GET", path)
    elements = shown["step"]["after"]["elements"]
    (button,) = [one for one in elements if one["source"] == "detector"]
    assert (button["role"], button["text"]) == ("button", "Go on")
    assert "Go on" not in [one["text"] for one in elements if one["source"] == "ocr"]
    listed = f"[{button['id']}] [BUTTON] [Go on]"
    assert any(listed in one for one in prompts) == (judge == "vlm:marks")


async def test_a_reader_that_is_installed_later_reads_the_next_run_without_a_restart(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_installed("tesseract"):
        pytest.skip("tesseract is missing: apt-get install tesseract-ocr")
    there: set[str] = set()
    monkeypatch.setattr(registry, "is_installed", there.__contains__)
    patient = msgspec.structs.replace(config, ocr="auto", judge_timeout_s=300.0)
    async with running(patient) as (daemon, _):
        before = await answered(patient)
        status = await asyncio.to_thread(call, patient, daemon, "GET", "/v1/status")
        assert status["ocr"] == "" and "unsighted" in {one.kind for one in before.evidence}
        there.add("tesseract")
        after = await answered(patient)
        status = await asyncio.to_thread(call, patient, daemon, "GET", "/v1/status")
        assert status["ocr"] == registry.stamp_of("tesseract")
        assert "unsighted" not in {one.kind for one in after.evidence}


async def test_a_reader_that_is_not_installed_stops_the_daemon_at_its_start(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "is_installed", lambda _: False)
    with pytest.raises(ValueError, match="ocr is 'tesseract', which is not installed"):
        async with running(msgspec.structs.replace(config, ocr="tesseract")):
            pass


class ReadsAWord:
    """Finds one button's word on every picture."""

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        return (Element(id=1, role="text", text="Pay now", box=Box(4, 4, 20, 8), source="ocr"),)


def a_press_on_a_picture(config: Config, *images: bytes) -> Step:
    """A press that is known by its point alone, on a picture whose reading is kept."""
    before, after = (Observation(at_ms=1, frame=Blobs(config.blobs).add(one)) for one in images)
    press = msgspec.structs.replace(an_action(), target=None, point=Point(9.0, 8.0))
    step = a_step(1, press, before=before, after=after)
    kind = choose(config.ocr)
    assert kind
    ScreenReader(ReadsAWord(), stamp_of(kind), Blobs(config.blobs)).read_step(step)
    return step


@pytest.fixture
def with_reader(config: Config) -> Config:
    kind = choose("auto")
    if kind is None:
        pytest.skip("no OCR is installed")
    return msgspec.structs.replace(config, ocr=kind)


@pytest.mark.parametrize("judge", ["evidence", "rubric:evidence"])
async def test_what_was_pressed_on_a_picture_has_its_name_for_viewers_lessons_and_the_search(
    with_reader: Config, judge: str
) -> None:
    images = [a_jpeg(n) for n in (1, 2)]
    step = a_press_on_a_picture(with_reader, *images)
    taught: list[Step] = []

    def teach(case: object, steps: Sequence[Step], *more: object) -> None:
        taught.extend(steps)

    config = msgspec.structs.replace(with_reader, judge=judge)
    async with running(config, teach) as (daemon, _):
        agent = Agent(config)
        run = agent.begin("Pay the order.")
        agent.step(step, *images)
        agent.end()
        assert await asyncio.to_thread(agent.link.wait_judged, run, 60)
        await agent.close()
        path = f"/v1/runs/{run}"
        seen = await asyncio.to_thread(call, config, daemon, "GET", f"{path}/steps/1")
        listed = await asyncio.to_thread(call, config, daemon, "GET", f"{path}/strip")
        found = await asyncio.to_thread(call, config, daemon, "GET", "/v1/search?q=pay+now")
        await asyncio.to_thread(call, config, daemon, "POST", f"{path}/lesson", {})
    assert seen["action"] == 'click element "Pay now"'
    assert [one["action"] for one in listed["steps"]] == [seen["action"]]
    actions = [(one["run"], one["step"]) for one in found["hits"] if one["where"] == "action"]
    assert actions == [(run, 1)]
    assert {render_step(one) for one in taught} == {seen["action"]}


async def test_a_run_that_was_judged_without_ocr_gets_its_names_when_it_is_judged_with_it(
    with_reader: Config,
) -> None:
    images = [a_jpeg(n) for n in (1, 2)]
    step = a_press_on_a_picture(with_reader, *images)
    without = msgspec.structs.replace(with_reader, ocr="off")
    async with running(without):
        agent = Agent(without)
        run = agent.begin("Pay the order.")
        agent.step(step, *images)
        agent.end()
        assert await asyncio.to_thread(agent.link.wait_judged, run, 60)
        await agent.close()
    body = {"verdicts": [msgspec.to_builtins(a_run_verdict(run))]}
    with Reader(with_reader) as reader:
        before = reader.step_summary(run, 1)
        async with running(with_reader) as (daemon, _):
            await asyncio.to_thread(call, with_reader, daemon, "POST", "/v1/verdicts", body)
        after = reader.step_summary(run, 1)
        assert before and after
        assert (before.action, after.action) == ("click at (9, 8)", 'click element "Pay now"')
        assert [one.where for one in reader.search("pay now")] == ["action"]
        assert not reader.search("click at")
