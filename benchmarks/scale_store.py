"""Fills a store with many made-up runs, by SQL through its own schema. Measures nothing.

Words are drawn as in language (Zipf): some stand on nearly every page, some in a single run. Runs
have sessions, steps with both screens, verdicts, overrides, oracles and full-text rows; frames are
rows without files. What was built stays in the folder, and a build that was broken off goes on.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec
import numpy as np

from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.geometry import Box
from courtside_store.records import (
    Action,
    Element,
    Evidence,
    JudgeStamp,
    Observation,
    Override,
    RunVerdict,
    Step,
    StepVerdict,
    Target,
)
from courtside_store.rendering import render_step
from courtside_store.stored_records import pack

VOCABULARY = 20_000
PAGES = 2_000
PAGE_WORDS = 60
BUTTONS = ("Save", "Search", "Next", "Cancel", "Sign in", "Add to cart", "Submit", "Delete", "Open")
AGENTS = ("browser-use", "webvoyager", "claude", "gpt", "pi-zero", "scripted", "person")
SITES = ("shop", "mail", "bank", "forum", "maps", "wiki", "travel", "calendar")
SURFACES = ("web", "android", "ios", "desktop")
SOURCES = {"web": "cdp", "android": "appium", "ios": "idb", "desktop": "desktop"}
SHARE = (0.7, 0.15, 0.1, 0.05)
LABELS = ("towards-the-goal", "not-sure", "away-from-the-goal", "goal-reached")
FIRST_MS = 1_700_000_000_000
CHUNK = 250
"""Runs a transaction."""
JUDGE = JudgeStamp(name="evidence", version="1")


@dataclass
class Screens:
    """A pool of pages: their words and their stored rows."""

    rng: np.random.Generator
    words: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.words = [f"{SITES[n % 8]}{n:x}" if n > 40 else f"common{n}" for n in range(VOCABULARY)]
        for page in range(PAGES):
            drawn = self.rng.zipf(1.15, PAGE_WORDS) % VOCABULARY
            text = " ".join(self.words[n] for n in drawn)
            self.texts.append(text)
            self.bodies.append(zlib.compress(wire.encode(a_page(page, text)), 1))


def a_page(page: int, text: str) -> Observation:
    """A screen of twelve elements."""
    elements = tuple(
        Element(
            id=n, tag="button", role="button", text=BUTTONS[n % len(BUTTONS)], box=Box(1, n, 80, 20)
        )
        for n in range(1, 13)
    )
    return Observation(
        at_ms=FIRST_MS,
        width=1280,
        height=720,
        url=f"https://shop.example/page/{page}",
        title=f"Page {page}",
        text=text,
        elements=elements,
    )


def build(config: Config, runs: int, steps: int) -> None:
    """Goes on where an earlier build ended; ready at once where it is whole."""
    with Store.open(config):
        pass
    with sqlite3.connect(config.database, isolation_level=None) as db:
        for pragma in ("synchronous=off", "cache_size=-400000", "wal_autocheckpoint=20000"):
            db.execute(f"pragma {pragma}")
        done = db.execute("select runs from total").fetchone()[0]
        if done < runs:
            print(f"building {runs} runs, {done} are there", flush=True)
        lengths = run_lengths(runs, steps)
        screens = Screens(np.random.default_rng(1))
        for first in range(done, runs, CHUNK):
            db.execute("begin immediate")
            for number in range(first, min(first + CHUNK, runs)):
                add_run(db, Made(number, int(lengths[number]), screens))
            db.execute("commit")
        db.execute("pragma wal_checkpoint(truncate)")
    db.close()


def run_lengths(runs: int, steps: int) -> np.ndarray:
    """Steps of each run: many short ones, some long ones, exactly so many together."""
    drawn = np.random.default_rng(2).lognormal(0.0, 0.8, runs)
    lengths: np.ndarray = np.maximum(1, np.floor(drawn * steps / drawn.sum())).astype(int)
    lengths[0] += steps - lengths.sum()
    return lengths


class Made:
    """One made-up run, the same whenever it is made."""

    def __init__(self, number: int, steps: int, screens: Screens) -> None:
        self.rng = np.random.default_rng([3, number])
        self.number = number
        self.steps = steps
        self.screens = screens
        self.at_ms = FIRST_MS + number * 600_000
        self.id = f"run_{self.at_ms:011x}{number:016x}"
        self.session = f"ses_{self.at_ms:011x}{number:016x}"
        self.surface = str(self.rng.choice(SURFACES, p=SHARE))
        self.task = (
            f'Find "{self.word()}" on {SITES[number % 8]}, compare it with "{self.word()}", '
            f"choose the cheaper one that arrives before Friday, and save order {number}."
        )
        self.passage = (number + 1) << 24

    def word(self) -> str:
        """One word of the vocabulary, rare ones too."""
        return self.screens.words[int(self.rng.integers(VOCABULARY))]

    def passages(self, *found: tuple[int | None, str, str]) -> Iterator[tuple[object, ...]]:
        """Rows of the full text, numbered within the run."""
        for step, place, words in found:
            self.passage += 1
            yield self.passage, self.id, step, place, words


def add_run(db: sqlite3.Connection, run: Made) -> None:
    """All rows of one run."""
    rng, judged = run.rng, run.number % 200 != 7
    label = str(rng.choice(["success", "failure", "unknown"], p=[0.5, 0.35, 0.15]))
    person = str(rng.choice(["success", "failure"])) if rng.random() < 0.15 else None
    oracle = bool(rng.random() < 0.5) if rng.random() < 0.1 else None
    flags = ("looping",) if rng.random() < 0.05 else ()
    db.execute(
        "insert into session(id, source, surface, name, owner, started_at_ms) "
        "values (?, ?, ?, ?, 'src', ?)",
        (run.session, SOURCES[run.surface], run.surface, f"agent {run.number % 50}", run.at_ms),
    )
    db.execute(
        "insert into run(id, number, session, task, agent, attempt, started_at_ms, ended_at_ms, "
        "ended_by, answer, pinned, steps, judged, last_at_ms, verdict, score, status, flags, "
        "override, oracle) values (?, ?, ?, ?, ?, 1, ?, ?, 'finish', 'done', ?, ?, ?, ?, ?, ?, ?, "
        "?, ?, ?)",
        (
            *(run.id, run.number + 1, run.session, run.task, AGENTS[run.number % len(AGENTS)]),
            *(run.at_ms, run.at_ms + run.steps * 1000, int(rng.random() < 0.01)),
            *(run.steps, run.steps, run.at_ms + run.steps * 1000),
            *((label, float(rng.random()), "ok") if judged else (None, None, "error")),
            *(msgspec.json.encode(flags).decode(), person, oracle),
        ),
    )
    verdict = RunVerdict(
        run=run.id,
        label=label,  # type: ignore[arg-type]
        score=0.5,
        explanation=f"The last screen says {run.word()}.",
        flags=flags,  # type: ignore[arg-type]
        judge=JUDGE,
        at_ms=run.at_ms,
    )
    db.execute("insert into verdict(run, step, body) values (?, null, ?)", (run.id, pack(verdict)))
    if person:
        word = Override(run=run.id, label=person, who="ada", at_ms=run.at_ms)  # type: ignore[arg-type]
        add_override(db, word)
    add_passages(
        db, run.passages((None, "task", run.task), (None, "explanation", verdict.explanation))
    )
    add_steps(db, run)


def add_override(db: sqlite3.Connection, word: Override) -> None:
    """A person's word."""
    body = wire.encode(word)
    db.execute(
        "insert into override(run, step, body) values (?, ?, ?)", (word.run, word.step, body)
    )


def add_passages(db: sqlite3.Connection, rows: Iterator[tuple[object, ...]]) -> None:
    """Full text, by the schema's own triggers."""
    db.executemany("insert into passage(id, run, step, place, words) values (?, ?, ?, ?, ?)", rows)


def add_steps(db: sqlite3.Connection, run: Made) -> None:
    """Every step with its screens, verdict and words."""
    before = None
    for index in range(1, run.steps + 1):
        page = int(run.rng.integers(PAGES))
        after = db.execute(
            "insert into observation(run, hash, body) values (?, ?, ?)",
            (run.id, os.urandom(16), run.screens.bodies[page]),
        ).lastrowid
        add_step(db, run, index, page, (before, after))
        before = after


def add_step(
    db: sqlite3.Connection, run: Made, index: int, page: int, looks: tuple[int | None, int | None]
) -> None:
    """One step between two stored screens."""
    at_ms, rng, sha = run.at_ms + 1000 * index, run.rng, os.urandom(32).hex()
    target = Target(role="button", text=f"{BUTTONS[index % len(BUTTONS)]} {run.word()}")
    step = Step(
        run=run.id, index=index, actions=(Action(kind="click", at_ms=at_ms, target=target),)
    )
    action, label = render_step(step), LABELS[int(rng.choice(4, p=[0.6, 0.2, 0.15, 0.05]))]
    verdict = StepVerdict(
        run=run.id,
        step=index,
        label=label,  # type: ignore[arg-type]
        score=0.7,
        explanation=f"The page shows {run.word()}, which the task asks for.",
        evidence=(Evidence(kind="wanted-text-appeared", text="the page shows it", weight=0.4),),
        judge=JUDGE,
        at_ms=at_ms,
    )
    person = "towards-the-goal" if rng.random() < 0.02 else None
    db.execute(
        "insert into step(run, step, at_ms, action, frame, before, after, body, label, score, "
        "status, override) values (?, ?, ?, ?, ?, ?, ?, ?, ?, 0.7, 'ok', ?)",
        (run.id, index, at_ms, action, sha, *looks, wire.encode(step), label, person),
    )
    db.execute(
        "insert into verdict(run, step, body) values (?, ?, ?)", (run.id, index, pack(verdict))
    )
    db.execute("insert into blob values (?, 60000, ?)", (sha, at_ms))
    db.execute("insert into used values (?, ?)", (run.id, sha))
    if person:
        add_override(
            db, Override(run=run.id, step=index, label="towards-the-goal", who="ada", at_ms=at_ms)
        )
    text = f"Page {page} {run.screens.texts[page]} order{run.number}x{index}"
    add_passages(
        db,
        run.passages(
            (index, "action", action),
            (index, "page", text),
            (index, "explanation", verdict.explanation),
        ),
    )
