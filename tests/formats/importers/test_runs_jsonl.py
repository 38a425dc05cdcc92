"""Our own plain format, and what every format shares: broken lines, bad images, bounds."""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from recordings import a_png, lines, write

from courtside_formats.codecs.bounded import find_up
from courtside_formats.importers import Broken, Imported, load_runs, read_runs
from courtside_formats.importers.imported import read_success

DOCS = Path(__file__).parents[3] / "docs/reference/formats.md"


def a_run(id: str = "one", **more: Any) -> dict[str, Any]:
    """A line of runs.jsonl."""
    return {"id": id, "task": "Order two tickets", "steps": [], **more}


def only(path: Path) -> Imported:
    """The one run that is there."""
    [run] = load_runs(path)
    return run


def test_the_example_of_the_documentation_is_read_as_it_stands(tmp_path: Path) -> None:
    [example] = re.findall(r"```jsonl\n(.*?)```", DOCS.read_text(), re.DOTALL)
    write(tmp_path / "runs.jsonl", example)
    for name in re.findall(r'"image": "([^"]+)"', example):
        write(tmp_path / name, a_png())
    run = only(tmp_path)
    assert run.task and run.answer and run.oracle is False and run.claims_success is True
    assert [step.actions[0].kind for step in run.steps] == ["click", "type", "other"]
    first = run.steps[0]
    assert first.before and first.after and first.before.elements[0].text == "Sign in"
    assert first.before.frame and run.frames(first.before.frame) == a_png()
    assert run.steps[1].before == first.after, "a screen that is left out is the one before"
    assert run.step_labels[1] == "towards-the-goal"


def test_what_an_export_says_of_a_steps_effects_and_screen_is_read_back(tmp_path: Path) -> None:
    effects = {
        "requests": [{"method": "POST", "path": "/orders", "at_ms": 5, "status": 201}],
        "announced": [{"kind": "status", "text": "Saved", "at_ms": 6}],
    }
    page = {"heading": "Order 7", "dirty": ["Name"], "dirty_count": 1}
    step = {"action": "pressed Save", "effects": effects, "after": {"url": "x", "page": page}}
    write(tmp_path / "runs.jsonl", lines(a_run(steps=[step])))
    [read] = only(tmp_path).steps
    assert read.effects and read.effects.requests and read.effects.requests[0].status == 201
    assert read.after and read.after.page and read.after.page.heading == "Order 7"


def test_a_bare_point_is_named_by_the_elements_of_the_screen_before(tmp_path: Path) -> None:
    save = {"role": "button", "text": "Save", "box": [20, 280, 70, 32]}
    click = {"kind": "click", "point": [53, 296]}
    write(
        tmp_path / "runs.jsonl",
        lines(a_run(steps=[{"before": {"elements": [save]}, "action": click}])),
    )
    [step] = only(tmp_path).steps
    [action] = step.actions
    assert action.target and action.target.text == "Save"


@pytest.mark.parametrize("more", [{}, {"answer": "half"}, {"agent_claims_success": False}])
@pytest.mark.parametrize("truncated", [True, False])
def test_an_agent_that_was_cut_off_did_not_finish_whatever_it_had_answered(
    tmp_path: Path, truncated: bool, more: dict[str, Any]
) -> None:
    write(tmp_path / "runs.jsonl", lines(a_run(truncated=truncated, **more)))
    run = only(tmp_path)
    assert run.ended_by == ("truncated" if truncated else "finish" if more else "stop")


def test_the_same_file_gives_the_same_ids(tmp_path: Path) -> None:
    write(tmp_path / "runs.jsonl", lines(a_run("a"), a_run("b")))
    first, again = ([run.run for run in load_runs(tmp_path)] for _ in range(2))
    assert first == again and len(set(first)) == 2
    assert all(re.fullmatch(r"run_[0-9a-z]{16,40}", run) for run in first)


def test_a_broken_line_is_named_and_the_rest_goes_in(tmp_path: Path) -> None:
    file = write(
        tmp_path / "runs.jsonl",
        lines(a_run("a"), '{"id": "b", "task": "cut o', a_run("c", tsak="x"), a_run("d")),
    )
    found = list(read_runs(tmp_path))
    broken = [one for one in found if isinstance(one, Broken)]
    assert [one.id for one in found if isinstance(one, Imported)] == ["a", "d"]
    assert [one.path for one in broken] == [f"{file}:2", f"{file}:3"]
    assert "not JSON" in broken[0].reason and "tsak" in broken[1].reason


@pytest.mark.parametrize(
    ("given", "oracle", "reward"),
    [
        ("true", True, None),
        ("0", False, 0.0),
        ("1.0", True, 1.0),
        ("0.333", False, 0.333),
        ("NaN", None, None),
        ("null", None, None),
        ('"failure"', False, None),
        ('"Successful"', True, None),
    ],
)
def test_a_part_of_success_is_a_reward_and_nan_is_no_label(
    tmp_path: Path, given: str, oracle: bool | None, reward: float | None
) -> None:
    write(tmp_path / "runs.jsonl", f'{{"id": "a", "task": "t", "oracle": {given}}}\n')
    run = only(tmp_path)
    assert (run.oracle, run.reward) == (oracle, reward)


def test_a_label_that_is_no_label_is_told_with_its_value() -> None:
    with pytest.raises(ValueError, match="'perhaps'"):
        read_success("perhaps")


def test_an_image_outside_the_folder_is_not_read(tmp_path: Path) -> None:
    write(tmp_path / "secret.png", a_png())
    step = {"after": {"image": "../secret.png"}, "action": "look"}
    write(tmp_path / "in" / "runs.jsonl", lines(a_run(steps=[step]), a_run("good")))
    found = list(read_runs(tmp_path / "in"))
    assert [type(one) for one in found] == [Broken, Imported]
    assert isinstance(found[0], Broken) and "../secret.png" in found[0].reason


def test_a_link_that_leads_out_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "secret.png", a_png())
    write(
        tmp_path / "in" / "runs.jsonl",
        lines(a_run(steps=[{"after": {"image": "x.png"}, "action": "look"}])),
    )
    (tmp_path / "in" / "x.png").symlink_to(tmp_path / "secret.png")
    assert [type(one) for one in read_runs(tmp_path / "in")] == [Broken]


def a_huge_png() -> bytes:
    """A PNG of a few hundred bytes whose header claims 30,000 x 30,000 pixels."""
    head = b"IHDR" + (30_000).to_bytes(4, "big") * 2 + b"\x08\x02\x00\x00\x00"
    body = b"IDAT" + zlib.compress(b"\0" * 1000)
    chunks = (head, body, b"IEND")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (len(c) - 4).to_bytes(4, "big") + c + zlib.crc32(c).to_bytes(4, "big") for c in chunks
    )


@pytest.mark.parametrize(
    ("image", "why"), [(a_huge_png(), "pixels"), (b"no image", "no image"), (b"", "no image")]
)
def test_an_image_that_cannot_be_kept_is_withheld_and_the_run_goes_in(
    tmp_path: Path, image: bytes, why: str
) -> None:
    write(tmp_path / "x.png", image)
    write(
        tmp_path / "runs.jsonl",
        lines(a_run(steps=[{"after": {"image": "x.png"}, "action": "look"}])),
    )
    after = only(tmp_path).steps[0].after
    assert after and after.frame is None and after.withheld and why in after.withheld


def test_of_two_runs_of_one_id_the_second_is_named(tmp_path: Path) -> None:
    write(tmp_path / "runs.jsonl", lines(a_run("one"), a_run("one", task="other"), a_run("two")))
    first, broken, last = read_runs(tmp_path)
    assert isinstance(first, Imported) and isinstance(last, Imported) and last.id == "two"
    assert isinstance(broken, Broken) and broken.path.endswith("runs.jsonl#one")
    assert broken.reason == "an earlier run has this id too"


def test_a_missing_image_is_withheld(tmp_path: Path) -> None:
    write(
        tmp_path / "runs.jsonl",
        lines(a_run(steps=[{"after": {"image": "gone.png"}, "action": "look"}])),
    )
    after = only(tmp_path).steps[0].after
    assert after and after.withheld and "gone.png" in after.withheld


def test_what_is_of_no_known_format_is_said_with_the_known_ones(tmp_path: Path) -> None:
    write(tmp_path / "notes.txt", "hello")
    with pytest.raises(ValueError, match=r"known formats: runs\.jsonl, androidworld"):
        list(load_runs(tmp_path))
    with pytest.raises(ValueError, match="`--format NAME` reads a file whatever it is called"):
        list(load_runs(tmp_path / "notes.txt"))
    with pytest.raises(ValueError, match="'cvs'"):
        list(load_runs(tmp_path, "cvs"))
    with pytest.raises(FileNotFoundError, match="nowhere"):
        list(load_runs(tmp_path / "nowhere"))


def test_long_texts_are_cut_not_refused(tmp_path: Path) -> None:
    long = "word " * 10_000
    step = {"action": {"kind": "type", "text": long}, "thought": long}
    write(tmp_path / "runs.jsonl", lines(a_run(task=long, steps=[step])))
    run = only(tmp_path)
    assert len(run.task) == len(run.steps[0].thought) == 20_000
    assert json.loads(json.dumps(run.task)).endswith("…")


def test_a_file_above_is_found_only_by_a_name_that_leads_nowhere_else(tmp_path: Path) -> None:
    write(tmp_path / "data" / "labels.csv", "x")
    folder = tmp_path / "data" / "a" / "b"
    folder.mkdir(parents=True)
    assert find_up(folder, "labels.csv") == (tmp_path / "data" / "labels.csv").resolve()
    assert find_up(folder, "labels.csv", levels=1) is None
    assert find_up(folder, "../../labels.csv") is None
    assert find_up(folder, str(tmp_path / "data" / "labels.csv")) is None


def test_a_secret_is_cut_out_whoever_reads_the_run(tmp_path: Path) -> None:
    step = {"action": "opened it", "after": {"url": "http://shop/a?token=hunter22-Blue"}}
    write(tmp_path / "runs.jsonl", lines(a_run(steps=[step])))
    [read] = only(tmp_path).steps
    assert read.after and read.after.url == "http://shop/a?token=***"
