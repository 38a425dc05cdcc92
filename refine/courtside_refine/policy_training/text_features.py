"""Which texts may be typed or chosen, and numbers that describe each. Knows no network."""

from __future__ import annotations

from collections.abc import Sequence

from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.text_forms import is_same
from courtside_refine.actors.explorer.named_values import TaskValue, values_of
from courtside_store.records import Element

from .element_features import is_field, is_list
from .example import Outlook, PastAction, options_of
from .likeness_features import TaskWording
from .policy_inputs import MAX_SCORE, UNLIKELY

MAX_TEXTS = 40


def texts_for(task: str, elements: Sequence[Element], at: int) -> tuple[str, ...]:
    """What may be typed into an element: values that the task names; or chosen: its options."""
    if is_list(elements, at):
        return options_of(elements, at)[:MAX_TEXTS]
    return tuple(dict.fromkeys(_written(task, value) for value in values_of(task)))[:MAX_TEXTS]


def _written(task: str, value: TaskValue) -> str:
    """In the letters that the task asks for."""
    match read_goal(task).case:
        case "upper":
            return value.text.upper()
        case "lower":
            return value.text.lower()
        case _:
            return value.text


def text_rows(
    task: str,
    elements: Sequence[Element],
    history: Sequence[PastAction],
    outlook: Outlook | None,
    at: int,
    texts: Sequence[str],
) -> list[list[float]]:
    """Numbers of each text, for one element; the last is what the explorer thinks of it."""
    wording = TaskWording(task, texts)
    values = {value.text.lower(): (n, value) for n, value in enumerate(values_of(task))}
    typed = [past.text for past in history if past.kind in ("type", "select")]
    fields = [n for n in range(len(elements)) if is_field(elements[n]) or is_list(elements, n)]
    number = fields.index(at) if at in fields else -1
    name = stems(elements[at].text)
    label = stems(elements[at - 1].text) if at else frozenset()
    promise = outlook.texts.get(elements[at].id, {}) if outlook else {}
    return [
        [
            *_of_task(text, values.get(text.lower()), number, name, label),
            wording.share(text),
            wording.worth(text) / 3,
            float(wording.place(text) is not None),
            float(any(is_same(text, one) for one in typed)),
            float(is_same(text, elements[at].value)),
            float(any(is_same(text, one.text) for one in elements)),
            min(len(text), 40) / 40,
            float(any(letter.isdigit() for letter in text)),
            promise.get(text, UNLIKELY) / MAX_SCORE if outlook else 0.0,
        ]
        for text in texts
    ]


def _of_task(
    text: str,
    found: tuple[int, TaskValue] | None,
    number: int,
    name: frozenset[str],
    label: frozenset[str],
) -> list[float]:
    """What the task says of a value: quotation marks, its number, the words round it."""
    if found is None:
        return [0.0] * 6
    at, value = found
    return [
        1.0,
        float(value.quoted),
        float(at == number),
        at / 5,
        float(bool(name & (value.before | value.after))),
        float(bool(label & (value.before | value.after))),
    ]


TEXT_SIZE = 15
