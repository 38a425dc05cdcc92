"""open-operator: three agents' ways to write an action, frames out of an animated WebP."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from builders import sha
from PIL import Image, ImageDraw
from recordings import need, write

from courtside_formats.importers import Broken, load_runs, read_runs
from courtside_formats.importers.open_operator import NUMBER
from courtside_formats.importers.pictures import animated_frames
from courtside_store.records import Observation


def an_animation(frames: int) -> bytes:
    """An animated WebP, each frame of another grey."""
    pictures = [Image.new("RGB", (32, 24), (n * 60, n * 60, n * 60)) for n in range(frames)]
    out = io.BytesIO()
    pictures[0].save(out, "WEBP", save_all=True, append_images=pictures[1:], duration=100)
    return out.getvalue()


def a_folder(tmp_path: Path, messages: list[Any], frames: int, **row: Any) -> Path:
    """A run beside its index."""
    steps = [
        {"url": f"http://x/{n}", "llm_calls": [{"message_out": m}]} for n, m in enumerate(messages)
    ]
    write(
        tmp_path / "A__B__1" / "result.json",
        {
            "success": True,
            "agent_answer": "42",
            "task": {"question": "What?", "url": "http://x/", "website_name": "X"},
            "steps": steps,
        },
    )
    write(tmp_path / "A__B__1" / "summary.webp", an_animation(frames))
    write(tmp_path / "index.json", [{"id": "A__B__1", "agent": "A", **row}])
    return tmp_path


def a_call(name: str, **arguments: Any) -> dict[str, Any]:
    """A tool call."""
    return {"tool_calls": [{"function": {"name": name, "arguments": json.dumps(arguments)}}]}


def test_three_ways_to_write_an_action(tmp_path: Path) -> None:
    state = {"next_goal": "search"}
    messages = [
        a_call(
            "AgentOutput", current_state=state, action=[{"input_text": {"index": 2, "text": "a"}}]
        ),
        {"content": json.dumps({"state": state, "actions": [{"goto": {"url": "http://y/"}}]})},
        {
            **a_call("click", mark_id=3),
            "content": "<observation>I see</observation><thinking>so</thinking>",
        },
    ]
    [run] = load_runs(a_folder(tmp_path, messages, 4, adjudicated="failure"))
    actions = [(step.actions[0].kind, step.actions[0].text) for step in run.steps]
    assert actions == [("type", "a"), ("navigate", "http://y/"), ("click", "")]
    assert [step.thought for step in run.steps] == ["search", "search", "I see\nso"]
    assert (run.oracle, run.claims_success, run.answer) == (False, True, "42")


@pytest.mark.parametrize(
    ("frames", "looks"), [(3, "12 2-"), (5, "12 24"), (2, "-1 11"), (1, "-- --")]
)
def test_the_card_is_no_screen_and_frames_meet_their_steps(
    tmp_path: Path, frames: int, looks: str
) -> None:
    """More frames than steps, a frame a step, one less (an answer has none), and none at all."""
    messages = [a_call("click", mark_id=1), a_call("return_value", value="42")]
    [run] = load_runs(a_folder(tmp_path, messages, frames, adjudicated=None))
    known = list(seen_frames(tmp_path / "A__B__1" / "summary.webp"))
    assert run.oracle is None and len(run.steps) == 2

    def number(look: Observation | None) -> str:
        return str(known.index(look.frame)) if look and look.frame else "-"

    numbers = " ".join(number(step.before) + number(step.after) for step in run.steps)
    assert numbers == looks


def seen_frames(animation: Path) -> Iterator[str]:
    """The hashes of an animation's frames, the card's first."""
    for read in animated_frames(animation, NUMBER):
        yield sha(read())


def test_the_number_in_the_corner_makes_no_difference(tmp_path: Path) -> None:
    pictures = [Image.new("RGB", (100, 80), "white") for _ in range(3)]
    for number, picture in enumerate(pictures):
        ImageDraw.Draw(picture).text((94, 72), str(number), fill="black")
    pictures[0].save(tmp_path / "x.webp", save_all=True, append_images=pictures[1:], lossless=True)
    assert len({read() for read in animated_frames(tmp_path / "x.webp")}) == 3
    assert len(set(seen_frames(tmp_path / "x.webp"))) == 1


def test_a_broken_film_is_named(tmp_path: Path) -> None:
    folder = a_folder(tmp_path, [a_call("back")], 2)
    write(folder / "A__B__1" / "summary.webp", b"RIFF....WEBP")
    [broken] = read_runs(folder)
    assert isinstance(broken, Broken) and broken.path.endswith("A__B__1")


def test_the_real_runs() -> None:
    runs = list(load_runs(need("open_operator")))
    assert Counter(run.oracle for run in runs) == {True: 27, False: 33, None: 13}
    assert Counter(run.agent for run in runs) == {"Convergence": 31, "BrowserUse": 22, "Notte": 20}
    actions = [a for run in runs for step in run.steps for a in step.actions]
    assert len(actions) > 750
    unknown = Counter(next(iter(a.raw or {})) for a in actions if a.kind == "other")
    assert set(unknown) <= {"extract_content", "scrape"}, unknown
    for run in runs:
        assert all(step.after and step.after.frame for step in run.steps[:-1]), run.id
