"""The explorer tries what is there by likeness of words, and uses lessons that help."""

from __future__ import annotations

from typing import Any

import pytest
from actor_pages import FORM, a_page
from builders import RUN, an_element

from courtside_refine.actors.actions import Click
from courtside_refine.actors.actor import Task
from courtside_refine.actors.attempts import Tried, attempt
from courtside_refine.actors.explorer.explorer import Explorer
from courtside_refine.actors.explorer.hints import Hints, read_hints
from courtside_refine.actors.explorer.history import History
from courtside_refine.actors.explorer.scoring import Scorer
from courtside_refine.actors.explorer.values import values_of
from courtside_refine.actors.page_view import PageView, ViewRow
from courtside_store.records import LessonPoint, Reflection

SEEDS = range(8)
DOORS = """<h1>Rooms</h1><ul>
<li>Blue room <button onclick="pressed.textContent += 'garden '">Book garden side</button>
<button onclick="pressed.textContent += 'street '">Book street side</button></li></ul>
<p id=pressed></p>"""
BOOK = "Book the blue room."


def a_lesson(text: str, **more: Any) -> Reflection:
    return Reflection(run=RUN, text=text, at_ms=1, **more)


async def explored(chromium: Any, html: str, task: Task) -> tuple[Tried, str]:
    """What it did, and what the page said at the end."""
    async with a_page(chromium, html) as page:
        tried = await attempt(page, Explorer(), task, quiet_s=0.01)
        return tried, await page.inner_text("body")


@pytest.mark.chrome
async def test_it_fills_a_form_that_it_never_saw(chromium: Any) -> None:
    task = Task(text='Add a guest with the name "Ada" and the city "Oslo", and press Save.')
    good = [(await explored(chromium, FORM, task_of(task, seed)))[1] for seed in SEEDS]
    assert sum("Ada of Oslo is saved" in text for text in good) >= len(SEEDS) // 2


@pytest.mark.chrome
async def test_the_same_seed_does_the_same_and_another_may_not(chromium: Any) -> None:
    tries = [(await explored(chromium, DOORS, Task(text=BOOK, seed=n)))[0] for n in (1, 1, *SEEDS)]
    assert tries[0] == tries[1] and len({tried.deeds[0].written for tried in tries}) > 1


@pytest.mark.chrome
async def test_a_lesson_that_says_nothing_does_not_help(chromium: Any) -> None:
    empty = a_lesson("An earlier attempt at this task was judged a failure.")
    for seed in SEEDS:
        without = Task(text=BOOK, seed=seed)
        with_empty = Task(text=BOOK, seed=seed, lessons=(empty,))
        assert (await explored(chromium, DOORS, without)) == (
            await explored(chromium, DOORS, with_empty)
        )


@pytest.mark.chrome
async def test_a_lesson_that_names_what_was_wrong_helps(chromium: Any) -> None:
    """The page offers two ways alike, and the task does not say which: only a lesson can tell."""
    blamed = LessonPoint(
        step=1,
        done="click button 'Book street side'",
        seen='the last click was on "Book street side", which was not asked for',
    )
    lesson = a_lesson("", points=(blamed,))
    first = [await first_press(chromium, Task(text=BOOK, seed=n)) for n in SEEDS]
    then = [await first_press(chromium, Task(text=BOOK, seed=n, lessons=(lesson,))) for n in SEEDS]
    assert "street" in first
    assert set(then) == {"garden"}


async def first_press(chromium: Any, task: Task) -> str:
    _, text = await explored(chromium, DOORS, task)
    return text.split("\n")[-1].split()[0]


def task_of(task: Task, seed: int) -> Task:
    return Task(text=task.text, seed=seed)


def test_values_are_known_by_the_words_before_them() -> None:
    first, last = values_of("Add a contact with first name 'Ada' and last name 'Byron'.")
    assert (first.text, last.text) == ("Ada", "Byron")
    assert "first" in first.before and "last" in last.before and "first" not in last.before


def test_a_lesson_s_own_fields_say_what_to_look_for_and_what_was_left() -> None:
    lesson = a_lesson(
        "", expected='"Oslo"', advice="hand in what was filled in, with the button for it"
    )
    hints = read_hints([lesson])
    assert hints.wanted == ("Oslo",) and hints.save and not hints.more
    assert read_hints([a_lesson("Nothing to say.")]) == Hints()


def test_a_lesson_that_counts_makes_it_count() -> None:
    point = LessonPoint(
        step=1,
        done='click textbox "tt1"',
        seen="it was number 1 of its kind; the task says number 3",
    )
    hints = read_hints([a_lesson("", points=(point,))])
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
    noted = LessonPoint(avoid="\"click text 'Settings'\": it led away from the goal")
    idle = LessonPoint(avoid="\"click button 'Next'\": it had no effect")
    hints = read_hints([a_lesson("", points=(noted, idle))])
    assert "settings" in hints.doubted and "settings" not in hints.avoid
    assert "next" in hints.avoid and "next" not in hints.doubted


def test_a_button_that_saves_is_never_avoided() -> None:
    idle = LessonPoint(avoid="\"click button 'Save'\": it had no effect")
    assert "save" not in read_hints([a_lesson("", points=(idle,))]).avoid
