"""What Appium's names of commands, scripts and keys mean in our words."""

from __future__ import annotations

from courtside_store.records import ActionKind

SCRIPTS: dict[str, ActionKind] = {
    "clickGesture": "tap",
    "tap": "tap",
    "tapWithNumberOfTaps": "tap",
    "doubleClickGesture": "double-click",
    "doubleTap": "double-click",
    "longClickGesture": "long-press",
    "touchAndHold": "long-press",
    "swipeGesture": "swipe",
    "flingGesture": "swipe",
    "swipe": "swipe",
    "dragGesture": "drag",
    "dragFromToForDuration": "drag",
    "scrollGesture": "scroll",
    "scroll": "scroll",
    "type": "type",
    "replaceElementValue": "type",
    "keys": "type",
    "pressKey": "press",
    "pressButton": "press",
    "performEditorAction": "press",
    "activateApp": "launch-app",
    "launchApp": "launch-app",
    "startActivity": "launch-app",
    "deepLink": "navigate",
    "acceptAlert": "dialog",
    "dismissAlert": "dialog",
    "alert": "dialog",
}
VERBS: dict[str, ActionKind] = {
    "element/click": "tap",
    "element/value": "type",
    "element/clear": "type",
    "element/submit": "press",
    "keys": "type",
    "back": "back",
    "forward": "forward",
    "refresh": "reload",
    "url": "navigate",
    "alert/accept": "dialog",
    "alert/dismiss": "dialog",
    "accept_alert": "dialog",
    "dismiss_alert": "dialog",
    "alert/text": "type",
    "alert_text": "type",
    "appium/device/press_keycode": "press",
    "appium/device/long_press_keycode": "press",
    "appium/device/keyevent": "press",
    "appium/device/activate_app": "launch-app",
    "appium/device/start_activity": "launch-app",
    "appium/app/launch": "launch-app",
}
KEYCODES = {
    19: "ArrowUp",
    20: "ArrowDown",
    21: "ArrowLeft",
    22: "ArrowRight",
    24: "VolumeUp",
    25: "VolumeDown",
    26: "Power",
    61: "Tab",
    62: "Space",
    66: "Enter",
    67: "Backspace",
    82: "Menu",
    84: "Search",
    111: "Escape",
    112: "Delete",
    160: "Enter",
    187: "AppSwitch",
    **{7 + digit: str(digit) for digit in range(10)},
    **{29 + n: chr(ord("a") + n) for n in range(26)},
}
"""Android's KeyEvent; 4 and 3 are kinds of their own."""
APP_NAMES = ("appId", "bundleId", "appPackage", "component", "intent")
META = {0x1000: "Control", 0x2: "Alt", 0x1: "Shift", 0x10000: "Meta"}
"""Bits of Android's meta state: the modifiers that are held with a key."""
