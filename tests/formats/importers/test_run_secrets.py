"""What a secret field held or got is in no other text of an imported run."""

from __future__ import annotations

import gzip
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from recordings import a_png, lines, write
from traces import CONTEXT, a_call, a_zip

from courtside_formats.importers import Broken, Imported, load_runs, read_runs
from courtside_formats.importers.browser_use import read_target
from courtside_store import run_secrets

SECRET = "hunter22-Blue"
FIELD = {"role": "textbox", "text": "Password", "state": ["secret"]}
TARGET = {"role": "textbox", "text": "Password"}


def a_login(value: str = SECRET, shown: str = "", **more: Any) -> dict[str, Any]:
    """A run that types a value into a password field, and a page on which it then stands."""
    form = {"url": "http://shop/in", "text": f"Log in {shown}", "elements": [FIELD]}
    echo = {
        "url": f"http://shop/hello/{value}",
        "title": f"Hello {value}",
        "text": f"Your password is {value}.",
        "elements": [{"role": "alert", "text": f"{value}!"}, {"role": "textbox", "value": value}],
        "page": {"heading": f"Saved {value}", "breadcrumb": [value], "dialog": value},
    }
    announced = [{"kind": "status", "text": f"{value} is weak", "at_ms": 6}]
    steps = [
        {
            "before": form,
            "thought": f"The password is {value}",
            "action": {"kind": "type", "target": TARGET, "text": value},
            "after": {**form, "elements": [{**FIELD, "value": value}]},
        },
        {
            "thought": f"I go on:\nfill('{value}\\n')",
            "action": [
                {"kind": "type", "target": {"role": "textbox", "text": "Note"}, "text": value},
                {"kind": "navigate", "text": f"http://shop/hello/{value}"},
                {"kind": "other", "text": f"fill({value!r})", "raw": {value: [f"fill({value!r})"]}},
                {"kind": "click", "target": {"role": "button", "text": f"Show {value}"}},
            ],
            "effects": {"announced": announced},
            "after": echo,
        },
    ]
    return {
        "id": "one",
        "task": f"Log in with {value}",
        "steps": steps,
        "answer": f"It is {value}",
        "note": f"{value} was typed",
        **more,
    }


def read(tmp_path: Path, run: dict[str, Any]) -> Imported:
    """The run as a line of runs.jsonl, read back."""
    write(tmp_path / "runs.jsonl", lines(run))
    [found] = load_runs(tmp_path)
    return found


def test_what_was_typed_into_a_secret_field_is_in_no_text_of_its_run(tmp_path: Path) -> None:
    run = read(tmp_path, a_login())
    assert SECRET not in repr(run)
    assert (run.task, run.answer) == ("Log in with ***", "It is ***")
    after = run.steps[1].after
    assert after and after.text == "Your password is ***." and after.elements[0].text == "***!"
    assert after.url == "http://shop/hello/***" and after.title == "Hello ***"
    assert run.steps[1].actions[2].raw == {"***": ["fill('***')"]}


@pytest.mark.parametrize(
    "value", ['pa"ss w\\d', "päss/wörd&9", "密码密码密码", "$ecret$", "123456"]
)
def test_it_is_found_as_code_and_addresses_write_it(tmp_path: Path, value: str) -> None:
    run = read(tmp_path, a_login(value))
    texts = repr(run)
    assert value not in texts and repr(value)[1:-1] not in texts
    assert json.dumps(value)[1:-1] not in texts


def test_what_a_secret_field_held_from_the_start_is_cut_out_too(tmp_path: Path) -> None:
    step = {
        "before": {"text": "Log in", "elements": [{**FIELD, "value": SECRET}]},
        "action": f"sent {SECRET}",
        "after": {"text": f"{SECRET} was wrong"},
    }
    assert SECRET not in repr(read(tmp_path, a_login(steps=[step])))


def test_runs_of_one_task_have_the_same_one_whichever_typed_the_password(tmp_path: Path) -> None:
    told = {"task": f"Log in with {SECRET}", "steps": []}
    other = {"task": f"Log out of {SECRET}", "steps": []}
    rows = [a_login(id="b"), {**told, "id": "c"}, {**other, "id": "d"}]
    write(tmp_path / "a" / "runs.jsonl", lines({**told, "id": "a"}))
    write(tmp_path / "b" / "runs.jsonl", lines(*rows))
    first, typed, later, unlike = load_runs(tmp_path)
    assert typed.task == later.task == "Log in with ***"
    assert typed.with_task == (first.run,) and first.with_task == later.with_task == ()
    assert unlike.task == other["task"], "nobody typed it there"


def test_a_password_that_its_page_showed_before_is_the_page_s_own(tmp_path: Path) -> None:
    run = read(tmp_path, a_login(shown=f"(demo: {SECRET})"))
    assert run.steps[0].before and run.steps[0].before.text == f"Log in (demo: {SECRET})"
    assert run.steps[1].after and run.steps[1].after.text == f"Your password is {SECRET}."
    assert run.answer == f"It is {SECRET}" and not run.steps[0].actions[0].text


def test_a_password_that_stood_on_a_screen_as_it_was_typed_in_the_wrong_field_is_cut(
    tmp_path: Path,
) -> None:
    name = {"role": "textbox", "text": "Name"}
    wrong = {
        "before": {"elements": [name, FIELD]},
        "action": {"kind": "type", "target": name, "text": SECRET},
        "after": {"elements": [{**name, "value": SECRET}, FIELD], "text": SECRET},
    }
    right = {"action": {"kind": "type", "target": TARGET, "text": SECRET}}
    assert SECRET not in repr(read(tmp_path, a_login(steps=[wrong, right])))


@pytest.mark.parametrize(
    ("value", "text"),
    [("admin1", "badmin123 and admin12"), ("pin12", "Use pin12"), ("••••••", "•••••• of 9")],
)
def test_a_part_of_a_word_a_short_value_and_a_mask_garble_no_page(
    tmp_path: Path, value: str, text: str
) -> None:
    step = {
        "before": {"elements": [FIELD]},
        "thought": text,
        "action": {"kind": "type", "target": TARGET, "text": value},
        "after": {"title": text, "text": text, "elements": [{"role": "link", "text": text}]},
    }
    run = read(tmp_path, a_login(steps=[step], answer=text))
    after = run.steps[0].after
    assert after and (after.title, after.text, after.elements[0].text) == (text, text, text)
    assert run.steps[0].thought == text
    assert run.answer == ("Use ***" if value == "pin12" else text)


def test_keys_pressed_in_a_secret_field_are_no_secret(tmp_path: Path) -> None:
    step = {
        "before": {"elements": [FIELD]},
        "action": {"kind": "press", "target": TARGET, "text": "Control+a"},
        "after": {"text": "Control+a selects all"},
    }
    after = read(tmp_path, a_login(steps=[step])).steps[0].after
    assert after and after.text == "Control+a selects all"


@pytest.mark.parametrize("named", [False, True])
def test_a_target_that_says_so_or_is_called_so_is_secret(tmp_path: Path, named: bool) -> None:
    target = {"role": "textbox", "text": "Password" if named else "P"}
    state = {} if named else {"state": ["secret"]}
    step = {
        "thought": f"I type {SECRET}",
        "action": {"kind": "type", "target": target | state, "text": SECRET},
        "after": {"text": f"{SECRET} is wrong"},
    }
    assert SECRET not in repr(read(tmp_path, a_login(steps=[step])))


def test_a_field_that_is_called_like_a_secret_one_holds_none(tmp_path: Path) -> None:
    look = {"elements": [{"role": "textbox", "text": "Verification code", "value": SECRET}]}
    run = read(tmp_path, a_login(steps=[{"action": "waited", "after": look}]))
    assert SECRET not in repr(run)


def test_what_is_typed_without_a_place_goes_where_was_clicked_last(tmp_path: Path) -> None:
    keys = {"action": {"kind": "type", "text": SECRET}}
    click = {"action": {"kind": "click", "target": TARGET}}
    assert SECRET not in repr(read(tmp_path, a_login(steps=[click, keys])))
    link = {"action": {"kind": "click", "target": {"role": "link", "text": "New password"}}}
    gone = {"action": {"kind": "navigate", "text": "http://shop/"}}
    for between in (link, gone, {"action": {"kind": "press", "text": "Tab"}}):
        assert SECRET in repr(read(tmp_path, a_login(steps=[click, between, keys])))


def a_history(tag: str, **attributes: str) -> dict[str, Any]:
    """A browser-use history that types into one field."""
    element = {"node_name": tag, "attributes": attributes}
    brain = {"evaluation_previous_goal": "ok", "memory": f"it is {SECRET}", "next_goal": "log in"}
    action = {"input_text": {"index": 2, "text": SECRET}}
    told = f"Input {SECRET} into index 2"
    return {
        "history": [
            {
                "model_output": {"current_state": brain, "action": [action]},
                "result": [{"is_done": True, "extracted_content": told}],
                "state": {"url": f"http://x/?w={SECRET}", "interacted_element": [element]},
            }
        ]
    }


@pytest.mark.parametrize(
    "attributes",
    [{"type": "password"}, {"autocomplete": "one-time-code"}, {"id": "loginPin"}],
    ids=str,
)
def test_browser_use_says_of_an_element_that_it_takes_a_password(
    tmp_path: Path, attributes: dict[str, str]
) -> None:
    [run] = load_runs(write(tmp_path / "h.json", a_history("INPUT", **attributes)))
    assert SECRET not in repr(run) and run.answer == "Input *** into index 2"
    assert run.steps[0].actions[0].target


@pytest.mark.parametrize(
    ("tag", "attributes"),
    [("INPUT", {"type": "checkbox", "id": "show-password"}), ("A", {"id": "new-password"})],
)
def test_what_nothing_is_typed_into_is_no_secret_field(
    tag: str, attributes: dict[str, str]
) -> None:
    target = read_target({"node_name": tag, "attributes": attributes})
    assert target and not target.state


@pytest.mark.parametrize("selector", ["#password", 'internal:label="Password"i'])
def test_a_playwright_selector_names_a_secret_field(tmp_path: Path, selector: str) -> None:
    fill = a_call("1", 1100, "fill", selector=selector, value=SECRET)
    fill[-1]["error"] = {"message": f'fill("{SECRET}")'}
    a_zip(tmp_path / "t.zip", CONTEXT | {"title": f"Log in with {SECRET}"}, *fill)
    [run] = load_runs(tmp_path)
    assert run.task == "Log in with ***" and SECRET not in repr(run)


def test_the_log_of_a_playwright_call_tells_what_it_found(tmp_path: Path) -> None:
    found = '  locator resolved to <input id="x1" type="password"/>'
    log = {"type": "log", "callId": "1", "message": found}
    before, *rest = a_call("1", 1100, "fill", selector="#x1", value=SECRET)
    a_zip(tmp_path / "t.zip", CONTEXT, before, log, *rest)
    [run] = load_runs(tmp_path)
    assert SECRET not in repr(run)


def test_a_playwright_snapshot_shows_what_a_secret_field_held(tmp_path: Path) -> None:
    value = f'{SECRET}"{{é'
    field = ["INPUT", {"__playwright_value_": value, "id": "x1", "type": "password"}]
    snapshot = {"type": "frame-snapshot", "snapshot": {"html": ["HTML", {}, ["BODY", {}, field]]}}
    press = a_call("1", 1100, "keyboardType", "Page", text=value)
    a_zip(tmp_path / "t.zip", CONTEXT, *press, snapshot)
    [run] = load_runs(tmp_path)
    assert len(run.steps) == 1 and SECRET not in repr(run)


def test_mind2web_keeps_the_html_of_a_password_field(tmp_path: Path) -> None:
    typed = f'<input id="x1" type="password"> -> TYPE: {SECRET}'
    result = {"task_id": "t", "task": "Log in", "action_history": [typed], "thoughts": [SECRET]}
    write(tmp_path / "run" / "result.json", result)
    write(tmp_path / "run" / "trajectory" / "0.png", a_png())
    [run] = load_runs(tmp_path)
    assert len(run.steps) == 1 and SECRET not in repr(run)


def test_browsergym_s_html_says_which_field_takes_a_password(tmp_path: Path) -> None:
    page = "<form><input type='text' bid='a1'><input type='password' bid='a2'></form>"
    seen = {"axtree_txt": "[a1] textbox 'Who'\n[a2] textbox 'Word'", "pruned_html": page}
    code = f"fill('a1', 'ada')\nfill('a2', {SECRET!r})"
    info = {"think": f"I type {SECRET}"}
    step = {"obs": seen, "action": code, "agent_info": info}
    for number, one in enumerate([step, {"obs": seen, "action": None}]):
        packed = gzip.compress(pickle.dumps(one))
        write(tmp_path / "run" / f"step_{number}.pkl.gz", packed)
    [run] = load_runs(tmp_path)
    assert [one.text for one in run.steps[0].actions] == ["ada", ""] and SECRET not in repr(run)


def test_a_page_of_webarena_calls_a_field_password(tmp_path: Path) -> None:
    typed = f"type [164] [{SECRET}] [1] where [164] is textbox 'Password *'"
    page = f"<div class='parsed_action'><pre>{typed}</pre></div>"
    head = f"<pre>task_id: 7\nintent: Log in with {SECRET}\n</pre>"
    write(tmp_path / "render_7.html", f"{head}<h2>New Page</h2>{page}")
    [run] = load_runs(tmp_path)
    assert run.task == "Log in with ***" and SECRET not in repr(run)


@pytest.mark.parametrize(
    "given",
    [{"element": "Password textbox", "ref": "e5"}, {"target": 'textbox "Password"'}],
    ids=str,
)
def test_a_call_of_an_atif_trajectory_names_its_field(
    tmp_path: Path, given: dict[str, str]
) -> None:
    call = {"function_name": "type", "arguments": {**given, "text": SECRET}}
    steps = [
        {"source": "user", "message": f"Log in with {SECRET}"},
        {"source": "agent", "message": f"I type {SECRET}", "tool_calls": [call]},
    ]
    found = {"schema_version": "ATIF-v1.6", "agent": {"name": "a"}, "steps": steps}
    [run] = load_runs(write(tmp_path / "t.json", found))
    assert run.task == "Log in with ***" and SECRET not in repr(run)


def test_an_androidworld_password_is_not_in_the_reasons_of_its_agent(tmp_path: Path) -> None:
    pin = {"hint_text": "PIN", "is_password": True, "is_editable": True}
    shown = {"text": f"Saved {SECRET}"}
    typed = json.dumps({"action_type": "input_text", "index": 0, "text": SECRET})
    data = {
        "before_element_list": [[pin], [shown]],
        "after_element_list": [[shown], [shown]],
        "action_output": [
            f"Reason: The note says {SECRET}\nAction: {typed}",
            f'Reason: I read it\nAction: {{"action_type": "answer", "text": "{SECRET}"}}',
        ],
        "summary": [f"I typed {SECRET}", "Done"],
    }
    episode = {"goal": f"Set the PIN to {SECRET}", "task_template": "Pin", "episode_data": data}
    file = tmp_path / "Pin_0.pkl.gz"
    file.write_bytes(gzip.compress(pickle.dumps([episode | {"is_successful": 1.0}])))
    [run] = load_runs(tmp_path)
    assert len(run.steps) == 2 and SECRET not in repr(run)
    assert run.task == "Set the PIN to ***" and run.answer == "***"


@pytest.mark.parametrize(
    "field", ["com.a:id/password", "com.a:id/password_edit", "XCUIElementTypeSecureTextField"]
)
def test_an_appium_log_finds_nothing_by_a_password_that_it_typed(
    tmp_path: Path, field: str
) -> None:
    log = f"""[HTTP] --> POST /session/5/element
[HTTP] {{"using":"id","value":"{field}"}}
[W3C (5)] Responding to client with driver.findElement() result: {{"ELEMENT":"3"}}
[HTTP] <-- POST /session/5/element 200 3 ms - 14
[HTTP] --> POST /session/5/element/3/value
[HTTP] {{"text":"{SECRET}"}}
[HTTP] <-- POST /session/5/element/3/value 200 3 ms - 14
[HTTP] --> POST /session/5/element
[HTTP] {{"using":"xpath","value":"//*[@text='{SECRET}']"}}
[W3C (5)] Responding to client with driver.findElement() result: {{"ELEMENT":"4"}}
[HTTP] <-- POST /session/5/element 200 3 ms - 14
[HTTP] --> POST /session/5/element/4/click
[HTTP] {{}}
[HTTP] <-- POST /session/5/element/4/click 200 3 ms - 14
"""
    write(tmp_path / "a.log", log)
    [run] = load_runs(tmp_path)
    assert len(run.steps) == 2 and SECRET not in repr(run)
    target = run.steps[1].actions[0].target
    assert target and target.text == "//*[@text='***']"


def test_a_run_whose_fields_held_more_values_than_can_be_looked_for_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_secrets, "MAX_VALUES", 0)
    write(tmp_path / "runs.jsonl", lines(a_login()))
    [found] = read_runs(tmp_path)
    assert isinstance(found, Broken)
    assert "its secret fields held 1 values; at most 0" in found.reason
