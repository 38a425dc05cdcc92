"""UI trees of iOS: what idb and XCUITest print, as the same elements as a page's."""

from __future__ import annotations

import json
from typing import Any

import pytest

from courtside_formats.ui_trees.ios import Tree, read_idb, read_xcuitest
from courtside_store.records import Observation


def a_node(type: str, label: str | None = None, **more: Any) -> dict[str, Any]:
    """A node with the keys that idb prints."""
    return {
        "AXLabel": label,
        "AXValue": None,
        "type": type,
        "role": f"AX{type}",
        "subrole": None,
        "enabled": True,
        "frame": {"x": 10, "y": 120, "width": 370, "height": 44},
        **more,
    }


SCREEN = a_node("Application", "Settings", frame={"x": 0, "y": 0, "width": 390, "height": 844})
NODES = [
    a_node("StaticText", "Account"),
    a_node("Group"),
    a_node("TextField", "Name", AXValue="Ada"),
    a_node("TextField", "Password", AXValue="••••••", subrole="AXSecureTextField"),
    a_node("CheckBox", "Wi-Fi", AXValue="1", subrole="AXSwitch"),
    a_node("Button", "Sign in", enabled=False),
]


def a_tag(type: str, label: str, value: str = "", inner: str = "", shown: str = "true") -> str:
    """An element as XCUITest's page source has it."""
    place = 'x="0" y="0" width="390" height="844"'
    return (
        f'<XCUIElementType{type} label="{label}" value="{value}" enabled="true" '
        f'visible="{shown}" {place}>{inner}</XCUIElementType{type}>'
    )


APP = a_tag(
    "Application",
    "Settings",
    inner=a_tag("TextField", "Name", "Ada")
    + a_tag("SecureTextField", "Password", "secret")
    + a_tag("Switch", "Wi-Fi", "1")
    + a_tag("Button", "Hidden", shown="false"),
)
XML = f"<AppiumAUT>{APP}</AppiumAUT>"


def names(tree: Tree) -> list[tuple[int, str, str, str, tuple[str, ...]]]:
    return [(one.id, one.role, one.text, one.value, one.state) for one in tree.elements]


@pytest.mark.parametrize(
    "listed",
    [
        [SCREEN, *NODES],
        [{**SCREEN, "children": [NODES[0], {**NODES[1], "children": NODES[2:]}]}],
        {"elements": [{**SCREEN, "children": NODES}], "profile": {"reads": 7}},
    ],
    ids=["flat", "nested", "complete"],
)
def test_the_forms_of_idb_give_the_same_elements(listed: Any) -> None:
    tree = read_idb(json.dumps(listed))
    assert (tree.app, tree.width, tree.height) == ("Settings", 390, 844)
    assert names(tree) == [
        (1, "text", "Account", "", ()),
        (2, "textbox", "Name", "Ada", ()),
        (3, "textbox", "Password", "", ("secret",)),
        (4, "switch", "Wi-Fi", "", ("checked",)),
        (5, "button", "Sign in", "", ("disabled",)),
    ]
    assert tree.elements[0].box == (10, 120, 370, 44)
    assert [one.interactable for one in tree.elements] == [False, True, True, True, True]


def test_xcuitest_leaves_out_what_is_hidden_and_a_secret_s_value() -> None:
    tree = read_xcuitest(XML)
    assert (tree.app, tree.width, tree.height) == ("Settings", 390, 844)
    assert names(tree) == [
        (1, "textbox", "Name", "Ada", ()),
        (2, "textbox", "Password", "", ("secret",)),
        (3, "switch", "Wi-Fi", "", ("checked",)),
    ]


def test_a_secret_field_without_a_name_is_still_one() -> None:
    [one] = read_idb(json.dumps([a_node("SecureTextField", AXValue="hunter2")])).elements
    assert one.state == ("secret",) and not one.value and not one.text


@pytest.mark.parametrize(
    ("read", "tree", "words"),
    [
        (read_idb, "<html>", "not JSON"),
        (read_idb, "[" * 100_000, "not JSON"),
        (read_idb, "7", "expected idb's list"),
        (read_xcuitest, "[]", "not XML"),
        (read_xcuitest, "<hierarchy/>", "'hierarchy'"),
        (read_xcuitest, "<!DOCTYPE html><a/>", "DOCTYPE"),
    ],
)
def test_what_is_no_tree_says_why(read: Any, tree: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read(tree)


def test_odd_values_harm_nothing() -> None:
    odd = [a_node("Button", "A", frame={"x": None}), {"role": 7, "frame": "x"}, "text", None]
    [one] = read_idb(json.dumps(odd)).elements
    assert one.text == "A" and one.box is None


def test_secrets_beyond_the_most_elements_are_still_told() -> None:
    many = [a_node("Button", f"b{n}") for n in range(2_000)]
    tree = read_idb(json.dumps([*many, a_node("SecureTextField", "PIN")]))
    look = Observation(at_ms=0, elements=tree.elements)
    assert len(look.elements) == 2_000 and look.elements_cut
    assert tree.secrets == ((10, 120, 370, 44),)
    whole = Observation(at_ms=0, elements=read_idb(json.dumps(many)).elements)
    assert len(whole.elements) == 2_000 and not whole.elements_cut
    assert read_idb(json.dumps([a_node("SecureTextField", "PIN", frame=None)])).secrets == (None,)


def test_an_element_of_idb_has_the_actions_that_its_app_gave_it() -> None:
    listed = [
        a_node("Cell", "A mail", custom_actions=["Archive", "", 7, "Delete"]),
        a_node("Cell", "Another", custom_actions=None),
        a_node("Cell", "A third", custom_actions=["x" * 900] * 50),
    ]
    mail, other, third = read_idb(json.dumps(listed)).elements
    assert mail.actions == ("Archive", "Delete") and other.actions == ()
    assert third.actions == ("x" * 500,) * 20


def test_an_alert_and_a_sheet_are_dialogs_by_their_label() -> None:
    alert = a_tag("Alert", "Delete Draft?", inner=a_tag("Button", "Delete"))
    assert read_xcuitest(a_tag("Application", "Mail", inner=alert)).dialog == "Delete Draft?"
    assert read_xcuitest(a_tag("Application", "Mail", inner=a_tag("Sheet", ""))).dialog == "dialog"
    gone = a_tag("Alert", "Delete Draft?", shown="false")
    assert read_xcuitest(a_tag("Application", "Mail", inner=gone)).dialog == ""
    assert read_xcuitest(XML).dialog == ""
    assert read_idb(json.dumps([SCREEN, a_node("Alert", "Sign out?"), *NODES])).dialog == (
        "Sign out?"
    )
