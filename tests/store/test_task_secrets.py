"""Which values a task itself calls secrets."""

from __future__ import annotations

import time

import pytest
from builders import RUN, a_screen, a_step, an_element
from msgspec.structs import replace

from courtside_store.records import LessonPoint, Reflection
from courtside_store.task_secrets import find_task_secrets, without_secrets


@pytest.mark.parametrize(
    ("task", "secrets"),
    [
        ('log in as "ann" with password "Zx9-Topsecret"', ["Zx9-Topsecret"]),
        ("Sign in; the password is 'correct horse', the PIN: 4321.", ["correct horse", "4321"]),
        ("password=hunter2! and verification code 918273.", ["hunter2", "918273"]),
        ("Fill the “Password” field with “hunter”", ["hunter"]),
        ("Change ann's passphrase to `open-sesame`", ["open-sesame"]),
        ("card number 4111111111111111", ["4111111111111111"]),
        ('Pin "Fix login" to the board', []),
        ('Open the card "Fix login 2"', []),
        ('Show the boarding pass "XY-1234"', []),
        ('Use the promo code "SAVE20"', []),
        ('Change the password in "Settings", then open "Invoice 17"', []),
        ("Open the password page and read section 1234", []),
        ("Reset the password. Then press 'Save 2'", []),
        ("", []),
    ],
)
def test_a_value_is_secret_where_the_task_names_it_so(task: str, secrets: list[str]) -> None:
    assert list(find_task_secrets(task)) == secrets


@pytest.mark.alone
@pytest.mark.parametrize("part", ["=", "'", "password is ", "pin: ", "a", "“x"])
def test_a_long_task_is_read_in_no_time(part: str) -> None:
    began = time.monotonic()
    find_task_secrets(part * (20_000 // len(part)))
    assert time.monotonic() - began < 5


def test_a_lesson_hands_on_no_secret_of_its_task() -> None:
    lesson = Reflection(
        run=RUN,
        expected='"Zx9-Topsecret"',
        points=(LessonPoint(step=1, expected="PIN 4321 in 14321"),),
        text='expected: "Zx9-Topsecret"',
        at_ms=1,
    )
    cut = without_secrets(lesson, ("Zx9-Topsecret", "4321"))
    assert (cut.expected, cut.text) == ('"***"', 'expected: "***"')
    assert cut.points[0].expected == "PIN *** in 14321"
    assert without_secrets(lesson, ()) is lesson
    away = LessonPoint(step=1, expected="away", fault="away")
    blamed = without_secrets(replace(lesson, points=(away,)), ("away",))
    assert (blamed.points[0].expected, blamed.points[0].fault) == ("***", "away")


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ('the end does not show "Zx9-Tops…"', 'the end does not show "***…"'),
        ("Zx9… and Zx9-Topsecret…", "***… and ***…"),
        ("AZx9… and Z… and Zx9-Other…", "AZx9… and Z… and Zx9-Other…"),
    ],
)
def test_the_beginning_of_a_secret_goes_where_a_judge_cut_its_sentence(text: str, cut: str) -> None:
    lesson = Reflection(run=RUN, text=text, at_ms=1)
    assert without_secrets(lesson, ("Zx9-Topsecret",)).text == cut


def test_a_field_s_role_and_state_are_no_words_of_a_secret() -> None:
    step = a_step(1, before=a_screen(an_element(1, "PIN", role="secret", state=("secret",))))
    assert without_secrets(step, ("secret",)) == step
