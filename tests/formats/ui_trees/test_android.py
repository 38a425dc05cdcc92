"""Android's UI trees become the elements that pages give, and nothing else comes in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from courtside_formats.ui_trees.android import read_androidworld, read_uiautomator
from courtside_store.geometry import Box
from courtside_store.records import Element, Observation

APPIUM = """<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<hierarchy index="0" class="hierarchy" rotation="0" width="1080" height="2205">
  <android.widget.FrameLayout index="0" bounds="[0,0][1080,2205]" displayed="true">
    <android.widget.TextView text="Sign in" bounds="[40,100][500,180]" displayed="true"/>
    <android.widget.EditText text="ann@example.org" hint="E-mail" clickable="true" enabled="true"
      focused="true" bounds="[40,200][1040,320]" displayed="true"/>
    <android.widget.EditText text="hunter2" content-desc="Password" password="true"
      clickable="true" bounds="[40,340][1040,460]" displayed="true"/>
    <android.widget.CheckBox text="Stay &amp; go" checkable="true" checked="true" clickable="true"
      bounds="[40,480][500,560]" displayed="true"/>
    <android.widget.Button text="Go" clickable="true" enabled="false"
      bounds="[40,600][300,700]" displayed="true"/>
    <android.widget.TextView text="below the fold" bounds="[0,3000][9,3100]" displayed="false"/>
  </android.widget.FrameLayout>
</hierarchy>"""
DUMP = """<hierarchy rotation="0"><node index="0" text="" class="android.widget.ImageButton"
 package="a.b" content-desc="More options" checkable="false" checked="false" clickable="true"
 enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="true"
 password="false" selected="false" bounds="[936,84][1080,228]" /></hierarchy>"""


def test_a_page_source_of_appium_is_read_with_boxes_states_and_without_secrets() -> None:
    title, mail, secret, stay, go = read_uiautomator(APPIUM, scale=2)
    assert title == Element(
        id=1,
        tag="android.widget.TextView",
        role="text",
        text="Sign in",
        box=Box(20, 50, 230, 40),
        interactable=False,
        source="device",
    )
    assert (mail.role, mail.text, mail.value) == ("textbox", "E-mail", "ann@example.org")
    assert mail.state == ("focused",) and mail.interactable
    assert (secret.text, secret.value, secret.state) == ("Password", "", ("secret",))
    assert (stay.role, stay.text, stay.state) == ("checkbox", "Stay & go", ("checked",))
    assert (go.role, go.state, go.interactable) == ("button", ("disabled",), True)
    assert [one.id for one in (title, mail, secret, stay, go)] == [1, 2, 3, 4, 5]


def test_a_dump_of_uiautomator_is_read_too() -> None:
    (more,) = read_uiautomator(DUMP.encode())
    assert (more.role, more.text, more.box) == ("button", "More options", (936, 84, 144, 144))


def test_an_element_has_what_its_source_says_can_be_done_with_it() -> None:
    title, mail, _, stay, _ = read_uiautomator(APPIUM)
    (more,) = read_uiautomator(DUMP)
    assert title.actions == ()
    assert mail.actions == ("click", "type")
    assert stay.actions == ("click", "check")
    assert more.actions == ("click", "long-press")
    wheel = {"text": "2026", "is_scrollable": True, "class_name": "android.widget.NumberPicker"}
    (year,) = read_androidworld(json.dumps([wheel]))
    assert year.actions == ("scroll",)


def test_a_list_of_androidworld_keeps_its_places() -> None:
    box = {"x_min": 0, "x_max": 100, "y_min": 20, "y_max": 60}
    listed: list[dict[str, Any]] = [
        {"text": None, "class_name": "android.widget.FrameLayout", "is_visible": False},
        {"text": "Delete", "class_name": "android.widget.TextView", "bbox_pixels": box}
        | {"bbox": None, "is_clickable": True, "is_enabled": True, "resource_name": "x:id/y"},
        {"text": "Ann", "hint_text": "Name", "is_editable": True, "class_name": "x.MyField"},
    ]
    delete, name = read_androidworld(json.dumps(listed))
    assert (delete.id, delete.text, delete.box) == (2, "Delete", (0, 20, 100, 40))
    assert delete.interactable and delete.source == "device"
    assert (name.id, name.role, name.text, name.value) == (3, "textbox", "Name", "Ann")


def test_what_is_secret_is_no_text_whatever_draws_it() -> None:
    (pin,) = read_uiautomator(
        '<hierarchy><a.Pin text="1234" hint="PIN" password="true" clickable="true"/></hierarchy>'
    )
    assert (pin.text, pin.value, pin.state) == ("PIN", "", ("secret",))


def test_a_tree_of_any_size_gives_no_more_than_an_observation_holds() -> None:
    for given, kept in ((2_500, 2_000), (2_000, 2_000), (3, 3)):
        many = read_androidworld(json.dumps([{"text": "x" * 900}] * given))
        look = Observation(at_ms=0, elements=many)
        assert len(many) <= 2_001 and len(many[0].text) == 500
        assert (len(look.elements), look.elements_cut) == (kept, given > kept)
        assert look.elements == many[:kept]


@pytest.mark.parametrize(
    ("xml", "why"),
    [
        ("<hierarchy", "not XML"),
        ("", "not XML"),
        ("<html></html>", "'html'; expected 'hierarchy'"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><hierarchy/>', "no DOCTYPE"),
    ],
)
def test_what_is_no_tree_is_refused_by_name(xml: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_uiautomator(xml)


def test_what_is_no_list_is_refused_by_field() -> None:
    with pytest.raises(ValueError, match=r"is_clickable"):
        read_androidworld('[{"text": "a", "is_clickable": "perhaps"}]')
    with pytest.raises(ValueError, match="scale is 0"):
        read_androidworld("[]", scale=0)


def test_a_surface_or_an_empty_web_view_is_an_element_beside_others_and_alone() -> None:
    drawn = '<a.view.SurfaceView bounds="[0,100][1080,2000]"/>'
    web = '<android.webkit.WebView bounds="[0,0][9,9]">{}</android.webkit.WebView>'
    button = '<a.Button text="Go" clickable="true" bounds="[0,0][99,99]"/>'
    (surface, go) = read_uiautomator(f"<hierarchy>{drawn}{button}</hierarchy>")
    assert (surface.tag, surface.interactable, surface.text) == ("a.view.SurfaceView", False, "")
    assert surface.box == (0, 100, 1080, 1900) and go.text == "Go"
    assert read_uiautomator(f"<hierarchy><a.Frame>{drawn}</a.Frame></hierarchy>") == (surface,)
    assert len(read_uiautomator(f"<hierarchy>{web.format('')}{button}</hierarchy>")) == 2
    full = read_uiautomator(f"<hierarchy>{web.format(button)}</hierarchy>")
    assert [one.text for one in full] == ["Go"], "its page has a tree of its own"
