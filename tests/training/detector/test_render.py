"""Boxes from the DOM of a page in a real Chromium."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

pytest.importorskip("playwright", reason="rendering pages needs Playwright")

from playwright.sync_api import Page, sync_playwright

from courtside_bridges.web.browsers import find_browser
from courtside_training.detector import pages, render
from courtside_training.detector.pages import Package
from courtside_training.detector.render import LISTENERS, hand_over, in_turns, look, name_of
from courtside_training.detector.views import View, visit

pytestmark = pytest.mark.chrome

PAGE = """
<style>* { box-sizing: border-box; margin: 0 }
.at { position: absolute; height: 30px; width: 100px }
.gone { opacity: 0; position: absolute }</style>
<button class="at" style="left: 10px; top: 10px">Save</button>
<button class="at" style="left: 10px; top: 60px">Covered</button>
<div class="at" style="left: 0; top: 50px; width: 200px; height: 60px; background: #eee"></div>
<label class="at" style="left: 10px; top: 120px"><input class="gone" type="checkbox">Agree</label>
<input class="at" style="left: 10px; top: 160px" value="name">
<select class="at" style="left: 10px; top: 200px"><option>One</option></select>
<div class="at" style="left: 10px; top: 240px; cursor: pointer"><b>Row</b></div>
<div class="at" id="heard" style="left: 10px; top: 280px">Heard</div>
<p class="at" style="left: 10px; top: 320px">Only text</p>
<a class="at" style="left: 10px; top: 360px" href="#x">More</a>
<button class="at" style="left: 10px; top: 2000px">Below</button>
<button class="at" style="left: 10px; top: 400px; visibility: hidden">Hidden</button>
<script>document.getElementById('heard').addEventListener('click', () => {})</script>
"""


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    installed = find_browser()
    if installed is None:
        pytest.skip("no Chromium is installed")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=installed.path, args=installed.flags)
        context = browser.new_context(device_scale_factor=2)
        opened = context.new_page()
        opened.add_init_script(LISTENERS)
        opened.goto("about:blank")
        yield opened
        browser.close()


def test_what_shows_and_can_be_pressed_is_found_and_nothing_else(
    page: Page, tmp_path: Path
) -> None:
    page.set_content(PAGE)
    line = look(page, View(width=600, height=500), 2.0, tmp_path / "shot.jpg")
    assert line is not None
    found = sorted((round(box[2]), box[0]) for box in line["boxes"])
    assert found == [
        (20, "button"),
        (240, "checkbox"),
        (320, "textbox"),
        (400, "combobox"),
        (480, "item"),
        (560, "item"),
        (720, "link"),
    ]


def test_boxes_are_in_pixels_of_the_screenshot(page: Page, tmp_path: Path) -> None:
    page.set_content(PAGE)
    line = look(page, View(width=600, height=500), 2.0, tmp_path / "shot.jpg")
    assert line is not None
    assert ["button", 20, 20, 200, 60] in line["boxes"]
    with Image.open(tmp_path / "shot.jpg") as shot:
        assert shot.size == (line["width"], line["height"]) == (1200, 1000)


def test_a_page_in_other_words_keeps_its_controls(page: Page, tmp_path: Path) -> None:
    page.set_content(PAGE)
    view = View(width=600, height=500, dark=True, words="Настройки Поиск", zoom=1.25)
    line = look(page, view, 2.0, tmp_path / "shot.jpg")
    assert line is not None
    assert page.inner_text("button") in ("Настройки", "Поиск")
    assert {box[0] for box in line["boxes"]} >= {"button", "checkbox", "textbox", "link"}


def test_a_visit_has_the_same_name_wherever_the_repository_lies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = set()
    for place in (Path("/here/pages"), Path("/there/pages")):
        monkeypatch.setattr(render, "PAGES", place)
        names.add(name_of(place / "a/page.html", visit("a/page.html", 0)))
    assert len(names) == 1


def test_only_the_families_that_are_named_are_rendered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "PAGES", tmp_path)
    both = tuple(
        Package(family=name, source="npm", name=name, version="1", pages=("*.html",), most=9)
        for name in ("a", "b")
    )
    monkeypatch.setattr(render, "packages", lambda: both)
    for one in both:
        one.folder.mkdir()
        (one.folder / "page.html").write_text("<p>" * 200)
    assert [one.family for one, _, _ in in_turns(1)] == ["a", "b"]
    assert [one.family for one, _, _ in in_turns(1, ["b"])] == ["b"]


def test_what_pages_load_from_other_servers_is_taken_from_the_packages(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "PAGES", tmp_path)
    elsewhere = {"https://styles.invalid/1.0/": "dist/"}
    one = Package(
        family="a", source="npm", name="a", version="1", pages=("*",), most=1, elsewhere=elsewhere
    )
    (one.folder / "dist/css").mkdir(parents=True)
    (one.folder / "dist/css/a.css").write_text("p { width: 321px }")
    hand_over(page.context, one)
    page.set_content('<link rel="stylesheet" href="https://styles.invalid/1.0/css/a.css?v=1"><p>')
    assert page.evaluate("document.querySelector('p').offsetWidth") == 321
