"""The explorer tries what is there by likeness of words, and uses lessons that help."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from actor_pages import FORM, a_page
from builders import RUN, a_screen, a_step, an_action, an_element

from courtside_judge.evidence import weighing
from courtside_judge.evidence.catalogue import ADVICE
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.protocol import Case, Ending
from courtside_refine.actors.actor import ActorTask
from courtside_refine.actors.actor_actions import Click, Type
from courtside_refine.actors.attempting import FinishedAttempt, attempt
from courtside_refine.actors.explorer.explorer import Explorer
from courtside_refine.actors.explorer.hints import Hints, read_hints
from courtside_refine.actors.explorer.history import History
from courtside_refine.actors.explorer.named_values import values_of
from courtside_refine.actors.explorer.scoring import Scorer
from courtside_refine.actors.page_view import PageView, ViewRow
from courtside_refine.lessons import lesson_points
from courtside_refine.lessons.reflection import reflect
from courtside_store.records import BlamedAction, LessonPoint, Reflection

SEEDS = range(8)
DOORS = """<h1>Rooms</h1><ul>
<li>Blue room <button onclick="pressed.textContent += 'garden '">Book garden side</button>
<button onclick="pressed.textContent += 'street '">Book street side</button></li></ul>
<p id=pressed></p>"""
BOOK = "Book the blue room."


def a_lesson(text: str, **more: Any) -> Reflection:
    return Reflection(run=RUN, text=text, at_ms=1, **more)


@pytest.fixture
async def page(blank_page: Any) -> AsyncIterator[Any]:
    async with a_page(blank_page, "") as opened:
        yield opened


async def explored(page: Any, html: str, task: ActorTask) -> tuple[FinishedAttempt, str]:
    """What it did, and what the page said at the end."""
    await page.set_content(html)
    tried = await attempt(page, Explorer(), task, quiet_s=0.01)
    return tried, await page.inner_text("body")


@pytest.mark.chrome
async def test_it_fills_a_form_that_it_never_saw(page: Any) -> None:
    task = ActorTask(text='Add a guest with the name "Ada" and the city "Oslo", and press Save.')
    good = [(await explored(page, FORM, task_of(task, seed)))[1] for seed in SEEDS]
    assert sum("Ada of Oslo is saved" in text for text in good) >= len(SEEDS) // 2


@pytest.mark.chrome
async def test_the_same_seed_does_the_same_and_another_may_not(page: Any) -> None:
    tries = [(await explored(page, DOORS, ActorTask(text=BOOK, seed=n)))[0] for n in (1, 1, *SEEDS)]
    assert tries[0] == tries[1] and len({tried.actions[0].written for tried in tries}) > 1


@pytest.mark.chrome
async def test_a_lesson_that_says_nothing_does_not_help(page: Any) -> None:
    empty = a_lesson("An earlier attempt at this task was judged a failure.")
    for seed in SEEDS:
        without = ActorTask(text=BOOK, seed=seed)
        with_empty = ActorTask(text=BOOK, seed=seed, lessons=(empty,))
        assert (await explored(page, DOORS, without)) == (await explored(page, DOORS, with_empty))


@pytest.mark.chrome
async def test_a_lesson_that_names_what_was_wrong_helps(page: Any) -> None:
    """The page offers two ways alike, and the task does not say which: only a lesson can tell."""
    blamed = LessonPoint(
        step=1,
        finding="last-click-unasked",
        what="Book street side",
        actions=(BlamedAction(kind="click", role="button", name="Book street side"),),
    )
    lesson = a_lesson("", points=(blamed,))
    first = [await first_press(page, ActorTask(text=BOOK, seed=n)) for n in SEEDS]
    then = [await first_press(page, ActorTask(text=BOOK, seed=n, lessons=(lesson,))) for n in SEEDS]
    assert "street" in first
    assert set(then) == {"garden"}


async def first_press(page: Any, task: ActorTask) -> str:
    _, text = await explored(page, DOORS, task)
    return text.split("\n")[-1].split()[0]


def task_of(task: ActorTask, seed: int) -> ActorTask:
    return ActorTask(text=task.text, seed=seed)


def test_values_are_known_by_the_words_before_them() -> None:
    first, last = values_of("Add a contact with first name 'Ada' and last name 'Byron'.")
    assert (first.text, last.text) == ("Ada", "Byron")
    assert "first" in first.before and "last" in last.before and "first" not in last.before


IN_WORDS = 'Enter "Ada" into the text field and press Submit.'


@pytest.mark.parametrize(
    ("task", "name", "typed"),
    [
        (IN_WORDS, IN_WORDS, "Ada"),
        (IN_WORDS, "text field", "Ada"),
        ("Type Oslo into the field below and click Send.", "Field", "Oslo"),
        ("Put 12 into the box and press the button Done.", "The box", "12"),
        ('Enter "Ada" as the name and press Enter.', "Name", "Ada"),
        ('Write "Ada" into the search box and click on "Search all".', "search box", "Ada"),
    ],
)
def test_what_the_task_says_to_press_is_typed_nowhere(task: str, name: str, typed: str) -> None:
    """A field may be named by the very words that stand before the button's name."""
    field = an_element(1, name, tag="input", role="textbox")
    view = PageView(url="http://shop.test/", rows=(ViewRow(element=field),))
    scored = list(Scorer(task, Hints(), History()).scores(view))
    entries = [(score, a.text) for score, a in scored if isinstance(a, Type)]
    assert [text for _, text in entries] == [typed] and entries[0][0] > 2


def hints_of(kind: str, **more: Any) -> Hints:
    return read_hints([a_lesson("", points=(LessonPoint(step=1, finding=kind, **more),))])


def test_the_kind_of_a_finding_says_what_to_look_for_and_what_was_left() -> None:
    for kind in ("left-unsent", "submit-missing"):
        hints = hints_of(kind, what="OK", wanted="a press of OK")
        assert hints.save and hints.press == {"ok"} and not hints.wanted, kind
    for kind in ("asked-left", "part-untouched"):
        assert hints_of(kind, what="Oslo").wanted == ("Oslo",), kind
    assert hints_of("passed-over", what="Bergen", where="Oslo").wanted == ("Oslo",)
    assert hints_of("asked-near-miss", what="Olso", wanted="Oslo").wanted == ("Oslo",)
    assert hints_of("asked-untyped").more and not hints_of("dragged-wrong").more
    assert hints_of("answer-missing").answer and not hints_of("texts-unchanged").answer
    assert read_hints([a_lesson("", unsaved=("edited: Name",))]).save
    assert read_hints([a_lesson("Nothing to say.")]) == Hints()


FORM_BEFORE = a_screen(
    an_element(1, "Name", tag="input", role="textbox"),
    an_element(2, "Oslo", tag="button", role="button"),
    an_element(3, "Bergen", tag="button", role="button"),
    an_element(4, "Submit", tag="button", role="button"),
)
FAILED = {
    'Enter "Ada" into Name and press Submit.': [an_action("type", "Name", "Ade")],
    "Choose Oslo and press Submit.": [an_action("click", "Bergen"), an_action("click", "Bergen")],
    "Press Oslo.": [an_action("click", "Bergen")],
    "How many guests does Oslo have?": [],
}


def learned(task: str) -> Hints:
    """What the explorer takes from the judge's own verdict on a failed run."""
    case = Case(run=RUN, task=task)
    steps = [
        a_step(n, action, before=FORM_BEFORE, after=FORM_BEFORE)
        for n, action in enumerate(FAILED[task], 1)
    ]
    session = EvidenceJudge().start(case, lambda _: None)
    verdicts = [session.step(step) for step in steps]
    lesson = reflect(case, steps, verdicts, session.finish(Ending(ended_by="finish")), True)
    assert lesson is not None
    return read_hints([lesson])


@pytest.mark.parametrize("task", FAILED)
def test_other_words_for_people_and_models_change_nothing(
    task: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = learned(task)
    assert before != Hints()
    advice = sorted(set(ADVICE.values()))
    monkeypatch.setattr(weighing, "sentence", lambda finding: "other words")
    monkeypatch.setattr(
        lesson_points, "advice_on", lambda finding: f"way {advice.index(ADVICE[finding.kind])}"
    )
    monkeypatch.setattr(lesson_points, "FAULTS", {"no-effect": "dead", "away": "off"})
    assert learned(task) == before


def test_a_lesson_that_counts_makes_it_count() -> None:
    clicked = BlamedAction(kind="click", role="textbox", name="tt1")
    hints = hints_of("ordinal-wrong", what="number 1", ordinal=3, actions=(clicked,))
    assert hints.numbers == (("textbox", 3),)
    assert best_field(Hints()) != 3 and best_field(hints) == 3


def best_field(hints: Hints) -> int:
    """The one of three fields alike that scores best."""
    rows = tuple(ViewRow(element=an_element(n, "field", role="textbox")) for n in (1, 2, 3))
    view = PageView(url="http://shop.test/", rows=rows)
    scorer = Scorer("Focus into the 3rd field.", hints, History())
    clicks = [(s, a.id) for s, a in scorer.scores(view) if isinstance(a, Click)]
    return max(clicks, key=lambda one: one[0])[1]


def test_a_step_that_may_have_been_on_the_way_is_only_doubted() -> None:
    noted = LessonPoint(actions=(BlamedAction(kind="click", name="Settings"),), fault="away")
    idle = LessonPoint(actions=(BlamedAction(kind="click", name="Next"),), fault="no-effect")
    hints = read_hints([a_lesson("", points=(noted, idle))])
    assert "settings" in hints.doubted and "settings" not in hints.avoid
    assert "next" in hints.avoid and "next" not in hints.doubted


def test_a_button_that_saves_is_never_avoided() -> None:
    idle = LessonPoint(actions=(BlamedAction(kind="click", name="Save"),), fault="no-effect")
    assert not read_hints([a_lesson("", points=(idle,))]).avoid
