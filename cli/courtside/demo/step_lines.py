"""Tells each step and its verdict as it comes, from the feed that the page has."""

from __future__ import annotations

import msgspec
from rich.console import Console
from rich.text import Text
from websockets.asyncio.client import connect

from courtside_store import wire
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.summaries import StepSummary

MARKS = {
    "goal-reached": ("✓", "bold green"),
    "towards-the-goal": ("↑", "green"),
    "not-sure": ("?", "yellow"),
    "away-from-the-goal": ("↓", "red"),
}
RUN_CHARS = 8
"""Of a run's id, from its end: its beginning is a time."""
_decoder = msgspec.json.Decoder(wire.ToViewer)


async def print_steps(config: Config, daemon: Running, console: Console) -> None:
    """Prints a line for each step that is judged."""
    token = config.control_token_file.read_text().strip()
    url = daemon.url.replace("http", "ws", 1) + "/v1/live"
    head = {"Authorization": f"Bearer {token}"}
    async with connect(url, additional_headers=head, max_size=None, proxy=None) as socket:
        await socket.send(wire.encode(wire.View(protocol=wire.PROTOCOL, token=token)).decode())
        printed: set[tuple[str, int]] = set()
        async for data in socket:
            message = _decoder.decode(data)
            if not isinstance(message, wire.StepChanged) or message.summary.status is None:
                continue
            step = message.summary
            if (step.run, step.step) not in printed:
                printed.add((step.run, step.step))
                console.print(line(step))


def legend() -> str:
    """What the marks mean."""
    labels = (f"{mark} {label}" for label, (mark, _) in MARKS.items())
    return ", ".join([*labels, "! no verdict"])


def line(step: StepSummary) -> Text:
    """A step's run, its number, its mark, and what was done: the steps of two runs mix."""
    mark, style = MARKS.get(step.label or "not-sure", ("?", "yellow"))
    if step.status != "ok":
        mark, style = "!", "magenta"
    return Text.assemble(
        f"  {step.run[-RUN_CHARS:]} {step.step:>2} ", (mark, style), f" {step.action[:90]}"
    )
