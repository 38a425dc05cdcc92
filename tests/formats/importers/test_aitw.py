"""Android in the Wild: shards of records, y first."""

from __future__ import annotations

import base64
import gzip
import struct
from pathlib import Path
from typing import Any

import pytest
from recordings import a_png, lines, write

from courtside_formats.importers import Broken, Imported, load_runs, read_runs
from courtside_formats.importers.aitw import MAX_ROWS


def number(value: int) -> bytes:
    """A protocol buffer's varint."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def field(key: int, data: bytes) -> bytes:
    """A field of bytes."""
    return number(key << 3 | 2) + number(len(data)) + data


def feature(values: list[Any]) -> bytes:
    """Values as TensorFlow writes them: integers and floats packed."""
    if isinstance(values[0], float):
        return field(2, field(1, struct.pack(f"<{len(values)}f", *values)))
    if isinstance(values[0], int):
        return field(3, field(1, b"".join(number(v) for v in values)))
    return field(1, b"".join(field(1, v if isinstance(v, bytes) else v.encode()) for v in values))


def a_record(row: dict[str, Any]) -> bytes:
    """One example with its head and (unchecked) sums."""
    entries = b"".join(
        field(1, field(1, name.encode()) + field(2, feature(v if isinstance(v, list) else [v])))
        for name, v in row.items()
    )
    data = field(1, entries)
    return struct.pack("<Q", len(data)) + b"\0" * 4 + data + b"\0" * 4


def a_row(episode: str, step: int, action: int, **more: Any) -> dict[str, Any]:
    """A record of a screen of 40 x 20 pixels."""
    return {
        "episode_id": episode,
        "step_id": step,
        "goal_info": f"goal of {episode}",
        "image/encoded": bytes([step * 20]) * (40 * 20 * 3),
        "image/width": 40,
        "image/height": 20,
        "image/channels": 3,
        "results/action_type": action,
        "results/yx_touch": more.pop("touch", [-1.0, -1.0]),
        "results/yx_lift": more.pop("lift", [-1.0, -1.0]),
        "results/type_action": more.pop("text", ""),
        "image/ui_annotations_positions": [0.5, 0.25, 0.1, 0.5],
        "image/ui_annotations_text": ["Send"],
        **more,
    }


def a_shard(path: Path, *rows: dict[str, Any], packed: bool = True) -> Path:
    """A file of records."""
    data = b"".join(map(a_record, rows))
    return write(path, gzip.compress(data) if packed else data)


ROWS = [
    a_row("e1", 1, 4, touch=[0.5, 0.25], lift=[0.52, 0.26]),
    a_row("e1", 0, 3, text="tea"),
    a_row("e1", 2, 4, touch=[0.8, 0.5], lift=[0.2, 0.5]),
    a_row("e1", 3, 10),
    a_row("e2", 0, 5),
    a_row("e2", 1, 11),
]


@pytest.mark.parametrize("packed", [True, False])
def test_points_are_turned_round_and_taps_told_from_swipes(tmp_path: Path, packed: bool) -> None:
    a_shard(tmp_path / "general-00000-of-00321", *ROWS, packed=packed)
    one, two = load_runs(tmp_path)
    assert (one.task, one.domain, one.surface) == ("goal of e1", "general", "android")
    typed, tapped, swiped, ended = (step.actions[0] for step in one.steps)
    assert (typed.kind, typed.text) == ("type", "tea")
    assert (tapped.kind, tapped.point) == ("tap", (10, 10)), "y comes first"
    assert swiped.kind == "swipe" and swiped.to_point and swiped.point
    assert swiped.point == pytest.approx((20, 16)) and swiped.to_point == pytest.approx((20, 4))
    assert (ended.text, one.claims_success, two.claims_success) == ("status complete", True, False)
    look = one.steps[0].before
    assert look and (look.width, look.height) == (40, 20) and look.frame
    assert look.elements[0].text == "Send"
    assert look.elements[0].box == pytest.approx((10, 10, 20, 2))
    assert [step.actions[0].kind for step in two.steps] == ["back", "other"]


def test_an_annotation_of_a_negative_size_is_mended_and_says_so(tmp_path: Path) -> None:
    row = a_row("a", 0, 10) | {"image/ui_annotations_positions": [0.5, 0.75, -0.1, -0.5]}
    a_shard(tmp_path / "general-00000-of-00321", row)
    [run] = load_runs(tmp_path)
    assert run.steps[0].before
    (element,) = run.steps[0].before.elements
    assert element.box and element.box == pytest.approx((10, 8, 20, 2))
    assert element.box_repair.startswith("corners swapped; it was (30, 10, -20, -2)")


def test_the_same_records_as_json_lines(tmp_path: Path) -> None:
    image = {"image/encoded": base64.b64encode(a_png(1, (40, 20))).decode()}
    rows = [row | image for row in ROWS[:3]]
    rows[0]["results/action_type"] = "dual-point gesture"
    write(tmp_path / "aitw.jsonl", lines(rows[0], '{"episode_id": "e1", ', rows[1]))
    found = list(read_runs(tmp_path))
    assert [type(one) for one in found] == [Broken, Imported]
    assert isinstance(found[1], Imported) and found[1].steps[1].actions[0].point == (10, 10)


def test_an_episode_without_end_costs_its_neighbours_nothing(tmp_path: Path) -> None:
    long = [ROWS[0] | {"episode_id": "long", "step_id": n} for n in range(MAX_ROWS + 5)]
    rows = [{k: v for k, v in row.items() if k != "image/encoded"} for row in [*long, *ROWS]]
    write(tmp_path / "aitw.jsonl", lines(*rows))
    broken, *others = read_runs(tmp_path)
    assert isinstance(broken, Broken) and broken.path.endswith("#long") and "2000" in broken.reason
    assert [one.id for one in others if isinstance(one, Imported)] == ["e1", "e2"]


def test_a_shard_that_breaks_off_keeps_what_came_before(tmp_path: Path) -> None:
    file = a_shard(tmp_path / "single-00001-of-00002", *ROWS, packed=False)
    write(file, file.read_bytes()[:-50])
    found = list(read_runs(tmp_path))
    assert isinstance(found[0], Imported) and found[0].id == "e1"
    assert isinstance(found[-1], Broken) and "breaks off" in found[-1].reason


def test_an_action_that_is_not_known_breaks_its_episode_only(tmp_path: Path) -> None:
    a_shard(tmp_path / "install-00001-of-00002", a_row("bad", 0, 99), *ROWS)
    found = list(read_runs(tmp_path))
    assert isinstance(found[0], Broken) and "99" in found[0].reason
    assert [one.id for one in found[1:] if isinstance(one, Imported)] == ["e1", "e2"]


def test_a_file_of_noise_is_named(tmp_path: Path) -> None:
    file = write(tmp_path / "general-00002-of-00321", b"\xff" * 100)
    [broken] = read_runs(tmp_path)
    assert isinstance(broken, Broken) and broken.path == str(file)


def test_an_episode_without_a_status_claims_nothing(tmp_path: Path) -> None:
    a_shard(tmp_path / "general-00000-of-00321", a_row("e1", 0, 3, text="tea"))
    [run] = load_runs(tmp_path)
    assert run.claims_success is None


def test_rows_that_name_no_step_are_a_step_each(tmp_path: Path) -> None:
    rows = [a_row("e1", n, 3, text=text) for n, text in enumerate(("tea", "milk", "salt"))]
    for row in rows:
        del row["step_id"]
    a_shard(tmp_path / "general-00000-of-00321", *rows)
    [run] = load_runs(tmp_path)
    assert [step.actions[0].text for step in run.steps] == ["tea", "milk", "salt"]
