"""A row that a run made or changed is expected whole, and what nobody checks is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from builders import RUN, SESSION, a_run_verdict, a_screen, a_step, an_element

from courtside.output.playwright_tests import find_result
from courtside_bridges.web.browsers import find_browser
from courtside_formats.exports.judged import JudgedRun, JudgedStep
from courtside_formats.exports.playwright.rows import HELPERS, find_rows
from courtside_formats.exports.playwright.script import is_weak, unchecked, write_test
from courtside_store.geometry import Box
from courtside_store.records import (
    Action,
    Effects,
    Evidence,
    Observation,
    Request,
    Run,
    Step,
    Target,
)
from courtside_store.summaries import RunSummary

ORDER = "Order 3 Green tea for Mara Lind on Friday with gift wrap."
MARK = "Mark the todo 'Call the bank' as done."
IDA = ("Ida Holm", "Mint tea", "1", "Monday", "no")
MARA = ("Mara Lind", "Green tea", "3", "Friday", "yes")
SENT = Effects(requests=(Request(method="POST", path="/x", at_ms=1, status=303),))


def rows(*found: tuple[str, ...], path: str = "/list", words: str = "") -> Observation:
    """A page on which these stand below each other."""
    boxes = [
        (cell, Box(100.0 * x, 30.0 * y, 90.0, 20.0))
        for y, row in enumerate(found)
        for x, cell in enumerate(row)
    ]
    cells = [an_element(n, cell, tag="td", box=box) for n, (cell, box) in enumerate(boxes, 1)]
    text = "\n".join([words, *(cell for row in found for cell in row)])
    return a_screen(*cells, text=text, url=f"http://shop.test{path}")


def did(kind: Any, role: str, name: str, text: str = "") -> Action:
    tag = {"textbox": "input", "checkbox": "input", "combobox": "select"}.get(role, role)
    return Action(kind=kind, at_ms=1, text=text, target=Target(tag=tag, role=role, text=name))


def a_run(task: str, *steps: Step, evidence: tuple[Evidence, ...] = ()) -> JudgedRun:
    run = Run(id=RUN, session=SESSION, task=task, started_at_ms=1)
    return JudgedRun(
        summary=RunSummary(run=run, source="cdp", surface="web"),
        label="success",
        steps=tuple(JudgedStep(step=step) for step in steps),
        verdict=a_run_verdict(evidence=evidence),
    )


def found(*words: str) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(kind="asked-found", text="the end shows it", what=one, weight=1.0, step=1)
        for one in words
    )


def ordered(*end: tuple[str, ...]) -> JudgedRun:
    """A form in which an order is written, and the list of orders in which it then stands."""
    form = rows(("Green tea", "5 EUR"), ("Place order",), path="/")
    acts = [
        did("select", "combobox", "Tea", "Green tea"),
        did("type", "textbox", "Your name", "Mara Lind"),
        did("type", "textbox", "Quantity", "3"),
        did("select", "combobox", "Delivery day", "Friday"),
        did("click", "checkbox", "Gift wrap"),
    ]
    steps = [a_step(n, act, before=form, after=form) for n, act in enumerate(acts, 1)]
    orders = did("click", "button", "Place order")
    steps.append(a_step(6, orders, before=form, after=rows(*end), effects=SENT))
    return a_run(ORDER, *steps, evidence=found("Mara Lind", "Friday"))


def marked(*end: tuple[str, ...], effects: Effects | None = SENT) -> JudgedRun:
    """A list of todos, reached by a link, of which one is marked."""
    todos = rows(("Water the plants", "Done"), ("Call the bank", "Done"), ("Pay", "Reopen"))
    goes = did("click", "link", "Todos")
    marks = did("click", "button", "Done")
    return a_run(
        MARK,
        a_step(1, goes, before=rows(("Shop", "Open")), after=todos),
        a_step(2, marks, before=todos, after=rows(*end), effects=effects),
        evidence=found("Call the bank", "Done"),
    )


def test_a_new_row_is_expected_with_all_the_values_that_it_says() -> None:
    text = write_test(ordered(IDA, MARA), find_result)
    compile(text, "test_it.py", "exec")
    assert 'assert in_one_row(page, "Green tea", "Mara Lind", "3", "Friday")' in text
    assert 'to_contain_text("Friday"' not in text, "it would be the same, and less"
    assert not is_weak(text) and "Ida" not in text


def test_values_that_no_screen_has_to_show_are_named() -> None:
    text = write_test(ordered(IDA, MARA), find_result)
    told = 'No screen at the end has to show these values of the task: "Gift wrap"'
    assert f"# {told}\n" in text.partition("def ")[0] and unchecked(text) == told
    other = write_test(ordered(("Mara Lind", "Friday")), find_result)
    assert unchecked(other).endswith('"Green tea", "3", "Gift wrap"')
    assert unchecked(write_test(marked(("Call the bank", "Reopen")), find_result)) == ""


@pytest.mark.parametrize("effects", [SENT, None])
def test_a_row_that_changed_is_expected_with_what_it_says_now(effects: Effects | None) -> None:
    end = ("Water the plants", "Done"), ("Call the bank", "Reopen"), ("Pay", "Reopen")
    text = write_test(marked(*end, effects=effects), find_result)
    assert 'assert in_one_row(page, "Call the bank", "Reopen")' in text
    assert "to_contain_text" not in text, "what stood there before the change is no outcome"


def test_a_row_that_only_lost_something_is_expected_without_it() -> None:
    end = ("Water the plants", "Done"), ("Call the bank", "17:05"), ("Pay", "Reopen")
    text = write_test(marked(*end), find_result)
    assert 'assert in_one_row(page, "Call the bank", without="Done")' in text


def test_a_row_of_which_nothing_changed_is_not_expected() -> None:
    before = ("Water the plants", "Done"), ("Call the bank", "Done"), ("Pay", "Reopen")
    run = marked(*before, ("Saved", "now"))
    assert find_rows(run) == []
    assert "Call the bank" in unchecked(write_test(run, find_result, allow_weak_test=True))


def test_a_row_is_expected_with_what_the_run_chose_by_itself() -> None:
    """The task says which tea by another word; a row of a search has nothing of the task."""
    form, end = rows(("Place order",), path="/"), rows(IDA, MARA, ("Green tea", "5 EUR"))
    steps = [
        a_step(1, did("select", "combobox", "Tea", "Green tea"), before=form, after=form),
        a_step(2, did("type", "textbox", "Name", "Mara Lind"), before=form, after=form),
        a_step(3, did("click", "button", "Order"), before=form, after=end, effects=SENT),
    ]
    found = find_rows(a_run("Order the cheapest tea for Mara Lind", *steps))
    assert [row.words for row in found] == [("Mara Lind", "Green tea")]


def test_a_number_alone_is_expected_beside_its_label() -> None:
    form, end = rows(("Place order",), path="/"), rows(("Quantity", "3"), ("Number", "4711"))
    orders = a_step(1, did("click", "button", "Place order"), before=form, after=end, effects=SENT)
    [row] = find_rows(a_run("Order 3 teas", orders))
    assert row.words == ("3", "Quantity")


def test_a_row_that_only_an_earlier_page_showed_is_expected_there() -> None:
    run = ordered(IDA, MARA)
    home = a_step(7, did("click", "link", "Home"), before=rows(IDA, MARA), after=rows(("Hi", "!")))
    steps = (*(one.step for one in run.steps), home)
    act, _, check = write_test(a_run(ORDER, *steps), find_result).partition("def check")
    assert act.index("in_one_row(page, ") < act.index('name="Home"') and "Mara" not in check


TABLE = "<table><tr><td>Ida<td>Mint tea<td>1<tr><td>Mara Lind<td>Green tea<td>3</table>"
LIST = "<ul><li>Water <button>Done</button><li>Call<button>Reopen</button></ul>"
DIVS = """<div><style>div > p {display: flex} p > * {margin: 0 9px}</style>
<p><b>Mara <i>Lind</i></b><span>Green&nbsp;tea</span></p>
<p><b>Ida</b><span>Mint tea</span></p></div>"""


@pytest.fixture
def in_one_row() -> Iterator[Callable[..., bool]]:
    """The helper of a written test, on a page that holds this."""
    from playwright.sync_api import Error, Page, sync_playwright

    known: dict[str, Any] = {"Error": Error, "Page": Page}
    exec(HELPERS["in_one_row("], known)
    browser = find_browser()
    assert browser
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=browser.path, args=browser.flags)
        page = opened.new_page()

        def says(html: str, *words: str, **more: str) -> bool:
            page.set_content(html)
            return bool(known["in_one_row"](page, *words, **more))

        yield says
        opened.close()


@pytest.mark.chrome
def test_a_row_is_found_however_it_is_made(in_one_row: Callable[..., bool]) -> None:
    assert in_one_row(TABLE, "Green tea", "mara lind", "3")
    assert in_one_row(LIST, "Call", "Reopen")
    assert in_one_row(LIST, "Call", without="Done")
    assert in_one_row(DIVS, "Mara Lind", "Green tea")
    assert in_one_row("<p>3 x Green tea (Friday)</p>", "3", "Green tea", "Friday")


@pytest.mark.chrome
@pytest.mark.parametrize(
    ("html", "words", "without"),
    [
        (TABLE, ("Mara Lind", "Mint tea"), ""),
        (TABLE.replace("<td>3", "<td>13"), ("Mara Lind", "3"), ""),
        (LIST, ("Water",), "Done"),
        (DIVS, ("Mara Lind", "Mint tea"), ""),
    ],
)
def test_words_of_two_rows_are_no_row(
    in_one_row: Callable[..., bool], html: str, words: tuple[str, ...], without: str
) -> None:
    assert not in_one_row(html, *words, without=without)
