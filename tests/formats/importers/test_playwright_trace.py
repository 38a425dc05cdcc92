"""Playwright's traces: made by hand in several versions, and one by Playwright itself."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest
from recordings import a_png
from traces import CONTEXT, a_call, a_frame, a_zip

from courtside_formats.importers import Broken, load_runs, read_runs
from courtside_formats.importers.playwright_trace import read_selector


def test_calls_meet_the_frame_before_them(tmp_path: Path) -> None:
    a_zip(
        tmp_path / "trace.zip",
        CONTEXT,
        *a_call("1", 1100, "goto", url="http://x/"),
        a_frame(1200, "f0.png"),
        *a_call("2", 1300, "waitForTimeout"),
        *a_call("3", 1400, "click", selector='internal:role=button[name="Buy"i]'),
        a_frame(1450, "f1.png"),
        *a_call("4", 1500, "mouseWheel", "Page", deltaX=0, deltaY=90),
        *a_call("5", 1600, "querySelector", selector="b"),
        a_frame(1700, "f2.png"),
    )
    [run] = load_runs(tmp_path)
    assert run.task == "Order tea" and run.start_url == "http://x/"
    assert [step.actions[0].kind for step in run.steps] == ["navigate", "click", "scroll"]
    went, clicked, scrolled = run.steps
    assert went.before is None and clicked.before == went.after
    assert [run.frames(s.after.frame or "") for s in run.steps if s.after] == [
        a_png(n) for n in range(3)
    ]
    click = clicked.actions[0]
    assert click.point == (5, 6) and click.at_ms == 1_700_000_000_400
    assert click.target and (click.target.role, click.target.text) == ("button", "Buy")
    assert scrolled.actions[0].to_point == (0, 90)
    assert clicked.before and clicked.before.url == "http://x/"


def test_the_oldest_versions_tell_an_action_in_one_line(tmp_path: Path) -> None:
    metadata = {
        "id": "call@1",
        "startTime": 1100,
        "endTime": 1200,
        "type": "Frame",
        "class": "Frame",
        "method": "fill",
        "params": {"selector": "text=Name", "value": "Ada"},
    }
    a_zip(tmp_path / "t.zip", CONTEXT, {"type": "action", "metadata": metadata})
    [run] = load_runs(tmp_path)
    action = run.steps[0].actions[0]
    assert (action.kind, action.text) == ("type", "Ada")
    assert action.target and action.target.text == "Name"


def test_a_call_that_failed_says_so(tmp_path: Path) -> None:
    before, _, after = a_call("1", 1100, "click", selector="#gone")
    after["error"] = {"message": "Timeout 200ms exceeded."}
    a_zip(tmp_path / "t.zip", CONTEXT, before, after)
    [run] = load_runs(tmp_path)
    assert "Timeout 200ms" in run.steps[0].thought


def test_a_bomb_is_refused_and_named(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("trace.trace", b"\n" * 5_000_000)
    [broken] = read_runs(tmp_path)
    assert isinstance(broken, Broken) and broken.path == str(bomb)
    assert "unpacks to 5000000 bytes" in broken.reason


def test_a_name_that_leads_out_of_the_zip_reads_nothing(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(a_png())
    frame = {"type": "screencast-frame", "file": "../secret.png", "timestamp": 1050}
    (tmp_path / "in").mkdir()
    a_zip(tmp_path / "in" / "t.zip", CONTEXT, frame, *a_call("1", 1100, "click", selector="a"))
    [run] = load_runs(tmp_path / "in")
    before = run.steps[0].before
    assert before and before.frame is None and before.withheld


@pytest.mark.parametrize(
    ("selector", "role", "text"),
    [
        ('internal:role=link[name="12 Reviews"s]', "link", "12 Reviews"),
        ("internal:role=main", "main", ""),
        ('internal:label="Your name"i', "", "Your name"),
        ('internal:testid=[data-testid="save"s]', "", "save"),
        ("text=Buy", "", "Buy"),
        (
            'internal:role=row[name="New PIN"i] >> internal:role=button[name="Go"i] >> nth=0',
            "button",
            "Go",
        ),
        ('internal:role=row[name="Ada"i] >> a', "", 'internal:role=row[name="Ada"i] >> a'),
        ("#buy > .now", "", "#buy > .now"),
        ('internal:role=button[name="Go >> on"i]', "button", "Go >> on"),
        ('internal:label="PIN"i >> input', "", "PIN"),
    ],
)
def test_selectors_as_names(selector: str, role: str, text: str) -> None:
    target = read_selector(selector)
    assert target and (target.role, target.text) == (role, text)


@pytest.mark.chrome
async def test_a_trace_that_playwright_wrote(chromium: Any, tmp_path: Path) -> None:
    context = await chromium.new_context()
    await context.tracing.start(screenshots=True, snapshots=True, title="Save it")
    page = await context.new_page()
    await page.goto("data:text/html,<input id=n><button>Save</button>")
    await page.fill("#n", "Ada")
    await page.get_by_role("button", name="Save").click()
    await context.tracing.stop(path=tmp_path / "trace.zip")
    await context.close()
    [run] = load_runs(tmp_path)
    assert run.task == "Save it"
    actions = [(step.actions[0].kind, step.actions[0].text) for step in run.steps]
    assert actions[1:] == [("type", "Ada"), ("click", "")] and actions[0][0] == "navigate"
    assert run.steps[2].actions[0].point and run.steps[-1].after
    assert run.steps[-1].after.frame and run.frames(run.steps[-1].after.frame)
