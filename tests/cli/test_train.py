"""`courtside train policy` learns what judges rewarded in the store, and says what is missing."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from builders import a_jpeg, a_screen, a_step, a_step_verdict, an_action
from click.testing import CliRunner, Result
from export_stores import NAME, SAVE, a_form, add_run, on, two_attempts
from labels import store_run
from tiny_qwen import write_reader, write_vision_model

pytest.importorskip("torch", reason="torch is missing: sh packaging/setup.sh models")

from courtside.main import cli
from courtside_refine.policy_training.model_card import read_card
from courtside_refine.policy_training.policy import Policy
from courtside_store.config import Config
from courtside_store.database import Store

QUICK = ("--epochs", "2")


def train(config: Config, out: Path, *words: str) -> Result:
    command = ["--data-dir", str(config.data_dir), "train", "policy", *words, "--out", str(out)]
    return CliRunner().invoke(cli, command)


def answer(result: Result) -> Any:
    assert result.exit_code == 0, result.exception
    return json.loads(result.stdout)


def fill(config: Config) -> None:
    """Two attempts at one task, one at another."""
    with Store.open(config) as store:
        two_attempts(store)
        empty, filled = a_form(store, 1), a_form(store, 2, "Bob")
        steps = [
            a_step(1, on("type", NAME, "Bob"), before=empty, after=filled),
            a_step(2, on("click", SAVE), before=filled, after=filled),
        ]
        add_run(store, steps, {1: "towards-the-goal", 2: "not-sure"}, task='Enter "Bob", save.')


def test_it_learns_what_was_rewarded_and_says_so(config: Config, tmp_path: Path) -> None:
    fill(config)
    done = answer(train(config, tmp_path / "a", *QUICK, "--json"))
    kept = "three typed names, one Save, and the stops of two successes"
    assert (done["runs"], done["examples"], done["tasks"]) == (3, 6, 2), kept
    card = read_card(tmp_path / "a")
    assert [judge.name for judge in card.judges] == [
        "test"
    ] and card.keep == "the steps that the selection keeps"
    result = train(config, tmp_path / "a", *QUICK)
    assert "trained on 6 steps of 2 tasks" in result.stdout, "the same again is there already"


def test_a_full_disk_is_one_line_and_leaves_no_half_weights(config: Config, tmp_path: Path) -> None:
    fill(config)
    words = ["--data-dir", str(config.data_dir), "train", "policy", "--epochs", "1", "--out"]
    command = shlex.join([sys.executable, "-m", "courtside", *words, str(tmp_path / "a")])
    limited = ["bash", "-c", f"ulimit -f 100; exec {command}"]
    done = subprocess.run(limited, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1 and "File too large" in done.stderr, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1 and list((tmp_path / "a").iterdir()) == []


def test_unfiltered_learns_every_step_and_none_learns_nothing(
    config: Config, tmp_path: Path
) -> None:
    fill(config)
    done = answer(train(config, tmp_path / "a", *QUICK, "--unfiltered", "--json"))
    assert done["examples"] == 9 and read_card(tmp_path / "a").judges == ()
    result = train(config, tmp_path / "b", "--untrained", "--seed", "4")
    assert "nothing was trained" in result.stdout
    assert Policy.load(tmp_path / "b").fingerprint() == Policy(seed=4).fingerprint()
    trained = Policy.load(tmp_path / "a").fingerprint()
    refused = train(config, tmp_path / "a", "--untrained")
    assert "holds the weights of another training" in str(refused.exception)
    assert Policy.load(tmp_path / "a").fingerprint() == trained
    both = train(config, tmp_path / "c", "--untrained", "--unfiltered")
    assert "give one of the two" in str(both.exception)


def test_it_begins_with_other_weights_and_another_training_needs_another_folder(
    config: Config, tmp_path: Path
) -> None:
    fill(config)
    train(config, tmp_path / "a", *QUICK)
    first = Policy.load(tmp_path / "a").fingerprint()
    answer(train(config, tmp_path / "b", *QUICK, "--start", str(tmp_path / "a"), "--json"))
    assert read_card(tmp_path / "b").start_sha256 == first
    again = train(config, tmp_path / "a", *QUICK, "--seed", "9")
    assert "holds the weights of another training" in str(again.exception)


def test_tasks_that_are_left_out_are_predicted_and_not_trained_on(
    config: Config, tmp_path: Path
) -> None:
    with Store.open(config) as store:
        for name in ("Ada", "Bob", "Cid", "Dan", "Eva", "Fay"):
            look = a_form(store, 1)
            steps = [a_step(1, on("type", NAME, name), before=look, after=look)]
            add_run(store, steps, {1: "towards-the-goal"}, task=f'Enter "{name}".')
    done = answer(train(config, tmp_path / "a", *QUICK, "--test-share", "0.4", "--json"))
    assert 0 < done["test_examples"] < 12 and done["test_accuracy"] is not None
    assert done["examples"] + done["test_examples"] == 12
    none = train(config, tmp_path / "b", *QUICK, "--test-share", "0.001")
    assert "leaves out none of 6 tasks; give a larger share" in str(none.exception)
    every = train(config, tmp_path / "b", *QUICK, "--test-share", "1")
    assert "leaves out all of 6 tasks: nothing to train on" in str(every.exception)
    assert not (tmp_path / "b").exists()


def test_rewards_that_do_not_fall_are_refused(config: Config, tmp_path: Path) -> None:
    other = train(config, tmp_path / "a", "--reward-progress", "0.2", "--reward-other", "0.3")
    assert "--reward-other 0.3 is above --reward-progress 0.2" in other.output
    progress = train(config, tmp_path / "a", "--reward-progress", "2")
    assert "--reward-progress 2 is above 1, the reward of a step that" in progress.output


def test_options_that_do_not_go_together_are_refused(config: Config, tmp_path: Path) -> None:
    for words, why in (
        (("--rank", "4"), "--rank is for an adapter; add --model"),
        (
            ("--model", str(tmp_path), "--untrained"),
            "--test-share says its loss before and after",
        ),
        (("--model", str(tmp_path), "--start", str(tmp_path)), "give one of the two"),
    ):
        assert why in str(train(config, tmp_path / "a", *words).exception)


@pytest.mark.models
@pytest.mark.filterwarnings("ignore")
def test_a_language_model_gets_an_adapter(config: Config, tmp_path: Path) -> None:
    pytest.importorskip("peft", reason="peft is missing: pip install 'courtside[lora]'")
    fill(config)
    model = write_reader(tmp_path / "model", max_position_embeddings=4096)
    brief = ("--model", str(model), "--rank", "2", "--steps", "2", "--batch", "2")
    card = answer(train(config, tmp_path / "a", *brief, "--json"))
    assert card["samples"] == 6 and card["settings"]["rank"] == 2
    assert card["settings"]["learning_rate"] == 1e-5 and card["judges"][0]["name"] == "test"
    assert (tmp_path / "a" / "adapter.gguf").is_file()
    output = train(config, tmp_path / "a", *brief).stdout
    assert "2 steps on" in output and "tokens a second" in output


@pytest.mark.models
@pytest.mark.filterwarnings("ignore")
def test_a_model_that_sees_is_not_trained_on_steps_whose_frames_are_gone(
    config: Config, tmp_path: Path
) -> None:
    pytest.importorskip("peft", reason="peft is missing: pip install 'courtside[lora]'")
    fill(config)
    shutil.rmtree(config.blobs)
    model = write_vision_model(tmp_path / "model")
    result = train(config, tmp_path / "a", "--model", str(model), "--rank", "2", "--steps", "1")
    assert "none of 6 steps has a picture" in str(result.exception)
    assert not (tmp_path / "a").exists()


@pytest.mark.models
@pytest.mark.filterwarnings("ignore")
def test_a_captioner_learns_screens_and_descriptions(tmp_path: Path) -> None:
    pytest.importorskip("peft", reason="peft is missing: pip install 'courtside[lora]'")
    model = write_vision_model(tmp_path / "model")
    data = tmp_path / "data"
    data.mkdir()
    for n in (1, 2):
        (data / f"{n}.jpg").write_bytes(a_jpeg(n, (90, 60)))
    rows = [{"image": f"{n}.jpg", "caption": f"- form {n}", "prompt": "Describe."} for n in (1, 2)]
    (data / "captions.jsonl").write_text("\n".join(map(json.dumps, rows)))
    command = ["train", "captioner", "--data", str(data), "--model", str(model)]
    more = ["--out", str(tmp_path / "out"), "--batch", "2", "--rank", "2", "--json"]
    card = answer(CliRunner().invoke(cli, [*command, *more]))
    assert card["steps"] == 3 and card["settings"]["weight_decay"] == 0.1
    blind = ["--model", str(write_reader(tmp_path / "blind")), "--out", str(tmp_path / "b")]
    result = CliRunner().invoke(cli, ["train", "captioner", "--data", str(data), *blind])
    assert "cannot see images" in str(result.exception)


def test_what_is_missing_is_one_line(config: Config, tmp_path: Path) -> None:
    def refused(*words: str) -> str:
        why = str(train(config, tmp_path / "a", *words).exception)
        assert "\n" not in why and not (tmp_path / "a").exists()
        return why

    assert "no run is stored yet" in refused()
    with Store.open(config) as store:
        look = a_screen()
        store_run(store, [a_step(1, an_action(), before=look, after=look)])
    assert "no run matches" in refused("agent:nobody")
    assert "shows its screen's elements" in refused()
    with Store.open(config) as store:
        two_attempts(store)
    assert "one task only" in refused()
    why = refused("verdict:failure", "--min-score", "1")
    assert "none of the 2 steps has a reward that is kept: 2 below the score; `courtside" in why
    why = refused("verdict:failure", "--labels", "people")
    assert "a reward that is kept: 2 that no person labelled; `courtside label` asks" in why


@pytest.mark.models
@pytest.mark.parametrize("is_adapter", [False, True])
def test_where_one_task_alone_is_kept_what_was_left_out_is_counted(
    config: Config, tmp_path: Path, is_adapter: bool
) -> None:
    more: tuple[str, ...] = ()
    if is_adapter:
        pytest.importorskip("peft", reason="peft is missing: pip install 'courtside[lora]'")
        model = write_reader(tmp_path / "model", max_position_embeddings=4096)
        more = ("--model", str(model))
    with Store.open(config) as store:
        look = a_form(store, 1)
        for name, score in (("Ada", 0.5), ("Bob", 1.0)):
            step = a_step(1, on("type", NAME, name), before=look, after=look)
            run = add_run(store, [step], {}, "failure", task=f'Enter "{name}", save.')
            verdict = a_step_verdict(1, run, label="towards-the-goal", score=score)
            store.add_verdicts([verdict])
    why = str(train(config, tmp_path / "a", "--min-score", "0.99", *more).exception)
    assert "of one task only" in why and why.endswith("; left out: 1 below the score")
    assert not (tmp_path / "a").exists()


@pytest.mark.models
@pytest.mark.parametrize(
    ("more", "why"),
    [
        (
            (),
            "none of the 2 steps has a reward that is kept: 2 without a verdict; `courtside judge`",
        ),
        (("--unfiltered",), "of one task only"),
        (("agent:nobody",), "no run matches"),
    ],
)
def test_what_a_language_model_lacks_is_counted(
    config: Config, tmp_path: Path, more: tuple[str, ...], why: str
) -> None:
    pytest.importorskip("peft", reason="peft is missing: pip install 'courtside[lora]'")
    with Store.open(config) as store:
        look = a_form(store, 1)
        add_run(
            store, [a_step(n, on("click", SAVE), before=look, after=look) for n in (1, 2)], {}, None
        )
    model = write_reader(tmp_path / "model", max_position_embeddings=4096)
    refused = train(config, tmp_path / "a", "--model", str(model), *more)
    assert why in str(refused.exception) and not (tmp_path / "a").exists()
