"""Writes what made a run a success as expectations on the page. Knows no judge."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from courtside_formats.exports.judged import JudgedRun
from courtside_formats.exports.turns import was_seen
from courtside_store.records import (
    Element,
    Observation,
    Record,
    Request,
    Step,
    Target,
    target_of,
)
from courtside_store.rendering import is_secret
from courtside_store.request_paths import mask_path
from courtside_store.safe_methods import is_safe

from .changes import was_brought
from .code import comment, is_cut, literal
from .locators import FIELDS, Ambiguous, locate
from .rows import HELPERS as OF_ROWS
from .rows import RowCheck, find_rows
from .task_values import values_of
from .visible_results import FindResult, VisibleResult, lines_gone, results_left
from .words import plain, says

_MAX_LINE_CHARS = 80
_MAX_ADDRESS_CHARS = 300
_SERVED = re.compile(r"((?:https?|file)://[^/]*)(.*)", re.DOTALL)
"""An address whose page somebody serves: `about:blank` is where every browser begins."""
_ROW = "a row that the run made or changed"
_SENT = '''
def sent(method: str, path: str) -> Callable[[Response], bool]:
    """Whether an answer is to such a request; * stands for any part of a path."""
    parts = "[^/?#]*".join(map(re.escape, path.split("*")))
    ends = re.compile(parts + r"(?:[?#].*)?$")
    return lambda answer: answer.request.method == method and bool(ends.search(answer.url))
'''
HELPERS = {"sent(": _SENT, **OF_ROWS}


class Checks(Record, frozen=True, kw_only=True):
    """What a test expects."""

    taken: dict[int, Request]
    """Requests that must be answered well, by the step that sends them."""
    held_after: dict[int, list[str]]
    """Lines after a step: what a field holds, which the run itself has put there."""
    shown_after: dict[int, list[str]]
    """Lines after a step: what its screen shows."""
    at_end: list[str]
    is_weak: bool
    """No screen has to show a value of the task or the run, or has to show one no more: e.g. only
    "Saved" is expected, which is there whatever was saved."""
    unchecked: tuple[str, ...] = ()
    """Values of the task that no screen has to show."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is expected."""
        return not (self.taken or self.held_after or self.shown_after or self.at_end)

    def after(self, step: int) -> list[str]:
        """Lines after a step."""
        return self.held_after.get(step, []) + self.shown_after.get(step, [])


def find_checks(run: JudgedRun, find_result: FindResult) -> Checks:
    """Rows that say values of the task, and what else made the run a success."""
    checks = _with_rows(_find_checks(run, find_result), find_rows(run))
    shown = [*checks.at_end, *(line for lines in checks.shown_after.values() for line in lines)]
    lines = [line for line in shown if not line.startswith("#")]
    values = values_of(run)
    left = (one for one in values if not any(_says(line, one) for line in lines))
    return replace(checks, unchecked=tuple(left))


def _with_rows(checks: Checks, rows: list[RowCheck]) -> Checks:
    """The words of a row are expected there, and not somewhere on the page too."""
    in_rows = {_text_line(words) for row in rows for words in row.words}
    at_end: list[str] = []
    for why, line in zip(checks.at_end[::2], checks.at_end[1::2], strict=True):
        at_end += [] if line in in_rows else [why, line]
    after = {
        index: [line for line in lines if line not in in_rows]
        for index, lines in checks.shown_after.items()
    }
    for row in rows:
        if row.step is None:
            at_end += [f"# {_ROW}", row.line]
        else:
            after.setdefault(row.step, []).append(row.line)
    is_weak = checks.is_weak and not rows
    after = {index: lines for index, lines in after.items() if lines}
    return replace(checks, at_end=at_end, shown_after=after, is_weak=is_weak)


def _find_checks(run: JudgedRun, find_result: FindResult) -> Checks:
    """Of the findings for success those that a page can show, and where these are weak, the values
    that the run left behind too; all that it left behind where there are none."""
    evidence = run.verdict.evidence if run.verdict else ()
    found = [trace for trace in map(find_result, evidence) if trace]
    checks = _checks(run, found)
    if checks.is_empty:
        return _checks(run, results_left(run))
    if checks.is_weak:
        results = (*results_left(run), *lines_gone(run))
        left = (one for one in results if any(_is_value(words, run) for words in one.words))
        return _checks(run, [*found, *left])
    return checks


def find_ending(run: JudgedRun, base: str) -> list[str]:
    """Where the run ended: its last address on a server, any number in the place of a number and
    anything in that of an id or a token, else its title. Empty where neither was seen.
    """
    last = run.steps[-1].step.after or run.steps[-1].step.before
    if last is None or not was_seen(last):
        return []
    why = "# Where the run ended; nothing on its last screen shows what made it a success."
    address = re.split("[?#]", last.url)[0]
    served = _SERVED.fullmatch(address)
    if served and len(address) <= _MAX_ADDRESS_CHARS and not is_cut(address):
        begin, host = ("re.escape(BASE) + ", "") if served[1] == base else ("", served[1])
        path = re.escape(host) + "/".join(map(_part, served[2].split("/")))
        pattern = f"re.compile({begin}{literal(path + '([?#].*)?$')})"
        return [why, f"expect(page).to_have_url({pattern})"]
    if last.title and not is_cut(last.title):
        return [why, f"expect(page).to_have_title({literal(last.title)})"]
    return []


def _part(part: str) -> str:
    """One of a path, as an expression."""
    if part.isdecimal() or mask_path("/" + part) == "/" + part:
        return re.sub(r"\d+", r"\\d+", re.escape(part))
    return "[^/?#]+"


def _checks(run: JudgedRun, results: Iterable[VisibleResult]) -> Checks:
    steps = [one.step for one in run.steps]
    taken: dict[int, Request] = {}
    held: dict[int, list[str]] = {}
    came_after: dict[int, list[str]] = {}
    at_end: dict[str, str] = {}
    is_weak = True
    for one in results:
        if one.is_request:
            taken |= _taken(steps, one)
        for words in (" ".join(words.split()) for words in one.words):
            if one.is_gone:
                if gone := _gone(words, steps):
                    at_end.setdefault(gone, comment(one.why))
                    is_weak &= not _is_value(words, run)
                continue
            is_value = _is_value(words, run)
            shown = _shown(words, steps, one, run.summary.run.task)
            if shown is not None:
                at_end.setdefault(shown, comment(one.why))
                is_weak &= not (is_value and _says(shown, words))
                continue
            came = _came(words, steps, one, run.summary.run.task) if is_value else None
            is_weak &= not (came and _says(came[1], words))
            after = came_after if came else held
            index, early = came or (one.step or 0, _early(words, steps, one))
            if early is not None and early not in after.get(index, []):
                after.setdefault(index, []).append(early)
    lines = [line for shown, why in at_end.items() for line in (f"# {why}", shown)]
    return Checks(
        taken=taken, held_after=held, shown_after=came_after, at_end=lines, is_weak=is_weak
    )


def _is_value(words: str, run: JudgedRun) -> bool:
    """Whether the task says the words, or the run typed or chose them."""
    actions = (action for one in run.steps for action in one.step.actions)
    given = [action.text for action in actions if action.kind in ("type", "select")]
    return _has(run.summary.run.task, words) or any(_has(text, words) for text in given)


def _says(line: str, words: str) -> bool:
    """Whether an expectation has the words whole: "Saved" is not the button "Save"."""
    whole = rf"(?<!\w){re.escape(literal(words)[1:-1])}(?!\w)"
    return re.search(whole, line, re.IGNORECASE) is not None


def _taken(steps: list[Step], one: VisibleResult) -> dict[int, Request]:
    for step in steps:
        if step.index != one.step or not step.effects:
            continue
        for request in reversed(step.effects.requests or ()):
            status = request.status or 0
            if not is_safe(request.method) and 200 <= status < 400 and not is_cut(request.path):
                return {step.index: request}
    return {}


def _shown(words: str, steps: list[Step], one: VisibleResult, task: str) -> str | None:
    """How the end of the run shows the words, and its beginning did not."""
    last = steps[-1].after or steps[-1].before
    if last is None or is_cut(words):
        return None
    if line := _in_field(words, last, steps):
        return line
    if line := _in_text(words, last, steps, task):
        return line
    first = steps[0].before
    if one.is_title and not (first and _has(first.title, words)):
        pattern = f"re.compile({literal(re.escape(words))}, re.IGNORECASE)"
        return f"expect(page).to_have_title({pattern})" if _has(last.title, words) else None
    return None


def _came(words: str, steps: list[Step], one: VisibleResult, task: str) -> tuple[int, str] | None:
    """The newest step, from the finding's own on, whose screen shows the words, and how: a run may
    go on to a page that does not."""
    for step in reversed(steps):
        if step.index < (one.step or 0) or step.after is None or is_cut(words):
            continue
        if line := _in_text(words, step.after, steps, task):
            return step.index, line
    return None


def _in_text(words: str, look: Observation, steps: list[Step], task: str) -> str | None:
    """How the text of a screen says the words, where a step brought them that changed something: a
    label that stood there before is no outcome."""
    if _has(look.text, words) and was_brought(words, steps):
        # By the text as it is laid out: cells of a table stand apart there.
        laid_out = "use_inner_text=True"
        body = 'expect(page.locator("body")).to_contain_text'
        if words.isdecimal():
            if (counted := _counted(words, look.text, task)) is None:
                return None
            pattern = literal(rf"(?<!\w){counted}(?!\w)")
            return f"{body}(re.compile({pattern}, re.IGNORECASE), {laid_out})"
        return _text_line(_line_of(words, look.text))
    return None


def _text_line(words: str) -> str:
    """That the page says the words somewhere. By the text as it is laid out: cells of a table stand
    apart there."""
    return (
        f'expect(page.locator("body")).to_contain_text({literal(words)}, ignore_case=True, '
        "use_inner_text=True)"
    )


def _gone(words: str, steps: list[Step]) -> str | None:
    """That the words, which stood on a screen of the run, are nowhere on the last one."""
    last = steps[-1].after
    stood = any(step.before and _has(step.before.text, words) for step in steps)
    if last is None or is_cut(words) or not stood or _has(last.text, words):
        return None
    body = 'expect(page.locator("body")).not_to_contain_text'
    return f"{body}({literal(words)}, ignore_case=True, use_inner_text=True)"


def _early(words: str, steps: list[Step], one: VisibleResult) -> str | None:
    """How the screen after the finding's own step shows the words in a field."""
    step = next((step for step in steps if step.index == one.step), None)
    return _in_field(words, step.after, steps) if step and step.after else None


def _in_field(words: str, look: Observation, steps: list[Step]) -> str | None:
    for element in look.elements:
        if not is_secret(element) and (line := _state(words, element, look, steps)):
            return line
    return None


def _state(words: str, element: Element, look: Observation, steps: list[Step]) -> str | None:
    """That a field holds the words, or that what is called so is checked."""
    try:
        found = locate(_target(element, steps), look)
    except Ambiguous:
        return None
    if found is None:
        return None
    if _is(element.value, words) and element.tag == "select":
        checked, value = f'expect({found}.locator("option:checked"))', literal(element.value)
        labels = f"chosen({found}, {value})" if ", " in element.value else value
        return f"{checked}.to_have_text({labels})"
    if _is(element.value, words) and element.tag in FIELDS:
        return f"expect({found}).to_have_value({literal(element.value)})"
    if _is(element.text, words) and "checked" in element.state and element.tag == "input":
        return f"expect({found}).to_be_checked()"
    return None


def _target(element: Element, steps: list[Step]) -> Target:
    """In the inner frame in which the run acted on what is called so: a screen tells of none."""
    hit = [action.target for step in steps for action in step.actions if action.target]
    called = (element.tag, element.role, element.text)
    frames = {one.frame_url for one in hit if (one.tag, one.role, one.text) == called}
    return replace(target_of(element), frame_url=frames.pop() if len(frames) == 1 else "")


def _line_of(words: str, text: str) -> str:
    """The whole line that says them, where it is short and no other number is in it."""
    for line in text.split("\n"):
        if _has(line, words):
            rest = plain(line).replace(plain(words), "")
            is_steady = (
                len(line) <= _MAX_LINE_CHARS and not re.search(r"\d", rest) and not is_cut(line)
            )
            return " ".join(line.split()) if is_steady else words
    return words


def _counted(number: str, text: str, task: str) -> str | None:
    """A number with the word after it on its line, where one stands there: "2 tickets" is in no
    other order, "2" in many. None where it stands on several lines, none of which says it with a
    word as the task does: any of them may show another thing."""
    lines = [plain(line) for line in text.split("\n") if _has(line, number)]
    pairs = [found[0] for line in lines if (found := re.search(_pair_of(number), line))]
    asked = [pair for pair in pairs if says(task, pair)]
    if asked or len(lines) == 1:
        return re.sub(r"\s+", r"\\s+", [*asked, *pairs, number][0])
    return None


def _pair_of(number: str) -> str:
    return rf"(?<!\w){number} [^\W\d_]+"


def _is(one: str, other: str) -> bool:
    return bool(one) and plain(one) == plain(other)


def _has(text: str, words: str) -> bool:
    """A number only where it stands by itself."""
    if words.strip().isdecimal():
        return re.search(rf"(?<!\w){words.strip()}(?!\w)", text) is not None
    return bool(words.strip()) and plain(words) in plain(text)
