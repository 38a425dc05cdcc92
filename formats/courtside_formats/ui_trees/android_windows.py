"""Says which app is in front on Android and which dialog waits, by its UI tree. Knows no device."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree

from courtside_store.geometry import area
from courtside_store.records import UNTITLED_DIALOG

from .android import read_bounds

_DIALOG = "Dialog"
"""The end of the class by which a web view names a dialog, e.g. android.app.AlertDialog."""
_DIALOG_IDS = frozenset({"alertTitle", "parentPanel", "grant_dialog"})
"""Ids within the dialogs of Android, of its libraries and of its questions for a permission."""
_BUTTONS = frozenset({"android:id/button1", "android:id/button2"})
"""A dialog's own buttons, as in one for a date, which has nothing else of the above."""
_TITLE_IDS = ("alertTitle", "permission_message", "message")
_MAX_TEXT = 500


def find_app(root: ElementTree.Element) -> str:
    """The package whose window is the largest: a status bar, a keyboard and a toast are windows of
    other apps. Empty where none is told."""
    apps = [(_area(window), app) for window in root if (app := _package(window.iter()))]
    return max(apps, key=lambda one: one[0])[1][:_MAX_TEXT] if apps else ""


def find_dialog(root: ElementTree.Element) -> str:
    """The title of the dialog that waits, "dialog" where it has none; empty: there is none."""
    shown = [node for node in root.iter() if node.get("displayed") != "false"]
    dialog = next((node for node in shown if _class(node).endswith(_DIALOG)), None)
    if dialog is not None:
        return (dialog.get("text") or dialog.get("content-desc") or UNTITLED_DIALOG)[:_MAX_TEXT]
    if not any(_is_part(node) for node in shown):
        return ""
    titles = {_name(node): node.get("text") for node in reversed(shown)}
    return (next(filter(None, map(titles.get, _TITLE_IDS)), None) or UNTITLED_DIALOG)[:_MAX_TEXT]


def _is_part(node: ElementTree.Element) -> bool:
    return _name(node) in _DIALOG_IDS or node.get("resource-id") in _BUTTONS


def _name(node: ElementTree.Element) -> str:
    """Its id without the package."""
    return node.get("resource-id", "").rpartition(":id/")[2]


def _class(node: ElementTree.Element) -> str:
    return node.get("class") or node.tag


def _package(nodes: Iterable[ElementTree.Element]) -> str:
    return next((name for node in nodes if (name := node.get("package"))), "")


def _area(node: ElementTree.Element) -> float:
    return area(read_bounds(node.get("bounds", "")))
