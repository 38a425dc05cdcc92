"""Puts a run together as a Playwright test: what was done, and what made it a success."""

from __future__ import annotations

import re

from courtside_formats.exports.judged import JudgedRun
from courtside_store.records import Request

from .action_calls import HELPERS as OF_CALLS
from .action_calls import Writer, dialogs_first
from .code import Addresses, Placeholders, comment, literal, slug
from .expectations import HELPERS as OF_CHECKS
from .expectations import Checks, find_checks, find_ending
from .locators import HELPERS as OF_LOCATORS
from .visible_results import FindResult
from .windows import HELPERS as OF_WINDOWS
from .windows import OPENED, WindowsOfRun

_VIEWPORT = (1280, 720)
_INDENT = "    "
_MAX_TASK_CHARS = 300
WEAK = (
    "This test is weak: it expects no value of the task on any page, and may pass where another "
    "one was saved."
)
_UNCHECKED = "No screen at the end has to show these values of the task: "
_GIVEN = '''

def given(name: str) -> str:
    """From the environment: the recording does not hold it."""
    if name not in os.environ:
        raise LookupError(f"set {name} in the environment: the recording does not hold it")
    return os.environ[name]


'''
_NEEDS = (
    "# It needs `pip install playwright` and a browser: `playwright install chromium`, or one that",
    "# you have: CHROMIUM=/path/to/chromium with python, --browser-channel chrome with pytest.",
)


def test_name(run: JudgedRun) -> str:
    """The name of the test's function and file."""
    return f"test_{slug(run.summary.run.task)}"


def write_test(
    run: JudgedRun, find_result: FindResult, allow_weak_test: bool = False, file: str = ""
) -> str:
    """The source of a test that does what the agent did and expects what made it a success.

    It runs by itself, and with pytest-playwright. `file` is the name that it gets, by default the
    test's. Raises ValueError in one line for a run that was not judged a success, or shows nothing
    that made it one (with `allow_weak_test` the test then expects where it ended), for one of which
    nothing at all can be expected, and for one in which something was done that a test cannot do.
    """
    _refuse(run, allow_weak_test)
    secrets = Placeholders()
    start = _start(run)
    addresses = Addresses(start, secrets)
    writer = Writer(addresses, secrets)
    checks = find_checks(run, find_result)
    windows = WindowsOfRun([one.step for one in run.steps])
    act = _act(run, writer, checks, windows)
    if not _asserts(act + checks.at_end) and not allow_weak_test:
        raise ValueError(
            f"no screen of {run.summary.run.id} shows what made it a success, so that a test "
            "would pass whatever happens; --allow-weak-test writes one that expects only where it "
            "ended"
        )
    check = checks.at_end or find_ending(run, addresses.base)
    if not _asserts(act + check):
        raise ValueError(
            f"{run.summary.run.id} shows nothing that a test could expect, not even an address or "
            "a title at its end: it would pass whatever happens"
        )
    check = check or ["pass  # the answers are looked at above"]
    body = _functions(run, act, check, windows.several)
    begin = addresses.code(start, "start address")
    weak = [f"# {WEAK}"] if checks.is_weak else []
    if checks.unchecked:
        weak.append(f"# {_UNCHECKED}{', '.join(map(literal, checks.unchecked))}")
    file = file or f"{test_name(run)}.py"
    return _head(run, file, addresses.base, begin, secrets, body, weak) + body + _tail(run)


def is_weak(source: str) -> bool:
    """Whether a written test says of itself that it is weak."""
    return f"\n# {WEAK}\n" in source


def unchecked(source: str) -> str:
    """What a written test says of values of the task that it does not check; empty: it checks all
    that are known."""
    found = re.search(rf"^# ({re.escape(_UNCHECKED)}.*)$", source.partition('"""')[0], re.MULTILINE)
    return found[1] if found else ""


def _asserts(lines: list[str]) -> bool:
    return any(line.lstrip().startswith(("assert ", "expect(")) for line in lines)


def _refuse(run: JudgedRun, allow_weak_test: bool) -> None:
    if run.summary.surface != "web":
        raise ValueError(f"{run.summary.run.id} is on {run.summary.surface}, not in a browser")
    if not run.steps:
        raise ValueError(f"{run.summary.run.id} has no steps")
    if run.reward != 1 and not allow_weak_test:
        label = run.summary.override or run.summary.verdict or "not judged yet"
        raise ValueError(
            f"{run.summary.run.id} was not judged a success ({label}); "
            "--allow-weak-test writes it all the same"
        )


def _start(run: JudgedRun) -> str:
    """Where the run began."""
    first = run.steps[0].step
    went = next((one.text for one in first.actions if one.kind == "navigate"), "")
    address = first.before.url if first.before and first.before.url else went
    if not re.match(r"[a-z]+://|about:|data:", address):
        raise ValueError(f"{run.summary.run.id} does not tell the address that it began at")
    return address


def _act(run: JudgedRun, writer: Writer, checks: Checks, windows: WindowsOfRun) -> list[str]:
    lines = [f"{windows.first} = page"] if windows.several else []
    steps = [one.step for one in run.steps]
    for number, step in enumerate(steps):
        index = step.index
        turn = windows.turn_to_act(step)
        mine = writer.lines(step, dialogs_first(steps[number + 1 :]))
        at = max((n for n, line in enumerate(mine) if not line.startswith("#")), default=None)
        opens = at is not None and windows.opens(step)
        if at is not None:
            mine = _awaited(mine, at, checks.taken.get(index), opens)
        turned = windows.turn_to_look(step, opens)
        lines += [*turn, *mine, *turned, *checks.after(index)]
    return [*lines, "return page"] if windows.several else lines or ["pass"]


def _awaited(lines: list[str], at: int, request: Request | None, opens: bool) -> list[str]:
    """The step's last call, and the answer to what it sends, and the window that it opens, which
    may be what sends it.
    """
    awaited = [OPENED] if opens else []
    answered: list[str] = []
    if request:
        sent = f"sent({literal(request.method)}, {literal(request.path)})"
        expect = 'context.expect_event("response", ' if opens else "expect_response("
        awaited.append(f"page.{expect}{sent}) as answer")
        answered = ["assert answer.value.status < 400, answer.value.status_text"]
    if not awaited:
        return lines
    return [
        *lines[:at],
        f"with {', '.join(awaited)}:",
        f"{_INDENT}{lines[at]}",
        *answered,
        *lines[at + 1 :],
    ]


def _functions(run: JudgedRun, act: list[str], check: list[str], several: bool) -> str:
    if several:
        did, returns, acts = "What the agent did; the window in which it ended.", "Page", "page = "
    else:
        did, returns, acts = "What the agent did.", "None", ""
    return f'''

def act(page: Page) -> {returns}:
    """{did}"""
{_block(act)}


def check(page: Page) -> None:
    """What made it a success."""
{_block(check)}


def {test_name(run)}(page: Page) -> None:
    """All of it, on a page that nobody has used yet."""
    page.goto(START)
    {acts}act(page)
    check(page)
'''


def _block(lines: list[str]) -> str:
    return "\n".join(_INDENT + line for line in lines)


def _head(
    run: JudgedRun,
    file: str,
    base: str,
    start: str,
    secrets: Placeholders,
    body: str,
    weak: list[str],
) -> str:
    verdict = run.verdict
    by = "a person" if run.summary.override or not verdict else f"the judge {verdict.judge.name}"
    label = {"success": "a success", "failure": "a failure"}.get(run.label or "", run.label)
    needed = [f"# It needs {', '.join(secrets.names)} in the environment."] if secrets.names else []
    head = [
        f"# {comment(run.summary.run.task)[:_MAX_TASK_CHARS] or 'No task given'}",
        "#",
        f"# Made by `courtside export --format playwright` from {run.summary.run.id}, called "
        f"{label or 'nothing'} by {comment(by)}.",
        *weak,
        f"# Run it with `python {comment(file)}`, or with pytest and pytest-playwright.",
        *_NEEDS,
        *needed,
        "",
        *_imports(body),
        *(_GIVEN.splitlines() if secrets.names else [""]),
        f'BASE = os.environ.get("BASE_URL", {literal(base)})',
        *(f'{name} = given("{name}")' for name in secrets.names),
        f"START = {start}",
    ]
    helpers = [
        text
        for call, text in {**OF_LOCATORS, **OF_CALLS, **OF_CHECKS, **OF_WINDOWS}.items()
        if call in body
    ]
    return "\n".join(head) + "\n" + "".join(f"\n{text}" for text in helpers)


def _imports(body: str) -> list[str]:
    """What the test uses."""
    modules = ["json"] * ("field(" in body) + ["os"]
    modules += ["re"] * ("re.compile" in body or "sent(" in body)
    in_row = "in_one_row(" in body
    types = ["expect"] * ("expect(" in body) + ["sync_playwright"]
    finds = "field(" in body or "beside(" in body
    names = ["Page"] + ["Error"] * in_row + ["Frame"] * (finds or "inner(" in body)
    names += ["Locator"] * (finds or "one_of(" in body or "chosen(" in body)
    names += ["Response"] * ("sent(" in body)
    names += ["Dialog"] * ("answer_dialogs(" in body)
    typing = ["from typing import Any"] * ("field(" in body)
    calls = "sent(" in body or "answer_dialogs(" in body
    called = ["from collections.abc import Callable"] * calls
    return [
        "from __future__ import annotations",
        "",
        *(f"import {module}" for module in modules),
        *called,
        *typing,
        "",
        f"from playwright.sync_api import {', '.join(sorted(names) + types)}",
    ]


def _tail(run: JudgedRun) -> str:
    first = run.steps[0].step.before
    width, height = (first.width, first.height) if first and first.width else _VIEWPORT
    return f'''

def main() -> None:
    """By itself, in a browser of its own; CHROMIUM names another one than Playwright's."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM") or None)
        context = browser.new_context(viewport={{"width": {width}, "height": {height}}})
        page = context.new_page()
        {test_name(run)}(page)
        browser.close()
    print("passed")


if __name__ == "__main__":
    main()
'''
