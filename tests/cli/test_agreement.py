"""`courtside agreement` as a person runs it."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import msgspec
import pytest
from builders import a_jpeg
from click.testing import CliRunner, Result
from drawing import a_drawn_screen
from labels import filled, store_run
from recordings import need
from screens import a_button, a_click, a_run, a_screen

from courtside.main import cli
from courtside_daemon.app import running
from courtside_judge.agreement.report import OF_DECIDED_RUNS
from courtside_judge.evidence.linear import load_weights, promise_for
from courtside_judge.perception import ocr_process
from courtside_judge.perception.registry import is_installed
from courtside_refine.lessons.reflection import reflect
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.records import Observation, Step
from courtside_store.thresholds import load_thresholds

STEPS = a_run(
    *[(a_click("Go"), a_screen(a_button("Go"), a_button(f"Page {n}"))) for n in range(6)],
    start=a_screen(a_button("Go")),
)


def run(config: Config, *words: str, **env: str) -> Result:
    return CliRunner().invoke(
        cli,
        ["--data-dir", str(config.data_dir), "agreement", *words],
        env={"COLUMNS": "200", "COURTSIDE_OCR": "off", **env},
    )


def rows(result: Result) -> list[dict[str, object]]:
    assert result.exit_code == 0, result.output
    found: list[dict[str, object]] = json.loads(result.stdout.splitlines()[-1])
    return found


def test_the_last_line_is_a_list_with_an_object_a_judge(config: Config) -> None:
    filled(config, 12, STEPS)
    found = rows(run(config, "--json"))
    assert [row["judge"] for row in found] == [
        "evidence",
        "evidence, labels shuffled",
        "believe-the-agent",
        "always-success",
        "always-failure",
    ]
    for row in found:
        assert row["n"] == 12 and row["coverage"] == 1.0 and len(row["by_agent"]) == 3  # type: ignore[arg-type]
        assert {"accuracy", "balanced_accuracy", "precision", "recall", "f1", "npv"} <= row.keys()
        assert row["accuracy"] is not None and "accuracy" in row["intervals"]  # type: ignore[operator]
    assert found[3]["auroc"] is None and found[3]["kappa"] == 0.0


def test_the_table_shows_coverage_beside_accuracy_and_every_agent(config: Config) -> None:
    filled(config, 21, STEPS)
    output = run(config).output
    for word in ("coverage", "accuracy", "always failure", "agent 2", "a.test", "Kendall's tau"):
        assert word in output


def test_where_runs_are_undecided_the_table_says_that_its_scores_leave_them_out(
    config: Config,
) -> None:
    filled(config, 21, STEPS)
    said = " ".join(run(config).output.split())
    assert "AUROC" in said and OF_DECIDED_RUNS not in said, "all are decided"
    with Store.open(config) as store:
        store_run(store, [], oracle=True)
    assert OF_DECIDED_RUNS in " ".join(run(config).output.split())


def test_a_filter_chooses_the_runs(config: Config) -> None:
    filled(config, 4, STEPS)
    with Store.open(config) as store:
        store_run(store, STEPS, oracle=True, agent="other")
    assert rows(run(config, "agent:other", "--json"))[0]["n"] == 1


def test_a_sample_is_drawn_by_the_seed_and_says_how_many_it_left(config: Config) -> None:
    filled(config, 12, STEPS)

    def drawn(*words: str) -> dict[str, object]:
        return rows(run(config, "--sample", "5", *words, "--json"))[0]

    first = drawn()
    assert first["n"] == 5 and first["left_out"] == {"not drawn": 7}
    assert drawn() == first and drawn("--seed", "8")["by_agent"] != first["by_agent"]
    assert rows(run(config, "--sample", "20", "--json"))[0]["left_out"] == {}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("agent:nobody",), "no labelled run (nothing matches); label some (`courtside label`"),
        (("verdit:x",), "known words"),
        (("--judge", "oracel"), "expected one of"),
        (("--reference", "human"), "expected one of ['agent 0']"),
        (("agent:0", "--data", "/x"), "give one of the two"),
        (("--data", "/no/such/path"), "/no/such/path is not there"),
        (("--html", "/no/such/out.html"), "there is no folder /no/such"),
        (("--cost-false-negative", "3"), "one cost is given"),
        (("--cost-false-negative", "0", "--cost-false-positive", "0"), "costs are 0 and 0"),
        (("--calibrate",), "COURTSIDE_MAX_FALSE_SUCCESS=0.05"),
    ],
)
def test_bad_input_is_one_line(config: Config, words: tuple[str, ...], why: str) -> None:
    filled(config, 1, STEPS)
    result = run(config, *words)
    assert isinstance(result.exception, ValueError | OSError) and why in str(result.exception)
    assert "\n" not in str(result.exception)


def test_without_any_label_it_says_what_to_do(config: Config) -> None:
    with Store.open(config) as store:
        store_run(store, STEPS)
    assert "1 without a label); label some" in str(run(config).exception)


def test_one_class_alone_is_null_not_a_number(config: Config) -> None:
    with Store.open(config) as store:
        store_run(store, STEPS, oracle=True)
    found = rows(run(config, "--json"))
    assert found[0]["auroc"] is None and found[0]["balanced_accuracy"] is None


def test_five_hundred_stored_runs_take_well_under_a_minute(config: Config) -> None:
    filled(config, 500, STEPS)
    start = time.process_time()  # of CPU: others may load the machine
    assert rows(run(config, "--json"))[0]["n"] == 500
    assert time.process_time() - start < 20


def test_a_path_without_recordings_names_the_formats(config: Config, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing")
    assert "known formats" in str(run(config, "--data", str(tmp_path)).exception)


def test_the_page_is_one_file_that_asks_nobody_and_trusts_no_words(
    config: Config, tmp_path: Path
) -> None:
    with Store.open(config) as store:
        frame = store.add_blob(a_jpeg(3, size=(64, 48)))
        steps = [
            Step(
                run="run_" + "0" * 20,
                index=1,
                actions=STEPS[0].actions,
                after=msgspec.structs.replace(a_screen(a_button("Go")), frame=frame),
            )
        ]
        for n in range(12):
            store_run(
                store, steps, oracle=n % 2 == 0, task="<script>alert(1)</script>", agent="<b>"
            )
            store_run(store, STEPS, oracle=n % 3 == 0, agent="two")
    out = tmp_path / "report.html"
    costs = ("--cost-false-negative", "3", "--cost-false-positive", "1")
    assert run(config, "--html", str(out), *costs).exit_code == 0
    page = out.read_text("utf-8")
    assert page.count("<svg") == 4 and 'src="data:image/jpeg;base64,' in page
    assert "://" not in page and "<script" not in page and "<b>" not in page
    assert "&lt;script&gt;" in page and "default-src 'none'" in page
    assert len(page) < 1_000_000
    again = tmp_path / "again.html"
    run(config, "--html", str(again), *costs)
    assert again.read_text("utf-8").partition("<h2>")[2] == page.partition("<h2>")[2] != ""


def test_markdown_holds_numbers_and_nothing_from_a_screen(config: Config, tmp_path: Path) -> None:
    filled(config, 21, STEPS)
    out = tmp_path / "agreement.md"
    done = run(config, "--markdown", str(out), "--errors", "5")
    assert done.exit_code == 0 and f"report at {out}" in done.stderr
    text = out.read_text("utf-8")
    assert "| accuracy |" in text and "courtside agreement` 0." in text and "seed 7" in text
    assert "disagreements" in text and "Press" not in text
    out.write_text(text.replace("# How far", "# My words\n\n# How far", 1) + "old numbers\n")
    run(config, "--markdown", str(out))
    again = out.read_text("utf-8")
    assert again.startswith("# My words\n\n# How far") and "old numbers" not in again
    assert again.count("\n| accuracy |") == 1


def test_disagreements_are_shown_tagged_and_counted(config: Config) -> None:
    filled(config, 4, STEPS)
    shown = run(config, "--errors", "1").output
    assert "false success: Press" in shown and "2 untagged" in shown
    wrong = next(word for word in shown.split() if word.startswith("run_")).rstrip(",")
    assert "tagged reasoning" in run(config, "--tag", wrong, "reasoning").output
    assert "1 reasoning" in run(config).output
    assert "tagged wrong-oracle" in run(config, "--tag", wrong, "wrong-oracle").output
    output = run(config).output
    assert "1 wrong-oracle" in output and "1 untagged" in output and "1 reasoning" not in output
    nobody = run(config, "--tag", "run_" + "9" * 20, "reasoning")
    assert isinstance(nobody.exception, ValueError) and "no run's id begins with 'run_9" in str(
        nobody.exception
    )
    assert run(config, "--tag", wrong, "bad-luck").exit_code == 2


async def test_a_tag_goes_through_the_daemon_where_one_runs(config: Config) -> None:
    (wrong,) = filled(config, 1, STEPS)
    async with running(config, reflect):
        done = await asyncio.to_thread(run, config, "--tag", wrong, "ambiguous-task")
    assert done.exit_code == 0, done.exception
    with Reader(config) as reader:
        assert reader.notes(wrong) == ["tag:ambiguous-task"]


def test_calibrating_writes_what_retry_and_export_read(config: Config) -> None:
    filled(config, 24, STEPS)
    costs = ("--cost-false-negative", "1", "--cost-false-positive", "9")
    found = rows(run(config, *costs, "--calibrate", "--json", COURTSIDE_MAX_FALSE_SUCCESS="0.05"))
    limits = load_thresholds(config)
    assert limits is not None and (limits.judge, limits.n) == ("evidence", 24)
    assert limits.max_false_success == 0.05 and limits.success_from is None
    assert limits.failure_below is not None and limits.failure_below > 0.5
    assert found[0]["costs"]["failure_below"] == limits.failure_below  # type: ignore[index]
    assert found[0]["conformal"]["success_from"] is None and found[1]["conformal"] is None  # type: ignore[index]
    written = run(config, "--calibrate", COURTSIDE_MAX_FALSE_SUCCESS="0.05").output
    assert "by 24 labelled runs, so retry and export take every success for unknown" in written
    output = run(config, COURTSIDE_MAX_FALSE_SUCCESS="0.05").output
    assert "no score is known to be that safe" in output and "at least 90 labelled runs" in output


def test_costs_choose_no_score_on_a_handful_of_labels(config: Config) -> None:
    filled(config, 3, STEPS)
    costs = ("--cost-false-negative", "3", "--cost-false-positive", "1")
    refused = run(config, *costs, "--calibrate")
    assert "3 labelled runs" in refused.output  # what was measured is shown all the same
    assert "at least 20 labelled runs that the judge decided" in str(refused.exception)
    assert load_thresholds(config) is None


def test_what_was_chosen_for_a_panel_stays_when_another_judge_is_calibrated(
    config: Config,
) -> None:
    filled(config, 24, STEPS)
    members = {"COURTSIDE_PANEL": "evidence,rubric:evidence"}
    result = run(config, "--judge", "panel", "--calibrate", **members)
    assert result.exit_code == 0, result.exception
    assert "evidence+rubric:evidence" in result.output and "tried on runs" in result.output
    chosen = load_thresholds(config)
    assert chosen and chosen.panel and chosen.panel.members == ("evidence", "rubric:evidence")
    assert chosen.judge == "panel" and chosen.panel.n == 24
    assert run(config, "--calibrate", COURTSIDE_MAX_FALSE_SUCCESS="0.05").exit_code == 0
    after = load_thresholds(config)
    assert after and after.judge == "evidence" and after.panel == chosen.panel


def test_a_cascade_without_a_model_is_not_calibrated(config: Config) -> None:
    filled(config, 24, STEPS)
    result = run(config, "--judge", "cascade", "--calibrate")
    assert "judge cascade is not ready: no model is chosen" in str(result.exception)
    assert load_thresholds(config) is None


def doctor(config: Config, **environ: str) -> str:
    """The doctor's line about false successes; empty where there is none."""
    words = ["--data-dir", str(config.data_dir), "doctor"]
    output = CliRunner().invoke(cli, words, env=environ).output
    return next((line for line in output.splitlines() if " false success: " in line), "")


def test_the_doctor_says_whether_a_limit_rests_on_labels(config: Config) -> None:
    filled(config, 2, STEPS)
    limit = {"COURTSIDE_MAX_FALSE_SUCCESS": "0.2"}
    before = doctor(config, **limit)
    run(config, "--calibrate", **limit)
    after = doctor(config, **limit)
    assert before.startswith("ok") and after.startswith("miss")
    assert "by limits measured on families of apps left out of training" in before
    shipped = promise_for(load_weights(), 0.2)
    assert shipped and f"a success from a score of {shipped.limits.success:g} on" in before
    assert "on strangers' apps more are false" in before
    assert "no score is that safe by 2 labelled runs of yours" in after
    assert doctor(config) == ""


def test_the_doctor_says_where_no_limit_of_what_ships_kept_a_share(config: Config) -> None:
    shares = [one.max_false_success for one in load_weights().promises if one.is_kept]
    none = doctor(config, COURTSIDE_MAX_FALSE_SUCCESS="0.05")
    assert none.startswith("miss") and "no run is called a success" in none
    assert f"the smallest share that one kept is {shares[0]:g}" in none and shares[0] > 0.05
    more = f"{shares[0] + 0.02:g}"
    between = doctor(config, COURTSIDE_MAX_FALSE_SUCCESS=more)
    assert between.startswith("ok") and f"as for {shares[0]:g};" in between
    shipped = promise_for(load_weights(), float(more))
    assert shipped and shipped.limits.unsent
    least = f"from a score of {shipped.limits.unsent:g} on"
    assert f"a success only where nothing was sent, {least}" in between
    model = {"COURTSIDE_JUDGE": "rubric:evidence", "COURTSIDE_MAX_FALSE_SUCCESS": "0.3"}
    assert "not calibrated: every success becomes unknown" in doctor(config, **model)


def test_bare_frames_are_read_as_they_are_live(config: Config, tmp_path: Path) -> None:
    if not is_installed("rapidocr"):
        pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'")
    out = tmp_path / "agreement.md"
    with Store.open(config) as store:
        frame = store.add_blob(a_drawn_screen("Your order 4711 was placed"))
        look = Observation(at_ms=1, frame=frame, width=1280, height=720)
        steps = [Step(run="run_" + "0" * 20, index=1, actions=STEPS[0].actions, after=look)]
        store_run(store, steps, task="Which order is the newest?", answer="9999", oracle=False)
    brier = {}
    for ocr in ("off", "rapidocr"):
        patient = {"COURTSIDE_OCR": ocr, "COURTSIDE_JUDGE_TIMEOUT_S": "300"}
        words = ("--errors", "1", "--json", "--markdown", str(out))
        found = rows(run(config, *words, **patient))[0]
        brier[ocr] = found["brier"]
        assert ("read by rapidocr-" in out.read_text()) == (ocr == "rapidocr")
    assert brier["off"] != brier["rapidocr"], "an answer that stands nowhere counts"


def test_a_reader_too_slow_for_this_machine_is_said_and_its_screens_skipped(
    config: Config, tmp_path: Path
) -> None:
    if not is_installed("tesseract"):
        pytest.skip("tesseract is missing: apt-get install tesseract-ocr")
    with Store.open(config) as store:
        frames = [store.add_blob(a_jpeg(30 * n, (320, 240))) for n in range(7)]
        looks = [Observation(at_ms=1, frame=one, width=320, height=240) for one in frames]
        store_run(
            store, [Step(run="", index=n, after=one) for n, one in enumerate(looks, 1)], oracle=True
        )
    out = tmp_path / "report.md"
    hasty = {"COURTSIDE_OCR": "tesseract", "COURTSIDE_JUDGE_TIMEOUT_S": "0.01"}
    done = run(config, "--markdown", str(out), "--json", **hasty)
    assert rows(done)[0]["n"] == 1
    assert "reading 7 screens with tesseract" in done.stderr
    for words in (done.stderr, out.read_text()):
        assert "7 of 7 screens could not be read (tesseract took longer than 0.0" in words
    off = run(config, "--json", COURTSIDE_OCR="off")
    assert off.exit_code == 0 and "reading" not in off.stderr


def test_screens_that_were_read_in_part_are_said(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_installed("rapidocr"):
        pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'")
    monkeypatch.setattr(ocr_process, "BUDGET_SHARE", 1e-6)
    with Store.open(config) as store:
        page = a_drawn_screen("Apples", *20 * [""], "Pears", size=(320, 1400))
        look = Observation(at_ms=1, frame=store.add_blob(page), width=320, height=1400)
        store_run(store, [Step(run="", index=1, after=look)], oracle=True)
    out = tmp_path / "report.md"
    patient = {"COURTSIDE_OCR": "rapidocr", "COURTSIDE_JUDGE_TIMEOUT_S": "300"}
    done = run(config, "--markdown", str(out), "--json", **patient)
    for words in (done.stderr, out.read_text()):
        assert "1 of 1 screens were read in part (" in words and "were not read in time)." in words
        assert "could not be read" not in words


def test_a_demonstrations_actions_are_a_baseline_too(config: Config) -> None:
    filled(config, 6, STEPS)
    found = {row["judge"]: row for row in rows(run(config, "--reference", "agent 0", "--json"))}
    assert found["action-matching"]["kind"] == "baseline"
    assert found["action-matching"]["coverage"] == 1.0


def test_recorded_runs_in_files_need_no_store(config: Config) -> None:
    path = need("androidworld_t3a")
    found = {row["judge"]: row for row in rows(run(config, "--data", str(path), "--json"))}
    believed = found["believe-the-agent"]
    assert believed["n"] == 48 and believed["coverage"] == 31 / 48, "17 runs end without a word"
    assert 0.55 < believed["precision"] < 0.65  # type: ignore[operator]
    assert believed["accuracy"] == believed["precision"], "whoever says anything claims success"
    assert not config.data_dir.exists()


def test_steps_that_people_labelled_are_counted(config: Config) -> None:
    path = need("screenagent")
    first = rows(run(config, "--data", str(path), "--json"))[0]
    assert first["n"] == 145 and first["steps"]["n"] == 145  # type: ignore[index]
    assert first["by_domain"]["human"]["n"] == 113  # type: ignore[index]
    assert "auroc" in first["by_domain"]["human"]["intervals"]  # type: ignore[index]


def test_with_few_labels_it_says_what_is_missing_and_counts_instead_of_a_table(
    config: Config,
) -> None:
    filled(config, 4, STEPS)
    output = run(config).output
    assert "Accuracy takes at least 20 labelled runs: 16 more to go" in output
    assert "always-success: 2 right, 2 wrong, no verdict: none." in output
    assert "coverage" not in output and "Kendall" not in output and "agent 2" not in output
    assert "next: `courtside label --blind` asks for labels" in output


def test_with_enough_labels_there_is_a_table(config: Config) -> None:
    filled(config, 20, STEPS)
    output = run(config).output
    assert "more to go" not in output and "coverage" in output and "Kendall" in output
    assert "next: add --errors 5 to see 10 disagreements" in output
    assert "next: add --calibrate" in run(config, "--errors", "1").output


async def test_without_a_judge_the_running_daemons_is_measured(config: Config) -> None:
    filled(config, 1, STEPS)
    async with running(msgspec.structs.replace(config, judge="rubric:evidence")):
        found = rows(await asyncio.to_thread(run, config, "--json"))
    assert found[0]["judge"] == "rubric:evidence"
