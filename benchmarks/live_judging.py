"""What judging live costs beside the reference procedure, with the same models, frames and lengths.

    python -m benchmarks.live_judging [--quick] [--steps 12] [--shape 0.5b] [--json]

The reference (Pan et al. 2024): for each step the screens before and after are described again, and
a whole prompt is read, thoughts first, then the label. Ours: a frame is described once, what was
read is kept, the label comes first and its reasons after. On both sides the same images,
CAPTION_TOKENS a caption and THOUGHT_TOKENS of thoughts. The models have the right shapes and random
weights, so that what they say is noise; ratios are of processor time.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.ingest import send
from benchmarks.pieces import need_modules
from msgspec.structs import replace
from PIL import Image, ImageDraw

from courtside_bridges.client.control_api import get_token
from courtside_judge.backends.chosen import Chosen, ModelChoice, save_chosen
from courtside_judge.backends.llama import LlamaModel
from courtside_judge.backends.protocol import Sampling, Turn
from courtside_judge.llm import base
from courtside_judge.llm.frame_captions import Captioner
from courtside_judge.llm.model_pool import ModelPool
from courtside_judge.llm.prompting import quote, wording
from courtside_judge.llm.reasoner import ReasonerJudge
from courtside_judge.llm.settings import Settings
from courtside_judge.protocol import Case
from courtside_store.blobs import Blobs
from courtside_store.config import load_config
from courtside_store.daemon_state import read_running
from courtside_store.records import Action, Element, Observation, Step, Target, now_ms
from courtside_store.rendering import render_step

need_modules("run `sh packaging/setup.sh models`", "gguf", "llama_cpp", "numpy")
import numpy as np  # noqa: E402
from benchmarks.random_models import write_projector, write_text_model  # noqa: E402
from gguf import GGMLQuantizationType as Kind  # noqa: E402

CAPTION_TOKENS = 60
CAPTION = Sampling(max_tokens=CAPTION_TOKENS)
THOUGHT_TOKENS = 60
SIZE = (512, 384)
RUN = "run_" + "b" * 20
TASK = 'Find the order of "Ada Lovelace", change its delivery to Friday and save it.'
PER_S = 10.0
"""Steps a second of the one source of `ingest`, far more than an agent takes."""
ROWS = ("Orders", "Customers", "Deliveries", "Invoices", "Settings", "Help", "Sign out", "Search")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--shape", default="0.5b", choices=["tiny", "0.5b", "3b"])
    parser.add_argument("--seconds", type=float, default=20, help="for each ingest measurement")
    parser.add_argument("--ingest", action="store_true", help="only the acknowledgements")
    parser.add_argument("--sizes", action="store_true", help="only what smaller images would save")
    parser.add_argument("--quick", action="store_true", help="the smallest shape, 4 steps, 5 s")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.quick:
        options.shape, options.steps, options.seconds = "tiny", 4, 5
    base.WHY_TOKENS = THOUGHT_TOKENS
    with tempfile.TemporaryDirectory() as folder:
        if options.sizes:
            numbers = by_size(Path(folder), options.shape)
        elif options.ingest:
            numbers = ingest(Path(folder), options.shape, options.seconds)
        else:
            numbers = measure(Path(folder), options.shape, options.steps)
            numbers |= ingest(Path(folder), options.shape, options.seconds)
    print(json.dumps(numbers) if options.json else json.dumps(numbers, indent=2))


def measure(folder: Path, shape: str, steps: int) -> dict[str, Any]:
    """All ratios. Both sides take turns at each step: a busy machine is as busy for both."""
    chosen = write_models(folder, shape)
    numbers: dict[str, Any] = {"shape": shape, "steps": steps}
    first = whole = 0.0
    for name, screens in (
        ("distinct", list(range(steps + 1))),
        ("repeating", [n // 2 for n in range(steps + 1)]),
    ):
        frames = [draw(n) for n in screens]
        lives = {name: Live(chosen, folder / name, frames, with_text=False)}
        if name == "distinct":
            lives["text"] = Live(chosen, folder / "text", frames, with_text=True)
        book = Book(chosen, frames)
        for number in range(steps):
            for live in lives.values():
                live.judge(number)
            book.judge(number, lives[name].run[number])
        for kind, live in lives.items():
            numbers[f"ratio_{kind}"] = round(book.spent_s / live.spent_s, 2)
            numbers[f"cpu_s_{kind}"] = [round(live.spent_s, 1), round(book.spent_s, 1)]
            first, whole = first + live.first_s, whole + live.whole_s
            live.models.close()
        book.close()
    numbers["first_verdict_over_explanation"] = round(first / whole, 3)
    return numbers


def write_models(folder: Path, shape: str) -> Chosen:
    """A captioner of the shape with a small vision tower, and a reasoner of the shape."""
    corpus = Path(base.__file__).parent.joinpath("prompts")
    words = " ".join(path.read_text() for path in sorted(corpus.glob("*.toml")))
    kind = Kind.F16 if shape == "tiny" else Kind.Q4_0
    text = write_text_model(folder / "text.gguf", shape, kind, merges=1500, corpus=words)
    tower = "tiny" if shape == "tiny" else "small"
    projector = write_projector(folder / "projector.gguf", tower, shape, like="idefics3")
    choice = ModelChoice(backend="llama_cpp", model=str(text), name=f"random-{shape}")
    return Chosen(captioner=replace(choice, projector=str(projector)), reasoner=choice)


def by_size(folder: Path, shape: str) -> dict[str, Any]:
    """Processor seconds of one caption of a 1280x800 screen, by the longest side it is shrunk to.

    A quality trade, so it is no part of the ratios.
    """
    chosen = write_models(folder, shape)
    assert chosen.captioner
    opened = LlamaModel(chosen.captioner)
    usage = {}
    for side in (1280, 1024, 768, 512):
        captioner = Captioner(chosen.captioner, lambda: opened, None, "web", side, CAPTION)
        opened.forget()
        begun = time.process_time()
        captioner.describe("x", lambda _: draw(1, (1280, 800)))
        usage[str(side)] = round(time.process_time() - begun, 1)
    opened.close()
    return {"shape": shape, "caption_cpu_s": usage}


def draw(number: int, size: tuple[int, int] = SIZE) -> bytes:
    """One of as many screens as wanted: rows of coloured boxes, each at another place."""
    image = Image.new("RGB", size, "white")
    pen = ImageDraw.Draw(image)
    rng = np.random.default_rng(number)
    for row in range(8):
        left, top = int(rng.integers(10, 250)), 12 + 45 * row
        pen.rectangle((left, top, left + 180, top + 30), fill=tuple(rng.integers(0, 255, 3)))
        pen.text((left + 8, top + 8), f"{ROWS[row]} {number}", fill="black")
    out = io.BytesIO()
    image.save(out, "JPEG", quality=80)
    return out.getvalue()


def a_run(frames: Sequence[bytes], folder: Path, with_text: bool) -> Iterator[Step]:
    """A click a step, from one screen to the next."""
    blobs = Blobs(folder)
    looks = [a_look(blobs.add(data), n, with_text) for n, data in enumerate(frames)]
    for number in range(1, len(looks)):
        target = Target(role="button", text=ROWS[number % len(ROWS)])
        action = Action(kind="click", at_ms=now_ms(), target=target)
        yield Step(
            run=RUN,
            index=number,
            before=looks[number - 1],
            actions=(action,),
            after=looks[number],
        )


def a_look(sha: str, number: int, with_text: bool) -> Observation:
    elements = tuple(
        Element(id=n, role="button", text=f"{row} {number if n > 4 else ''}".strip())
        for n, row in enumerate(ROWS, 1)
    )
    return Observation(
        at_ms=now_ms(),
        frame=sha,
        width=SIZE[0],
        height=SIZE[1],
        url="http://127.0.0.1/orders",
        elements=elements if with_text else (),
    )


class Live:
    """Our way with one run; times are processor seconds."""

    def __init__(
        self, chosen: Chosen, folder: Path, frames: Sequence[bytes], with_text: bool
    ) -> None:
        self.run = list(a_run(frames, folder, with_text))
        self._blobs = Blobs(folder)
        self.models = ModelPool(chosen, self._blobs, Settings(caption=CAPTION))
        self.models.open(self.models.reasoner).think([Turn(role="user", text="Warm up.")], 1)
        case = Case(run=RUN, task=TASK)
        self._session = ReasonerJudge(self.models).start(case, self._blobs.read)
        self.spent_s = self.first_s = self.whole_s = 0.0

    def judge(self, number: int) -> None:
        """The word and the reasons; once captions are there, `first_s` until the word."""
        step = self.run[number]
        begun = time.process_time()
        caption_all(self.models, self._blobs, step)
        start = time.process_time()
        verdict = self._session.step(step)
        asked = verdict is not None and verdict.prompt is not None
        word = time.process_time()
        self._session.explain(step.index)
        ended = time.process_time()
        self.spent_s += ended - begun
        if asked:
            self.first_s += word - start
            self.whole_s += ended - start


def caption_all(models: ModelPool, blobs: Blobs, step: Step) -> None:
    """What the session would do by itself, so that the verdict is timed from here."""
    captioner = models.captioner("web")
    for look in (step.before, step.after):
        if captioner and look and look.frame and not look.elements:
            captioner.describe(look.frame, blobs.read)


class Book:
    """The reference procedure: nothing is kept between questions."""

    def __init__(self, chosen: Chosen, frames: Sequence[bytes]) -> None:
        assert chosen.captioner and chosen.reasoner
        self._frames = frames
        self._captioner_choice = chosen.captioner
        self._captioner, self._reasoner = LlamaModel(chosen.captioner), LlamaModel(chosen.reasoner)
        self._words = words = wording("web")
        fixed = (
            words.text("step", "system"),
            words.examples,
            words.text("judge", "system", fence="x"),
        )
        self._system = Turn(role="system", text="\n\n".join(fixed))
        self._reasoner.think([Turn(role="user", text="Warm up.")], 1)
        self.spent_s = 0.0

    def judge(self, number: int, step: Step) -> None:
        """Both screens described, thoughts, then the word."""
        begun = time.process_time()
        before, after = (self._caption(image) for image in self._frames[number : number + 2])
        parts = (TASK, f"before: {before}", render_step(step), f"after: {after}")
        asked = quote("\n".join(parts), "x") + "\nThink step by step."
        turns = [self._system, Turn(role="user", text=asked)]
        self._reasoner.forget()
        thoughts = self._reasoner.think(turns, THOUGHT_TOKENS)
        question = self._words.text("step", "question", step=step.index)
        turns += [
            Turn(role="assistant", text=thoughts.text),
            Turn(role="user", text=question),
        ]
        self._reasoner.choose(turns, tuple(base.LABELS))
        self.spent_s += time.process_time() - begun

    def _caption(self, image: bytes) -> str:
        captioner = self._captioner
        captioner.forget()
        fresh = Captioner(self._captioner_choice, lambda: captioner, None, "web", sampling=CAPTION)
        return fresh.describe("x", lambda _: image) or ""

    def close(self) -> None:
        """Frees both models."""
        self._captioner.close()
        self._reasoner.close()


def ingest(folder: Path, shape: str, seconds: float) -> dict[str, float]:
    """99th percentile of acknowledgements, with the judge idle and with a model at work."""
    numbers = {}
    for name, judge in (("idle", "evidence"), ("loaded", "reasoner")):
        config = load_config({"data_dir": str(folder / name), "port": 0, "autostart": False})
        save_chosen(config.models_file, write_models(folder, shape))
        process = subprocess.Popen(
            [sys.executable, "-m", "courtside", "--data-dir", str(config.data_dir), "up"],
            stdout=subprocess.DEVNULL,
            env=os.environ | {"COURTSIDE_JUDGE": judge, "COURTSIDE_PORT": "0"},
        )
        while (daemon := read_running(config)) is None:
            time.sleep(0.05)
        token = get_token(config, daemon, "load", "client")
        waits, _ = send(daemon.url, token, seconds, PER_S)
        process.terminate()
        process.wait()
        waits.sort()
        numbers[f"ingest_p99_ms_{name}"] = round(waits[int(len(waits) * 0.99)] * 1000, 1)
    return numbers


if __name__ == "__main__":
    main()
