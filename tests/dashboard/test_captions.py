"""Descriptions of screens are kept, fixed and dropped on a page of their own."""

from __future__ import annotations

import asyncio
import hashlib
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import pytest
from axe import violations
from builders import a_jpeg

from courtside_bridges.client.control_api import call
from courtside_refine.captions.collection import CaptionCollection
from courtside_refine.captions.screen_sample import CaptionScreen
from courtside_store.config import Config
from courtside_store.daemon_state import Running

expect = pytest.importorskip("playwright.async_api", reason="playwright is missing").expect

pytestmark = pytest.mark.chrome
EVIL = "<img src=x onerror=document.title='hacked'>"


def a_collection(folder: Path, count: int, size: tuple[int, int] = (320, 200)) -> CaptionCollection:
    """Screens of one site; the first description would run if it became markup."""
    collection = CaptionCollection(folder)
    for number in range(count):
        picture = a_jpeg(number + 1, size)
        frame = hashlib.sha256(picture).hexdigest()
        screen = CaptionScreen(
            frame=frame, domain="shop.test", surface="web", run="run_0000000000000001", step=1
        )
        caption = f"- screen {number}" + EVIL * (number == 0)
        collection.add(screen, picture, caption, "Describe it.", "tiny")
    return collection


async def a_review(config: Config, folder: Path, *more: str) -> tuple[int | None, str]:
    """The command's exit code, and what it printed."""
    words = ["--data-dir", str(config.data_dir), "captions", "review", str(folder), "--page", *more]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "courtside", *words, stdout=PIPE, stderr=PIPE
    )
    out, err = await process.communicate()
    return process.returncode, (out or err).decode().strip()


async def opened(chromium: Any, link: str) -> Any:
    page = await chromium.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    await page.goto(link)
    return page


async def test_a_person_keeps_fixes_and_drops_and_the_folder_has_it(
    config: Config, daemon: Running, chromium: Any, tmp_path: Path
) -> None:
    a_collection(tmp_path / "screens", 4)
    code, link = await a_review(config, tmp_path / "screens", "--who", "ann")
    assert code == 0 and "/captions.html#" in link
    page = await opened(chromium, link)
    await expect(page.locator("#status")).to_contain_text("4 of 4 left")
    await expect(page.locator("#shown")).to_be_visible()
    await expect(page.locator("#caption")).to_have_value("- screen 0" + EVIL)
    await page.keyboard.press("k")
    await expect(page.locator("#caption")).to_have_value("- screen 1")
    await page.keyboard.press("f")
    await page.locator("#caption").fill("- a list of lamps")
    await expect(page.locator("#keep")).to_be_disabled()
    await page.keyboard.press("Control+Enter")
    await expect(page.locator("#caption")).to_have_value("- screen 2")
    await page.locator("#drop").click()
    await expect(page.locator("#status")).to_contain_text("1 of 4 left")
    await page.keyboard.press("b")
    await expect(page.locator("#caption")).to_have_value("- screen 2")
    await page.keyboard.press("k")
    await expect(page.locator("#caption")).to_have_value("- screen 3")
    await page.keyboard.press("d")
    await expect(page.locator("#nothing")).to_contain_text("All are reviewed.")
    assert page.errors == [] and await page.title() == "Captions · Courtside"
    await page.close()
    again = CaptionCollection(tmp_path / "screens")
    newest = list(again.newest().values())
    assert [one.decision for one in newest] == ["keep", "fix", "keep", "drop"]
    assert {one.who for one in newest} == {"ann"} and len(again.reviews) == 5
    assert [line.caption for _, line in again.lines()][1:] == ["- a list of lamps", "- screen 2"]


async def test_the_whole_picture_is_in_its_place(
    config: Config, daemon: Running, chromium: Any, tmp_path: Path
) -> None:
    a_collection(tmp_path / "screens", 1, (1280, 720))
    _, link = await a_review(config, tmp_path / "screens")
    page = await opened(chromium, link)
    await expect(page.locator("#shown")).to_be_visible()
    shown = await page.locator("#shown").bounding_box()
    place = await page.locator(".picture").bounding_box()
    assert place["x"] <= shown["x"]
    assert shown["x"] + shown["width"] <= place["x"] + place["width"]
    await page.close()


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_it_can_be_read_by_everybody(
    config: Config, daemon: Running, chromium: Any, tmp_path: Path, width: int, theme: str
) -> None:
    a_collection(tmp_path / "screens", 1)
    _, link = await a_review(config, tmp_path / "screens")
    page = await opened(chromium, link)
    await page.set_viewport_size({"width": width, "height": 800})
    await expect(page.locator("#shown")).to_be_visible()
    await page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    assert await violations(page) == []
    await page.keyboard.press("k")
    await expect(page.locator("#nothing")).to_contain_text("All are reviewed.")
    assert await violations(page) == []
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await page.close()


async def test_what_is_no_folder_of_described_screens_is_one_line(
    config: Config, daemon: Running, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    code, review = await a_review(config, tmp_path / "other")
    assert code == 1 and "holds no described screens" in review and len(review.splitlines()) == 1


async def test_what_cannot_be_opened_or_shown_is_no_full_disk(
    config: Config, daemon: Running, tmp_path: Path
) -> None:
    def ask(method: str, path: str, body: dict[str, str] | None = None) -> Any:
        return call(config, daemon, method, path, body)

    with pytest.raises(OSError, match="it cannot be opened: File name too long"):
        await asyncio.to_thread(ask, "POST", "/v1/captions", {"folder": "/" + "a" * 5000})
    collection = a_collection(tmp_path / "screens", 1)
    (one,) = collection.described
    await asyncio.to_thread(ask, "POST", "/v1/captions", {"folder": str(collection.folder)})
    (collection.folder / one.image).unlink()
    with pytest.raises(OSError, match="the picture cannot be read: No such file"):
        await asyncio.to_thread(ask, "GET", f"/v1/captions/{one.screen.frame}/picture")


async def test_a_page_without_a_folder_says_how_to_begin(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await opened(chromium, f"{daemon.url}/captions.html")
    await expect(page.locator("#nothing")).to_contain_text("courtside captions review FOLDER")
    assert await violations(page) == []
    await page.close()
