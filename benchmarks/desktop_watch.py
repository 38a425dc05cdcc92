"""What watching a desktop of 1920x1080 costs: shares of one processor core.

    python -m benchmarks.desktop_watch [--quick] [--seconds 20] [--json]

`courtside desktop` watches a real editor on a screen in memory. Counted is the processor time of
that command and of its helper for AT-SPI; the daemon, the screen's server and the editor are told
apart. At rest only the caret blinks. Ten events a second are clicks at changing places, each a
step of its own (`core_at_10_events`), or keys, which make one step together.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import psutil

from courtside_store.geometry import Point

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from desktops import Screen, a_screen, an_editor, missing  # noqa: E402

from courtside_bridges.desktop import mouse_keyboard  # noqa: E402
from courtside_store.config import load_config  # noqa: E402
from courtside_store.reading import Reader  # noqa: E402

PLACES = [Point(x, y) for y in range(395, 580, 18) for x in range(660, 1200, 60)]
"""In the text: a click there moves the caret."""
EVENTS_A_SECOND = 10
START_S = 20.0


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--quick", action="store_true", help="5 s of each, under a minute")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if gone := missing():
        raise SystemExit(f"no desktop to measure on ({gone}); `make test` installs it")
    with tempfile.TemporaryDirectory() as folder:
        numbers = measure(Path(folder), 5 if options.quick else options.seconds)
    print(json.dumps(numbers) if options.json else json.dumps(numbers, indent=2))


def measure(folder: Path, seconds: int) -> dict[str, float]:
    """All numbers, one after the other on one desktop."""
    with ExitStack() as stack:
        screen = stack.enter_context(a_screen(folder, "1920x1080"))
        stack.enter_context(an_editor(screen))
        os.environ.update(screen.environ)
        devices = mouse_keyboard.open_mouse_keyboard()
        stack.callback(devices.close)
        type_a_page(screen, devices)
        ours = {"COURTSIDE_DATA_DIR": str(folder / "data"), "COURTSIDE_PORT": "0"}
        environ = os.environ | ours
        watcher, server = start_watching(environ, folder), find_server()
        stack.callback(end, watcher, environ)
        ways: dict[str, Callable[[], object]] = {
            "at_rest": lambda: time.sleep(seconds),
            "at_10_events": lambda: at_pace(seconds, lambda n: click(devices, n)),
            "at_10_keys": lambda: at_pace(seconds, lambda n: press(devices, n)),
        }
        numbers: dict[str, float] = {}
        for name, act in ways.items():
            time.sleep(3.0)
            began, mine, theirs = time.monotonic(), cpu_s(watcher), cpu_s(server)
            act()
            took = time.monotonic() - began
            numbers[f"core_{name}"] = round((cpu_s(watcher) - mine) / took, 4)
            numbers[f"screen_server_{name}"] = round((cpu_s(server) - theirs) / took, 4)
        numbers["seconds"] = seconds
        time.sleep(3.0)
        numbers["steps"] = stored_steps(folder / "data")
        numbers["events"] = 2 * seconds * EVENTS_A_SECOND
        return numbers


def type_a_page(screen: Screen, devices: mouse_keyboard.MouseKeyboard) -> None:
    """Something to see, and to put the caret into."""
    screen.do("windowsize", "--sync", screen.wait_for("Plain editor"), "1200", "700")
    mouse_keyboard.click(devices, Point(960, 600))
    mouse_keyboard.type_text(
        devices, ("The quick brown fox jumps over the lazy dog. " * 2 + "\n") * 12
    )


def start_watching(environ: dict[str, str], folder: Path) -> psutil.Process:
    """`courtside desktop`, as soon as it records."""
    log = folder / "log"
    with log.open("wb") as out:
        process = psutil.Popen(
            [sys.executable, "-m", "courtside", "desktop", "--task", "Write"],
            env=environ,
            stdout=out,
            stderr=out,
        )
    end_s = time.monotonic() + START_S
    while "recording" not in log.read_text() and time.monotonic() < end_s:
        time.sleep(0.1)
    if "recording" not in log.read_text():
        raise SystemExit(f"courtside desktop does not start: {log.read_text()}")
    time.sleep(5.0)
    return process


def end(watcher: psutil.Process, environ: dict[str, str]) -> None:
    """Both the command and the daemon that it started."""
    watcher.terminate()
    watcher.wait(30.0)
    words = [sys.executable, "-m", "courtside", "stop"]
    subprocess.run(words, env=environ, check=False, stdout=subprocess.DEVNULL)


def find_server() -> psutil.Process:
    """The screen's server, which this process started."""
    return next(one for one in psutil.Process().children() if one.name() == "Xvfb")


def cpu_s(process: psutil.Process) -> float:
    """Processor time of a process and its helper; not of the daemon, which is its own session."""
    mine = [process, *(c for c in process.children() if "atspi_helper" in " ".join(c.cmdline()))]
    return float(sum(one.cpu_times().user + one.cpu_times().system for one in mine))


def at_pace(seconds: int, act: Callable[[int], None]) -> int:
    """Ten events a second, on time; how many there were."""
    began = time.monotonic()
    for n in range(seconds * EVENTS_A_SECOND):
        time.sleep(max(0.0, began + n / EVENTS_A_SECOND - time.monotonic()))
        act(n)
    return seconds * EVENTS_A_SECOND


def click(devices: mouse_keyboard.MouseKeyboard, number: int) -> None:
    """A click in the text: it moves the caret."""
    mouse_keyboard.click(devices, PLACES[number * 7 % len(PLACES)])


def press(devices: mouse_keyboard.MouseKeyboard, number: int) -> None:
    """A letter."""
    letter = "the lazy dog sleeps "[number % 20]
    devices.key(letter, True)
    devices.key(letter, False)


def stored_steps(data: Path) -> int:
    """How many steps the daemon has: a watcher that loses them would be cheap."""
    with Reader(load_config({"data_dir": data})) as reader:
        return sum(summary.steps for summary in reader.runs(limit=10))


if __name__ == "__main__":
    main()
