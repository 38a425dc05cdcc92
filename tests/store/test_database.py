"""The store keeps what it acknowledged, once, and deletes all of what it purges."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

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
    an_action,
    an_element,
    sha,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from msgspec.structs import replace

from courtside_daemon.routes.paging import run_page
from courtside_formats.exports.training_data import export_runs
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Rejected, Store
from courtside_store.filters import KNOWN
from courtside_store.lifecycle import MAX_REASON_CHARS
from courtside_store.reading import Reader, runs
from courtside_store.records import Action, FailureKind, Override, Reflection, Session, new_id


@pytest.fixture
def store(config: Config) -> Iterator[Store]:
    with Store.open(config) as store:
        store.begin_session(Session(id=SESSION, source="cdp", started_at_ms=1), "me")
        yield store


@pytest.fixture
def reader(store: Store, config: Config) -> Iterator[Reader]:
    with Reader(config) as reader:
        yield reader


def begin(store: Store, run: str = RUN, task: str = 'Press "Save"', at_ms: int = 1) -> None:
    take(store, wire.RunBegin(seq=store.acked(SESSION) + 1, run=run, at_ms=at_ms, task=task))


def take(store: Store, message: wire.Sequenced) -> Rejected | None:
    return store.take([(SESSION, message.seq, message)])[0]


def add_step(
    store: Store, index: int = 1, run: str = RUN, frame: bytes = b"", text: str = ""
) -> None:
    look = a_screen(
        an_element(), text=text or f"page {index}", frame=store.add_blob(frame) if frame else None
    )
    step = a_step(index, an_action("type", "Name", f"word{index}"), run=run, after=look)
    assert take(store, wire.StepSeen(seq=store.acked(SESSION) + 1, step=step)) is None


def end(store: Store, run: str = RUN) -> None:
    take(store, wire.RunEnd(seq=store.acked(SESSION) + 1, run=run, at_ms=9))


def test_a_step_comes_back_as_it_was(store: Store, reader: Reader) -> None:
    begin(store)
    look = a_screen(an_element(), an_element(2, "Über"), frame=store.add_blob(a_jpeg()))
    step = a_step(1, before=look, after=look)
    take(store, wire.StepSeen(seq=2, step=step))
    assert list(reader.steps(RUN)) == [step]


def test_a_token_in_an_address_is_in_no_row_whoever_told_the_step(
    store: Store, reader: Reader
) -> None:
    begin(store)
    address = "https://ann:hunter2-xyzzy@shop.example/?token=hunter2-xyzzy&page=2"
    look = a_screen(url=address)
    went = Action(kind="navigate", at_ms=1, text=address)
    assert take(store, wire.StepSeen(seq=2, step=a_step(1, went, before=look, after=look))) is None
    (step,) = reader.steps(RUN)
    assert step.after and step.after.url == "https://***@shop.example/?token=***&page=2"
    assert "hunter2" not in repr(step)
    assert reader.search("hunter2") == ()


def test_what_a_source_sent_of_a_secret_field_is_in_no_answer_of_that_run(
    store: Store, reader: Reader
) -> None:
    """Whoever posts steps by hand leaves nothing out."""
    begin(store)
    other = new_id("run")
    begin(store, other)
    typed = an_action("type", "Password", "hunter2-xyzzy", state=("secret",))
    assert take(store, wire.StepSeen(seq=3, step=a_step(1, typed))) is None
    for seq, run in ((4, RUN), (5, other)):
        said = wire.RunEnd(seq=seq, run=run, at_ms=9, answer='It is "hunter2-xyzzy"')
        assert take(store, said) is None
    answers = [one.run.answer for one in (reader.summary(RUN), reader.summary(other)) if one]
    assert answers == ['It is "***"', 'It is "hunter2-xyzzy"']
    assert [one.run for one in reader.search("hunter2")] == [other]


def test_a_message_sent_twice_is_stored_once(store: Store, reader: Reader) -> None:
    begin(store)
    message = wire.StepSeen(seq=2, step=a_step(1))
    assert store.take([(SESSION, 2, message), (SESSION, 2, message)]) == [None, None]
    assert len(list(reader.steps(RUN))) == 1


def test_a_gap_is_refused_and_nothing_is_stored(store: Store, reader: Reader) -> None:
    begin(store)
    refused = take(store, wire.StepSeen(seq=7, step=a_step(1)))
    assert refused is not None and refused.retry and "expected seq 2, got 7" in refused.reason
    assert store.acked(SESSION) == 1 and not list(reader.steps(RUN))


def test_a_step_whose_frame_is_missing_waits_for_it(store: Store) -> None:
    begin(store)
    step = a_step(1, after=a_screen(frame=sha(a_jpeg())))
    refused = take(store, wire.StepSeen(seq=2, step=step))
    assert refused is not None and refused.missing == (sha(a_jpeg()),)
    store.add_blob(a_jpeg())
    assert take(store, wire.StepSeen(seq=2, step=step)) is None


def test_a_message_refused_for_good_uses_up_its_number(store: Store, reader: Reader) -> None:
    begin(store)
    refused = take(store, wire.StepSeen(seq=2, step=a_step(5)))
    assert refused is not None and not refused.retry and "step.index is 5" in refused.reason
    assert store.acked(SESSION) == 2 and reader.counts().dropped_steps == 1


def test_a_session_belongs_to_the_credential_that_opened_it(store: Store) -> None:
    with pytest.raises(ValueError, match="another credential"):
        store.begin_session(Session(id=SESSION, source="cdp", started_at_ms=1), "somebody else")


def test_verdicts_are_appended_and_the_last_one_counts(store: Store, reader: Reader) -> None:
    begin(store)
    add_step(store)
    store.add_verdicts([a_step_verdict(label="not-sure"), a_step_verdict(label="goal-reached")])
    history = reader.step(RUN, 1)
    assert history is not None and [v.label for v in history.verdicts] == [
        "not-sure",
        "goal-reached",
    ]
    assert reader.step_summaries(RUN)[0].label == "goal-reached"
    waiting = reader.to_judge(RUN)
    assert waiting is not None and waiting.steps == () and waiting.seq == 2


def test_a_verdict_on_what_a_run_was_before_is_kept_and_counts_no_more(
    store: Store, reader: Reader
) -> None:
    begin(store)
    add_step(store)
    end(store)
    assert store.add_verdicts([a_step_verdict(), a_run_verdict(revision=1)]) == [True, False]
    assert reader.run_verdict(RUN) is None and reader.unjudged() == [RUN]
    assert store.add_verdicts([a_run_verdict(revision=2)]) == [True]
    assert reader.unjudged() == []
    add_step(store, 2)
    history = reader.run(RUN)
    assert history is not None and len(history.verdicts) == 2 and history.verdict is None
    row = history.summary
    assert (row.verdict, row.score, row.status, row.flags) == (None, None, None, ())
    assert row.run.ended_by == "finish" and reader.unjudged() == [RUN]


OPS = ("step", "finish", "stop", "idle", "task", "judge", "judge late", "fail")


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(ops=some.lists(some.sampled_from(OPS), max_size=12))
def test_in_any_order_the_verdict_shown_is_of_what_the_run_is_or_it_is_asked_for(
    store: Store, reader: Reader, ops: list[str]
) -> None:
    run, steps, tasks = new_id("run"), 0, 0
    begin(store, run)
    for op in ops:
        before = reader.summary(run)
        assert before is not None
        seq, now = store.acked(SESSION) + 1, before.run.revision
        match op:
            case "step":
                add_step(store, steps := steps + 1, run)
            case "finish" | "stop":
                take(store, wire.RunEnd(seq=seq, run=run, at_ms=9, ended_by=op))
            case "idle":
                store.presume_ended(run, "idle")
            case "task":
                store.change_task(run, f"Task {(tasks := tasks + 1)}")
            case "judge":
                store.add_verdicts([a_run_verdict(run, revision=now)])
            case "judge late":
                store.add_verdicts([a_run_verdict(run, revision=max(now - 1, 0) or now)])
            case "fail":
                store.add_verdicts([a_run_verdict(run, revision=now, status="error")])
        summary, verdict = reader.summary(run), reader.run_verdict(run)
        assert summary is not None
        assert summary.status == (verdict.status if verdict else None)
        assert verdict is None or verdict.revision == summary.run.revision
        waits = summary.pending > 0 or (summary.run.ended_by is not None and verdict is None)
        assert (run in reader.unjudged()) == waits


def test_a_judges_failure_is_kept_beside_its_answer_and_never_goes_over_it(
    store: Store, reader: Reader
) -> None:
    begin(store)
    add_step(store)
    for status in ("error", "ok", "error"):
        store.add_verdicts([a_step_verdict(status=status), a_run_verdict(status=status)])
    history, summary = reader.run(RUN), reader.summary(RUN)
    assert history is not None and summary is not None
    assert [one.status for one in history.verdicts] == ["error", "ok", "error"]
    verdict = reader.run_verdict(RUN)
    assert verdict is not None and verdict.status == "ok" and verdict == history.verdict
    assert (summary.status, summary.pending) == ("ok", 0)
    assert reader.verdicts(RUN)[1].status == reader.step_summaries(RUN)[0].status == "ok"


def test_a_verdict_that_names_no_revision_counts_for_what_is_stored(
    store: Store, reader: Reader
) -> None:
    begin(store)
    add_step(store)
    store.add_verdicts([a_run_verdict()])
    verdict = reader.run_verdict(RUN)
    assert verdict is not None and verdict.revision == 1


def test_a_changed_task_asks_for_every_verdict_again(store: Store, reader: Reader) -> None:
    begin(store)
    for index in (1, 2):
        add_step(store, index)
    end(store)
    store.add_verdicts([a_step_verdict(1), a_step_verdict(2), a_run_verdict()])
    assert reader.unjudged() == []
    assert store.change_task(RUN, "Print it").task_revision == 4
    waiting = reader.to_judge(RUN)
    assert waiting is not None and waiting.steps == (1, 2) and waiting.summary.pending == 2
    assert waiting.summary.run.task == "Print it" and waiting.summary.status is None
    assert reader.verdicts(RUN) == {} and list(reader.every_verdict(RUN)) == []
    assert store.add_verdicts([a_step_verdict(1, revision=3)]) == [False]
    assert [cell.status for cell in reader.step_summaries(RUN)] == [None, None]
    assert store.add_verdicts([a_step_verdict(1, revision=4)]) == [True]
    assert [hit.where for hit in reader.search("print")] == ["task"]
    assert reader.search("press") == ()
    with pytest.raises(ValueError, match="no run"):
        store.change_task(new_id("run"), "Print it")
    with pytest.raises(ValueError, match="at most 20000"):
        store.change_task(RUN, "x" * 30_000)


def test_the_daemons_own_end_leaves_the_finish_that_came_meanwhile(
    store: Store, reader: Reader
) -> None:
    begin(store)
    end(store)
    store.presume_ended(RUN, "idle")
    summary = reader.summary(RUN)
    assert summary is not None and summary.run.ended_by == "finish" and summary.run.revision == 1


def test_the_reason_of_a_crash_is_kept_in_part_and_without_secrets(
    store: Store, reader: Reader
) -> None:
    begin(store)
    why = "the agent failed: no answer from http://a.test/?token=s3cretvalue99 " + "x" * 30_000
    store.presume_ended(RUN, "agent-crashed", why)
    store.presume_ended(RUN, "agent-crashed", "something later")
    summary = reader.summary(RUN)
    assert summary is not None and len(summary.run.end_reason) == MAX_REASON_CHARS
    assert summary.run.end_reason.startswith("the agent failed: no answer from http://a.test/")
    assert "s3cretvalue99" not in summary.run.end_reason


def test_of_a_reason_the_first_line_is_kept_since_drivers_quote_below_it_what_was_typed(
    store: Store, reader: Reader
) -> None:
    begin(store)
    why = 'Locator.fill: Timeout 30000ms exceeded.\nCall log:\n  - fill("hunter2")'
    store.presume_ended(RUN, "agent-crashed", why)
    summary = reader.summary(RUN)
    assert summary is not None
    assert summary.run.end_reason == "Locator.fill: Timeout 30000ms exceeded."


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\v", "\f", "\x85", "\u2028", "\u2029"])
def test_a_reason_ends_at_whatever_ends_a_line(store: Store, reader: Reader, end: str) -> None:
    begin(store)
    store.presume_ended(RUN, "agent-crashed", f"{end}\0{end}Timeout exceeded.{end}hunter2")
    summary = reader.summary(RUN)
    assert summary is not None and summary.run.end_reason == "Timeout exceeded."


def test_a_reason_holds_nothing_that_a_terminal_obeys(store: Store, reader: Reader) -> None:
    begin(store)
    why = "no\x1b[2J page\x07 \0at\x9b31m \u202ehome\u2066,\u200b\tgone\x7f"
    store.presume_ended(RUN, "agent-crashed", why)
    summary = reader.summary(RUN)
    assert summary is not None
    assert summary.run.end_reason == "no [2J page at 31m home , gone"


def test_a_lesson_of_what_a_run_was_before_is_not_shown(store: Store, reader: Reader) -> None:
    begin(store)
    add_step(store)
    store.add_verdicts([a_run_verdict(label="failure")], teach=True)
    lesson = Reflection(run=RUN, text="look first", at_ms=1)
    assert store.settle_lesson(RUN, 1, lesson) and not store.settle_lesson(RUN, 1, lesson)
    history = reader.run(RUN)
    assert history is not None and history.reflection is not None
    task = history.summary.run.task
    assert reader.with_lesson(task) == RUN and reader.with_lesson(f"{task}?") is None
    add_step(store, 2)
    history = reader.run(RUN)
    assert history is not None and history.reflection is None and reader.with_lesson(task) is None


def test_a_lesson_is_over_once_its_run_is_judged_a_success(store: Store, reader: Reader) -> None:
    begin(store)
    add_step(store)
    failed = replace(a_run_verdict(label="failure"), at_ms=10)
    done = replace(a_run_verdict(), at_ms=30)
    store.add_verdicts([failed], teach=True)
    assert not reader.runs(filter="lesson:yes")
    assert store.settle_lesson(RUN, 1, Reflection(run=RUN, text="look first", at_ms=20))
    assert [one.run.id for one in reader.runs(filter="lesson:yes")] == [RUN]
    store.add_verdicts([done])
    history = reader.run(RUN)
    assert history is not None and history.reflection is None
    assert reader.with_lesson(history.summary.run.task) is None
    assert not reader.runs(filter="lesson:yes") and len(reader.runs(filter="lesson:no")) == 1
    store.add_lesson(Reflection(run=RUN, revision=1, text="asked for since", at_ms=40))
    history = reader.run(RUN)
    assert history is not None and history.reflection
    assert history.reflection.text == "asked for since"


def test_runs_that_name_each_other_as_parent_hand_each_lesson_over_once(
    store: Store, reader: Reader
) -> None:
    other = "run_" + "1" * 20
    pairs = ((RUN, other), (other, RUN))
    begins = [
        wire.RunBegin(seq=seq, run=run, at_ms=1, attempt=2, parent_run=parent)
        for seq, (run, parent) in enumerate(pairs, 1)
    ]
    assert store.take([(SESSION, begin.seq, begin) for begin in begins]) == [None, None]
    for run, _ in pairs:
        assert store.add_lesson(Reflection(run=run, text=f"of {run}", at_ms=1))
    history = reader.run(RUN)
    assert history is not None and [one.run for one in history.lessons] == [other]
    assert len(history.attempts) == 2


def test_a_lesson_is_owed_for_a_failure_while_it_counts_and_no_longer(
    store: Store, reader: Reader
) -> None:
    def owed() -> bool:
        waiting = reader.to_judge(RUN)
        return waiting is not None and waiting.lesson

    begin(store)
    end(store)
    store.add_verdicts([a_run_verdict(label="failure")])
    store.add_verdicts([a_run_verdict(label="failure", status="unparsed")], teach=True)
    store.add_verdicts([a_run_verdict(label="success")], teach=True)
    assert not owed() and store.begin_lesson(RUN, 1) is None
    store.add_verdicts([a_run_verdict(label="failure")], teach=True)
    assert owed() and reader.lessons_owed() == [RUN] and reader.unjudged() == []
    assert [store.begin_lesson(RUN, 1) for _ in range(2)] == [0, 1]
    store.change_task(RUN, "Print it")
    assert not owed() and not store.settle_lesson(RUN, 1, None)
    assert reader.lessons_owed() == [] and reader.unjudged() == [RUN]


def test_verdicts_and_overrides_cannot_be_edited(store: Store, config: Config) -> None:
    begin(store)
    add_step(store)
    store.add_verdicts([a_step_verdict()])
    with (
        closing(sqlite3.connect(config.database)) as other,
        pytest.raises(sqlite3.IntegrityError, match="never edited"),
    ):
        other.execute("update verdict set step = 2")
    other.close()


def test_a_verdict_is_kept_without_its_prompt_and_never_without_its_run(
    store: Store, reader: Reader
) -> None:
    begin(store)
    add_step(store)
    store.add_verdicts([a_step_verdict(prompt="a" * 64), a_step_verdict(run=new_id("run"))])
    assert [one.run for one in reader.every_verdict(RUN)] == [RUN]
    assert reader.counts().runs == 1 and not reader.search("typed")[1:]


def test_an_override_stands_beside_the_verdict(store: Store, reader: Reader) -> None:
    begin(store)
    add_step(store)
    store.add_verdicts([a_step_verdict()])
    store.add_override(Override(run=RUN, step=1, label="away-from-the-goal", who="me", at_ms=1))
    cell = reader.step_summaries(RUN)[0]
    assert (cell.label, cell.override) == ("towards-the-goal", "away-from-the-goal")
    assert (reader.counts().agree, reader.counts().overrides) == (0, 1)


def test_search_finds_page_action_and_explanation(store: Store, reader: Reader) -> None:
    begin(store)
    add_step(store, text="The card was declined")
    store.add_verdicts([a_step_verdict(explanation="a wrong postcode")])
    assert {h.where for h in reader.search("declined")} == {"page"}
    assert {h.where for h in reader.search("postcode")} == {"explanation"}
    assert {h.where for h in reader.search("word1")} == {"action"}
    assert reader.search('" OR * NEAR(') == ()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("verdict:success", 0),
        ("verdict:failure", 1),
        ("steps>1", 0),
        ("steps>=1 source:cdp", 1),
        ("step>=1 source:cdp", 1),
        ("pinned:yes", 0),
        ("-pinned:yes", 1),
        ("word1", 1),
        ('"page 1"', 1),
        ("override:none", 1),
        ("flag:looping", 1),
        ("flag:any", 1),
        ("failure:planning-or-reasoning", 1),
        ("-failure:environment", 1),
        ("failure:none", 0),
        ("-flag:side_effect", 1),
        ("agent:none", 1),
        (f"run:{RUN[:8]}", 1),
        ("run:run_1", 0),
        ("run:run%0", 0),
    ],
)
def test_the_filter_language(store: Store, reader: Reader, words: str, found: int) -> None:
    begin(store)
    add_step(store)
    end(store)
    kind: FailureKind = "planning-or-reasoning"
    verdict = a_run_verdict(label="failure", flags=("looping",), failure_kind=kind)
    store.add_verdicts([verdict])
    assert len(reader.runs(words)) == found


def test_every_word_of_the_filter_language_stands_in_the_protocol() -> None:
    page = (Path(__file__).parents[2] / "docs/reference/protocol.md").read_text()
    documented = set(re.findall(r"[a-z]+", page.split("The filter:")[1]))
    assert set(KNOWN) <= documented


@pytest.mark.parametrize("words", ["verdit:x", "step>many", "step>nan", "step>1e999", '"open'])
def test_a_filter_that_is_not_understood_names_the_word(reader: Reader, words: str) -> None:
    with pytest.raises(ValueError, match="filter"):
        reader.runs(words)


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("verdict:fail", "success, failure, unknown, any, none"),
        ("status:bad", "ok, error, unparsed"),
        ("override:good", "success, failure, unknown, unsure, environment-error"),
        ("surface:phone", "web, android, ios, desktop"),
        ("source:chrome", "cdp, extension, client"),
        ("flag:loop", "impossible_task, reached_captcha, looping"),
        ("failure:plan", "low-level-skill, planning-or-reasoning"),
        ("ended:crash", "finish, truncated, stop, tab-closed"),
        ("pinned:perhaps", "yes, no"),
        ("-open:true", "yes, no"),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_those_that_can(
    reader: Reader, word: str, known: str
) -> None:
    with pytest.raises(ValueError, match=known):
        reader.runs(word)


def test_pages_of_runs_join_without_a_gap(store: Store, reader: Reader) -> None:
    for number in range(7):
        begin(store, new_id("run"), at_ms=number // 2)
    first = run_page(reader, "", limit=3)
    second = run_page(reader, "", limit=3, before=first.next)
    third = run_page(reader, "", limit=3, before=second.next)
    ids = [r.run.id for page in (first, second, third) for r in page.runs]
    assert len(ids) == len(set(ids)) == 7 and third.next is None
    assert [r.run.id for r in reader.every_run()] == ids


def test_every_run_is_read_whatever_the_size_of_a_page(
    store: Store, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "PAGE", 2)
    for expected in range(5):
        assert len(list(reader.every_run())) == expected
        begin(store, new_id("run"), at_ms=expected)


def test_a_cursor_that_is_none_is_refused(reader: Reader) -> None:
    with pytest.raises(ValueError, match="pass the `next` of the last page"):
        run_page(reader, "", 3, before="yesterday")


def test_purge_leaves_no_trace_of_the_words_or_frames(store: Store, config: Config) -> None:
    begin(store, task="buy xylophone-4711")
    frame = a_jpeg(3)
    add_step(store, frame=frame, text="secret quixotic page")
    store.add_verdicts([a_step_verdict(explanation="because of zeppelin")])
    gone, freed = store.purge()
    assert gone == (RUN,) and freed == len(frame)
    for path in config.data_dir.rglob("*"):
        data = path.read_bytes() if path.is_file() else b""
        for word in (b"xylophone", b"quixotic", b"zeppelin", frame[20:60]):
            assert word not in data, path


def test_what_was_purged_gives_its_room_back_to_the_disk(store: Store, config: Config) -> None:
    begin(store)
    for index in range(1, 41):
        add_step(store, index, text=f"{index} " * 4_000)
    store._shrink()
    before = config.database.stat().st_size
    store.purge()
    assert store._db.execute("pragma freelist_count").fetchone()[0] == 0
    assert config.database.stat().st_size < before / 2


def test_a_source_that_has_not_left_counts_on_after_everything_was_purged(
    store: Store, reader: Reader
) -> None:
    begin(store)
    add_step(store)
    store.purge()
    after = new_id("run")
    assert take(store, wire.RunBegin(seq=3, run=after, at_ms=1)) is None
    assert [row.run.id for row in reader.runs()] == [after]


def test_a_source_that_has_left_goes_with_its_last_run(store: Store) -> None:
    begin(store)
    take(store, wire.SessionEnd(seq=2, at_ms=9))
    store.purge([RUN])
    assert store.acked(SESSION) == 0


def test_the_budget_takes_the_oldest_passing_run_first_and_never_pinned_or_unjudged(
    config: Config,
) -> None:
    small = msgspec.structs.replace(config, budget_bytes=1)
    runs = [new_id("run") for _ in range(5)]
    with Store.open(small) as store:
        store.begin_session(Session(id=SESSION, source="cdp", started_at_ms=1), "me")
        for number, run in enumerate(runs):
            begin(store, run, at_ms=number)
            add_step(store, run=run, frame=a_jpeg(number))
            end(store, run)
        failed, passed, newer, pinned, unjudged = runs
        store.add_verdicts(
            [a_run_verdict(failed, label="failure"), *map(a_run_verdict, (passed, newer, pinned))]
        )
        store.pin(pinned, True)
        assert store.evict() == (passed, newer, failed)
        with Reader(small) as reader:
            assert {r.run.id for r in reader.runs()} == {pinned, unjudged}


def test_files_without_a_row_are_swept_at_start(config: Config) -> None:
    with Store.open(config) as store:
        orphan = store.blobs.path(store.add_blob(a_jpeg(9)))
    os.utime(orphan, (1, 1))
    Store.open(config).close()
    assert not orphan.exists()


def test_what_was_noted_about_a_frame_lives_and_goes_with_it(config: Config) -> None:
    with Store.open(config) as store:
        store.begin_session(Session(id=SESSION, source="cdp", started_at_ms=1), "me")
        begin(store)
        add_step(store, frame=a_jpeg(1))
        kept, orphan = sha(a_jpeg(1)), store.add_blob(a_jpeg(2))
        for name in (kept, orphan):
            store.blobs.add_note(name, "r-1.0", b"text of " + name.encode())
        store.blobs.path(f"{kept}.r-1.0.99.part").touch()
        for path in store.blobs.names():
            os.utime(path, (1, 1))
    with Store.open(config) as store:
        assert {path.name for path in store.blobs.names()} == {kept, f"{kept}.r-1.0"}
        assert store.blobs.read_note(kept, "r-1.0") == b"text of " + kept.encode()
        store.purge()
        assert list(store.blobs.names()) == []


def test_a_newer_schema_is_refused(config: Config) -> None:
    Store.open(config).close()
    with sqlite3.connect(config.database) as other:
        other.execute("pragma user_version = 99")
    other.close()
    with pytest.raises(ValueError, match="update Courtside"):
        Store.open(config)


def test_a_full_disk_refuses_loudly_and_corrupts_nothing(store: Store, reader: Reader) -> None:
    begin(store)
    add_step(store)
    pages = store._db.execute("pragma page_count").fetchone()[0]
    store._db.execute(f"pragma max_page_count = {pages}")
    step = a_step(2, after=a_screen(text="x" * 19_000 + "".join(map(str, range(1000)))))
    with pytest.raises(sqlite3.OperationalError, match="full"):
        for number in range(99):
            take(
                store,
                wire.StepSeen(seq=3 + number, step=msgspec.structs.replace(step, index=2 + number)),
            )
    store._db.execute("pragma max_page_count = 100000000")
    assert store._db.execute("pragma integrity_check").fetchone()[0] == "ok"
    add_step(store, index=len(list(reader.steps(RUN))) + 1)


def test_an_export_has_rewards_and_leaves_errors_out(
    store: Store, reader: Reader, tmp_path: Path
) -> None:
    begin(store)
    for index in (1, 2, 3, 4):
        add_step(store, index, frame=a_jpeg(index))
    store.add_verdicts(
        [
            a_step_verdict(1, flags=("no_effect",)),
            a_step_verdict(2, label="not-sure"),
            a_step_verdict(3, status="error", label="not-sure"),
            a_run_verdict(label="failure", flags=("looping",), failure_kind="environment"),
        ]
    )
    store.add_override(Override(run=RUN, step=2, label="goal-reached", at_ms=1))
    done = export_runs(reader, store.blobs, tmp_path / "out")
    rows = [
        msgspec.json.decode(line)
        for line in (tmp_path / "out/steps.jsonl").read_bytes().splitlines()
    ]
    assert [(r["step"], r["reward"]) for r in rows] == [(1, 0.5), (2, 1.0)]
    assert [r["flags"] for r in rows] == [["no_effect"], []]
    assert [(r["run_flags"], r["failure_kind"]) for r in rows] == [(["looping"], "environment")] * 2
    assert (done.rows, done.without_verdict, done.images) == (2, 2, 2)
    assert all((tmp_path / "out" / r["next_observation"]["image"]).is_file() for r in rows)


def test_a_press_that_gets_a_name_later_is_listed_and_found_by_it_alone(
    store: Store, reader: Reader
) -> None:
    begin(store)
    add_step(store, 1)
    add_step(store, 2)
    store.name_actions(RUN, {2: 'click element "Pay now"', 7: "no such step"})
    assert [one.action for one in reader.step_summaries(RUN)] == [
        'type "word1" into textbox "Name"',
        'click element "Pay now"',
    ]
    assert [(hit.step, hit.where) for hit in reader.search("pay now")] == [(2, "action")]
    assert not reader.search("word2") and not reader.search("such")
    assert [hit.step for hit in reader.search("word1")] == [1]
