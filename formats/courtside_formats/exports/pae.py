"""Writes runs as rows of a replay buffer, with returns (Zhou et al. 2024, PAE).

Only how a run ended is rewarded: 1 after the last step of a success, else 0.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from courtside_store.blobs import Blobs

from .export_format import ExportedRows, ExportFormat, ExportRow, columns, each_run
from .frame_names import picture
from .judged import JudgedRun, JudgedStep
from .turns import call_or_words


def pae(discount: float = 1.0) -> ExportFormat:
    """`discount`: how much less a reward counts for each step that it comes later."""

    def write(run: JudgedRun, blobs: Blobs) -> ExportedRows:
        return _write_run(run, blobs, discount)

    return ExportFormat(
        name="pae",
        about="a transition of a run whose outcome is known, with its Monte-Carlo return",
        write=each_run(write),
        of="runs",
        rests_on="labelled",
        settings={"discount": f"{discount:g}"},
        columns=columns(
            run="text",
            step="int",
            task="text",
            web_name="text",
            url="text",
            image="image",
            thought="text",
            action="text",
            reward="float",
            done="int",
            next_url="text",
            next_image="image",
            trajectory_reward="float",
            mc_return="float",
            step_label="text",
            step_reward="float",
        ),
    )


def _write_run(run: JudgedRun, blobs: Blobs, discount: float) -> ExportedRows:
    images: dict[str, str] = {}
    outcome = float(run.reward or 0)
    last = len(run.steps) - 1
    rows = [
        _row(run, one, blobs, images)
        | {
            "reward": outcome if n == last else 0.0,
            "done": int(n == last),
            "trajectory_reward": outcome,
            "mc_return": outcome * discount ** (last - n),
        }
        for n, one in enumerate(run.steps)
    ]
    summary = run.summary.run
    return ExportedRows(run=summary.id, task=run.task, rows=rows, images=images)


def _row(run: JudgedRun, one: JudgedStep, blobs: Blobs, images: dict[str, str]) -> ExportRow:
    step, summary = one.step, run.summary.run
    url = step.before.url if step.before else ""
    return {
        "run": summary.id,
        "step": step.index,
        "task": summary.task,
        "web_name": urlsplit(url).hostname or "",
        "url": url,
        "image": picture(step.before, blobs, images),
        "thought": step.thought,
        "action": call_or_words(step),
        "next_url": step.after.url if step.after else "",
        "next_image": picture(step.after, blobs, images),
        "step_label": one.label,
        "step_reward": one.reward,
    }
