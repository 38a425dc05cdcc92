"""Appium's debug log, as several versions write it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from appium_server import a_finger
from recordings import write

from courtside_formats.importers import load_runs
from courtside_store.rendering import render_step


def asked(path: str, body: Any = None, method: str = "POST", who: str = "5c0a1b2c") -> str:
    words = json.dumps(body) if body is not None else ""
    return f"2026-01-02 03:04:05:678 - [{who}][HTTP] --> {method} /session/{who}-1{path} {words}"


def a_response_line(
    path: str, status: int = 200, method: str = "POST", who: str = "5c0a1b2c"
) -> str:
    begin = f"2026-01-02 03:04:05:700 - [{who}][HTTP] <-- {method}"
    return f"{begin} /session/{who}-1{path} {status} 3 ms - 14"


def test_each_session_is_a_run_whose_elements_have_the_names_they_were_found_by(
    tmp_path: Path,
) -> None:
    told_capabilities = {"platformName": "Android", "courtside:task": "Buy milk."}
    new = {"capabilities": {"alwaysMatch": told_capabilities, "firstMatch": [{}]}}
    found = "[5c0a1b2c][Driver@1] Responding to client with driver.findElement() result: "
    other = "[77777777][Driver@2] Responding to client with driver.findElement() result: "
    log = [
        "[Appium] Welcome to Appium v3.8.0",
        f"2026-01-02 03:04:05:600 - [HTTP] --> POST /session {json.dumps(new)}",
        "[5c0a1b2c][Driver@1] Session created with session id: 5c0a1b2c-1",
        "2026-01-02 03:04:05:650 - [HTTP] <-- POST /session 200 27 ms - 234",
        asked("/element", {"using": "accessibility id", "value": "Item"}),
        asked("/element", {"using": "id", "value": "elsewhere"}, who="77777777"),
        found + '{"ELEMENT":"7"}',
        other + '{"ELEMENT":"7"}',
        a_response_line("/element"),
        a_response_line("/element", who="77777777"),
        asked("/element/7/value", {"text": "milk"}),
        a_response_line("/element/7/value"),
        asked("/actions", {"actions": [a_finger((5, 6))]}, who="77777777"),
        a_response_line("/actions", who="77777777"),
        asked("/element/7/click", {}),
        "[5c0a1b2c][Driver@1] Encountered internal error running command: StaleElementError: gone",
        a_response_line("/element/7/click", 404),
        asked("/actions") + '{"actions":[{"type":"po…',
        a_response_line("/actions"),
        asked("", method="DELETE"),
        a_response_line("", method="DELETE"),
    ]
    write(tmp_path / "appium.log", "\n".join(log))
    first, second = load_runs(tmp_path)
    assert (first.task, first.surface, first.id) == ("Buy milk.", "android", "5c0a1b2c-1")
    assert first.started_at_ms == 1767323045600
    assert [render_step(step) for step in first.steps] == [
        'type "milk" into element "Item"',
        'tap element "Item" failed: StaleElementError',
        "actions (cut off in the log)",
    ]
    assert first.note == "1 bodies were cut off by Appium"
    assert [render_step(step) for step in second.steps] == ["tap at (5, 6)"]
    assert second.note == "the log ends before the session does"


def test_the_colours_and_body_lines_of_appium_1_are_read_and_passwords_left_out(
    tmp_path: Path,
) -> None:
    log = """\x1b[35m[HTTP]\x1b[39m \x1b[37m-->\x1b[39m POST /wd/hub/session/5/element
\x1b[35m[HTTP]\x1b[39m {"using":"id","value":"com.a:id/password"}
\x1b[35m[W3C (5)]\x1b[39m Responding to client with driver.findElement() result: {"ELEMENT":"3"}
[HTTP] <-- POST /wd/hub/session/5/element 200 3 ms - 14
[HTTP] --> POST /wd/hub/session/5/element/3/value
[HTTP] {"text":"hunter2"}
[HTTP] <-- POST /wd/hub/session/5/element/3/value 200 3 ms - 14
"""
    write(tmp_path / "a.log", log)
    (run,) = load_runs(tmp_path)
    (step,) = run.steps
    assert render_step(step) == 'type (secret) into element "com.a:id/password"'
    assert "hunter2" not in repr(run)
