"""Judging again: a real command, its workers, and a judge of somebody else's package."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from builders import a_step, a_step_verdict, an_action
from click.testing import CliRunner
from counting_judge import GARBAGE, install
from drawing import BUTTON, a_drawn_screen
from labels import store_run
from pages import seed
from recordings import lines, write
from waiting import wait_until

from courtside.engines.local_judging import LocalJudging
from courtside.main import cli
from courtside.output.judging_report import print_report
from courtside.rejudging import judging_pass
from courtside.rejudging.judging_pass import Rejudging
from courtside.rejudging.rejudged_runs import JudgingReport
from courtside_bridges.client.control_api import call
from courtside_daemon.app import running
from courtside_formats.exports.judged import Selection
from courtside_formats.exports.training_data import export_runs
from courtside_judge.backends.chosen import Chosen, ModelChoice, save_chosen
from courtside_judge.pending import judged_by_nobody
from courtside_judge.perception.registry import is_installed
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.database import Store
from courtside_store.geometry import Point
from courtside_store.reading import Reader
from courtside_store.records import Observation, Verdict, new_id
from courtside_store.thresholds import Thresholds, save_thresholds

WAIT_S = 60.0
STEPS = 4


@pytest.fixture
def runs(config: Config) -> list[str]:
    """Judged by "test": a failure, then two successes."""
    return seed(config, 3, STEPS)


@pytest.fixture
def courtside_model(tmp_path: Path) -> Path:
    pytest.importorskip("llama_cpp", reason="llama-cpp-python is not installed")
    pytest.importorskip("gguf", reason="gguf is not installed")
    from benchmarks.random_models import write_text_model

    return write_text_model(tmp_path / "random.gguf")


class Courtside:
    """`courtside judge --judge counting`; its workers are real processes."""

    def __init__(self, config: Config, patch: pytest.MonkeyPatch) -> None:
        self.words = ["--data-dir", str(config.data_dir), "judge", "--judge", "counting"]
        self._patch = patch

    def output(self, *words: str, code: int = 0, **environ: str) -> str:
        """Its stdout, or its complaint as `main` words it."""
        with self._patch.context() as patch:
            for name, value in environ.items():
                patch.setenv(name, value)
            done = CliRunner().invoke(cli, [*self.words, *words])
        error = done.exception
        if error is not None and not isinstance(error, SystemExit):
            assert isinstance(error, ValueError | OSError | RuntimeError), done.exc_info
            assert code == 1
            return f"courtside: {error}\n"
        assert done.exit_code == code, (done.stdout, done.stderr)
        return done.stdout

    def __call__(self, *words: str, code: int = 0, **environ: str) -> dict[str, Any]:
        report: dict[str, Any] = json.loads(self.output(*words, "--json", code=code, **environ))
        return report


@pytest.fixture
def judge(config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Courtside:
    plugged = tmp_path / "plugged"
    for name, value in (install(plugged) | {"COURTSIDE_OCR": "off"}).items():
        monkeypatch.setenv(name, value)
    monkeypatch.syspath_prepend(plugged)
    return Courtside(config, monkeypatch)


def verdicts(config: Config, name: str = "counting") -> list[Verdict]:
    with Reader(config) as reader:
        return [
            verdict
            for summary in reader.every_run()
            for verdict in reader.every_verdict(summary.run.id)
            if verdict.judge.name == name
        ]


def places(config: Config, name: str = "counting") -> Counter[tuple[str, int | None]]:
    return Counter((one.run, getattr(one, "step", None)) for one in verdicts(config, name))


def every_place(runs: list[str]) -> set[tuple[str, int | None]]:
    return {(run, step) for run in runs for step in [*range(1, STEPS + 1), None]}


def test_every_step_and_run_is_judged_and_the_newest_verdict_counts(
    config: Config, runs: list[str], judge: Courtside
) -> None:
    report = judge("--workers", "2")
    assert (report["runs"], report["steps"], report["already"]) == (3, 3 * STEPS, 0)
    assert report["labels"] == {"success": 3} and report["changed"] == {"failure to success": 1}
    assert places(config) == Counter(every_place(runs))
    with Reader(config) as reader:
        assert {one.verdict for one in reader.every_run()} == {"success"}
        history = reader.run(runs[0])
    assert history is not None and [one.judge.name for one in history.verdicts] == [
        "test",
        "counting",
    ]


def test_what_this_judge_has_judged_is_left_out_until_its_version_changes(
    config: Config, runs: list[str], judge: Courtside
) -> None:
    judge("verdict:failure")
    assert judge()["already"] == 1
    assert judge()["already"] == 3
    assert set(places(config).values()) == {1}
    assert judge("--again")["runs"] == 3
    assert judge(COUNTING_VERSION="2")["runs"] == 3
    assert set(places(config).values()) == {3}


def test_a_judge_of_outcomes_writes_no_verdict_on_a_step_and_takes_none_from_the_export(
    config: Config, runs: list[str], judge: Courtside, tmp_path: Path
) -> None:
    pytest.importorskip("openai", reason="openai is missing: sh packaging/setup.sh models")
    nobody = ModelChoice(backend="openai", model="http://127.0.0.1:9/v1", name="nobody")
    save_chosen(config.models_file, Chosen(reasoner=nobody))

    def rewards(out: str) -> list[tuple[str, int, float]]:
        with Reader(config) as reader:
            export_runs(reader, Blobs(config.blobs), tmp_path / out, Selection(min_reward="any"))
        rows = map(json.loads, (tmp_path / out / "steps.jsonl").read_text().splitlines())
        return [(row["run"], row["step"], row["reward"]) for row in rows]

    before = rewards("before")
    report = judge("--judge", "pae")
    assert (report["runs"], report["steps"], report["labels"]) == (3, 0, {"failure": 3})
    assert set(places(config, "pae")) == {(run, None) for run in runs}
    assert rewards("after") == before and len(before) == 3 * STEPS
    assert judge("--judge", "pae")["already"] == 3


def test_a_judge_of_another_package_may_judge_outcomes_only(
    config: Config, runs: list[str], judge: Courtside
) -> None:
    report = judge(COUNTING_OUTCOMES_ONLY="1")
    assert (report["runs"], report["steps"], report["failed"]) == (3, 0, 0)
    assert set(places(config)) == {(run, None) for run in runs}


def test_a_dry_run_counts_and_stores_nothing(
    config: Config, runs: list[str], judge: Courtside
) -> None:
    output = judge.output("--dry-run")
    assert output.splitlines() == [
        "3 runs, 12 steps judged by counting: 3 success; 0 runs already judged",
        "  1 changed from failure to success",
        "  nothing was stored",
    ]
    assert not verdicts(config)


def test_pending_judges_what_failed_and_knows_what_came_before(
    config: Config, runs: list[str], judge: Courtside
) -> None:
    with Store.open(config) as store:
        store.add_verdicts(a_step_verdict(step, runs[0], status="error") for step in (2, 4))
    report = judge("--pending")
    assert (report["runs"], report["steps"], report["already"]) == (1, 2, 2)
    assert [(one.run, one.explanation) for one in verdicts(config)] == [
        (runs[0], "seen 2"),
        (runs[0], "seen 4"),
    ]
    assert judge("--pending")["already"] == 3


def test_a_failure_goes_not_over_a_verdict_and_is_tried_again(
    config: Config, runs: list[str], judge: Courtside
) -> None:
    report = judge(code=1, COUNTING_FAILS="2")
    assert (report["runs"], report["failed"], report["steps"]) == (3, 3, 3 * STEPS - 3)
    with Reader(config) as reader:
        assert {one.judge.name for run in runs for one in reader.verdicts(run).values()} == {
            "test",
            "counting",
        }
    assert not [one for one in verdicts(config) if one.status == "error"]
    output = judge.output(COUNTING_FAILS="crash 2", code=1)
    assert "3 verdicts failed; the same command tries them again: the judge could" in output
    assert (judge()["runs"], judge()["already"]) == (3, 3)
    assert places(config) == Counter(every_place(runs))
    assert {one.explanation for one in verdicts(config) if getattr(one, "step", 0) == 2} == {
        "seen 2"
    }


def test_a_failure_where_nothing_was_said_is_a_verdict_that_failed(
    config: Config, judge: Courtside
) -> None:

    with Store.open(config) as store:
        store_run(store, [a_step(1), a_step(2)])
    assert judge("--pending", code=1, COUNTING_FAILS="1")["failed"] == 1
    assert [one.status for one in verdicts(config)] == ["error", "ok", "ok"]
    assert judge("--pending")["steps"] == 1


def test_a_model_that_answers_only_garbage_is_a_judging_that_failed(
    config: Config, runs: list[str], judge: Courtside
) -> None:
    report = judge(code=1, COUNTING_FAILS="garbage")
    assert (report["steps"], report["failed"], report["unparsed"]) == (0, 0, 3 * STEPS + 3)
    assert GARBAGE in report["first_unparsed"]
    output = judge.output(COUNTING_FAILS="garbage", code=1)
    assert "3 runs, 0 steps judged by counting: 3 unparsed; 0 runs already judged" in output
    assert "15 verdicts could not be read: the judge could not answer: the answer is" in output
    assert GARBAGE in output and "`courtside model use` takes another" in output
    assert judge()["steps"] == 3 * STEPS, "the same command tries them again"


def test_a_model_that_goes_on_answering_garbage_is_not_asked_about_all_runs(
    config: Config, judge: Courtside
) -> None:
    seed(config, 9, 1)
    output = judge.output(code=1, COUNTING_FAILS="garbage")
    assert "failed on 5 runs in a row: the judge could not answer: the answer is empty" in output


def test_a_judge_that_is_down_is_one_line_and_ends_it(config: Config, judge: Courtside) -> None:
    seed(config, 9, 1)
    for words in ((), ("--again",)):
        output = judge.output(*words, code=1, COUNTING_FAILS="all")
        assert output.count("\n") == 1 and "the model is down" in output
    assert not verdicts(config)


def test_a_judge_of_another_package_is_built_with_the_models_in_use(
    config: Config, runs: list[str], judge: Courtside
) -> None:
    assert judge("verdict:failure")["runs"] == 1
    server = ModelChoice(backend="openai", model="http://127.0.0.1:9/v1", name="my-model")
    save_chosen(config.models_file, Chosen(reasoner=server))
    assert judge()["runs"] == 3
    assert [one.judge.model for one in verdicts(config)].count("my-model") == 3 * (STEPS + 1)


def test_a_judge_that_cannot_say_who_it_is_says_why_before_anything_is_judged(
    config: Config, runs: list[str], judge: Courtside
) -> None:
    output = judge.output(code=1, COUNTING_FAILS="stamp")
    assert output.startswith("courtside: counting: LookupError: its licence is gone; see ")
    assert not verdicts(config)


def test_ctrl_c_keeps_what_was_judged_and_the_next_time_goes_on(
    config: Config, runs: list[str], judge: Courtside, tmp_path: Path
) -> None:
    held = {"COUNTING_HOLD": f"{STEPS + 2}", "COUNTING_GATE": str(tmp_path / "never")}
    process = subprocess.Popen(
        [sys.executable, "-m", "courtside", *judge.words],
        env=os.environ | held,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_until(lambda: verdicts(config), WAIT_S)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers too
    out, err = process.communicate(timeout=WAIT_S)
    assert process.returncode == 130 and "Traceback" not in err, err
    stored = len(verdicts(config))
    assert 0 < stored < len(every_place(runs)) and " judged by counting" in out
    judge()
    assert places(config) == Counter(every_place(runs))
    assert {one.status for one in verdicts(config)} == {"ok"}
    last = [one for one in verdicts(config) if getattr(one, "step", None) is None]
    assert {one.explanation for one in last} == {f"seen {STEPS}"}


def test_what_counts_as_success_is_what_was_calibrated_for_that_judge(
    config: Config, runs: list[str], judge: Courtside
) -> None:
    save_thresholds(
        config,
        Thresholds(judge="counting", version="1", runs="some", n=9, at_ms=1, failure_below=0.8),
    )
    assert judge()["labels"] == {"failure": 3}


def test_recorded_runs_are_brought_in_first(
    config: Config, tmp_path: Path, judge: Courtside
) -> None:
    row = {"task": "Press Go", "steps": [{"action": "click Go"}], "oracle": True}
    path = write(tmp_path / "runs.jsonl", lines({"id": "a", **row}, {"id": "b", **row}))
    report = judge("--data", str(path))
    assert (report["runs"], report["steps"]) == (2, 2)
    assert judge("--data", str(path))["already"] == 2
    assert {run for run, _ in places(config)} == {one.run for one in verdicts(config)}


async def test_while_the_daemon_runs_it_is_the_one_that_writes(
    config: Config, runs: list[str], daemon: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging_pass, "Store", None)  # opening one would fail
    evidence = msgspec.structs.replace(config, judge="evidence")

    def work() -> JudgingReport:
        with Reader(config) as reader:
            found = list(reader.every_run())
        with Rejudging(evidence, judged_by_nobody, store=True, on_progress=lambda _: None) as work:
            return work.run(LocalJudging(), found)

    assert (await asyncio.to_thread(work)).steps == 3 * STEPS
    assert places(config, "evidence") == Counter(every_place(runs))


async def test_verdicts_that_the_daemon_cannot_keep(
    config: Config, runs: list[str], daemon: Running
) -> None:
    async def send(verdict: dict[str, Any]) -> None:
        body = {"verdicts": [verdict]}
        await asyncio.to_thread(call, config, daemon, "POST", "/v1/verdicts", body)

    gone = msgspec.to_builtins(a_step_verdict(1, new_id("run")))
    await send(gone)
    with Reader(config) as reader:
        assert not list(reader.every_verdict(gone["run"])), "a run that is gone stays gone"
    with pytest.raises(OSError, match="magic"):
        await send({**gone, "label": "magic"})


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["agent:nobody"], "no run matches 'agent:nobody'"),
        (["--pending", "--again"], "give one of the two"),
        (["steps>1", "--data", "x.jsonl"], "give one of the two"),
        (["--dry-run", "--data", "x.jsonl"], "courtside agreement --data"),
        (["--address", "10.0.0.1:6379"], "--engine ray"),
        (["--data", "/nowhere.jsonl"], "nothing was imported"),
        (["--judge", "magic"], "judge is 'magic'; expected one of ['cascade', 'evidence'"),
    ],
)
def test_what_cannot_be_judged_is_said_in_one_line(
    config: Config, runs: list[str], words: list[str], named: str
) -> None:
    done = CliRunner().invoke(cli, ["--data-dir", str(config.data_dir), "judge", *words])
    assert isinstance(done.exception, ValueError) and named in str(done.exception)
    assert "\n" not in str(done.exception)


def test_runs_that_go_on_are_left_out(config: Config, judge: Courtside) -> None:

    with Store.open(config) as store:
        store_run(store, [a_step(1)], ended=False)
        store_run(store, [a_step(1)])
    report = judge()
    assert (report["runs"], report["left_out"]) == (1, {"not ended yet": 1})


@pytest.mark.models
def test_a_real_model_in_use_is_asked_and_named(
    config: Config, runs: list[str], courtside_model: Path
) -> None:
    """The model is random: what it says means nothing."""
    words = ["--data-dir", str(config.data_dir)]
    invoke = CliRunner().invoke
    used = invoke(cli, [*words, "model", "use", str(courtside_model)], catch_exceptions=False)
    assert "live judge: cascade" in used.output
    judge = [*words, "judge", "--judge", "reasoner", "--json"]
    first = json.loads(invoke(cli, judge, catch_exceptions=False).stdout)
    assert (first["runs"], first["steps"], first["failed"]) == (3, 3 * STEPS, 0)
    sha = hashlib.sha256(courtside_model.read_bytes()).hexdigest()
    stored = verdicts(config, "reasoner")
    assert {one.judge.model_sha256 for one in stored} == {sha}
    assert all(Blobs(config.blobs).has(one.prompt or "") for one in stored)
    assert json.loads(invoke(cli, judge, catch_exceptions=False).stdout)["already"] == 3


@pytest.mark.parametrize("judge", ["reasoner", "vlm", "panel"])
def test_a_judge_without_its_model_is_refused_before_it_stores_a_verdict(
    config: Config, runs: list[str], judge: str
) -> None:
    words = ["--data-dir", str(config.data_dir), "judge", "--judge", judge, "--again"]
    error = CliRunner().invoke(cli, words).exception
    assert f"judge {judge} is not ready: no " in str(error)
    assert "`courtside model use" in str(error) and "\n" not in str(error)
    with Reader(config) as reader:
        assert {one.judge.name for run in runs for one in reader.every_verdict(run)} == {"test"}


def test_where_nothing_is_recorded_no_empty_filter_is_named(config: Config) -> None:
    with Store.open(config):
        pass
    error = CliRunner().invoke(cli, ["--data-dir", str(config.data_dir), "judge"]).exception
    assert str(error).startswith("no run is recorded yet") and "''" not in str(error)


async def test_without_a_judge_the_running_daemons_judges(config: Config, runs: list[str]) -> None:
    words = ["--data-dir", str(config.data_dir), "judge", "--dry-run", "--json"]
    alone = await asyncio.to_thread(CliRunner().invoke, cli, words)
    async with running(msgspec.structs.replace(config, judge="rubric:evidence")):
        beside = await asyncio.to_thread(CliRunner().invoke, cli, words)
    assert json.loads(alone.stdout)["judge"] == "evidence"
    assert json.loads(beside.stdout)["judge"] == "rubric:evidence"


def test_a_dry_run_says_how_to_judge_what_is_judged_already(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_report(JudgingReport(judge="evidence", already=1, stored=False))
    assert "nothing was stored; with --again also what is judged already" in capsys.readouterr().out


def test_what_was_pressed_on_a_picture_gets_its_name_once_it_was_read(
    config: Config, judge: Courtside
) -> None:
    if not is_installed("rapidocr"):
        pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'")
    screen = a_drawn_screen("Your basket", button="Pay now")
    x, y, width, height = BUTTON
    at_button = msgspec.structs.replace(
        an_action(), target=None, point=Point(x + width / 2, y + height / 2)
    )
    with Store.open(config) as store:
        look = Observation(at_ms=1, frame=store.add_blob(screen), width=1280, height=720)
        run = store_run(store, [a_step(1, at_button, before=look, after=look)])
    with Reader(config) as reader:
        before = reader.step_summary(run, 1)
        judge(COURTSIDE_OCR="rapidocr")
        after = reader.step_summary(run, 1)
        assert before and before.action == "click at (1000, 625)"
        assert after and after.action == 'click element "Pay now"'
        assert [hit.step for hit in reader.search("pay now")] == [1]


def test_a_name_of_a_press_that_cannot_be_kept_costs_no_verdict(
    config: Config,
    runs: list[str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def unreadable(*_: object) -> dict[int, str]:
        raise OSError("a note cannot be read")

    monkeypatch.setattr(judging_pass, "actions_read", unreadable)
    evidence = msgspec.structs.replace(config, judge="evidence")
    with (
        Reader(config) as reader,
        Rejudging(evidence, judged_by_nobody, store=True, on_progress=lambda _: None) as work,
    ):
        report = work.run(LocalJudging(workers=1), list(reader.every_run("")))
    assert (report.runs, report.failed) == (len(runs), 0)
    assert caplog.text.count("the names of presses could not be kept: OSError") == len(runs)
