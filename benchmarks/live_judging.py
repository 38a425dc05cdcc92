"""What judging live costs beside the reference procedure, with the same models, frames and lengths.

    python -m benchmarks.live_judging [--steps 12] [--shape 0.5b] [--json]

The reference (Pan et al. 2024): for each step the screens before and after are described anew, and
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

import numpy as np
from benchmarks.ingest import send
from benchmarks.random_models import write_projector, write_text_model
from gguf import GGMLQuantizationType as Kind
from msgspec.structs import replace
from PIL import Image, ImageDraw

from courtside_bridges.daemon_address import get_token
from courtside_judge import talking
from courtside_judge.backends.chosen import Chosen, ModelChoice, save_chosen
from courtside_judge.backends.llama import LlamaModel
from courtside_judge.backends.protocol import Turn
from courtside_judge.captions import Captioner
from courtside_judge.prompting import quote, wording
from courtside_judge.protocol import Case
from courtside_judge.reasoner import ReasonerJudge
from courtside_judge.tools import Tools
from courtside_store.blobs import Blobs
from courtside_store.config import load_config, read_running
from courtside_store.records import Action, Element, Observation, Step, Target, now_ms
from courtside_store.rendering import render_step

CAPTION_TOKENS = 60
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
    parser.add_argument("--sizes", action="store_true", help="only what smaller images would save")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    talking.WHY_TOKENS = THOUGHT_TOKENS
    with tempfile.TemporaryDirectory() as folder:
        if options.sizes:
            numbers = by_size(Path(folder), options.shape)
        else:
            numbers = measure(Path(folder), options.shape, options.steps)
            numbers |= ingest(Path(folder), options.shape, options.seconds)
    print(json.dumps(numbers) if options.json else json.dumps(numbers, indent=2))


def measure(folder: Path, shape: str, steps: int) -> dict[str, Any]:
    """All ratios, in one run."""
    chosen = write_models(folder, shape)
    scenes = {
        "distinct": list(range(steps + 1)),
        "repeating": [n // 2 for n in range(steps + 1)],
    }
    numbers: dict[str, Any] = {"shape": shape, "steps": steps}
    firsts, whole = 0.0, 0.0
    reference = {}
    for name, screens in scenes.items():
        frames = [draw(n) for n in screens]
        run = list(a_run(frames, folder / name, with_text=False))
        ours, first, all_of_it = judge_live(chosen, run, folder / name)
        reference[name] = judge_by_the_book(chosen, run, frames)
        numbers[f"ratio_{name}"] = round(reference[name] / ours, 2)
        numbers[f"cpu_s_{name}"] = [round(ours, 1), round(reference[name], 1)]
        firsts, whole = firsts + first, whole + all_of_it
    run = list(a_run([draw(n) for n in scenes["distinct"]], folder / "text", with_text=True))
    ours, first, all_of_it = judge_live(chosen, run, folder / "text")
    numbers["ratio_text"] = round(reference["distinct"] / ours, 2)
    numbers["cpu_s_text"] = [round(ours, 1), round(reference["distinct"], 1)]
    numbers["first_verdict_over_explanation"] = round((firsts + first) / (whole + all_of_it), 3)
    return numbers


def write_models(folder: Path, shape: str) -> Chosen:
    """A captioner of the shape with a small vision tower, and a reasoner of the shape."""
    corpus = Path(talking.__file__).parent.joinpath("prompts")
    words = " ".join(path.read_text() for path in sorted(corpus.glob("*.toml")))
    kind = Kind.F16 if shape == "tiny" else Kind.Q4_0
    text = write_text_model(folder / "text.gguf", shape, kind, merges=1500, corpus=words)
    tower = "tiny" if shape == "tiny" else "small"
    eyes = write_projector(folder / "eyes.gguf", tower, shape, like="idefics3")
    choice = ModelChoice(backend="llama_cpp", model=str(text), name=f"random-{shape}")
    return Chosen(captioner=replace(choice, projector=str(eyes)), reasoner=choice)


def by_size(folder: Path, shape: str) -> dict[str, Any]:
    """Processor seconds of one caption of a 1280x800 screen, by the longest side it is shrunk to.

    A quality trade, so it is no part of the ratios.
    """
    chosen = write_models(folder, shape)
    assert chosen.captioner
    eyes = LlamaModel(chosen.captioner)
    spent = {}
    for side in (1280, 1024, 768, 512):
        captioner = Captioner(eyes.stamp, lambda: eyes, None, "web", side, CAPTION_TOKENS)
        eyes.forget()
        begun = time.process_time()
        captioner.describe("x", draw(1, (1280, 800)))
        spent[str(side)] = round(time.process_time() - begun, 1)
    eyes.close()
    return {"shape": shape, "caption_cpu_s": spent}


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


def judge_live(chosen: Chosen, run: Sequence[Step], folder: Path) -> tuple[float, float, float]:
    """Processor seconds; of them, once captions are there: until the label, and with reasons."""
    blobs = Blobs(folder)
    tools = Tools(chosen, blobs, CAPTION_TOKENS)
    tools.reasoner.think([Turn(role="user", text="Warm up.")], 1)
    sitting = ReasonerJudge(tools).sit(Case(run=RUN, task=TASK), blobs.read)
    begun = time.process_time()
    first = whole = 0.0
    for step in run:
        caption_all(tools, blobs, step)
        start = time.process_time()
        asked = sitting.step(step).prompt is not None
        label = time.process_time()
        sitting.explain(step.index)
        if asked:
            first += label - start
            whole += time.process_time() - start
    spent = time.process_time() - begun
    tools.close()
    return spent, first, whole


def caption_all(tools: Tools, blobs: Blobs, step: Step) -> None:
    """What the sitting would do by itself, so that the verdict is timed from here."""
    eyes = tools.captioner("web")
    for look in (step.before, step.after):
        if eyes and look and look.frame and not look.elements:
            eyes.describe(look.frame, blobs.read(look.frame) or b"")


def judge_by_the_book(chosen: Chosen, run: Sequence[Step], frames: Sequence[bytes]) -> float:
    """Processor seconds of the reference procedure: nothing is kept between questions."""
    assert chosen.captioner and chosen.reasoner
    eyes, mind = LlamaModel(chosen.captioner), LlamaModel(chosen.reasoner)
    words = wording("web")
    system = Turn(
        role="system",
        text="\n\n".join(
            (words.say("step", "system"), words.examples, words.say("judge", "system", fence="x"))
        ),
    )
    mind.think([Turn(role="user", text="Warm up.")], 1)
    begun = time.process_time()
    for number, step in enumerate(run):
        told = []
        for image in frames[number : number + 2]:
            eyes.forget()
            captioner = Captioner(eyes.stamp, lambda: eyes, None, "web", max_tokens=CAPTION_TOKENS)
            told.append(captioner.describe("x", image))
        parts = (TASK, f"before: {told[0]}", render_step(step), f"after: {told[1]}")
        question = quote("\n".join(parts), "x") + "\nThink step by step."
        turns = [system, Turn(role="user", text=question)]
        mind.forget()
        thoughts = mind.think(turns, THOUGHT_TOKENS)
        turns += [
            Turn(role="assistant", text=thoughts.text),
            Turn(role="user", text=words.say("step", "question", step=step.index)),
        ]
        mind.score(turns, tuple(talking.LABELS))
    spent = time.process_time() - begun
    eyes.close()
    mind.close()
    return spent


def ingest(folder: Path, shape: str, seconds: float) -> dict[str, float]:
    """99th percentile of acknowledgements, with the judge idle and with a model at work."""
    numbers = {}
    for name, judge in (("idle", "evidence"), ("loaded", "reasoner")):
        config = load_config({"data_dir": str(folder / name), "port": 0, "autostart": False})
        save_chosen(config.models_file, write_models(folder, shape))
        daemon = subprocess.Popen(
            [sys.executable, "-m", "courtside", "--data-dir", str(config.data_dir), "up"],
            stdout=subprocess.DEVNULL,
            env=os.environ | {"COURTSIDE_JUDGE": judge, "COURTSIDE_PORT": "0"},
        )
        while (said := read_running(config)) is None:
            time.sleep(0.05)
        token = get_token(config, said, "load", "client")
        waits, _ = send(said.url, token, seconds, PER_S)
        daemon.terminate()
        daemon.wait()
        waits.sort()
        numbers[f"ingest_p99_ms_{name}"] = round(waits[int(len(waits) * 0.99)] * 1000, 1)
    return numbers


if __name__ == "__main__":
    main()
