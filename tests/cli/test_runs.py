"""What list, show, search, export and purge say, and what they leave alone."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from builders import a_jpeg, a_run_verdict, a_step, a_step_verdict
from click.testing import CliRunner, Result
from labels import store_run
from PIL import Image
from screens import a_button, a_click, a_run, a_screen

from courtside.commands.export import EXPORT_FORMATS
from courtside.main import cli
from courtside_judge.evidence.judge import stamp_of as evidence_stamp
from courtside_judge.evidence.linear import load_weights
from courtside_judge.perception.picture import open_picture
from courtside_judge.perception.protocol import PartlyReadError
from courtside_judge.perception.registry import choose, stamp_of
from courtside_judge.perception.screen_reading import ScreenReader
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.geometry import Box, PixelBox, Point
from courtside_store.reading import Reader
from courtside_store.records import (
    Action,
    Effects,
    Element,
    Evidence,
    JudgeStamp,
    Observation,
    Override,
    Reflection,
    Request,
)
from courtside_store.thresholds import Thresholds, save_thresholds

STEPS = a_run((a_click("Go"), a_screen(a_button("Done"))), start=a_screen(a_button("Go")))


def courtside(config: Config, *words: str, **more: Any) -> Result:
    return CliRunner().invoke(cli, ["--data-dir", str(config.data_dir), *words], **more)


def parsed(result: Result) -> Any:
    assert result.exit_code == 0, (result.output, result.exception)
    return json.loads(result.stdout)


@pytest.fixture
def runs(config: Config) -> list[str]:
    """Two stored runs of a step each, in the order of their ids."""
    with Store.open(config) as store:
        return sorted(store_run(store, STEPS, oracle=True, task=f"Do {n}") for n in range(2))


def test_an_id_can_be_shortened_to_what_is_unique(config: Config, runs: list[str]) -> None:
    for word in (runs[0], runs[0][:-1], runs[0][len("run_") :]):
        assert (
            parsed(courtside(config, "show", word, "--json"))["run"]["summary"]["run"]["id"]
            == runs[0]
        )
    assert parsed(courtside(config, "show", "--json"))["run"]["summary"]["run"]["id"] == runs[1]


class ReadsTheTop:
    """Has no time for the lower part of a picture."""

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        raise PartlyReadError((), PixelBox(0, 420, 1280, 300))


def test_show_says_what_of_a_high_screen_was_not_read(config: Config) -> None:
    kind = choose("auto")
    if kind is None:
        pytest.skip("no OCR is installed")
    looks = [Observation(at_ms=n, frame=Blobs(config.blobs).add(a_jpeg(n))) for n in (1, 2, 3)]
    steps = [a_step(n, before=looks[n - 1], after=looks[n]) for n in (1, 2)]
    for step in steps:
        ScreenReader(ReadsTheTop(), stamp_of(kind), Blobs(config.blobs)).read_step(step)
    with Store.open(config) as store:
        store_run(store, steps)
    unread = "300 px of this screen's height, from 420 px down, were not read in time"
    shown = courtside(config, "show", env={"COURTSIDE_OCR": kind, "COLUMNS": "400"}).output
    assert shown.count(f"before it {unread}") == 1, "the second one began where the first ended"
    assert shown.count(unread) == 3
    assert unread not in courtside(config, "show", env={"COURTSIDE_OCR": "off"}).output


def test_show_says_how_a_picture_was_read_otherwise_than_its_file_has_it(config: Config) -> None:
    kind = choose("auto")
    if kind is None:
        pytest.skip("no OCR is installed")
    out = io.BytesIO()
    Image.new("CMYK", (40, 30)).save(out, "JPEG")
    look = Observation(at_ms=1, frame=Blobs(config.blobs).add(out.getvalue()))
    step = a_step(1, after=look)
    ScreenReader(ReadsAWord(), stamp_of(kind), Blobs(config.blobs)).read_step(step)
    with Store.open(config) as store:
        store_run(store, [step])
    shown = courtside(config, "show", env={"COURTSIDE_OCR": kind, "COLUMNS": "400"}).output
    assert shown.count("how the picture was read: CMYK as RGB") == 1


def test_show_says_why_a_picture_could_not_be_read(config: Config) -> None:
    kind = choose("auto")
    if kind is None:
        pytest.skip("no OCR is installed")
    blobs = Blobs(config.blobs)
    step = a_step(1, after=Observation(at_ms=1, frame=blobs.add(b"no picture")))
    ScreenReader(OpensIt(), stamp_of(kind), blobs).read_step(step)
    with Store.open(config) as store:
        store_run(store, [step])
    shown = courtside(config, "show", env={"COURTSIDE_OCR": kind, "COLUMNS": "400"}).output
    why = "since the picture cannot be read (10 bytes): there is no picture in them"
    assert shown.count(f"this screen's picture was not read, {why}") == 1


def test_show_says_where_a_screen_had_more_elements_than_are_kept(config: Config) -> None:
    cut, whole = (a_screen(*[a_button("Row")] * n) for n in (2_001, 2_000))
    with Store.open(config) as store:
        store_run(store, [a_step(1, before=whole, after=cut)])
    shown = courtside(config, "show", env={"COLUMNS": "400"}).output
    assert shown.count("elements were kept") == 1
    assert "only its first 2,000 elements were kept: there were more" in shown
    assert "before it only" not in shown


@pytest.mark.parametrize("learned", ["", "aa51ef9d"])
def test_show_says_that_labels_taught_the_judge(config: Config, learned: str) -> None:
    """The same findings speak another way then."""
    with Store.open(config) as store:
        run = store_run(store, [a_step(1)])
        stamp = JudgeStamp(name="evidence", learned=learned)
        store.add_verdicts([msgspec.structs.replace(a_run_verdict(run), judge=stamp)])
    shown = courtside(config, "show", env={"COLUMNS": "400"}).output
    assert ("by what it learned from labels: aa51ef9d" in shown) is bool(learned)


class OpensIt:
    """Reads nothing; raises where there is no picture."""

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        open_picture(image)
        return ()


class ReadsAWord:
    """Finds one button's word on every picture."""

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        return (Element(id=1, role="text", text="Pay now", box=Box(4, 4, 20, 8), source="ocr"),)


def test_show_names_what_was_pressed_on_a_picture(config: Config) -> None:
    kind = choose("auto")
    if kind is None:
        pytest.skip("no OCR is installed")
    look = Observation(at_ms=1, frame=Blobs(config.blobs).add(a_jpeg()))
    press = Action(kind="click", at_ms=1, point=Point(9.0, 8.0))
    step = a_step(1, press, before=look, after=look)
    with Store.open(config) as store:
        store_run(store, [step])
    assert "click at (9, 8)" in courtside(config, "show").output
    ScreenReader(ReadsAWord(), stamp_of(kind), Blobs(config.blobs)).read_step(step)
    assert 'click element "Pay now"' in courtside(config, "show").output


EXPORTED = {
    "steps": ('"action":"click element \\"Pay now\\""',),
    "completion": ("[1] [TEXT] [Pay now]", "click [1]"),
    "atif": ('"target":"element \\"Pay now\\""', '"coordinate":[9.0,8.0]'),
    "pae": ('"action":"click [1]"',),
}


@pytest.mark.parametrize("form", EXPORTED)
def test_an_export_names_what_was_pressed_on_a_picture_but_no_public_one(
    config: Config, tmp_path: Path, form: str
) -> None:
    kind = choose("auto")
    if kind is None:
        pytest.skip("no OCR is installed")
    look = Observation(at_ms=1, frame=Blobs(config.blobs).add(a_jpeg()))
    press = Action(kind="click", at_ms=1, point=Point(9.0, 8.0))
    step = a_step(1, press, before=look, after=look)
    with Store.open(config) as store:
        run = store_run(store, [step])
        store.add_verdicts([a_step_verdict(1, run, label="goal-reached"), a_run_verdict(run)])
    ScreenReader(ReadsAWord(), stamp_of(kind), Blobs(config.blobs)).read_step(step)

    def exported(*more: str) -> str:
        out = tmp_path / str(len(more))
        done = courtside(config, "export", "--format", form, "--out", str(out), *more)
        assert done.exit_code == 0, done.exception
        rows = [one.read_text() for one in out.rglob("*.json*")]
        return "".join(rows).replace('": ', '":').replace(", 8.0", ",8.0")

    written = exported()
    assert all(words in written for words in EXPORTED[form]), written
    assert "Pay now" not in exported("--public")


def test_a_beginning_of_several_ids_names_them(config: Config, runs: list[str]) -> None:
    refused = courtside(config, "show", "run_")
    assert isinstance(refused.exception, ValueError)
    assert all(run in str(refused.exception) for run in runs)
    assert "no run's id begins with 'zzz'" in str(courtside(config, "show", "zzz").exception)


def test_a_number_is_no_run_and_the_error_says_how_one_is_named(
    config: Config, runs: list[str]
) -> None:
    for word in ("1", "2", "17"):
        refused = str(courtside(config, "show", word).exception)
        assert "courtside list" in refused and "last" in refused and "run_" not in refused
        assert "the beginning of one" in refused


def test_json_has_every_field_also_where_nothing_is_found(config: Config, runs: list[str]) -> None:
    found, empty = (
        parsed(courtside(config, "list", *w, "--json")) for w in ((), ("agent:nobody",))
    )
    assert empty == [] and len(found) == 2
    first = courtside(config, "list", "--limit", "1", "--json")
    assert parsed(first) == found[:1] and "the newest 1; --limit N shows more" in first.stderr
    row = found[0]
    assert row["people"] == {} and row["flags"] == [] and row["pinned"] is False
    assert row["run"]["answer"] == "" and row["run"]["parent_run"] is None
    shown = parsed(courtside(config, "show", "--json"))
    assert shown["run"]["reflection"] is None and shown["steps"][0]["thought"] == ""
    assert shown["steps"][0]["actions"][0]["raw"] is None
    assert parsed(courtside(config, "search", "nowhere", "--json")) == []


def test_a_search_that_leaves_places_out_says_so(config: Config, runs: list[str]) -> None:
    every = courtside(config, "search", "Do")
    count = len(every.stdout.splitlines())
    assert count > 1 and every.stderr == ""
    some = courtside(config, "search", "Do", "--limit", str(count - 1))
    assert len(some.stdout.splitlines()) == count - 1
    assert some.stderr == f"the first {count - 1}; --limit N shows more\n"


def test_show_prints_the_lessons_of_earlier_attempts_before_its_own(
    config: Config, runs: list[str]
) -> None:
    first, second = runs
    with Store.open(config) as store:
        store._db.execute(
            "update run set parent_run = ?, attempt = 2 where id = ?", (first, second)
        )
        for run, words in ((first, "read first"), (second, "press Go")):
            (revision,) = store._db.execute(
                "select revision from run where id = ?", (run,)
            ).fetchone()
            store.add_lesson(Reflection(run=run, revision=revision, text=words, at_ms=1))
    shown = courtside(config, "show", second).stdout
    assert shown.index("lesson of attempt 1") < shown.index("read first") < shown.index("press Go")
    found = parsed(courtside(config, "show", second, "--json"))["run"]["lessons"]
    assert [one["text"] for one in found] == ["read first"]


@pytest.mark.parametrize("columns", [30, 60, 80, 200])
def test_an_id_is_never_cut_however_narrow_the_terminal(
    config: Config, runs: list[str], monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("FORCE_COLOR", "1")
    listed = courtside(config, "list").stdout
    assert all(run in listed for run in runs) and "Do 1" in listed
    assert runs[1] in courtside(config, "show").stdout


def test_a_pipe_gets_a_line_a_run(config: Config) -> None:
    with Store.open(config) as store:
        store_run(store, STEPS, oracle=True, task="word " * 20)
    assert len(courtside(config, "list").stdout.splitlines()) == 2


def test_what_a_page_says_cannot_command_the_terminal(config: Config) -> None:
    with Store.open(config) as store:
        store_run(store, STEPS, oracle=True, task="a\x1b[2Jb\nc")
    for words in (("list",), ("show",), ("search", "b")):
        assert "\x1b" not in courtside(config, *words).stdout


def test_purge_says_how_many_and_does_nothing_where_nobody_can_be_asked(
    config: Config, runs: list[str]
) -> None:
    refused = courtside(config, "purge", "--all", input="y\n")
    assert isinstance(refused.exception, ValueError)
    why = "nothing was deleted; with --yes this deletes 2 runs with 2 steps, 0.0 MB of files"
    assert why in str(refused.exception)
    refused = courtside(config, "purge", "--yes")
    assert "nothing was deleted: give a FILTER of the runs to delete, or --all" in refused.output
    with Reader(config) as reader:
        assert reader.counts().runs == 2
    assert parsed(courtside(config, "purge", f"run:{runs[0]}", "--yes", "--json"))["runs"] == 1
    assert parsed(courtside(config, "purge", "agent:nobody", "--json")) == {"runs": 0, "bytes": 0}


def test_last_is_the_newest_run_for_every_command_and_no_word_to_look_for(
    config: Config, runs: list[str]
) -> None:
    def newest() -> str:
        found: str = parsed(courtside(config, "show", "last", "--json"))["run"]["summary"]["run"][
            "id"
        ]
        return found

    assert newest() == runs[1]
    for word in ("last", "run:last"):
        found = parsed(courtside(config, "list", word, "--json"))
        assert [one["run"]["id"] for one in found] == [runs[1]]
    assert parsed(courtside(config, "purge", "last", "--yes", "--json"))["runs"] == 1
    assert newest() == runs[0]


@pytest.mark.parametrize("words", [("",), ("  ",), ("", "verdict:failure"), ("run:",), ('""',)])
def test_purge_deletes_nothing_where_a_filter_is_empty(
    config: Config, runs: list[str], words: tuple[str, ...]
) -> None:
    """As of a variable that a script never set: only --all means everything."""
    courtside(config, "purge", "--yes", *words)
    with Reader(config) as reader:
        assert reader.counts().runs == len(runs)


def test_a_filter_without_a_value_is_a_mistake(config: Config, runs: list[str]) -> None:
    for word in ("run:", "-agent:", "steps>"):
        assert "has no value" in str(courtside(config, "list", "--", word).exception)


def test_filters_in_one_word_of_the_shell_stay_several(config: Config, runs: list[str]) -> None:
    assert len(parsed(courtside(config, "list", "surface:web steps>0", "--json"))) == 2
    assert len(parsed(courtside(config, "list", "surface: web", "--json"))) == 2
    assert parsed(courtside(config, "list", '"Surface: web"', "--json")) == []
    assert "'OR'" in str(courtside(config, "list", "verdict:failure OR steps>0").exception)
    assert "has no name before it" in str(courtside(config, "list", "steps > 0").exception)
    assert len(parsed(courtside(config, "list", "--json", "--", "-0"))) == 1
    assert "courtside list" in str(courtside(config, "search", "verdict:failure").exception)


def test_a_plain_word_that_finds_nothing_may_be_meant_as_a_filter(
    config: Config, runs: list[str]
) -> None:
    assert "perhaps verdict:failure is meant" in courtside(config, "list", "failure").stdout
    assert courtside(config, "list", "nowhere").stdout == "no run matches\n"


def test_what_is_weighed_is_what_goes(config: Config) -> None:
    """Frames that another run also uses stay."""
    with Store.open(config) as store:
        shared, own = (a_jpeg(n) for n in (1, 2))
        for frames in ((shared, own), (shared,)):
            steps = [
                a_step(n, after=a_screen(frame=store.add_blob(f))) for n, f in enumerate(frames, 1)
            ]
            store_run(store, steps, oracle=True, agent=f"with {len(frames)}")
    with Reader(config) as reader:
        one, both = reader.deletion_size('agent:"with 2"'), reader.deletion_size()
    assert (one.runs, one.steps, one.bytes) == (1, 2, len(own))
    assert (both.runs, both.steps, both.bytes) == (2, 3, len(shared) + len(own))
    with Store.open(config) as store, Reader(config) as reader:
        gone = [one.run.id for one in reader.every_run('agent:"with 2"')]
        assert store.purge(gone)[1] == len(own)


@pytest.fixture
def looping(config: Config) -> str:
    """A failure that goes round in circles, with one thing that weighs and two that do not."""
    with Store.open(config) as store:
        run = store_run(store, STEPS, task="Do it")
        evidence = [Evidence(kind="looping", text="it goes round", weight=-1.5)]
        evidence += [Evidence(kind="seen", text=f"seen {n}", weight=0.01 * n) for n in range(2)]
        store.add_verdicts(
            [
                a_step_verdict(run=run, score=0.12, flags=("no_effect",)),
                a_run_verdict(
                    run,
                    label="failure",
                    score=0.4,
                    flags=("looping",),
                    failure_kind="planning-or-reasoning",
                    evidence=tuple(evidence),
                ),
            ]
        )
    return run


def test_show_says_what_a_score_means_why_it_failed_and_folds_what_weighs_nothing(
    config: Config, looping: str
) -> None:
    out = courtside(config, "show", looping).output
    assert "failure · 40 % likely a success · planning-or-reasoning, looping" in out
    assert "likely progress" in out and "12 %" in out and "no_effect" in out
    assert "-1.5  looping: it goes round" in out
    assert "seen" not in out and "2 more without weight" in out
    assert len(parsed(courtside(config, "show", "--json"))["run"]["verdicts"][-1]["evidence"]) == 3


@pytest.mark.parametrize(
    ("claims", "answer", "line"),
    [
        (None, "", "ended: the agent finished; claimed: nothing; answer: none"),
        (True, "It is\n3", "ended: the agent finished; claimed: success; answer: It is 3"),
        (False, "no", "ended: the agent finished; claimed: failure; answer: no"),
    ],
)
def test_show_says_how_a_run_ended_and_what_was_claimed_and_answered(
    config: Config, claims: bool | None, answer: str, line: str
) -> None:
    with Store.open(config) as store:
        run = store_run(store, STEPS, task="Do it", claims=claims, answer=answer)
    assert line in courtside(config, "show", run).output.splitlines()[:4]


def test_show_says_that_a_run_has_not_ended(config: Config) -> None:
    with Store.open(config) as store:
        run = store_run(store, STEPS, task="Do it", ended=False)
    assert "ended: not yet" in courtside(config, "show", run).output.splitlines()[:4]


def test_show_says_below_an_action_what_came_of_it(config: Config) -> None:
    sent = Request(method="POST", path="/orders", at_ms=5, status=201, took_ms=84.0)
    steps = [msgspec.structs.replace(a_step(), effects=Effects(requests=(sent,)))]
    with Store.open(config) as store:
        run = store_run(store, steps, task="Do it")
    did, came = courtside(config, "show", run).output.splitlines()[-2:]
    assert 'click button "Save"' in did and came.strip() == "sent POST /orders: 201 in 84 ms"


def test_list_says_why_a_run_failed_and_finds_it_by_that(config: Config, looping: str) -> None:
    out = courtside(config, "list", "failure:planning-or-reasoning", "flag:looping").output
    assert looping in out and "planning-or-reasoning, looping" in out
    assert "likely a success" in out and "40 %" in out
    assert "no run matches" in courtside(config, "list", "failure:environment").output


def test_a_task_that_list_cuts_ends_in_a_mark(config: Config) -> None:
    with Store.open(config) as store:
        store_run(store, STEPS, task="Order tea. " * 20)
    assert "Order tea. Order tea…" in courtside(config, "list").output


@pytest.mark.parametrize(
    ("why", "line"),
    [
        ("it cannot tell", "unknown · 65 % likely a success  it cannot tell"),
        ("not sure, 65 % likely a success", "unknown  not sure, 65 % likely a success"),
    ],
)
def test_of_a_run_that_is_unknown_list_and_show_say_once_which_way_the_judge_leans(
    config: Config, runs: list[str], why: str, line: str
) -> None:
    with Store.open(config) as store:
        verdict = a_run_verdict(runs[0], label="unknown", score=0.65, explanation=why)
        store.add_verdicts([verdict])
    (listed,) = [
        one for one in courtside(config, "list").output.splitlines() if one.startswith(runs[0])
    ]
    assert "unknown" in listed and "65 %" in listed
    assert line in courtside(config, "show", runs[0]).output


def test_the_task_of_a_run_can_be_put_right_and_waits_for_the_judge(
    config: Config, runs: list[str]
) -> None:
    with Store.open(config) as store:
        store.add_verdicts([a_step_verdict(1, runs[0]), a_run_verdict(runs[0])])
    done = courtside(config, "task", runs[0][:-1], "Print", "it")
    assert done.exit_code == 0 and runs[0] in done.output and "judged again" in done.output
    with Reader(config) as reader:
        summary = reader.summary(runs[0])
        assert summary is not None and summary.run.task == "Print it" and summary.verdict is None
        assert runs[0] in reader.unjudged()
    done = courtside(config, "task", runs[0], "Print it twice", "--json")
    expected = {"run": runs[0], "task": "Print it twice", "judged": "at next up"}
    assert json.loads(done.output) == expected
    assert "task is empty" in str(courtside(config, "task", runs[0], " ").exception)
    assert "at most 20000" in str(courtside(config, "task", runs[0], "x" * 30_000).exception)


def test_tables_are_exported_and_take_no_options_of_training_data(
    config: Config, looping: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    words = ("export", "flag:looping", "--format", "sqlite", "--out", str(out))
    assert parsed(courtside(config, *words, "--json"))["rows"]["run"] == 1
    refused = courtside(config, *words, "--min-reward", "any")
    assert refused.exit_code == 2
    assert "--min-reward is for training data, not for sqlite" in refused.output
    whole = ("export", "--format", "pae", "--out", str(tmp_path / "pae"), "--min-reward", "goal")
    refused = courtside(config, *whole)
    assert refused.exit_code == 2 and not (tmp_path / "pae").exists()
    assert "--min-reward chooses steps; pae has whole runs, with rewards" in refused.output
    assert (out / "courtside.sqlite").is_file()


def test_steps_of_a_judge_that_nobody_checked_are_left_out_where_agreement_is_asked_for(
    config: Config, runs: list[str], tmp_path: Path
) -> None:
    ask = ("export", "--min-reward", "any", "--min-agreement", "0.5", "--json", "--out")
    with Store.open(config) as store:
        store.add_verdicts([a_step_verdict(1, run) for run in runs])
    refused = courtside(config, *ask, str(tmp_path / "a"))
    assert refused.exit_code == 1
    assert "2 of a judge that agrees too little" in str(refused.exception)
    with Store.open(config) as store:
        label = a_step_verdict().label
        store.add_override(Override(run=runs[0], step=1, label=label, at_ms=1))
    done = parsed(courtside(config, *ask, str(tmp_path / "b")))
    assert (done["rows"], done["below_agreement"]) == (2, 0)


def test_an_export_of_nothing_is_refused_in_one_line_and_leaves_no_folder(
    config: Config, runs: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    nothing = courtside(config, "export", "agent:nobody", "--out", str(out))
    assert nothing.exit_code == 1 and "no run matches: nothing to export" in str(nothing.exception)
    unjudged = courtside(config, "export", "--out", str(out))
    assert unjudged.exit_code == 1
    assert "nothing to export; left out: 2 without a verdict" in str(unjudged.exception)
    for format, n in (("steps", 2), ("pae", 2)):
        words = ("--labels", "people", "--format", format, "--out", str(out))
        unlabelled = str(courtside(config, "export", *words).exception)
        assert f"nothing to export; left out: {n} that no person labelled; `courtside label`" in (
            unlabelled
        )
    assert not out.exists()


def test_an_export_without_a_pair_says_what_a_pair_is(
    config: Config, runs: list[str], tmp_path: Path
) -> None:
    with Store.open(config) as store:
        verdicts = [a_step_verdict(n, run, label="goal-reached") for run in runs for n in (1, 2)]
        store.add_verdicts(verdicts)
    made = courtside(config, "export", "--format", "preference", "--out", str(tmp_path / "out"))
    assert "nothing to export; a row of preference is a better and a worse" in str(made.exception)


@pytest.mark.parametrize("form", EXPORT_FORMATS)
def test_every_form_of_training_data_has_a_data_card(
    config: Config, runs: list[str], tmp_path: Path, form: str
) -> None:
    with Store.open(config) as store:
        store.add_verdicts([a_step_verdict(1, runs[0], label="goal-reached")])
        store.add_verdicts([a_run_verdict(runs[0])])
    where = ("--format", form, "--out", str(tmp_path / "out"))
    made = courtside(config, "export", *where, "--no-images", "--json")
    if form in ("preference", "aitw"):  # one attempt is no pair; no touch has no place
        assert made.exit_code == 1 and "nothing to export" in str(made.exception)
        return
    assert parsed(made)["runs"] == 1
    assert f"--format {form}`" in (tmp_path / "out" / "README.md").read_text()


def test_a_data_card_says_from_which_scores_on_runs_were_called_so(
    config: Config, runs: list[str], tmp_path: Path
) -> None:
    shipped = evidence_stamp(load_weights())
    with Store.open(config) as store:
        for run, stamp in zip(runs, (shipped, JudgeStamp(name="test")), strict=True):
            steps, ends = a_step_verdict(1, run), a_run_verdict(run, score=0.7)
            store.add_verdicts([msgspec.structs.replace(one, judge=stamp) for one in (steps, ends)])
    where = ("export", "--min-reward", "any", "--out")

    def card(name: str, **more: Any) -> str:
        done = courtside(config, *where, str(tmp_path / name), **more)
        assert done.exit_code == 0, done.exception
        return (tmp_path / name / "README.md").read_text()

    own = card("own")
    success = f"a run is a success from {load_weights().run_limits.success:g} on ("
    assert f"- `evidence` {shipped.version}: the judge's own: {success}" in own
    assert f"towards the goal from {load_weights().towards_at:g} on" in own
    assert "| reward of a step | 1 goal reached, 0.5 progress, -0.1 else |" in own
    assert "No person labelled any of these steps and runs." in own
    assert "\n- `test`: the judge's own.\n" in own
    found = Thresholds(
        judge="test",
        version="",
        runs="/home/ada/labels",
        n=120,
        at_ms=1_795_910_400_000,
        max_false_success=0.1,
        success_from=0.6,
        confidence=0.9,
    )
    save_thresholds(config, found)
    calibrated = card("calibrated", env={"COURTSIDE_MAX_FALSE_SUCCESS": "0.1"})
    assert (
        "- `test`: the judge's own; at most 10% of successes may be false; that holds from 0.60 on,"
        " with 90% confidence; calibrated on 120 labelled runs on 2026-11-29.\n"
    ) in calibrated
    assert "a judge without such limits calls no run a success.\n" in calibrated
    assert "ada" not in calibrated


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--hide", "Ada"), "--hide needs --public"),
        (("--allow-weak-test",), "--allow-weak-test is for playwright, not for steps"),
        (("--format", "csv", "--public"), "--public is for training data, not for csv"),
        (("--format", "playwright", "--public"), "--public is for training data, not for play"),
        (("--reward-progress", "nan"), "is no finite number"),
        (("--discount", "nan"), "is no finite number"),
        (("--format", "playwright"), "takes one RUN"),
        (("--format", "playwright", "verdict:success"), "takes one RUN and no filter"),
    ],
)
def test_an_option_of_another_form_is_refused(
    config: Config, runs: list[str], tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    refused = courtside(config, "export", *words, "--out", str(tmp_path / "out"))
    assert refused.exit_code == 2 and says in refused.output
    assert not (tmp_path / "out").exists()
