"""What a run's actions and findings are as the source of a Playwright test."""

from __future__ import annotations

import ast
from typing import Any

import msgspec
import pytest
from builders import (
    RUN,
    SESSION,
    a_run_verdict,
    a_screen,
    a_step,
    an_action,
    an_element,
)
from hypothesis import given
from hypothesis import strategies as some

from courtside.output.playwright_tests import find_result
from courtside_formats.exports.judged import JudgedRun, JudgedStep
from courtside_formats.exports.playwright.script import is_weak, write_test
from courtside_formats.exports.playwright.visible_results import lines_gone
from courtside_store.geometry import Box, Point
from courtside_store.records import (
    Action,
    ActionKind,
    Effects,
    Evidence,
    Observation,
    Request,
    Run,
    Step,
    Target,
)
from courtside_store.summaries import RunSummary

START = a_screen(an_element(1, "Save"), url="http://shop.test:8000/form?id=3", text="Order")
END = a_screen(
    an_element(1, "Name", tag="input", role="textbox", value="Ada"),
    url="http://shop.test:8000/done",
    text="Order\nSaved Ada",
)


def a_run(
    *steps: Step, evidence: tuple[Evidence, ...] = (), task: str = "Save Ada", **more: Any
) -> JudgedRun:
    run = Run(id=RUN, session=SESSION, task=task, started_at_ms=1)
    fields = {
        "summary": RunSummary(run=run, source="cdp", surface="web"),
        "label": "success",
        **more,
    }
    return JudgedRun(
        steps=tuple(JudgedStep(step=step) for step in steps),
        verdict=a_run_verdict(evidence=evidence),
        **fields,
    )


def found(
    what: str, step: int = 1, kind: str = "asked-found", text: str = "the end shows it"
) -> Evidence:
    return Evidence(kind=kind, text=text, what=what, weight=1.0, step=step)


def source(
    *actions: Action, before: Observation = START, allow_weak_test: bool = False, **more: Any
) -> str:
    """Of a run of one step; it compiles."""
    step = a_step(1, *actions, before=before, after=END)
    run = a_run(step, evidence=(found("Ada"),), **more)
    text = write_test(run, find_result, allow_weak_test)
    compile(text, "test_it.py", "exec")
    return text


def on(kind: Any, typed: str = "", /, **target: Any) -> Action:
    return Action(kind=kind, at_ms=1, text=typed, target=Target(**target), point=Point(5, 6))


@pytest.mark.parametrize(
    ("action", "call"),
    [
        (
            on("click", tag="button", role="button", text="Save"),
            'page.get_by_role("button", name="Save", exact=True).click()',
        ),
        (
            on("click", tag="button", role="button", text="SAVE"),
            'page.get_by_role("button", name=re.compile("^SAVE$", re.IGNORECASE), exact=True)',
        ),
        (
            on("click", tag="p", role="text", text="More"),
            'page.locator("p", has_text=re.compile("^\\\\s*More\\\\s*$", re.IGNORECASE)).last',
        ),
        (on("click", tag="canvas"), "page.mouse.click(5, 6)"),
        (
            on("type", "x", tag="input", role="textbox", text="Name"),
            'field(page, "textbox", "Name").fill("x")',
        ),
        (
            on("type", "", tag="input", role="textbox", text="Password", state=("secret",)),
            'field(page, "textbox", "Password").fill(PASSWORD)',
        ),
        (
            on("type", "", tag="input", role="textbox", text="run", state=("secret",)),
            'field(page, "textbox", "run").fill(SECRET_RUN)',
        ),
        (
            on("select", "large", tag="select", role="combobox", text="Size"),
            'field(page, "combobox", "Size").select_option(label="large")',
        ),
        (
            on("select", "Red, Blue", tag="select", role="combobox", text="Colours"),
            'select_option(label=chosen(field(page, "combobox", "Colours"), "Red, Blue"))',
        ),
        (
            on("press", "ArrowDown", tag="input", role="radio", text="Small"),
            'field(page, "radio", "Small").press("ArrowDown")',
        ),
        (
            on("press", "Enter", tag="button", role="button", text="Save"),
            'name="Save", exact=True).press("Enter")',
        ),
        (on("press", "Enter", tag="body"), 'page.keyboard.press("Enter")'),
        (on("upload", "a.pdf", tag="input", role="textbox", text="CV"), "(FILE_A_PDF)"),
        (Action(kind="navigate", at_ms=1, text="http://shop.test:8000/x"), 'goto(BASE + "/x")'),
        (Action(kind="navigate", at_ms=1, text="http://other.test/x"), '("http://other.test/x")'),
        (Action(kind="navigate", at_ms=1, text="http://a.test/?t=***"), "page.goto(ADDRESS_1)"),
        (Action(kind="back", at_ms=1), "page.go_back()"),
        (Action(kind="scroll", at_ms=1, to_point=Point(0, 300.4)), "page.mouse.wheel(0, 300)"),
        (
            on("click", tag="a", role="link", text="In", frame_url="http://shop.test/inner?a=1"),
            'inner(page, "/inner?a=1").get_by_role("link", name="In"',
        ),
    ],
)
def test_an_action_is_a_call(action: Action, call: str) -> None:
    assert call in source(action)


def test_one_of_several_of_a_name_is_told_by_where_it_lay() -> None:
    boxes = [Box(0.0, 10.0 * n, 9.0, 9.0) for n in range(3)]
    look = a_screen(*(an_element(n + 1, "Remove", box=box) for n, box in enumerate(boxes)))
    click = on("click", tag="button", role="button", text="Remove", box=boxes[1])
    assert 'name="Remove", exact=True).nth(1).click()' in source(click, before=look)
    named = a_screen(
        *look.elements,
        *(an_element(n + 9, f"Item {n}", tag="p", box=b) for n, b in enumerate(boxes)),
    )
    script = source(click, before=named)
    assert 'beside(page, "Item 1", page.get_by_role("button", name="Remove", exact=True))' in script
    alone = a_screen(an_element(1, "Remove", box=boxes[1]))
    assert 'name="Remove", exact=True).click()' in source(click, before=alone)


def test_one_of_several_is_told_on_a_page_that_was_scrolled_to_it() -> None:
    rows = [an_element(n + 1, "Remove", box=Box(0.0, 300.0 * n, 9.0, 9.0)) for n in range(3)]
    before = a_screen(an_element(9, "Help", box=Box(0.0, 50.0, 9.0, 9.0)), *rows)
    after = a_screen(an_element(9, "Help", box=Box(0.0, -350.0, 9.0, 9.0)))
    click = on("click", tag="button", role="button", text="Remove", box=Box(0.0, 200.0, 9.0, 9.0))
    step = a_step(1, click, before=before, after=after)
    text = write_test(a_run(step), find_result, allow_weak_test=True)
    assert 'name="Remove", exact=True).nth(2).click()' in text
    before = msgspec.structs.replace(before, height=100)
    with pytest.raises(ValueError, match="3 things are called so"):
        write_test(a_run(a_step(1, click, before=before)), find_result, allow_weak_test=True)


def test_a_dialog_is_answered_before_it_is_asked() -> None:
    asked = Action(kind="dialog", at_ms=2, text='confirm "Sure?" dismissed')
    lines = source(an_action(name="Delete"), asked).splitlines()
    at = next(n for n, line in enumerate(lines) if "dialog.dismiss()" in line)
    assert 'name="Delete"' in lines[at + 1]


def test_dialogs_that_later_steps_answer_are_answered_before_they_are_asked() -> None:
    words = ('confirm "Sure?" accepted', 'prompt "Who?" accepted', 'alert "Done" dismissed')
    asked = [Action(kind="dialog", at_ms=n, text=text) for n, text in enumerate(words, 2)]
    steps = [a_step(1, an_action(name="Delete"), before=START, after=START)]
    steps += [a_step(n, one, before=START, after=END) for n, one in enumerate(asked, 2)]
    text = write_test(a_run(*steps, evidence=(found("Ada"),)), find_result)
    compile(text, "test_it.py", "exec")
    lines = [line.strip() for line in text.splitlines()]
    answers = ", ".join(
        f"lambda dialog: dialog.{answer}"
        for answer in ("accept()", "accept(ANSWER_WHO)", "dismiss()")
    )
    at = lines.index(f"answer_dialogs(page, {answers})")
    assert 'name="Delete"' in lines[at + 1]
    assert 'ANSWER_WHO = given("ANSWER_WHO")' in lines


def test_one_of_several_in_an_inner_frame_is_told_only_where_the_frame_holds_them_all() -> None:
    boxes = [(10.0, 10.0, 50.0, 20.0), (10.0, 40.0, 50.0, 20.0)]
    before = a_screen(*(an_element(n, "More", box=Box(*one)) for n, one in enumerate(boxes, 1)))
    click = on(
        "click",
        tag="button",
        role="button",
        text="More",
        box=Box(*boxes[1]),
        frame_url="http://shop.test/inner",
    )
    assert 'name="More", exact=True), 1, 2).click()' in source(click, before=before)


def test_a_field_in_an_inner_frame_is_expected_there() -> None:
    typed = on(
        "type", "Ada", tag="input", role="textbox", text="Name", frame_url="http://shop.test/in"
    )
    assert 'expect(field(inner(page, "/in"), "textbox", "Name")).to_have_value' in source(typed)


def test_two_secrets_are_two_variables_and_none_is_one_that_every_environment_has() -> None:
    fields = ("Пароль", "Новый пароль", "Пароль", "Path")
    typed = [
        on("type", "", tag="input", role="textbox", text=name, state=("secret",)) for name in fields
    ]
    text = source(*typed)
    given = [line.rpartition(".fill")[2] for line in text.splitlines() if ".fill(" in line]
    assert given == ["(SECRET_RUN)", "(SECRET_RUN_2)", "(SECRET_RUN)", "(SECRET_PATH)"]


@pytest.mark.parametrize(
    ("task", "name"),
    [
        ('Enter "Nathalie" into the text field and press Submit.', "the_text_field_and_press"),
        ("Save " + "x" * 60, "test_save"),
        ("x" * 60, "x" * 50),
        ("…", "test_run"),
    ],
)
def test_the_name_of_a_test_is_cut_between_words(task: str, name: str) -> None:
    step = a_step(1, SAVES, before=START, after=END)
    text = write_test(a_run(step, evidence=(found("Ada"),), task=task), find_result)
    assert f"{name}(page: Page)" in text


def in_window(look: Observation, window: int | None) -> Observation:
    return msgspec.structs.replace(look, window=window)


def of_windows(*steps: tuple[Action, int | None, int | None]) -> str:
    """Of a run whose steps begin and end in these windows; it compiles."""
    seen = [
        a_step(n, action, before=in_window(START, before), after=in_window(END, after))
        for n, (action, before, after) in enumerate(steps, 1)
    ]
    text = write_test(a_run(*seen, evidence=(found("Ada", len(seen)),)), find_result)
    compile(text, "test_it.py", "exec")
    return text


SAVES = on("click", tag="button", role="button", text="Save")
PRESSES = 'page.get_by_role("button", name="Save", exact=True).click()'


def test_a_step_that_opens_a_window_waits_for_it_and_the_next_acts_there() -> None:
    text = of_windows((SAVES, 1, 4), (SAVES, 4, 4), (SAVES, 1, 1))
    _, _, act = text.partition("def act(page: Page) -> Page:")
    lines = [line.strip() for line in act.partition("def check")[0].splitlines()]
    assert [line for line in lines if line and not line.startswith(("#", '"'))] == [
        "window_1 = page",
        "with page.context.expect_page() as opened:",
        PRESSES,
        "window_4 = opened.value",
        "page = window_4",
        PRESSES,
        "page = window_1",
        PRESSES,
        "return page",
    ]
    assert "    page = act(page)\n" in text


def test_a_run_whose_source_numbers_no_windows_is_written_as_ever() -> None:
    text = of_windows((SAVES, None, None), (SAVES, None, None))
    assert "window" not in text and "    act(page)\n" in text
    assert (
        text.partition("START =")[2]
        == of_windows((SAVES, 3, 3), (SAVES, None, 3)).partition("START =")[2]
    )


def test_a_window_that_came_later_than_its_action_s_screen_is_found_where_a_step_acts_in_it() -> (
    None
):
    first, second = (msgspec.structs.replace(START, window=n, opener=1) for n in (2, 5))
    steps = [
        a_step(1, SAVES, before=in_window(START, 1), after=in_window(END, 1)),
        a_step(2, SAVES, before=second, after=second),
        a_step(3, SAVES, before=in_window(START, 1), after=first),
        a_step(4, SAVES, before=first, after=in_window(END, 2)),
    ]
    text = write_test(a_run(*steps, evidence=(found("Ada", 4),)), find_result)
    compile(text, "test.py", "exec")
    assert "window_5 = later_window(page, window_1)\n    page = window_5\n" in text
    assert "def later_window(" in text and "window_2 = opened.value" in text


def test_a_window_that_one_opened_in_which_nobody_acted_is_not_guessed_at() -> None:
    late = msgspec.structs.replace(START, window=5, opener=3)
    steps = [
        a_step(1, SAVES, before=in_window(START, 1), after=in_window(END, 1)),
        a_step(2, SAVES, before=late, after=late),
    ]
    with pytest.raises(ValueError, match=r"step 2 .* does not say what opened it"):
        write_test(a_run(*steps, evidence=(found("Ada", 2),)), find_result)


def test_a_window_that_the_agent_opens_itself_is_opened_by_the_test() -> None:
    goes = Action(kind="navigate", at_ms=1, text="http://shop.test:8000/x")
    text = of_windows((SAVES, 1, 1), (goes, 2, 2))
    opened = "window_2 = page.context.new_page()\n    page = window_2\n"
    assert opened in text and text.index(opened) < text.index('page.goto(BASE + "/x")')


def test_a_window_of_which_nothing_says_what_opened_it_is_refused() -> None:
    with pytest.raises(ValueError, match="step 2 is in a window of which") as refused:
        of_windows((SAVES, 1, 1), (SAVES, 2, 2))
    assert "\n" not in str(refused.value)


def test_a_screen_that_nobody_saw_hides_nothing_and_is_no_ending() -> None:
    """E.g. of a pop-up that closed: what stood in it before is no line that went."""
    closed = a_screen(url=START.url, withheld="the page was closed")
    steps = a_step(1, an_action("type", "Name", "Ada"), before=START, after=START)
    run = a_run(steps, a_step(2, SAVES, before=START, after=closed))
    assert not [*lines_gone(run)]
    with pytest.raises(ValueError, match="nothing that a test could expect"):
        write_test(run, find_result, allow_weak_test=True)


def test_a_screen_of_which_only_the_picture_was_withheld_was_seen() -> None:
    pictureless = a_screen(url=START.url, text="Form", withheld="a secret could not be masked")
    run = a_run(a_step(1, SAVES, before=START, after=pictureless))
    assert [one.words for one in lines_gone(run)] == [("Order",)]


def test_the_answer_to_what_a_new_window_sends_is_waited_for_in_all_windows() -> None:
    sent = Request(method="POST", path="/orders", at_ms=1, status=200)
    step = a_step(1, SAVES, before=in_window(START, 1), after=in_window(END, 2))
    step = msgspec.structs.replace(step, effects=Effects(requests=(sent,)))
    saved = found("POST /orders", kind="sent-taken")
    text = write_test(a_run(step, evidence=(found("Ada"), saved)), find_result)
    assert (
        'with page.context.expect_page() as opened, page.context.expect_event("response", '
        'sent("POST", "/orders")) as answer:'
    ) in text


def test_what_was_removed_is_expected_to_be_gone() -> None:
    evidence = (found("Sam O'Neil", kind="removal-gone"),)
    before = a_screen(an_element(1, "Remove"), text="Contacts\nSam O'Neil")
    for after, is_gone in (("Contacts", True), ("Contacts\nRemoved Sam O'Neil", False)):
        step = a_step(1, an_action(name="Remove"), before=before, after=a_screen(text=after))
        text = write_test(a_run(step, evidence=evidence), find_result, allow_weak_test=True)
        assert ('not_to_contain_text("Sam O\'Neil", ignore_case=True' in text) is is_gone


def test_a_row_that_the_task_names_is_expected_to_be_gone_whatever_a_finding_quotes() -> None:
    """The page's menu, which the finding quotes, says nothing of the row."""
    rows = a_screen(
        url="http://shop.test:8000/all?page=1", text="Log in\nAda Brenner\nAdam Brenner"
    )
    left = a_screen(url="http://shop.test:8000/all", text="Ada Brenner")
    login = a_step(1, an_action(name="Log in"), before=rows, after=rows)
    remove = a_step(2, an_action(name="Remove"), before=rows, after=left)
    evidence = (found("Log in", kind="removal-gone"),)
    text = write_test(
        a_run(login, remove, evidence=evidence, task="Remove Adam Brenner"), find_result
    )
    assert 'not_to_contain_text("Adam Brenner", ignore_case=True' in text and not is_weak(text)
    assert '"Ada Brenner"' not in text
    other = a_run(login, remove, evidence=evidence, task="Remove the newest member")
    assert is_weak(write_test(other, find_result))


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("success", "a success by the judge"),
        ("failure", "a failure by"),
        ("unknown", "unknown by the judge"),
        (None, "nothing by"),
    ],
)
def test_the_head_says_what_the_run_was_called(label: str | None, words: str) -> None:
    text = source(an_action(), label=label, allow_weak_test=True)
    assert f", called {words}" in text


def test_what_cannot_be_done_again_is_refused() -> None:
    kinds: tuple[ActionKind, ...] = ("switch-tab", "launch-app", "other")
    for kind in kinds:
        with pytest.raises(ValueError, match=r"step 1 .* cannot be written as a call"):
            source(Action(kind=kind, at_ms=1))
    with pytest.raises(ValueError, match="was not judged a success"):
        source(an_action(), label="failure")
    run = Run(id=RUN, session=SESSION, started_at_ms=1)
    with pytest.raises(ValueError, match="is on android"):
        source(an_action(), summary=RunSummary(run=run, source="appium", surface="android"))


@pytest.mark.parametrize(
    ("finding", "line"),
    [
        (found("Saved", kind="confirmed"), 'to_contain_text("Saved Ada"'),
        (
            found("ada"),
            'expect(field(page, "textbox", "Name")).to_have_value("Ada")',
        ),
        (found("POST /orders", kind="sent-taken"), 'sent("POST", "/orders/*")'),
    ],
)
def test_a_finding_is_an_expectation(finding: Evidence, line: str) -> None:
    request = Request(method="POST", path="/orders/*", at_ms=1, status=201)
    step = a_step(1, before=START, after=END, effects=Effects(requests=(request,)))
    text = write_test(a_run(step, evidence=(finding,)), find_result)
    compile(text, "test_it.py", "exec")
    assert line in text


def test_another_wording_of_a_sentence_changes_no_line_of_code() -> None:
    """Words in quotation marks in a sentence are for people; only its fields are looked for."""
    request = Request(method="POST", path="/orders/*", at_ms=1, status=201)
    step = a_step(1, before=START, after=END, effects=Effects(requests=(request,)))

    def code(text: str) -> str:
        evidence = (
            found("Ada", text=text),
            found("POST /orders", kind="sent-taken", text=text),
            found("Saved", kind="confirmed", text=text),
        )
        return ast.unparse(ast.parse(write_test(a_run(step, evidence=evidence), find_result)))

    as_now = code('the end shows "Ada"')
    assert "to_have_value('Ada')" in as_now and "sent('POST', '/orders/*')" in as_now
    for other in ("Ada steht am Ende", 'the end shows "Saved Ada" and not "Order"', ""):
        assert code(other) == as_now


@pytest.mark.parametrize(
    "kind", ["sent-naming", "sent-unasked", "sent-nothing", "sent-before", "sent-of-tomorrow"]
)
def test_only_a_finding_about_a_request_that_was_taken_expects_its_answer(kind: str) -> None:
    request = Request(method="POST", path="/orders", at_ms=1, status=201)
    step = a_step(1, before=START, after=END, effects=Effects(requests=(request,)))
    evidence = (found("Ada"), found("POST /orders", kind=kind))
    text = write_test(a_run(step, evidence=evidence), find_result)
    assert "to_have_value" in text and "expect_response" not in text


def test_a_finding_of_an_older_version_which_has_no_fields_is_passed_over() -> None:
    """What the run left behind is expected in its place."""
    step = a_step(1, an_action("type", "Name", "Ada"), before=START, after=END)
    old = Evidence(kind="confirmed", text='the screen says "Saved" at the end', weight=1.0)
    text = write_test(a_run(step, evidence=(old,)), find_result)
    assert 'to_have_value("Ada")' in text and "at the end" not in text
    done = Evidence(kind="asked-done", text="it set it", what="Ada", where="saved", weight=1.0)
    assert "Saved" not in write_test(a_run(step, evidence=(done,)), find_result)


def test_what_the_first_screen_showed_already_is_no_expectation() -> None:
    step = a_step(1, before=START, after=a_screen(text="Order"))
    run = a_run(step, evidence=(found("Order"),))
    with pytest.raises(ValueError, match="a test would pass whatever happens"):
        write_test(run, find_result)
    text = write_test(run, find_result, allow_weak_test=True)
    assert "expect(page).to_have_url(" in text and "    pass" not in text


def test_a_run_of_which_nothing_can_be_expected_is_refused_anyway() -> None:
    """A test that cannot fail is none; a request whose step makes no call is not looked at."""
    blank = a_screen(url="", title="", text="")
    request = Request(method="POST", path="/orders", at_ms=1, status=201)
    step = a_step(1, before=START, after=blank, effects=Effects(requests=(request,)))
    step = msgspec.structs.replace(step, actions=())
    run = a_run(step, evidence=(found("POST /orders", kind="sent-taken"),))
    with pytest.raises(ValueError, match="a test would pass whatever happens"):
        write_test(run, find_result)
    with pytest.raises(ValueError, match="nothing that a test could expect"):
        write_test(run, find_result, allow_weak_test=True)
    ends = a_screen(url="http://shop.test:8000/orders/17?id=3", title="", text="")
    text = write_test(
        a_run(msgspec.structs.replace(step, after=ends)), find_result, allow_weak_test=True
    )
    assert r're.compile(re.escape(BASE) + "/orders/\\d+([?#].*)?$")' in text
    compile(text, "test_it.py", "exec")


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("about:blank", 'to_have_title("Order")'),
        ("data:text/html,<p>secret</p>", 'to_have_title("Order")'),
        ("chrome-error://chromewebdata/", 'to_have_title("Order")'),
        (
            "http://shop.test:8000/invite/9f8a7bcDEADBEEF00112233/step-2",
            '(re.escape(BASE) + "/invite/[^/?#]+/step\\\\-\\\\d+([?#].*)?$")',
        ),
        ("http://b.test:8/a+(b)", '("http://b\\\\.test:8/[^/?#]+([?#].*)?$")'),
    ],
)
def test_an_ending_expects_no_token_and_no_page_that_nobody_serves(
    address: str, expected: str
) -> None:
    """Every test begins at `about:blank`, and a token is another one the next time."""
    ends = a_screen(url=address, title="Order", text="")
    run = a_run(a_step(1, before=START, after=ends))
    assert expected in write_test(run, find_result, allow_weak_test=True)


def test_without_findings_what_the_run_left_behind_is_expected() -> None:
    step = a_step(1, an_action("type", "Name", "Ada"), before=START, after=END)
    text = write_test(a_run(step), find_result)
    assert 'to_have_value("Ada")' in text and 'to_contain_text("Saved Ada"' in text


SAVED = found("Saved", kind="confirmed", step=2)


def saving(shown: str, *later: Step) -> list[Step]:
    """Ada is typed, and what the page shows when that is saved."""
    saved = a_screen(an_element(1, "Home"), url="http://shop.test:8000/done", text=shown)
    return [
        a_step(1, an_action("type", "Name", "Ada"), before=START, after=START),
        a_step(2, an_action("click", "Save"), before=START, after=saved),
        *later,
    ]


def test_a_value_that_the_end_shows_is_expected_beside_a_finding_without_one() -> None:
    text = write_test(a_run(*saving("Saved\nAda, large"), evidence=(SAVED,)), find_result)
    assert 'to_contain_text("Saved"' in text and 'to_contain_text("Ada, large"' in text
    assert not is_weak(text)


def test_a_value_that_only_an_earlier_page_showed_is_expected_there() -> None:
    home = a_screen(url="http://shop.test:8000/", text="Welcome\nYour changes are saved")
    steps = saving("Ada, large", a_step(3, an_action("click", "Home"), after=home))
    text = write_test(a_run(*steps, evidence=(SAVED,)), find_result)
    act, _, check = text.partition("def check")
    assert act.index('name="Save"') < act.index('to_contain_text("Ada, large"')
    assert act.index('to_contain_text("Ada, large"') < act.index('name="Home"')
    assert "Ada" not in check and "Your changes are saved" in check and not is_weak(text)


def test_a_test_that_expects_no_value_says_that_it_is_weak() -> None:
    text = write_test(a_run(*saving("Saved"), evidence=(SAVED,)), find_result)
    assert 'to_contain_text("Saved"' in text and is_weak(text)
    assert "# This test is weak: it expects no value" in text.partition("def ")[0]
    assert not is_weak(source(an_action()))


@given(some.text(max_size=60), some.text(max_size=60), some.text(max_size=60))
def test_no_text_of_a_page_becomes_code(name: str, typed: str, task: str) -> None:
    look = a_screen(an_element(1, name, tag="input", role="textbox", value=typed), text=typed)
    step = a_step(
        1,
        an_action("type", name, typed, tag="input"),
        an_action("click", name),
        an_action("select", name, typed),
        before=START,
        after=look,
    )
    run = Run(id=RUN, session=SESSION, task=task, started_at_ms=1)
    judged = a_run(step, summary=RunSummary(run=run, source="cdp", surface="web"))
    try:
        text = write_test(judged, find_result, allow_weak_test=True)
    except ValueError as error:
        assert "cannot be written" in str(error)
        return
    calls = {
        node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
    }
    named = {call for call in calls if call.startswith("test_")}
    assert len(named) == 1 and calls - named <= CALLS, calls - CALLS


CALLS = {
    *("get", "print", "main", "goto", "act", "check", "launch", "new_page", "close", "field"),
    "new_context",
    *("sync_playwright", "get_by_label", "get_by_placeholder", "get_by_title", "get_by_role"),
    *("beside", "filter", "locator", "or_", "and_", "dumps", "compile", "expect", "fill", "click"),
    *("select_option", "to_have_value", "to_have_text", "to_contain_text", "to_be_checked"),
    *("to_have_url", "escape"),
}


@pytest.mark.parametrize(
    ("body", "pattern"),
    [
        ("Order\nYou ordered 2 tickets. Order number 1202.", r"(?<!\\w)2\\s+tickets(?!\\w)"),
        ("Order\nTickets: 2", r"(?<!\\w)2(?!\\w)"),
    ],
)
def test_a_number_is_expected_by_itself_with_the_word_after_it(body: str, pattern: str) -> None:
    end = a_screen(an_element(1, "Back"), url="http://shop.test:8000/done", text=body)
    step = a_step(1, an_action(), before=START, after=end)
    assert pattern in write_test(a_run(step, evidence=(found("2"),)), find_result)


def test_a_number_on_several_lines_is_expected_only_as_the_task_says_it() -> None:
    body = "3 bookings this week\nOak\tAda\t3\nNew booking"
    end = a_screen(an_element(1, "Back"), url="http://shop.test:8000/done", text=body)
    step = a_step(1, an_action(), before=START, after=end)
    evidence = (found("3"), found("Ada", kind="confirmed"))
    text = write_test(a_run(step, evidence=evidence), find_result)
    assert "Ada" in text and "re.compile" not in text.partition("# ")[2]
    asked = a_run(step, evidence=evidence, task="See that there are 3 bookings")
    assert r"(?<!\\w)3\\s+bookings(?!\\w)" in write_test(asked, find_result)


def test_text_is_expected_as_it_is_laid_out() -> None:
    """Cells of a table have nothing between them in the text of its elements."""
    end = a_screen(an_element(1, "Back"), url="http://shop.test:8000/", text="Birch\t30\t$140")
    step = a_step(1, an_action(), before=START, after=end)
    text = write_test(a_run(step, evidence=(found("30"),)), find_result)
    assert r"(?<!\\w)30(?!\\w)" in text and "use_inner_text=True" in text


def test_a_number_inside_of_another_one_is_not_the_number() -> None:
    end = a_screen(an_element(1, "Back"), url="http://shop.test:8000/done", text="Number 1202.")
    step = a_step(1, an_action(), before=START, after=end)
    with pytest.raises(ValueError, match="would pass whatever happens"):
        write_test(a_run(step, evidence=(found("2"),)), find_result)
