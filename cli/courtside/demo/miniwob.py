"""Serves the MiniWoB++ task pages and reads their oracle. Knows no agent and no judge."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

VIEWPORT = {"width": 320, "height": 230}
FRAME_PIXELS_A_PIXEL = 2
"""Frame pixels for one of the page's: the task pages are small."""
_HIDE = "#reward-display,#click-canvas,#sync-task-cover{display:none!important}"
_BEGIN = """(seed) => {
  core.EPISODE_MAX_TIME = 1e6;
  core.startEpisode = () => {};
  Math.seedrandom(seed);
  core.startEpisodeReal();
  const asked = core.getUtterance();
  return typeof asked === "string" ? asked : asked.utterance;
}"""
_RESULT = "() => [Boolean(WOB_DONE_GLOBAL), Number(WOB_RAW_REWARD_GLOBAL)]"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: Any) -> None:
        pass


@contextmanager
def served() -> Iterator[str]:
    """Address of the task pages, on loopback. Raises ModuleNotFoundError without miniwob."""
    folder = Path(str(files("miniwob") / "html"))
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder))
    )
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/miniwob"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)


async def begin(page: Any, address: str, kind: str, seed: int) -> str:
    """Opens a task with its seed and returns what it asks for.

    The page's own reward is hidden: it would show the oracle to the agent.
    """
    await page.goto(f"{address}/{kind}.html")
    await page.add_style_tag(content=_HIDE)
    return str(await page.evaluate(_BEGIN, str(seed)))


async def result(page: Any) -> tuple[bool, float]:
    """The oracle: (success, raw reward). Success is a raw reward of exactly 1."""
    done, reward = await page.evaluate(_RESULT)
    return bool(done) and reward == 1, float(reward)


async def is_over(page: Any) -> bool:
    """Whether the task takes no more actions."""
    return bool(await page.evaluate("() => WOB_DONE_GLOBAL"))
