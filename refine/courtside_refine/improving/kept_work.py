"""Says in one line what a loop that was interrupted has kept in its folder. Reads no row."""

from __future__ import annotations

from pathlib import Path

from courtside_store.rendering import counted


def describe_kept(folder: Path) -> str:
    """E.g. "its tasks, 1 finished iteration, 12 attempts of the next"; empty where nothing was
    done."""
    if not (folder / "tasks.jsonl").exists():
        return ""
    finished = list(folder.glob("*/row.json"))
    ends = {path.parent for path in finished}
    begun = [path for path in folder.glob("*/*-rollouts.jsonl") if path.parent not in ends]
    attempts = sum(path.read_bytes().count(b"\n") for path in begun)
    parts = ["its tasks", counted(len(finished), "finished iteration")]
    return ", ".join([*parts, f"{counted(attempts, 'attempt')} of the next"])
