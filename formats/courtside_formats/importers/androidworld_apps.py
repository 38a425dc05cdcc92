"""The app that a task of AndroidWorld is for, by the task's name. Knows no steps."""

from __future__ import annotations

import re

_APPS = (
    "AudioRecorder",
    "Browser",
    "Camera",
    "Clock",
    "Contacts",
    "Expense",
    "Files",
    "Markor",
    "Notes",
    "OpenApp",
    "OsmAnd",
    "Recipe",
    "Retro",
    "SaveCopyOfReceipt",
    "SimpleCalendar",
    "SimpleDrawPro",
    "SimpleSms",
    "SportsTracker",
    "System",
    "Tasks",
    "TurnOff",
    "TurnOn",
    "Vlc",
)


def app_of(task: str) -> str:
    """The app that a task's name begins with; the name's first word where it is a new one."""
    known = next((app for app in _APPS if task.startswith(app)), None)
    first = re.match(r"[A-Z][a-z]*", task)
    return known or (first[0] if first else task)
