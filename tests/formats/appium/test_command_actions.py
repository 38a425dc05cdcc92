"""What each Appium command is in our words."""

from __future__ import annotations

from typing import Any

import pytest
from appium_server import APP, PASSWORD, a_finger

from courtside_formats.appium.appium_command import read_command, read_script
from courtside_formats.appium.command_actions import fail_actions, named_elements, read_actions
from courtside_formats.appium.screen_context import ScreenContext
from courtside_formats.ui_trees.android import read_uiautomator
from courtside_store.geometry import Box
from courtside_store.records import Action, Observation, Target
from courtside_store.rendering import render_action

PATH = "/wd/hub/session/5c0"
SAVE = Target(tag="android.widget.Button", role="button", text="Save", box=Box(20, 300, 180, 60))


def acted(
    path: str,
    body: dict[str, Any],
    more: str = "",
    density: float = 1.0,
    context: ScreenContext | None = None,
) -> tuple[Action, ...]:
    """The actions of a command that meets a screen with Item, Save, and more."""
    command = read_script(read_command("POST", PATH + path), body)
    context = context or ScreenContext(
        look=a_look(more), targets={"7": SAVE}, has_secrets=bool(more)
    )
    return read_actions(command, body, 5, context, density)


def a_look(more: str) -> Observation:
    return Observation(at_ms=0, elements=read_uiautomator(APP.format(more=more)))


def rendered(path: str, body: dict[str, Any], more: str = "", density: float = 1.0) -> list[str]:
    return [render_action(action) for action in acted(path, body, more, density)]


def mobile(name: str, **argument: Any) -> list[str]:
    return rendered("/execute/sync", {"script": f"mobile: {name}", "args": [argument]})


def keys(*words: str) -> dict[str, Any]:
    steps = [
        {"type": kind, "value": key}
        for word in words
        for key in word
        for kind in ("keyDown", "keyUp")
    ]
    return {"type": "key", "id": "k", "actions": steps}


@pytest.mark.parametrize(
    ("method", "path", "role", "verb", "element"),
    [
        ("POST", "/session", "new-session", "", ""),
        ("GET", PATH + "/screenshot", "screenshot", "screenshot", ""),
        ("GET", PATH + "/element/7/screenshot", "other", "element/screenshot", "7"),
        ("GET", PATH + "/source?x=1", "source", "source", ""),
        ("POST", PATH + "/element/7/elements", "find", "element/elements", "7"),
        ("POST", PATH + "/element/7/click", "action", "element/click", "7"),
        ("POST", PATH + "/appium/device/get_clipboard", "other", "appium/device/get_clipboard", ""),
        ("POST", PATH + "/nobody/knows", "action", "nobody/knows", ""),
        ("DELETE", PATH + "/actions", "other", "actions", ""),
        ("DELETE", PATH, "end-session", "", ""),
        ("GET", "/status", "other", "", ""),
        ("GET", "http://localhost:4723/session/5c0/source", "source", "source", ""),
    ],
)
def test_a_request_is_known_by_its_method_and_path(
    method: str, path: str, role: str, verb: str, element: str
) -> None:
    command = read_command(method, path)
    assert (command.role, command.verb, command.element) == (role, verb, element)


@pytest.mark.parametrize(
    ("script", "argument", "role"),
    [
        ("mobile: getContexts", {}, "other"),
        ("mobile:deviceInfo", {}, "other"),
        ("mobile: shell", {"command": "getprop"}, "other"),
        ("mobile: shell", {"command": "input", "args": ["tap", "1", "2"]}, "action"),
        ("mobile: pressKey", {"keycode": 4}, "action"),
        ("return document.title", {}, "other"),
        ("document.querySelector('a').click()", {}, "action"),
    ],
)
def test_a_script_that_only_reads_is_no_action(
    script: str, argument: dict[str, Any], role: str
) -> None:
    command = read_command("POST", PATH + "/execute/sync")
    assert read_script(command, {"script": script, "args": [argument]}).role == role


def test_fingers_tap_press_long_swipe_drag_and_pinch() -> None:
    pause = {"type": "pause", "duration": 700}
    long, drag = a_finger((50, 320)), a_finger((50, 320), (300, 700), ms=400)
    long["actions"].insert(2, pause)
    drag["actions"].insert(2, pause)
    assert rendered("/actions", {"actions": [a_finger((50, 320))]}) == ['tap button "Save"']
    assert rendered("/actions", {"actions": [a_finger((50, 320), (53, 326))]}) == [
        'tap button "Save"'
    ]
    assert rendered("/actions", {"actions": [a_finger((5, 700), (5, 200), ms=300)]}) == [
        "swipe at (5, 700) to (5, 200)"
    ]
    assert rendered("/actions", {"actions": [long]}) == ['long-press button "Save"']
    assert rendered("/actions", {"actions": [drag]}) == ['drag button "Save" to (300, 700)']
    two = [
        a_finger((200, 400), (100, 400), ms=300),
        a_finger((210, 400), (310, 400), ms=300, id="b"),
    ]
    (pinch,) = acted("/actions", {"actions": two})
    assert (pinch.kind, pinch.text) == ("other", "pinch open with 2 fingers")
    assert pinch.raw == {"fingers": [[(200, 400), (100, 400)], [(210, 400), (310, 400)]]}


def test_two_taps_in_one_place_are_a_double_tap_and_apart_they_are_two() -> None:
    twice = a_finger((50, 320))
    twice["actions"] += twice["actions"][1:]
    assert rendered("/actions", {"actions": [twice]}) == ['double-click button "Save"']
    twice["actions"].insert(3, {"type": "pause", "duration": 400})
    assert rendered("/actions", {"actions": [twice]}) == ['tap button "Save"'] * 2


def test_the_slop_grows_with_the_density_of_the_screen() -> None:
    near = {"actions": [a_finger((50, 320), (70, 320), ms=100)]}
    assert rendered("/actions", near)[0].startswith("swipe")
    assert rendered("/actions", near, density=2.75) == ['tap button "Save"']


def test_moves_start_from_elements_and_from_where_the_finger_was() -> None:
    moves = [
        {"type": "pointerMove", "x": 5, "y": 0, "origin": {"element-6066": "7"}},
        {"type": "pointerDown"},
        {"type": "pointerMove", "x": 0, "y": -200, "origin": "pointer", "duration": 200},
        {"type": "pointerUp"},
    ]
    body = {
        "actions": [{"type": "pointer", "parameters": {"pointerType": "touch"}, "actions": moves}]
    }
    (swipe,) = acted("/actions", body)
    assert (swipe.kind, swipe.point, swipe.to_point) == ("swipe", (115, 330), (115, 130))
    assert named_elements(read_command("POST", PATH + "/actions"), body) == {"7"}


def test_keys_are_text_and_named_keys() -> None:
    body = {"actions": [keys("ann", "\ue007")]}
    assert rendered("/actions", body) == ['type "ann" into the page', "press Enter"]
    assert rendered("/element/7/value", {"text": "ann\ue007"}) == [
        'type "ann" into button "Save"',
        'press Enter in button "Save"',
    ]
    assert rendered("/keys", {"value": ["a", "b"]}) == ['type "ab" into the page']


def test_scripts_are_gestures_keys_and_apps() -> None:
    assert mobile("clickGesture", elementId="7") == ['tap button "Save"']
    assert mobile("clickGesture", x=50, y=320) == ['tap button "Save"']
    assert mobile("pressKey", keycode=4) == ["back"]
    assert mobile("pressKey", keycode=3) == ["home"]
    assert mobile("pressKey", keycode=66) == ["press Enter"]
    assert mobile("performEditorAction", action="search") == ["press Enter"]
    assert mobile("activateApp", appId="com.android.settings") == [
        'launch-app "com.android.settings"'
    ]
    assert mobile("deepLink", url="shop://1") == ["navigate shop://1"]
    assert mobile("acceptAlert") == ['dialog "accepted"']
    area = {"left": 0, "top": 400, "width": 400, "height": 400, "percent": 0.5}
    assert mobile("swipeGesture", direction="up", **area) == ["swipe at (200, 700) to (200, 500)"]
    assert mobile("scrollGesture", direction="down", **area) == ["scroll down"]
    assert mobile("unlock", key="1234", type="pin") == ["mobile: unlock"]
    assert mobile("shell", command="input text hunter2") == ["shell input text"]
    assert rendered("/back", {}) == ["back"]
    assert rendered("/url", {"url": "http://a.test/"}) == ["navigate http://a.test/"]
    assert rendered("/appium/device/press_keycode", {"keycode": 4}) == ["back"]
    assert rendered("/orientation", {"orientation": "LANDSCAPE"}) == ["rotate to LANDSCAPE"]
    assert rendered("/execute/sync", {"script": "fake: addition", "args": []}) == ["fake: addition"]


@pytest.mark.parametrize(
    "body",
    [{}, {"actions": 7}, {"actions": [7]}, {"actions": [{"type": "pointer", "actions": "x"}]}],
)
def test_a_malformed_body_is_told_as_what_it_was(body: dict[str, Any]) -> None:
    (action,) = acted("/actions", body)
    assert action.kind == "other" and action.text.startswith("actions")


def test_what_the_server_refused_did_not_happen() -> None:
    (tried,) = fail_actions(acted("/element/7/click", {}), "stale element reference")
    assert (tried.kind, tried.text) == (
        "other",
        'tap button "Save" failed: stale element reference',
    )


def test_what_is_typed_into_a_secret_field_is_left_out_whichever_way() -> None:
    secret = Target(role="textbox", text="Password", state=("secret",))
    focused = PASSWORD.replace("hint=", 'focused="true" hint=')
    context = ScreenContext(look=a_look(focused), targets={"9": secret})
    for path, body in (
        ("/element/9/value", {"text": "hunter2"}),
        ("/keys", {"value": list("hunter2")}),
        ("/actions", {"actions": [keys("hunter2")]}),
        ("/execute/sync", {"script": "mobile: type", "args": [{"text": "hunter2"}]}),
        ("/execute/sync", {"script": "mobile: pressKey", "args": [{"keycode": 8}]}),
    ):
        (action,) = acted(path, body, context=context)
        assert action.text == "" and action.target and action.target.text == "Password"
        assert render_action(action) == 'type (secret) into textbox "Password"'


def test_where_nobody_tells_the_focus_text_is_left_out_if_any_field_is_secret() -> None:
    assert rendered("/keys", {"value": ["hunter2"]}, more=PASSWORD) == [
        "type (secret) into textbox"
    ]
    (unseen,) = acted("/keys", {"value": ["hunter2"]}, context=ScreenContext())
    assert unseen.text == ""
