"""One golden table: the same controls are the same elements, whichever source they come from.

Each reader reads what its source really gives: a page in Chromium, a window through AT-SPI, the
documents of Appium, uiautomator and idb, and a picture of the page.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from desktops import PYTHON, Screen, a_screen, first_line, missing, running
from PIL import Image
from waiting import wait_until

from courtside_bridges.desktop.tree_process import TreeProcess
from courtside_bridges.web.page_scripts import recorder_script
from courtside_formats.ui_trees.android import read_androidworld, read_uiautomator
from courtside_formats.ui_trees.atspi import observe
from courtside_formats.ui_trees.ios import read_idb, read_xcuitest
from courtside_judge.perception.detector import ROLES, Detection, Detector
from courtside_judge.perception.fused_reader import FusedReader
from courtside_judge.perception.protocol import OcrReader
from courtside_judge.perception.registry import is_installed, load_reader
from courtside_judge.perception.tree_gaps import filled
from courtside_store.geometry import Box, PixelBox, overlap
from courtside_store.records import Element, Observation, Short

Row = tuple[str, str, str, str, bool, tuple[Short, ...]]
"""Role, text, value, caption, interactable, state."""
GOLDEN: dict[str, Row] = {
    "button": ("button", "Save", "", "", True, ()),
    "link": ("link", "Help", "", "", True, ()),
    "field": ("textbox", "Name", "Ann", "", True, ()),
    "secret field": ("textbox", "Password", "", "", True, ("secret",)),
    "ticked box": ("checkbox", "Gift", "", "", True, ("checked",)),
    "chosen radio button": ("radio", "Red", "", "", True, ("checked",)),
    "disabled button": ("button", "Send", "", "", True, ("disabled",)),
    "button with a picture alone": ("button", "Search", "", "", True, ()),
    "link with a picture alone": ("link", "Chart", "", "", True, ()),
    "static text": ("text", "Three items", "", "", False, ()),
    "picture": ("img", "", "", "Logo", False, ()),
}
SEEN: dict[str, tuple[Row, ...]] = {
    "button": (("button", "Save", "", "", True, ()),),
    "link": (("link", "Help", "", "", True, ()),),
    "field": (("text", "Name", "", "", False, ()), ("textbox", "Ann", "", "Name", True, ())),
    "ticked box": (("checkbox", "", "", "Gift", True, ()), ("text", "Gift", "", "", False, ())),
    "chosen radio button": (
        ("checkbox", "", "", "Red", True, ()),
        ("text", "Red", "", "", False, ()),
    ),
    "disabled button": (("button", "Send", "", "", True, ()),),
    "button with a picture alone": (("button", "", "", "", True, ()),),
    "static text": (("text", "Three items", "", "", False, ()),),
}
"""The same controls in a picture, once their boxes are found: a field has what stands in it as its
text and its label as caption; no picture tells values and states."""
READ = ("Save", "Help", "Name", "Ann", "Gift", "Red", "Send", "Three items")
"""The texts that OCR alone finds there."""
ANDROID_ACTIONS: tuple[tuple[str, ...], ...] = (
    *(("click",), ("click", "type"), ("click", "type"), ("click", "check"), ("click", "check")),
    *(("click",), ("click",), (), ()),
)
NO_LINKS = frozenset({"link", "link with a picture alone"})
"""Of Android, whose links are texts that can be pressed."""
HTML = """<!doctype html><title>Controls</title><p tabindex=0 id=first></p>
<button>Save</button><a href=/help>Help</a>
<label for=n>Name</label><input id=n value=Ann>
<label for=p>Password</label><input id=p type=password value=hunter2>
<label for=g>Gift</label><input type=checkbox id=g checked>
<label for=r>Red</label><input type=radio id=r checked>
<button disabled>Send</button>
<button><img alt=Search width=9 height=9 src="data:,"></button>
<a href=/chart><svg aria-label=Chart width=9 height=9></svg></a>
<p>Three items</p><img alt=Logo width=40 height=40 src="data:,">"""
DRAWN = """<!doctype html><style>*{font:20px sans-serif}body{margin:30px}div{margin:0 0 24px}
[type=text]{display:block;width:300px;height:40px;padding:0 12px;border:1px solid #777}
button{width:110px;height:44px;border:0;color:#fff;background:#0550ae}
[type=checkbox],[type=radio]{width:22px;height:22px;margin:0 12px 0 0;vertical-align:middle}
</style><div><button>Save</button></div><div><a href=/help>Help</a></div>
<div>Name<input type=text value=Ann></div>
<div><input type=checkbox checked>Gift</div><div><input type=radio checked>Red</div>
<div><button disabled>Send</button></div>
<div><button><svg width=20 height=20><circle cx=10 cy=10 r=8 fill=#fff /></svg></button></div>
<div>Three items</div>"""
BOXES = (
    "[...document.querySelectorAll('a,button,input')].map((one) => "
    "(({x, y, width, height}) => [x, y, width, height])(one.getBoundingClientRect()))"
)
_BOX = 'bounds="[0,0][90,20]" displayed="true"'
ANDROID = f"""<hierarchy>
<android.widget.Button text="Save" clickable="true" {_BOX}/>
<android.widget.EditText text="Ann" hint="Name" clickable="true" {_BOX}/>
<android.widget.EditText text="hunter2" hint="Password" password="true" clickable="true" {_BOX}/>
<android.widget.CheckBox text="Gift" checkable="true" checked="true" clickable="true" {_BOX}/>
<android.widget.RadioButton text="Red" checkable="true" checked="true" clickable="true" {_BOX}/>
<android.widget.Button text="Send" clickable="true" enabled="false" {_BOX}/>
<android.widget.ImageButton content-desc="Search" clickable="true" {_BOX}/>
<android.widget.TextView text="Three items" {_BOX}/>
<android.widget.ImageView content-desc="Logo" {_BOX}/></hierarchy>"""
_KIND = {"is_clickable": True, "bbox_pixels": {"x_min": 0, "x_max": 90, "y_min": 0, "y_max": 20}}
ANDROIDWORLD: list[dict[str, Any]] = [
    _KIND | {"class_name": "android.widget.Button", "text": "Save"},
    _KIND | {"class_name": "android.widget.EditText", "text": "Ann", "hint_text": "Name"},
    _KIND
    | {"class_name": "android.widget.EditText", "text": "hunter2", "hint_text": "Password"}
    | {"is_password": True},
    _KIND
    | {"class_name": "android.widget.CheckBox", "text": "Gift"}
    | {"is_checkable": True, "is_checked": True},
    _KIND
    | {"class_name": "android.widget.RadioButton", "text": "Red"}
    | {"is_checkable": True, "is_checked": True},
    _KIND | {"class_name": "android.widget.Button", "text": "Send", "is_enabled": False},
    _KIND | {"class_name": "android.widget.ImageButton", "content_description": "Search"},
    _KIND | {"class_name": "android.widget.TextView", "text": "Three items", "is_clickable": False},
    _KIND
    | {"class_name": "android.widget.ImageView", "content_description": "Logo"}
    | {"is_clickable": False},
]
_FRAME = {"frame": {"x": 0, "y": 0, "width": 90, "height": 20}}
IDB = [
    _FRAME | {"type": "Button", "AXLabel": "Save", "custom_actions": ["Share"]},
    _FRAME | {"type": "Link", "AXLabel": "Help"},
    _FRAME | {"type": "TextField", "AXLabel": "Name", "AXValue": "Ann"},
    _FRAME | {"type": "SecureTextField", "AXLabel": "Password", "AXValue": "hunter2"},
    _FRAME | {"type": "CheckBox", "AXLabel": "Gift", "AXValue": "1"},
    _FRAME | {"type": "RadioButton", "AXLabel": "Red", "AXValue": "1"},
    _FRAME | {"type": "Button", "AXLabel": "Send", "enabled": False},
    _FRAME | {"type": "Button", "AXLabel": "Search"},
    _FRAME | {"type": "Link", "AXLabel": "Chart"},
    _FRAME | {"type": "StaticText", "AXLabel": "Three items"},
    _FRAME | {"type": "Image", "AXLabel": "Logo"},
]
_PLACE = 'x="0" y="0" width="90" height="20" visible="true"'
XCUITEST = f"""<AppiumAUT><XCUIElementTypeApplication name="Controls" {_PLACE}>
<XCUIElementTypeButton label="Save" {_PLACE}/><XCUIElementTypeLink label="Help" {_PLACE}/>
<XCUIElementTypeTextField label="Name" value="Ann" {_PLACE}/>
<XCUIElementTypeSecureTextField label="Password" value="hunter2" {_PLACE}/>
<XCUIElementTypeCheckBox label="Gift" value="1" {_PLACE}/>
<XCUIElementTypeRadioButton label="Red" value="1" {_PLACE}/>
<XCUIElementTypeButton label="Send" enabled="false" {_PLACE}/>
<XCUIElementTypeButton label="Search" {_PLACE}/>
<XCUIElementTypeLink label="Chart" {_PLACE}/>
<XCUIElementTypeStaticText label="Three items" {_PLACE}/>
<XCUIElementTypeImage label="Logo" {_PLACE}/></XCUIElementTypeApplication></AppiumAUT>"""


def rows(elements: Sequence[Element]) -> list[Row]:
    """What the table says of each, in the order of the source."""
    return [(e.role, e.text, e.value, e.caption, e.interactable, e.state) for e in elements]


Place = tuple[Box | None, str, str, float | None]
"""Box, what was mended of it, source, confidence."""
GIVEN = Box(0, 0, 90, 20)
"""Of every control in the documents here."""


def places(elements: Sequence[Element]) -> set[Place]:
    """What the table says nothing of, and all of one source have alike."""
    return {(e.box, e.box_repair, e.source, e.confidence) for e in elements}


def actions(elements: Sequence[Element]) -> tuple[tuple[str, ...], ...]:
    return tuple(one.actions for one in elements)


def golden(but: frozenset[str] = frozenset()) -> list[Row]:
    return [row for name, row in GOLDEN.items() if name not in but]


async def test_a_page(chromium: Any) -> None:
    page = await chromium.new_page()
    await page.set_content(HTML)
    await page.evaluate(recorder_script())
    listed = await page.evaluate("courtsideScreen.see().look.elements")
    measured = await page.evaluate(
        "(({x, y, width, height}) => [x, y, width, height].map((one) => Math.round(one * 10) / 10))"
        "(document.querySelector('button').getBoundingClientRect())"
    )
    await page.close()
    found = msgspec.convert(listed, tuple[Element, ...])
    seen = [row for row in rows(found) if row[0] != "label" and row[1] + row[3]]
    assert seen == golden()
    assert all(one.box and min(one.box[2:]) > 0 for one in found[1:])
    assert set(actions(found)) == {()}
    assert {one[1:] for one in places(found)} == {("", "dom", None)}
    assert next(one.box for one in found if one.text == "Save") == tuple(measured)


def test_android_through_appium_and_uiautomator() -> None:
    found = read_uiautomator(ANDROID)
    assert rows(found) == golden(NO_LINKS)
    assert actions(found) == ANDROID_ACTIONS
    assert places(found) == {(GIVEN, "", "device", None)}


def test_android_as_androidworld_lists_it() -> None:
    found = read_androidworld(json.dumps(ANDROIDWORLD))
    assert rows(found) == golden(NO_LINKS)
    assert actions(found) == ANDROID_ACTIONS
    assert places(found) == {(GIVEN, "", "device", None)}


def test_ios_through_idb() -> None:
    found = read_idb(json.dumps(IDB)).elements
    assert rows(found) == golden()
    assert actions(found) == (("Share",), *[()] * (len(GOLDEN) - 1))
    assert places(found) == {(GIVEN, "", "device", None)}


def test_ios_through_xcuitest() -> None:
    found = read_xcuitest(XCUITEST).elements
    assert rows(found) == golden()
    assert set(actions(found)) == {()}
    assert places(found) == {(GIVEN, "", "device", None)}


class Finds:
    """Finds the controls where the page has them, as a detector that misses nothing."""

    roles = ("button", "link", "textbox", "checkbox", "checkbox", "button", "button")

    def __init__(self, boxes: Sequence[Box]) -> None:
        self.boxes = boxes

    def detect(self, image: Image.Image) -> tuple[Detection, ...]:
        return tuple(
            Detection(box=box, role=role, confidence=0.87654)
            for box, role in zip(self.boxes, self.roles, strict=True)
        )


class ReadsNothing:
    """An OCR reader that finds no word."""

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        return ()


@pytest.fixture
def ocr() -> OcrReader:
    if not is_installed("rapidocr"):
        pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'")
    return load_reader("rapidocr", Path())


async def drawn(chromium: Any) -> tuple[bytes, list[Box]]:
    """A picture of the controls, and where they stand."""
    page = await chromium.new_page(viewport={"width": 640, "height": 720})
    await page.set_content(DRAWN)
    picture, boxes = await page.screenshot(), await page.evaluate(BOXES)
    await page.close()
    return picture, [Box(*map(float, box)) for box in boxes]


def is_about(one: Element, source: str, confidences: tuple[float, float]) -> bool:
    """What the table says nothing of."""
    least, most = confidences
    assert one.confidence is not None and one.box and min(one.box[2:]) > 0
    told = (one.tag, one.actions, one.box_repair, one.source)
    return told == ("", (), "", source) and least <= one.confidence <= most


async def test_words_of_a_picture(chromium: Any, ocr: OcrReader) -> None:
    picture, _ = await drawn(chromium)
    found = [one for one in ocr.read(picture) if len(one.text) > 1]  # a tick is read as a letter
    assert rows(found) == [("text", text, "", "", False, ()) for text in READ]
    assert all(is_about(one, "ocr", (0.5, 1.0)) for one in found)


async def test_boxes_of_a_picture(chromium: Any) -> None:
    picture, boxes = await drawn(chromium)
    detector = Detector.load()
    if detector is None:
        pytest.skip("the detector is missing: pip install 'courtside[ocr]'")
    found = FusedReader(ReadsNothing(), detector).read(picture)
    assert {(*row[1:], row[0] in ROLES) for row in rows(found)} == {("", "", "", True, (), True)}
    assert all(is_about(one, "detector", (detector.card.threshold, 1.0)) for one in found)
    save = max(found, key=lambda one: overlap(one.box or Box(0, 0, 0, 0), boxes[0]))
    assert save.box and overlap(save.box, boxes[0]) > 0.7 and save.role == "button"


async def test_words_and_boxes_of_a_picture(chromium: Any, ocr: OcrReader) -> None:
    picture, boxes = await drawn(chromium)
    found = FusedReader(ocr, Finds(boxes)).read(picture)
    assert rows(found) == [row for seen in SEEN.values() for row in seen]
    assert [one.box for one in found if one.interactable] == boxes
    assert all(
        is_about(one, "detector", (0.8765, 0.8765))
        if one.interactable
        else is_about(one, "ocr", (0.5, 1.0))
        for one in found
    )
    assert [one.id for one in found] == [*range(1, len(found) + 1)]


async def test_what_a_tree_leaves_out(chromium: Any, ocr: OcrReader) -> None:
    """The page's tree ends above its fields; what is below stands on a canvas."""
    picture, boxes = await drawn(chromium)
    canvas = Box(0.0, boxes[1].bottom + 5, 640.0, 720.0 - boxes[1].bottom - 5)
    tree = (
        Element(id=1, tag="button", role="button", text="Save", box=boxes[0]),
        Element(id=2, tag="a", role="link", text="Help", box=boxes[1]),
        Element(id=7, role="button", text="Menu", box=Box(500.0, 30.0, 90.0, 40.0)),
        Element(id=9, tag="canvas", box=canvas, interactable=False),
    )
    look = Observation(at_ms=0, width=640, height=720, elements=tree)
    found = filled(look, FusedReader(ocr, Finds(boxes)).read(picture)).elements
    assert found[:4] == tree
    in_gap = [row for name, seen in SEEN.items() if name not in ("button", "link") for row in seen]
    assert rows(found[4:]) == in_gap
    assert [one.id for one in found[4:]] == [*range(10, 10 + len(in_gap))]
    assert {one.source for one in found[4:]} == {"ocr", "detector"}


@pytest.fixture
def controls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    """The window on a desktop of its own."""
    if gone := missing():
        pytest.skip(f"no desktop to test on ({gone}); `make test` installs it")
    with a_screen(tmp_path) as screen:
        for name, value in screen.environ.items():
            monkeypatch.setenv(name, value)
        app = Path(__file__).parents[1] / "controls_app.py"
        with running(PYTHON, str(app), environ=screen.environ) as window:
            assert first_line(window) == "ready"
            screen.do("windowactivate", "--sync", screen.wait_for("Controls"))
            yield screen


def test_a_desktop_through_atspi(controls: Screen) -> None:
    tree = TreeProcess()

    def whole() -> tuple[Element, ...]:
        """Where others work, the first answers are cut short."""
        look = tree.look("Controls")
        assert look is None or look.window == "Controls"
        found = (
            observe(look, Observation(at_ms=1), PixelBox(0, 0, 1280, 800)).elements if look else ()
        )
        return found if len(found) > len(GOLDEN) else ()

    listed = wait_until(whole, 20.0)
    found = rows(listed)
    tree.close()
    assert all(one.box and min(one.box[2:]) > 0 for one in listed)
    assert set(actions(listed)) == {()}
    assert {one[1:] for one in places(listed)} == {("", "ax", None)}
    labels = [("text", name, "", "", False, ()) for name in ("Name", "Password")]
    plain = [(*row[:5], tuple(word for word in row[5] if word != "focused")) for row in found]
    own = [row for row in plain if row[0] != "frame" and row not in labels]
    assert sorted(own) == sorted([*golden(), ("slider", "Volume", "50", "", True, ())])


def test_what_is_dragged_or_chosen_from_can_be_acted_on_and_keeps_its_value() -> None:
    """Beside the table: Android's trees have no value of these, and a page calls its own ones
    fields."""
    place = 'bounds="[0,0][90,20]"'
    (slider,) = read_uiautomator(
        f'<hierarchy><android.widget.SeekBar content-desc="Volume" {place}/></hierarchy>'
    )
    assert rows([slider]) == [("slider", "Volume", "", "", True, ())]
    lists = [
        _FRAME | {"type": kind, "AXLabel": "Colour", "AXValue": "Blue"}
        for kind in ("PopUpButton", "ComboBox")
    ]
    assert rows(read_idb(json.dumps(lists)).elements) == [
        ("combobox", "Colour", "Blue", "", True, ())
    ] * len(lists)
