"""Phones on the page: upright frames, gestures, the device's name, text that was read."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from builders import a_jpeg
from pages import becomes_true, open_page

from courtside_bridges.client.linked_run import LinkedRun, open_link
from courtside_judge.perception.frame_reading import FrameReading
from courtside_judge.perception.registry import choose, stamp_of
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.geometry import Box, PixelBox, Point
from courtside_store.records import Action, ActionKind, Element, Observation, Target, now_ms

expect = pytest.importorskip("playwright.async_api", reason="playwright is missing").expect

pytestmark = pytest.mark.chrome
SIZE = (390, 844)
INKED = """([x, y]) => {
  const marks = document.querySelector("#marks"), screen = document.querySelector("#screen");
  const fit = Math.min(marks.width / screen.width, marks.height / screen.height);
  const left = (marks.width - screen.width * fit) / 2 + x * fit;
  const top = (marks.height - screen.height * fit) / 2 + y * fit;
  const around = marks.getContext("2d").getImageData(left - 5, top - 5, 10, 10);
  return around.data.some((v, n) => n % 4 === 0 && v > 200 && around.data[n + 3] > 200);
}"""
BENT = [[50, 700], [200, 300], [350, 700]]
PINCH = [[[50, 600], [50, 800]], [[300, 800], [300, 600]]]
NONSENSE = {"path": "no list", "fingers": [[["x"]], 7]}
Pixels = list[tuple[int, int]]
GESTURES: list[tuple[ActionKind, dict[str, Any], Pixels, Pixels]] = [
    ("tap", {"point": Point(195, 400)}, [(195, 400)], [(195, 600)]),
    (
        "swipe",
        {"point": Point(195, 700), "to_point": Point(195, 200)},
        [(195, 700), (195, 450)],
        [],
    ),
    (
        "drag",
        {"point": Point(50, 700), "to_point": Point(350, 700), "raw": {"path": BENT}},
        [(200, 300)],
        [(200, 700)],
    ),
    ("other", {"text": "x", "raw": {"fingers": PINCH}}, [(50, 700), (300, 700)], [(175, 700)]),
    ("long-press", {"point": Point(195, 400), "raw": {"ms": 1200}}, [(195, 400), (214, 400)], []),
    ("type", {"text": "hello"}, [(20, 25)], [(195, 400)]),
    ("swipe", {"point": Point(9, 9), "raw": NONSENSE}, [(9, 9)], []),
]
"""What is done, and where something and nothing is drawn then."""


class Phone:
    """A device that a bridge records."""

    def __init__(self, config: Config) -> None:
        self.link = open_link("iPhone 13 · iOS 16", config, "idb", "ios")
        self.recorded = LinkedRun(self.link, "Open the settings")

    def does(self, kind: ActionKind, **more: Any) -> None:
        """One step of one action."""
        frame = self.link.frame(a_jpeg(7, SIZE))
        look = Observation(at_ms=now_ms(), frame=frame, width=SIZE[0], height=SIZE[1])
        self.recorded.step([Action(kind=kind, at_ms=now_ms(), **more)], look, None)

    async def close(self) -> None:
        """It leaves; nobody waits for what it says last."""
        self.link.hang_up()


async def shown(page: Any, step: int) -> None:
    """Returns once that step's picture stands."""
    await page.wait_for_selector(f"#screen[data-step='{step}']")
    await page.wait_for_selector("#card .label")


async def test_an_upright_frame_fits_and_its_session_has_the_device_s_name_and_sign(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    phone = Phone(config)
    phone.does("tap", point=Point(195, 400))
    await shown(page, 1)
    fits = """() => { const { width, height } = document.querySelector("#screen"), box =
      document.querySelector("#frame").getBoundingClientRect();
      return [width, height, box.height > box.width / 3 && box.bottom <= innerHeight]; }"""
    assert await page.evaluate(fits) == [*SIZE, True]
    await expect(page.locator("#runs .agent")).to_have_text(" iPhone 13 · iOS 16")
    await expect(page.locator("#runs .agent .icon")).to_have_attribute("aria-label", "ios")
    await phone.close()


async def test_gestures_are_drawn_where_the_fingers_went(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    phone = Phone(config)
    for kind, more, _, _ in GESTURES:
        phone.does(kind, **more)
    await shown(page, len(GESTURES))
    await page.keyboard.press(" ")
    for step, (kind, _, inked, plain) in reversed(list(enumerate(GESTURES, 1))):
        await shown(page, step)
        for at in inked:
            assert await page.evaluate(INKED, at), f"nothing is drawn of the {kind} at {at}"
        for at in plain:
            assert not await page.evaluate(INKED, at), f"the {kind} is drawn at {at}"
        await page.keyboard.press("k")
    assert page.outside == []
    await phone.close()


async def test_a_link_to_a_step_that_is_not_there_shows_the_last_one_and_says_so(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    phone = Phone(config)
    phone.does("tap", point=Point(195, 400))
    await shown(page, 1)
    await page.evaluate(f"location.hash = 'run={phone.recorded.run}&step=5'")
    await expect(page.locator("#problem")).to_have_text(
        "There is no step 5: the last one of this run is 1."
    )
    await expect(page.locator("#action")).to_contain_text("step 1 of 1")
    await page.keyboard.press("k")
    await expect(page.locator("#problem")).to_be_hidden()
    await phone.close()


async def test_text_that_was_read_from_a_picture_stands_on_the_elements_tab(
    config: Config, chromium: Any
) -> None:
    from courtside_daemon.app import running

    kind = choose("auto")
    if kind is None:
        pytest.skip("nothing here reads frames; `make test` installs it")
    lines = {"Airplane mode": 60, "Settings": 10, "Network": 35}
    words = tuple(
        Element(
            id=n,
            role="text",
            text=text,
            box=Box(30, y, 200, 15),
            interactable=False,
            source="ocr",
        )
        for n, (text, y) in enumerate(lines.items(), 1)
    )
    config = msgspec.structs.replace(config, ocr=kind)
    async with running(config) as (daemon, _):
        blobs = Blobs(config.blobs)  # once it runs: its start removes files that no row names
        reading = FrameReading(texts=words, unread=PixelBox(0, 90, 390, 754), repair="CMYK as RGB")
        blobs.add_note(blobs.add(a_jpeg(7, SIZE)), stamp_of(kind), msgspec.json.encode(reading))
        page = await open_page(chromium, config, daemon)
        phone = Phone(config)
        phone.does("tap", point=Point(195, 400), target=Target(role="switch"))
        await shown(page, 1)
        await page.keyboard.press("b")
        await page.click("#tabs >> text=Elements")
        await expect(page.locator("#tab tr")).to_have_text(
            ["1textSettingsocr", "2textNetworkocr", "3textAirplane modeocr"]
        )
        await expect(page.locator("#tab")).to_contain_text("Read from the screenshot by OCR")
        rest = "754 px of this screen's height, from 90 px down, were not read in time"
        await expect(page.locator("#tab")).to_contain_text(f"Words are missing here: {rest}.")
        await expect(page.locator("#tab")).to_contain_text("How the picture was read: CMYK as RGB.")
        purple = INKED.replace("n % 4 === 0 && v > 200 &&", "n % 4 === 0 && v === 0x7b &&")
        await becomes_true(page, purple, (30, 60))  # its id is drawn on the picture
        await page.hover("#tab tr:nth-child(3)")
        blue = INKED.replace("n % 4 === 0 && v > 200 &&", "n % 4 === 0 && v < 20 &&")
        await becomes_true(page, blue, (30, 60))
        await phone.close()
