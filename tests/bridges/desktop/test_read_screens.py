"""A click in a program that tells AT-SPI nothing is named by the word there, once it is judged."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from desktops import PYTHON, Messages, Screen, first_line
from desktops import running as started

from courtside_bridges.desktop.run import DesktopRun
from courtside_daemon.app import running
from courtside_judge.perception.registry import is_installed
from courtside_store.config import Config
from courtside_store.reading import Reader

SILENT = Path(__file__).parents[2] / "silent_app.py"


async def test_a_click_without_a_tree_is_named_by_the_word_that_it_hit(
    config: Config, screen: Screen
) -> None:
    if not is_installed("rapidocr"):
        pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'")
    reads = msgspec.structs.replace(config, ocr="rapidocr", judge_timeout_s=300.0)
    messages = Messages()

    def watch() -> str:
        with started(PYTHON, str(SILENT), environ=screen.environ) as program:
            assert first_line(program) == "ready"
            window = screen.wait_for("Silent")
            screen.do("windowactivate", "--sync", window)
            with DesktopRun(
                "Show the settings.", "xdotool", config=reads, on_state=messages.append
            ) as desk:
                screen.do("mousemove", "--window", window, "160", "270", "click", "1")
                messages.step(1)
                outcome = desk.finish("Settings is shown", timeout_s=120)
        assert outcome and outcome.verdict
        assert "pressed-named" in {one.kind for one in outcome.verdict.evidence}
        return desk.run

    async with running(reads):
        run = await asyncio.to_thread(watch)
    with Reader(reads) as reader:
        (step,) = reader.steps(run)
        summary = reader.step_summary(run, 1)
    assert step.before and step.before.frame and step.before.elements == ()
    assert summary and summary.action == 'click element "Settings"'
