"""A public export holds no picture, no address and nothing that a person marked."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from builders import (
    RUN,
    SESSION,
    a_jpeg,
    a_run_verdict,
    a_screen,
    a_step,
    a_step_verdict,
    an_element,
)
from export_stores import CANCEL, NAME, SAVE, add_run, export, on

from courtside_formats.exports.aitw import AITW
from courtside_formats.exports.atif import ATIF
from courtside_formats.exports.chat import COMPLETION, OPENAI, SHAREGPT
from courtside_formats.exports.export_format import ExportFormat
from courtside_formats.exports.judged import JudgedRun, JudgedStep, Selection
from courtside_formats.exports.layout import Layout
from courtside_formats.exports.pae import pae
from courtside_formats.exports.preferences import PREFERENCE
from courtside_formats.exports.public import _Cleaner, made_public
from courtside_formats.exports.step_rows import STEPS
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.records import (
    Action,
    Effects,
    Evidence,
    Override,
    Request,
    Run,
    RunLabel,
    StepLabel,
    Target,
)
from courtside_store.summaries import RunSummary

EXPORT_FORMATS = [STEPS, OPENAI, SHAREGPT, COMPLETION, PREFERENCE, pae(), ATIF, AITW]
ADDRESS = "http://private.example/patients/17"
MAIL = "eve@private.example"
PATH = "/patients/secret-name"
PRIVATE = [ADDRESS, "private.example", MAIL, PATH, "ada lovelace", "lovelace", "4711", "how"]


@pytest.fixture
def run(config: Config) -> str:
    """A run that is full of what must not be told."""
    with Store.open(config) as store:
        look = a_screen(
            an_element(1, "Name", tag="input", role="textbox", value="Ada Lovelace"),
            an_element(2, f"Write to {MAIL}", tag="a", role="link"),
            url=ADDRESS,
            title=f"Ada  Lovelace at {ADDRESS}",
            text=f"Ada\nLovelace, room 4711, {ADDRESS}?x=1",
            frame=store.add_blob(a_jpeg(1, (64, 48))),
        )
        sent = Request(method="POST", path=PATH, at_ms=1, status=200)
        goes = Action(kind="navigate", at_ms=1, text="shop.local/no-scheme")
        steps = [
            a_step(1, on("type", NAME, "ADA LOVELACE"), before=look, after=look, thought=ADDRESS),
            a_step(
                2,
                goes,
                on("click", SAVE),
                before=look,
                after=look,
                effects=Effects(requests=(sent,)),
            ),
        ]
        task = "Find Ada Lovelace in room 4711."
        run = add_run(store, steps, {1: "goal-reached", 2: "towards-the-goal"}, task=task)
        link = Target(tag="a", role="link", text=f"Write to {MAIL}")
        other = a_step(1, on("click", link), before=look)
        worse = add_run(store, [other], {1: "away-from-the-goal"}, "failure", task=task)
        note = "as agreed\nHide: Ada Lovelace\nthanks"
        for one in (run, worse):
            store.add_override(Override(run=one, note=note, at_ms=1))
        return run


@pytest.mark.parametrize("format", EXPORT_FORMATS, ids=lambda format: format.name)
def test_nothing_private_is_in_any_file(
    config: Config, run: str, tmp_path: Path, format: ExportFormat
) -> None:
    out = tmp_path / "out"
    every = Selection(min_reward="any", filter="lovelace")
    plain, _ = export(config, tmp_path / "plain", format, every)
    assert b"Ada" in b"".join(f.read_bytes() for f in (tmp_path / "plain").glob("*.json*"))
    done, _ = export(config, out, format, every, public=True, images=False, hidden=("room 4711",))
    assert done.rows == plain.rows > 0 and done.images == 0
    for file in out.rglob("*"):
        text = "" if file.is_dir() else file.read_text().casefold()
        assert [words for words in PRIVATE[:-1] if words in text] == [], file
        assert "no-scheme" not in text and '"how"' not in text
    assert not (out / "images").exists()


def test_words_marked_on_one_run_are_hidden_in_every_run(config: Config, tmp_path: Path) -> None:
    with Store.open(config) as store:
        look = a_screen(an_element(1, "Call"), text="Ada Lovelace")
        for name in ("first", "second"):
            step = a_step(1, on("click", SAVE), before=look)
            run = add_run(store, [step], {1: "goal-reached"}, task=f"The {name} call")
        store.add_override(Override(run=run, step=1, note="hide: Ada Lovelace", at_ms=1))
    done, _ = export(config, tmp_path / "out", STEPS, public=True, images=False)
    assert done.rows == 2
    assert "Lovelace" not in (tmp_path / "out" / "steps.jsonl").read_text()


@pytest.mark.parametrize("format", [STEPS, OPENAI, ATIF], ids=lambda format: format.name)
def test_what_a_task_calls_a_password_or_a_pin_is_in_no_file(
    config: Config, tmp_path: Path, format: ExportFormat
) -> None:
    with Store.open(config) as store:
        look = a_screen(an_element(1, "Name"), an_element(2, "Save"), text="PIN 4321")
        step = a_step(1, on("click", SAVE), before=look, thought="hunter2! it is")
        task = 'Sign in with password "hunter2!" and PIN 4321'
        add_run(store, [step], {1: "goal-reached"}, task=task)
    done, _ = export(config, tmp_path / "out", format, public=True, images=False)
    assert done.rows
    text = "".join(one.read_text() for one in (tmp_path / "out").rglob("*") if one.is_file())
    assert "Sign in with password" in text and "hunter2" not in text and "4321" not in text


def two_tasks_that_read_alike_once_hidden(config: Config) -> None:
    with Store.open(config) as store:
        look = a_screen(an_element(1, "Call"), text="Calls")
        outcomes: tuple[tuple[str, Target, RunLabel], ...] = (
            ("Ada", SAVE, "success"),
            ("Bob", CANCEL, "failure"),
        )
        for name, act, outcome in outcomes:
            label: StepLabel = "goal-reached" if outcome == "success" else "away-from-the-goal"
            steps = [a_step(1, on("click", act), before=look, after=look)]
            add_run(store, steps, {1: label}, outcome, task=f"Call {name}.")


def test_a_task_is_in_the_same_split_whatever_is_hidden_of_it(
    config: Config, tmp_path: Path
) -> None:
    two_tasks_that_read_alike_once_hidden(config)
    every = Selection(min_reward="any")
    split = next(n / 20 for n in range(1, 20) if is_one_of_two_tests(n / 20))
    layouts: dict[str, dict[str, Any]] = {
        "plain": {},
        "public": {"public": True, "images": False, "hidden": ("Ada", "Bob")},
    }
    for name, layout in layouts.items():
        export(config, tmp_path / name, STEPS, every, test_share=split, **layout)
    plain, public = (
        {
            file.name: [msgspec.json.decode(line)["run"] for line in file.read_bytes().splitlines()]
            for file in (tmp_path / name).rglob("*.jsonl")
        }
        for name in layouts
    )
    assert len(plain) == 2 and plain == public


def is_one_of_two_tests(share: float) -> bool:
    layout = Layout(test_share=share)
    return layout.split_of("Call Ada.") != layout.split_of("Call Bob.")


def test_attempts_at_two_tasks_that_read_alike_once_hidden_make_no_pair(
    config: Config, tmp_path: Path
) -> None:
    two_tasks_that_read_alike_once_hidden(config)
    layout: dict[str, Any] = {"public": True, "images": False, "hidden": ("Ada", "Bob")}
    every = Selection(min_reward="any")
    done, _ = export(config, tmp_path / "out", PREFERENCE, every, **layout)
    assert done.rows == 0


def test_every_field_of_the_evidence_is_cut_like_its_sentence() -> None:
    """What is marked may be one of our own words: those stay, so that the record stays whole."""
    name = f"Ada Lovelace of {ADDRESS}"
    evidence = (
        Evidence(
            kind="looping",
            change="new",
            text=name,
            what=name,
            items=(name, "Tea"),
            where=name,
            wanted=name,
        ),
    )
    verdict = a_run_verdict(
        label="failure", status="error", flags=("looping",), failure_kind="other", evidence=evidence
    )
    of_step = a_step_verdict(flags=("looping",), evidence=evidence)
    run = Run(id=RUN, session=SESSION, task="Find Ada Lovelace.", started_at_ms=1, ended_by="stop")
    judged = JudgedRun(
        summary=RunSummary(run=run, source="cdp", surface="web"),
        steps=(JudgedStep(step=a_step(1, before=a_screen(an_element(1, "x"))), verdict=of_step),),
        verdict=verdict,
        label="failure",
    )
    own = ("new", "looping", "error", "other", "stop", "dom")
    public = made_public(judged, ("ada lovelace", *own))
    assert public.verdict is not None and public.steps[0].verdict is not None
    for cut in (public.verdict, public.steps[0].verdict):
        text = msgspec.json.encode(cut.evidence).decode().casefold()
        assert "lovelace" not in text and "private.example" not in text
        assert cut.evidence[0].items[1] == "Tea" and cut.evidence[0].change == "new"
        assert cut.flags == ("looping",)


def test_why_an_agent_crashed_is_not_published() -> None:
    """A traceback names folders of the machine that the agent ran on."""
    run = Run(
        id=RUN,
        session=SESSION,
        task="Save.",
        started_at_ms=1,
        ended_by="agent-crashed",
        end_reason="/home/ada/agent.py, line 3: KeyError",
    )
    summary = RunSummary(run=run, source="cdp", surface="web")
    judged = JudgedRun(summary=summary, steps=(), verdict=None, label="failure")
    assert made_public(judged, ()).summary.run.end_reason == ""


@pytest.mark.parametrize(
    "address",
    [
        "192.168.7.9:8080/patient/77",
        "10.0.0.1",
        "intranet.acme.corp/hr?id=5",
        "intranet.acme.corp:8443",
        "localhost:8080/admin?u=ada",
        "acme.com/patients/12",
        "//cdn.acme.corp/x",
        "ada@localhost",
        "ada@acme.corp",
        "[::1]:80/x",
        "http:/x.y/z",
        "server:8080/x",
        r"C:\Users\ada\x.txt",
        r"\\files\ada\x.txt",
        "/home/ada/secret.txt",
        "~/secret.txt",
        r"C:\Users\Ada Byron\notes.txt",
        r"C:\Users\Ada Byron\My Files\notes.txt",
        r"C:\Users\Ada Byron",
        r"\\files\Ada Byron\notes.txt",
        "C:/Users/Ada Byron/notes.txt",
        "/Users/Ada Byron/My Files/notes.txt",
        "buildbox:8080",
        "db:5432",
        "build-01:9443",
        "node7:12345",
        "::1",
        "::1/128",
        "fe80::1",
        "fe80::1%eth0",
        "::ffff:192.168.7.9",
        "2001:db8:85a3:0:0:8a2e:370:7334",
    ],
)
def test_an_address_without_a_scheme_goes_too(address: str) -> None:
    assert _Cleaner([]).text(f"Open {address} now") == "Open (address) now"


@pytest.mark.parametrize(
    "text",
    [
        "3/4 of it",
        "red and/or blue",
        "at 10:30",
        "v1.2/3",
        "ratio 3:4",
        "Room:12",
        "Node.js",
        "i.e. x",
        "at 12:30:45",
        "12:30-14:00",
        "16:9 or 3:2",
        "Label: value",
        "key:value",
        "Order:10023",
        "id:4711",
        "year:2024",
        "max-width:8080px",
        "std::vector",
        "a::before",
        "Dad::Add",
        "00:1a:2b:3c:4d:5e",
        "note::1 and :: 3",
        "C: or D:",
    ],
)
def test_what_is_no_address_stays(text: str) -> None:
    assert _Cleaner([]).text(text) == text


def test_a_long_text_without_a_space_takes_no_long_time() -> None:
    began = time.process_time()
    for part in ("a", "a-", "a.", "a_"):
        text = part * (40_000 // len(part))
        assert _Cleaner([]).text(text) == text
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("text", "public"),
    [
        (r"C:\a.txt and D:\b.txt then and/or", "(address) and (address) then and/or"),
        (r"C:\Users\Ada Byron. Then stop", "(address). Then stop"),
        (r"C:\Users\Ada Byron and then stop", "(address) and then stop"),
        ("see /tmp/x and/or C:/y and/or z", "see (address) and/or (address) and/or z"),
    ],
)
def test_a_path_ends_where_its_sentence_goes_on(text: str, public: str) -> None:
    assert _Cleaner([]).text(text) == public


@pytest.mark.parametrize(
    ("marked", "text"),
    [
        ("Zo\u00eb", "for Zoe today"),
        ("Zoe", "for Zo\u00eb today"),
        ("Zoe", "for ZOE\u0308 today"),
        ("\u0141ukasz", "for Lukasz today"),
        ("Oystein", "for \u00d8ystein today"),
        ("Zo\u00eb", "for Zoe\u0308 today"),
        ("Zoe\u0308", "for ZO\u00cb today"),
        ("Ada Lovelace", "for Ada\u200bLovelace today"),
        ("Ada Lovelace", "for adalovelace today"),
        ("Ada  Lovelace", "for Ada\n Love\u00adlace today"),
        ("Stra\u00dfe", "for STRASSE today"),
        ("\uff21da", "for Ada today"),
    ],
)
def test_a_marked_word_is_known_in_every_form(marked: str, text: str) -> None:
    assert _Cleaner([marked]).text(text) == "for (hidden) today"


def test_a_vowel_sign_of_a_script_is_no_accent() -> None:
    assert _Cleaner(["\u0915\u093f"]).text("\u0915\u0941") == "\u0915\u0941"


def test_two_marked_words_side_by_side_both_go() -> None:
    assert _Cleaner(["Ada", "Bo"]).text("AdaBo, and bo.") == "(hidden)(hidden), and (hidden)."
