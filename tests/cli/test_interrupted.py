"""Long commands after Ctrl-C and after kill -9: one line, nothing half-written, and they go on."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from builders import a_jpeg, a_step
from click.testing import CliRunner
from describing_server import WORDS, describing_server
from export_stores import NAME, a_form, add_run, on, two_attempts
from labels import store_run
from msgspec.structs import replace
from screens import a_button, a_click, a_run, a_screen
from small_site import small_site, tasks_for
from waiting import wait_until

from courtside.main import cli
from courtside_judge.backends.chosen import Chosen, ModelChoice, save_chosen
from courtside_store.config import Config
from courtside_store.database import Store

COURTSIDE = (sys.executable, "-m", "courtside")
KEEPS_ONE_PASS = (
    sys.executable,
    "-c",
    """import time
from courtside_refine.policy_training import checkpoint, fitting
fitting.KEEP_EVERY_S = 0
keep = checkpoint.TrainingState.keep
checkpoint.TrainingState.keep = lambda self, **state: (keep(self, **state), time.sleep(600))
from courtside.main import main
main()""",
)
"""The command; it keeps its first pass, not only every 20 seconds, and then makes no other."""
IS_INTERRUPTED_AS_IT_IS_IMPORTED = """import os, runpy, signal, sys
class Interrupts:
    def find_spec(self, name, *_):
        if name == "click":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupts())
runpy.run_module("courtside", run_name="__main__")"""
IS_INTERRUPTED_AS_IT_REPLAYS = """import os, signal
from courtside.demo import recorded
replay = recorded._replay
recorded._replay = lambda *words: (os.kill(os.getpid(), signal.SIGINT), replay(*words))[1]
from courtside.main import main
main()"""
Program = Sequence[str]


@contextmanager
def started(program: Program, config: Config, *words: str) -> Iterator[subprocess.Popen[str]]:
    """In a group of its own, as a terminal's. It never outlives its test."""
    with subprocess.Popen(
        [*program, "--data-dir", str(config.data_dir), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def interrupted(
    program: Program, config: Config, words: Sequence[str], is_under_way: Callable[[], bool]
) -> str:
    """What a command says after Ctrl-C, which a terminal sends to every process of it."""
    with started(program, config, *words) as process:
        wait_until(lambda: is_under_way() or process.poll() is not None, 60)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err and err.splitlines()[-1] == "courtside: cancelled", err
    return err


def killed(
    program: Program, config: Config, words: Sequence[str], is_under_way: Callable[[], bool]
) -> None:
    """kill -9 of the command alone."""
    with started(program, config, *words) as process:
        wait_until(lambda: is_under_way() or process.poll() is not None, 60)
        process.kill()
        _, err = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL, err


def finished(program: Program, config: Config, words: Sequence[str]) -> str:
    with started(program, config, *words) as process:
        out, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    return out


def half_written(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*.part")]


@pytest.mark.parametrize(
    "program", [IS_INTERRUPTED_AS_IT_IS_IMPORTED, IS_INTERRUPTED_AS_IT_REPLAYS]
)
def test_a_demo_that_is_interrupted_as_it_begins_ends_in_one_line_and_leaves_nothing(
    config: Config, program: str
) -> None:
    with started((sys.executable, "-c", program), config, "demo") as process:
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err.strip()) == (130, "courtside: cancelled")
    assert not any((config.demo_dir / left).exists() for left in ("outbox", "running.json"))


@pytest.mark.slow
def test_a_training_goes_on_and_comes_to_the_same_weights(config: Config, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="torch is missing: sh packaging/setup.sh models")
    with Store.open(config) as store:
        two_attempts(store)
        look = a_form(store, 1)
        types = a_step(1, on("type", NAME, "Bob"), before=look, after=look)
        add_run(store, [types], {1: "towards-the-goal"}, task='Enter "Bob", save.')
    out = tmp_path / "cut"
    train = ["train", "policy", "--epochs", "40", "--out"]
    kept = out / "checkpoint.pt"
    interrupted(KEEPS_ONE_PASS, config, [*train, str(out)], kept.exists)
    assert not half_written(out) and not (out / "policy.safetensors").exists()
    before = kept.stat().st_mtime_ns
    killed(KEEPS_ONE_PASS, config, [*train, str(out)], lambda: kept.stat().st_mtime_ns > before)
    assert not (out / "policy.safetensors").exists()
    for folder in (out, tmp_path / "whole"):
        done = CliRunner().invoke(cli, ["--data-dir", str(config.data_dir), *train, str(folder)])
        assert done.exit_code == 0, done.exception
    # Their bytes may differ: what is written beside the weights has no fixed order.
    load = pytest.importorskip("safetensors.numpy").load_file
    cut, whole = (load(folder / "policy.safetensors") for folder in (out, tmp_path / "whole"))
    assert cut.keys() == whole.keys()
    assert all((cut[name] == whole[name]).all() for name in whole)
    assert not kept.exists() and not half_written(out)


@pytest.mark.slow
def test_descriptions_that_were_made_are_not_made_again(config: Config, tmp_path: Path) -> None:
    pytest.importorskip("openai", reason="openai is missing: sh packaging/setup.sh models")
    with Store.open(config) as store:
        for number in range(6):
            frame = store.add_blob(a_jpeg(20 * number, (64, 48)))
            start_at = a_screen(a_button("Save"), url="http://shop.test/")
            end = replace(a_screen(a_button("Done"), url="http://shop.test/"), frame=frame)
            store_run(store, a_run((a_click("Save"), end), start=start_at), task="Save.")
    out = tmp_path / "screens"
    described = out / "descriptions.jsonl"

    def are_there(count: int) -> Callable[[], bool]:
        return lambda: described.exists() and described.read_bytes().count(b"\n") >= count

    words = ["captions", "collect", "--out", str(out)]

    def with_descriptions(most: float) -> ExitStack:
        opened = ExitStack()
        address = opened.enter_context(describing_server(most))
        model = ModelChoice(backend="openai", model=address, name="words")
        save_chosen(config.models_file, Chosen(captioner=model))
        return opened

    with with_descriptions(2):
        interrupted(COURTSIDE, config, words, are_there(2))
    assert not half_written(out)
    with with_descriptions(2):
        killed(COURTSIDE, config, words, are_there(4))
    with with_descriptions(math.inf):
        report = json.loads(finished(COURTSIDE, config, [*words, "--json"]))
    rows = [json.loads(line) for line in described.read_text().splitlines()]
    assert report["described"] == len(rows) == len({row["screen"]["frame"] for row in rows}) == 6
    assert {row["caption"] for row in rows} == {WORDS} and not half_written(out)
    assert all((out / row["image"]).stat().st_size for row in rows)


@pytest.mark.chrome
@pytest.mark.slow
def test_a_loop_goes_on_where_it_was_stopped(config: Config, tmp_path: Path) -> None:
    pytest.importorskip("playwright")
    out = tmp_path / "loop"
    attempts = out / "01" / "training-rollouts.jsonl"

    def are_there(count: int) -> Callable[[], bool]:
        return lambda: attempts.exists() and attempts.read_bytes().count(b"\n") >= count

    with small_site() as site:
        tasks = tasks_for(site.url, tmp_path / "tasks.jsonl")
        words = ["improve", site.url, "--out", str(out), "--tasks", str(tasks)]
        words += ["--actor", "explorer", "--iterations", "1", "--rollouts", "5"]
        words += ["--max-steps", "4", "--reset-url", f"{site.url}reset"]
        site.allow_resets(1)
        interrupted(COURTSIDE, config, words, are_there(1))
        site.allow_resets(2)
        killed(COURTSIDE, config, words, are_there(3))
        site.allow_resets()
        row = json.loads(finished(COURTSIDE, config, [*words, "--json"]))
    assert row["training"]["attempts"] == 5
    done = [json.loads(line) for line in attempts.read_text().splitlines()]
    numbers = [one["number"] for one in done if one.get("status", "done") == "done"]
    assert sorted(numbers) == list(range(5)), "each attempt is made to its end once"
    assert not half_written(out)
