"""Kills the daemon (SIGKILL) again and again while a client sends steps with frames, and counts.

    python -m benchmarks.kills [--quick] [--kills 200] [--folder DIR] [--json]

After each kill all that the client had acknowledged must be in the file, each frame with the bytes
of its name; at the end every step is there once, in order, with the frame that was taken for it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from benchmarks.ingest import jpeg

from courtside_bridges.client.link import Link
from courtside_store import wire
from courtside_store.blobs import Blobs
from courtside_store.config import Config, load_config
from courtside_store.daemon_state import read_running
from courtside_store.reading import Reader
from courtside_store.records import Action, Observation, Session, Step, Target, new_id, now_ms

FRAME_BYTES = 20_000
EVERY_S = 0.004
LIVES_S = (0.0, 0.5)
"""How long a daemon lives once it has acknowledged something: a time between these."""
START_S = 120.0
DRAIN_S = 600.0
"""All that a client kept while the daemon was down, on a machine with other work."""
CHECK_EVERY = 20
"""Kills between two looks at the whole database."""


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--quick", action="store_true", help="20 kills")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = str(options.folder or folder)
        config = load_config({"data_dir": home, "port": 0, "autostart": False, "ocr": "off"})
        numbers = measure(config, 20 if options.quick else options.kills)
    print(json.dumps(numbers) if options.json else json.dumps(numbers, indent=2))


def measure(config: Config, kills: int, seed: int = 3) -> dict[str, float]:
    """Kills so often; what was lost, doubled or damaged, and how much there was to lose."""
    dice, begun = random.Random(seed), time.monotonic()
    agent = Agent(config)
    counts = {"acked_lost": 0, "frames_wrong": 0, "damaged": 0}
    for kill in range(kills):
        with_daemon(config, agent, dice.uniform(*LIVES_S))
        lost, wrong = check_acked(config, agent)
        counts["acked_lost"] += lost
        counts["frames_wrong"] += wrong
        if kill % CHECK_EVERY == CHECK_EVERY - 1:
            counts["damaged"] += is_damaged(config)
    with_daemon(config, agent, None)
    steps, doubled, wrong = check_all(config, agent)
    counts["frames_wrong"] += wrong
    counts["damaged"] += is_damaged(config)
    return {
        "kills": kills,
        "steps": steps,
        "acked_at_kills": agent.checked,
        "lost": len(agent.frames) - steps + doubled,
        "doubled": doubled,
        **counts,
        "seconds": round(time.monotonic() - begun),
    }


class Agent:
    """Sends a step with a frame of its own every few milliseconds, and remembers each frame."""

    def __init__(self, config: Config) -> None:
        self.session = Session(
            id=new_id("ses"), source="client", name="kills", started_at_ms=now_ms()
        )
        self.link = Link(config, self.session)
        self.run = new_id("run")
        self.frames: list[str] = []
        self.checked = 0
        """Steps whose frame was found on disk."""
        self._image = jpeg()[:FRAME_BYTES]
        self.link.send(lambda seq: wire.RunBegin(seq=seq, run=self.run, at_ms=now_ms()))

    def act(self) -> None:
        """One step."""
        tail = b"\xff\xd9"
        data = self._image[:1000] + os.urandom(64) + self._image[1064:-2] + tail
        name = self.link.frame(data)
        assert name == hashlib.sha256(data).hexdigest()
        self.frames.append(name)
        number = len(self.frames)
        target = Target(role="textbox", text="n")
        action = Action(kind="type", at_ms=now_ms(), target=target, text=str(number))
        look = Observation(at_ms=now_ms(), frame=name, text=str(number), width=640, height=400)
        step = Step(run=self.run, index=number, actions=(action,), after=look)
        self.link.send(lambda seq: wire.StepSeen(seq=seq, step=step))

    def act_for(self, seconds: float) -> None:
        """Steps, one every few milliseconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.act()
            time.sleep(EVERY_S)

    def acked(self) -> int:
        """Steps that the daemon has acknowledged: all before the first that still waits."""
        return max(0, self.link.durable - 1)  # the first message began the run


def with_daemon(config: Config, agent: Agent, lives_s: float | None) -> None:
    """A daemon that is killed after so long; None: it lives until all is durable, and stops."""
    command = [sys.executable, "-m", "courtside", "--data-dir", str(config.data_dir)]
    daemon = subprocess.Popen(
        [*command, "up", "--port", "0"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"COURTSIDE_OCR": "off"},
    )
    try:
        end = time.monotonic() + START_S
        while read_running(config) is None:
            if daemon.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the daemon did not start")
            time.sleep(0.02)
        if lives_s is None:
            if not agent.link.wait_sent(DRAIN_S):
                raise RuntimeError("the daemon did not take what was left")
            agent.link.close()
            return
        before, end = agent.acked(), time.monotonic() + START_S
        while agent.acked() == before and time.monotonic() < end:
            agent.act_for(0.05)
        agent.act_for(lives_s)
        daemon.kill()
    finally:
        daemon.terminate()
        daemon.wait()


def check_acked(config: Config, agent: Agent) -> tuple[int, int]:
    """Acknowledged steps that are not in the file; frames of those that are wrong on disk."""
    acked = agent.acked()
    with closing(sqlite3.connect(config.database)) as db:
        sql = "select count(*) from step where run = ? and step <= ?"
        stored = db.execute(sql, (agent.run, acked)).fetchone()[0]
    names = agent.frames[agent.checked : acked]
    agent.checked = max(agent.checked, acked)
    return acked - stored, wrong_frames(config, names)


def wrong_frames(config: Config, names: list[str]) -> int:
    """Of these: those that are not there, or have other bytes than their name says."""
    blobs = Blobs(config.blobs)
    return sum(hashlib.sha256(blobs.read(name) or b"").hexdigest() != name for name in names)


def check_all(config: Config, agent: Agent) -> tuple[int, int, int]:
    """Steps in the file, those that stand there twice, and those with another frame or text."""
    with Reader(config) as reader:
        steps = list(reader.steps(agent.run))
    doubled = len(steps) - len({step.index for step in steps})
    wrong = 0
    for step in steps:
        look, name = step.after, agent.frames[step.index - 1]
        wrong += look is None or look.frame != name or look.text != str(step.index)
    return len(steps), doubled, wrong + wrong_frames(config, agent.frames)


def is_damaged(config: Config) -> bool:
    """What SQLite itself says of the whole file."""
    with closing(sqlite3.connect(config.database)) as db:
        return bool(db.execute("pragma integrity_check").fetchone()[0] != "ok")


if __name__ == "__main__":
    main()
