"""What `courtside compare` pairs, counts, says and ends with, on real stores."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from builders import a_run_verdict, a_step, an_action
from click.testing import CliRunner, Result
from labels import SESSION, store_run
from markdown_it import MarkdownIt

from courtside.comparing.comparison import MIN_TASKS
from courtside.comparing.report_text import MAX_TASKS
from courtside.comparing.single_runs import MAX_STEPS
from courtside.main import cli
from courtside.output.terminal_tables import plain
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.records import Oracle, Override, PersonLabel, RunLabel, Session

GATE = "--fail-on-regression"


@pytest.fixture
def store(config: Config) -> Iterator[Store]:
    with Store.open(config) as store:
        yield store


def courtside(config: Config, *words: str, **more: Any) -> Result:
    return CliRunner().invoke(cli, ["--data-dir", str(config.data_dir), "compare", *words], **more)


def compared(config: Config, *words: str) -> Any:
    result = courtside(config, *(words or ("agent:v1", "agent:v2")), "--json")
    assert result.exit_code == 0, (result.output, result.exception)
    return json.loads(result.stdout)


def refused(config: Config, *words: str) -> str:
    """The line that a refusal prints, which ends with 2."""
    result = courtside(config, *words)
    assert result.exit_code == 2, (result.output, result.exception)
    return " ".join(result.stderr.split())


def gate(config: Config) -> int:
    return courtside(config, "agent:v1", "agent:v2", GATE).exit_code


def tried(store: Store, agent: str, task: str, outcomes: str) -> list[str]:
    """A run for each letter: `s` success, `f` failure, `-` not judged."""
    truths = {"s": True, "f": False, "-": None}
    return [store_run(store, [], task=task, agent=agent, oracle=truths[one]) for one in outcomes]


def both(store: Store, task: str, before: str, after: str) -> None:
    tried(store, "v1", task, before)
    tried(store, "v2", task, after)


def changes(found: Any) -> dict[str, str]:
    return {one["task"]: one["change"] for one in found["tasks"]}


def test_runs_are_paired_by_their_task_and_those_that_regressed_come_first(
    config: Config, store: Store
) -> None:
    both(store, "a same", "s", "s")
    both(store, "b improved", "sf", "ss")
    both(store, "c undecided", "s", "-")
    both(store, "d worse", "ss", "sf")
    both(store, "e regressed", "ss", "ff")
    tried(store, "v1", "only before", "s")
    tried(store, "v2", "only after", "f")
    found = compared(config)
    assert list(changes(found).items()) == [
        ("e regressed", "regressed"),
        ("d worse", "worse"),
        ("b improved", "improved"),
        ("c undecided", "unknown"),
        ("a same", "same"),
    ]
    assert found["before"]["only_here"] == ["only before"]
    assert found["after"]["only_here"] == ["only after"]
    assert found["compared_tasks"] == 4


def test_one_task_on_a_phone_and_in_a_browser_is_two(config: Config, store: Store) -> None:
    tried(store, "v1", "Add milk", "s")
    phone = Session(id="ses_" + "p" * 20, source="appium", surface="android", started_at_ms=1)
    store.begin_session(phone, "me")
    run = "run_" + "p" * 20
    begun = wire.RunBegin(seq=1, run=run, at_ms=1, task="Add milk", agent="v2")
    assert store.take([(phone.id, 1, begun)]) == [None]
    found = compared(config)
    assert not found["tasks"]
    assert found["before"]["only_here"] == found["after"]["only_here"] == ["Add milk"]


def test_a_run_without_a_task_is_paired_with_nothing(config: Config, store: Store) -> None:
    both(store, "", "s", "f")
    assert "at least one of these has none" in courtside(config, "agent:v1", "agent:v2").output
    both(store, "Buy", "s", "s")
    found = compared(config)
    assert changes(found) == {"Buy": "same"}
    assert found["before"]["without_task"] == found["after"]["without_task"] == 1
    assert "1 without a task, left out" in courtside(config, "agent:v1", "agent:v2").output


@pytest.mark.parametrize(
    ("people", "oracle", "verdict", "counted"),
    [
        ((), None, "success", "success"),
        ((), False, "success", "failure"),
        (("success",), False, "failure", "success"),
        (("success", "failure"), True, "success", "unknown"),
        (("success", "failure", "failure"), True, "success", "failure"),
        (("unsure",), True, "success", "unknown"),
        (("environment-error",), None, "failure", "unknown"),
        ((), None, "unknown", "unknown"),
        ((), None, None, "unknown"),
    ],
)
def test_people_count_before_the_oracle_and_the_oracle_before_the_judge(
    config: Config,
    store: Store,
    people: Sequence[PersonLabel],
    oracle: bool | None,
    verdict: RunLabel | None,
    counted: str,
) -> None:
    run = store_run(store, [a_step()], agent="v1", oracle=oracle)
    if verdict:
        store.add_verdicts([a_run_verdict(run, label=verdict)])
    for number, label in enumerate(people):
        store.add_override(Override(run=run, label=label, who=f"p{number}", at_ms=1))
    tried(store, "v2", "another", "s")
    outcomes = compared(config)["before"]["outcomes"]
    names = {"success": "successes", "failure": "failures", "unknown": "unknown"}
    assert {name: outcomes[key] for name, key in names.items()} == {
        name: int(name == counted) for name in names
    }
    assert outcomes["pending"] == (not people and oracle is None and verdict is None)


def test_a_judge_that_failed_decides_nothing(config: Config, store: Store) -> None:
    run = store_run(store, [a_step()], agent="v1")
    store.add_verdicts([a_run_verdict(run, label="failure", status="error")])
    tried(store, "v2", 'Press "Go".', "s")
    found = compared(config)
    assert found["before"]["outcomes"]["unknown"] == 1
    assert found["before"]["outcomes"]["pending"] == 0


def test_unknown_is_neither_a_success_nor_a_failure_and_is_told(
    config: Config, store: Store
) -> None:
    both(store, "Buy", "s-", "--s")
    both(store, "Sell", "s", "-")
    found = compared(config)
    assert changes(found) == {"Sell": "unknown", "Buy": "same"}
    assert found["before"]["success_rate"] == found["after"]["success_rate"] == 1
    shown = courtside(config, "agent:v1", "agent:v2").output
    assert "1 of 1, 2 unknown" in shown
    assert "runs after    4: 1 success, 0 failure, 3 unknown" in shown
    assert "4 of the unknown runs" in shown, "nobody has judged them yet"
    assert gate(config) == 0


def test_each_task_counts_once_however_many_runs_it_has(config: Config, store: Store) -> None:
    both(store, "often", "s" * 8, "s" * 8)
    both(store, "once", "s", "f")
    found = compared(config)
    assert (found["before"]["success_rate"], found["after"]["success_rate"]) == (1, 0.5)
    assert found["difference"] == -0.5


def test_few_tasks_have_no_interval_and_that_is_said(config: Config, store: Store) -> None:
    for number in range(MIN_TASKS - 1):
        both(store, f"Do {number}", "ss", "sf")
    found = compared(config)
    assert (found["interval"], found["change"]) == (None, "too-few-tasks")
    shown = courtside(config, "agent:v1", "agent:v2").output
    assert "Too few tasks to tell whether the success rate changed: 9 tasks" in shown
    assert gate(config) == 0
    both(store, "one more", "ss", "sf")
    assert compared(config)["interval"] == [-0.5, -0.5]


def test_the_interval_is_the_same_each_time_and_holds_the_difference(
    config: Config, store: Store
) -> None:
    for number in range(20):
        both(store, f"Do {number}", "sf", "ss" if number % 3 else "ff")
    found = compared(config)
    low, high = found["interval"]
    assert low < found["difference"] < high
    assert high - low == pytest.approx(2 * 1.96 * (0.91 / 4 / 20) ** 0.5, abs=0.08)
    assert compared(config)["interval"] == [low, high]


def test_thirds_that_cancel_each_other_out_are_no_difference(config: Config, store: Store) -> None:
    for number in range(0, MIN_TASKS, 2):
        both(store, f"Do {number}", "sss", "ssf")
        both(store, f"Do {number + 1}", "sff", "ssf")
    found = compared(config)
    assert found["difference"] == 0
    assert "0 points" in courtside(config, "agent:v1", "agent:v2").output


def test_the_gate_ends_with_0_where_nothing_got_worse(config: Config, store: Store) -> None:
    both(store, "Buy", "s", "s")
    both(store, "Sell", "f", "s")
    assert gate(config) == 0


def test_the_gate_ends_with_1_where_a_task_regressed(config: Config, store: Store) -> None:
    both(store, "Buy", "ss-", "f-")
    for number in range(20):
        both(store, f"Do {number}", "f", "s")
    found = compared(config)
    assert (found["change"], found["is_regression"]) == ("better", True)
    assert gate(config) == 1
    assert courtside(config, "agent:v1", "agent:v2").exit_code == 0, "no gate was asked for"


def test_the_gate_ends_with_0_where_some_runs_of_a_task_still_succeed(
    config: Config, store: Store
) -> None:
    both(store, "Buy", "ss", "sf")
    both(store, "Sell", "sf", "ff")
    assert gate(config) == 0


def test_the_gate_ends_with_1_where_the_whole_interval_is_below_zero(
    config: Config, store: Store
) -> None:
    for number in range(MIN_TASKS):
        both(store, f"Do {number}", "ss", "sf" if number else "ss")
    found = compared(config)
    assert "regressed" not in changes(found).values()
    assert found["change"] == "worse"
    assert gate(config) == 1
    assert (
        "the whole interval of the difference is below zero"
        in courtside(config, "agent:v1", "agent:v2").output
    )


def test_the_gate_ends_with_0_where_the_interval_holds_zero(config: Config, store: Store) -> None:
    for number in range(MIN_TASKS):
        both(store, f"Do {number}", "ss", "sf" if number == 1 else "ss")
    assert compared(config)["change"] == "no-difference-shown"
    assert gate(config) == 0


def test_the_gate_that_has_nothing_to_go_by_has_not_passed(config: Config, store: Store) -> None:
    both(store, "Buy", "s", "-")
    line = refused(config, "agent:v1", "agent:v2", GATE)
    assert "no task has a success or a failure on both sides" in line
    assert courtside(config, "agent:v1", "agent:v2").exit_code == 0


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("agent:v3", "BEFORE 'agent:v3': no run matches"),
        ("unheard", "BEFORE 'unheard': no run matches"),
        ("failure", "perhaps verdict:failure is meant"),
        ("name:v1", "filter 'name:v1' is not understood"),
        ("agent:v1 OR agent:v2", "filter 'OR' is not understood"),
        ("score>2", "score is from 0 to 1"),
        ('"open', "close the quotation mark"),
        ("", "it is empty"),
        (" ", "it is empty"),
        ("run_zzz", "no run's id begins with 'run_zzz'"),
        ("run_", "is the beginning of several ids"),
        ("agent:v", "and 1 more; narrow one of them down"),
    ],
)
def test_what_selects_nothing_or_the_same_runs_is_refused_in_a_line(
    config: Config, store: Store, before: str, line: str
) -> None:
    both(store, "Buy", "s", "ss")
    assert line in refused(config, before, "agent:v2")


def test_wrong_use_is_no_regression(config: Config, store: Store) -> None:
    [run] = tried(store, "v1", "Buy", "s")
    tried(store, "v2", "Buy", "f")
    assert "Missing argument 'AFTER'" in refused(config, "agent:v1")
    assert "are the same run" in refused(config, run, run)
    assert "No such option" in refused(config, run, "last", "--gate")
    assert "there is no folder" in refused(config, run, "agent:v2", "--markdown", "/nowhere/a.md")


def test_a_store_that_is_not_there_or_damaged_is_no_regression(config: Config) -> None:
    assert "nothing is recorded yet" in refused(config, "agent:v1", "agent:v2", GATE)
    config.data_dir.mkdir(parents=True)
    config.database.write_bytes(b"no database at all " * 400)
    assert "damaged" in refused(config, "agent:v1", "agent:v2", GATE)


def test_it_reads_only_and_needs_no_daemon(config: Config) -> None:
    with Store.open(config) as store:
        both(store, "Buy", "s", "f")
    written = config.database.read_bytes()
    assert gate(config) == 1
    assert config.database.read_bytes() == written


def clicks(*names: str) -> list[Any]:
    return [a_step(n, an_action(name=name)) for n, name in enumerate(names, 1)]


def test_two_runs_are_shown_from_the_first_step_that_differs(config: Config, store: Store) -> None:
    first = store_run(store, clicks("Cart", "Pay", "Card", "Send"), oracle=True)
    second = store_run(store, clicks("Cart", "Pay", "Cash"))
    store.add_verdicts([a_run_verdict(second, label="failure", explanation="cash was chosen")])
    runs = compared(config, first, second)["single_runs"]
    assert (runs["before"]["outcome"], runs["before"]["outcome_by"]) == ("success", "oracle")
    assert (runs["after"]["outcome"], runs["after"]["outcome_by"]) == ("failure", "judge")
    assert runs["first_different_step"] == 3
    assert [(one["step"], one["before"], one["after"]) for one in runs["steps"]] == [
        (3, 'click button "Card"', 'click button "Cash"'),
        (4, 'click button "Send"', None),
    ]
    result = courtside(config, first, second, GATE)
    assert result.exit_code == 1
    for words in (
        "The first step that differs is step 3.",
        "cash was chosen",
        "(ended)",
        "The task regressed",
    ):
        assert words in result.output


def test_two_runs_that_did_the_same_say_so(config: Config, store: Store) -> None:
    one, other = (store_run(store, clicks("Go"), oracle=True) for _ in range(2))
    assert compared(config, one, other)["single_runs"]["first_different_step"] is None
    assert "Every step is the same in both runs." in courtside(config, one, other).output


def test_long_runs_are_shown_a_few_steps_long(config: Config, store: Store) -> None:
    one = store_run(store, clicks("Go"))
    other = store_run(store, clicks("Go", *"abcdefghijk"))
    assert len(compared(config, one, other)["single_runs"]["steps"]) == MAX_STEPS


def test_an_id_is_found_with_and_without_its_kind_and_a_short_word_is_text(
    config: Config, store: Store
) -> None:
    [run] = tried(store, "v1", "add milk", "s")
    beginning = run[len("run_") :][:4]
    tried(store, "v2", f"order {beginning}", "s")
    for word in (run, run[:-1], run[len("run_") :]):
        assert compared(config, word, "agent:v2")["single_runs"]["before"]["run"] == run
    assert compared(config, beginning, "agent:v1")["before"]["outcomes"]["runs"] == 1
    assert compared(config, "agent:v1", "last")["single_runs"]


HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "@everyone see #1 and https://evil.example",
    "[link](https://evil.example) **bold** ![i](https://evil.example/i)",
    "a | b \\| c \\\\| @team |",
    "`` ` ``` @team",
    "`@team",
    "ends with \\",
    "two\n\n# lines\r\n- [ ] done",
    "<!-- --> </td></table> &lt;script&gt;",
    "\x1b]0;title\x07\x1b[2J\x1b[31mred\u202e\u2066",
)


@pytest.mark.parametrize("task", HOSTILE)
def test_a_hostile_task_is_only_code_in_a_comment(
    config: Config, store: Store, tmp_path: Path, task: str
) -> None:
    both(store, task, "s", "ff")
    written = comment(config, tmp_path, "agent:v1", "agent:v2")
    check_comment(written, plain(task), "regressed")


@pytest.mark.parametrize("words", HOSTILE)
def test_a_hostile_page_is_only_code_in_a_comment_on_two_runs(
    config: Config, store: Store, tmp_path: Path, words: str
) -> None:
    first = store_run(store, clicks(words[:40]), task=words, oracle=True)
    second = store_run(store, clicks("Go"), task=words)
    store.add_verdicts([a_run_verdict(second, label="failure", explanation=words)])
    check_comment(comment(config, tmp_path, first, second), plain(words), "by the judge")


def test_a_hostile_filter_is_only_code_in_a_comment(
    config: Config, store: Store, tmp_path: Path
) -> None:
    words = "@everyone <b> ` | https://evil.example"
    both(store, words, "s", "f")
    written = comment(config, tmp_path, f'agent:v1 "{words}"', "agent:v2")
    check_comment(written, "evil.example", "regressed")


def comment(config: Config, tmp_path: Path, *words: str) -> str:
    """The Markdown that a comparison writes."""
    file = tmp_path / "comment.md"
    result = courtside(config, *words, "--markdown", str(file))
    assert result.exit_code == 0, (result.output, result.exception)
    return file.read_text("utf-8")


def check_comment(written: str, hostile: str, own: str) -> None:
    """Somebody else's words are in code spans alone, and all rows have as many cells."""
    tokens = MarkdownIt("commonmark").enable("table").parse(written)
    inline = [one for token in tokens for one in token.children or ()]
    assert {one.type for one in inline} <= {"text", "code_inline", "strong_open", "strong_close"}
    assert not [one.type for one in tokens if one.type in ("html_block", "fence", "code_block")]
    code = " ".join(one.content for one in inline if one.type == "code_inline")
    words = " ".join(one.content for one in inline if one.type == "text")
    assert hostile.replace("|", "¦")[:100] in code
    assert own in words + code
    assert not set(words) & set("<>@[]`\\\x1b\x07\u202e\u2066") and "evil" not in words
    rows = [line for line in written.splitlines() if line.startswith("|")]
    assert len({row.count("|") for row in rows}) == 1, "a bar ends a cell, also after a backslash"


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_take_no_terminal_over(config: Config, store: Store, text: str) -> None:
    both(store, text, "s", "f")
    first = store_run(store, clicks(text[:40]), task=text, oracle=True)
    second = store_run(store, clicks("Go"), task=text)
    store.add_verdicts([a_run_verdict(second, label="failure", explanation=text)])
    for words in (("agent:v1", "agent:v2"), (first, second)):
        shown = courtside(config, *words).output
        assert plain(text)[:20] in shown
        assert all(c.isprintable() or c == "\n" for c in shown)


def test_what_was_typed_into_a_secret_field_is_not_shown(config: Config, store: Store) -> None:
    secret = an_action("type", "Code", "tiger-2207", state=("secret",))
    first = store_run(store, [a_step(1, secret)], oracle=True)
    second = store_run(store, clicks("Go"), oracle=False)
    shown = courtside(config, first, second).output
    assert "type (secret)" in shown and "tiger" not in shown


def test_many_tasks_are_cut_in_the_table_and_whole_in_json(
    config: Config, store: Store, tmp_path: Path
) -> None:
    for number in range(MAX_TASKS + 2):
        both(store, f"Do {number:03d}", "s", "s")
    both(store, "z regressed", "s", "f")
    shown = courtside(config, "agent:v1", "agent:v2").output
    assert shown.splitlines()[1].startswith("z regressed")
    assert "and 3 more tasks; --json has all" in shown
    assert "and 3 more tasks" in comment(config, tmp_path, "agent:v1", "agent:v2")
    assert len(compared(config)["tasks"]) == MAX_TASKS + 3


def test_a_failure_of_the_first_task_that_regressed_is_named(config: Config, store: Store) -> None:
    tried(store, "v1", "Buy", "ss")
    failed = tried(store, "v2", "Buy", "ff")
    assert set(compared(config)["tasks"][0]["failed_after"]) == set(failed)
    shown = courtside(config, "agent:v1", "agent:v2").output
    assert re.search(r"next: `courtside show (run_\w+)`", shown)[1] in failed  # type: ignore[index]


@pytest.mark.alone
def test_thousands_of_runs_take_less_than_two_seconds(config: Config, store: Store) -> None:
    store.begin_session(Session(id=SESSION, source="cdp", started_at_ms=1), "me")
    messages: list[wire.Sequenced] = []
    for number in range(4_000):
        run, seq = f"run_{number:020d}", len(messages)
        task, agent = f"Do {number % 2_000}", f"v{1 + number // 2_000}"
        truth = Oracle(run=run, success=number % 3 == 0, at_ms=3)
        messages += [
            wire.RunBegin(seq=seq + 1, run=run, at_ms=1, task=task, agent=agent),
            wire.RunEnd(seq=seq + 2, run=run, at_ms=2),
            wire.OracleResult(seq=seq + 3, oracle=truth),
        ]
    for start in range(0, len(messages), 300):
        assert not any(store.take([(SESSION, m.seq, m) for m in messages[start : start + 300]]))
    began = time.process_time()
    found = compared(config)
    assert time.process_time() - began < 2
    assert (found["compared_tasks"], found["difference"]) == (2_000, pytest.approx(0, abs=0.01))
