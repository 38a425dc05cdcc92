"""How far a run follows the task's own words, and what the end of it says. Knows no weights."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from courtside_judge.evidence.content_words import content_words, telling_words
from courtside_judge.evidence.dates import as_task_says
from courtside_judge.evidence.exceptions_of_task import without_exceptions
from courtside_judge.evidence.facts.refusing_words import MAX_SCREEN_CHARS, REFUSING
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import stem_of, stems
from courtside_judge.evidence.quotes import quoted_in
from courtside_judge.evidence.screen import Screen
from courtside_judge.evidence.task_words import codes, secret_stems
from courtside_judge.evidence.text_forms import is_in, is_near, normal, number_forms
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.evidence.verbs import hands_in, is_meant_by, meanings, means_a_verb_of
from courtside_store.records import Target

_CONFIRMED = re.compile(
    r"\b(success(?:fully)?|added|saved|updated|created|deleted|removed|submitted|sent|"
    r"thank(?:s| you)|confirmed|completed?|done|placed|changed)\b",
    re.I,
)
_LISTED = {"cell", "gridcell", "rowheader", "columnheader", "option", "button", "link"}
"""What stands in a list, or can be pressed, confirms nothing: a state "done" of a row."""
_PARTS = re.compile(r"(?:[.;:!?,]\s+|\s+)(?:and|then|but|also|as well as)\s+|[.;:!?,]\s+", re.I)
_MAX_LABEL_CHARS = 60
_MIN_SENTENCE_CHARS = 20
"""A text of so many letters or more is not only the name of something."""
_MIN_SENTENCE_SHARE = 0.4
"""What is less of the task is a value, however long."""
_MAX_PRESSED_CHARS = 200
"""A longer text was not pressed for what it says."""


def repeats_the_task(run: Tracker, text: str) -> bool:
    """Whether it is the task's own sentence, or a good part of it, and no value in quotation marks:
    that is there to be given."""
    given, task = normal(text), normal(run.goal.task)
    least = max(_MIN_SENTENCE_CHARS, _MIN_SENTENCE_SHARE * len(task))
    is_sentence = len(given) >= least and given in task
    return is_sentence and given not in map(normal, quoted_in(run.goal.task))


def untouched(run: Tracker) -> list[Finding]:
    """The task's words that no action touched, but for what it excepts."""
    task = without_exceptions(run.goal.task)
    wanted = telling_words(task) if run.steps else frozenset()
    touched = set().union(*map(stems, _given(run)))
    if run.entries.hidden:
        touched |= secret_stems(run.goal.task)
    if not run.screens.sighted:
        touched |= set(map(stem_of, run.thoughts.words))
    meant = frozenset[int]().union(*map(meanings, _given(run)))
    left = [
        word
        for word in wanted
        if not touched & set(map(stem_of, number_forms(word))) and not is_meant_by(word, meant)
    ]
    if not left:
        return []
    amount = len(left) / len(wanted)
    return [Finding(kind="words-untouched", items=tuple(sorted(left)), amount=amount)]


def _given(run: Tracker) -> list[str]:
    """What was typed, chosen and pressed, with the names of the fields and what stood beside."""
    given = [
        (one.text, place.text)
        for kept in (run.entries.typed, run.entries.chosen)
        for place, one in kept.items()
    ]
    given += [("", place.text) for place in run.entries.hidden]
    given += [(one.text, "") for one in run.presses.clicked.values()]
    given += [(press.beside, "") for press in run.compared_presses.contexts]
    given += [(row.text, "") for row in run.compared_controls.rows if row.is_asked]
    return [
        f"{text} {label} {as_task_says(text, run.goal.task)}"
        for text, label in given
        if len(text) < _MAX_PRESSED_CHARS and not repeats_the_task(run, text)
    ]


def parts(run: Tracker) -> list[Finding]:
    """Parts of the task's sentence of which nothing was touched and nothing stands at the end,
    where it has several."""
    texts = [part for part in _PARTS.split(run.goal.task) if len(stems(part)) > 1]
    if len(texts) < 2 or not run.steps:
        return []
    page = run.app.page
    places = (page.heading, *page.breadcrumb) if page else ()
    touched = set().union(*map(stems, (*_given(run), *places)))
    left = [part for part in texts if not stems(part) & touched]
    if not left:
        return [Finding(kind="all-parts-touched", amount=1.0)]
    what = " ".join(left[0].split())
    return [Finding(kind="part-untouched", what=what, amount=len(left) / len(texts))]


def named(run: Tracker) -> list[Finding]:
    """What was given or pressed that the task says word for word, almost, or in part."""
    wanted = _task_words(run) | frozenset(codes(run.goal.task) if run.steps else ())
    kinds = (
        (run.entries.typed, "typed-named", "typed-misspelt", "typed-partly"),
        (run.entries.chosen, "chose-named", "chose-misspelt", "chose-partly"),
        (run.presses.clicked, "pressed-named", "pressed-misspelt", "pressed-partly"),
    )
    findings = []
    for kept, whole, misspelt, partly in kinds:
        for text, step in kept.values():
            words = content_words(text)
            if not wanted or len(text) > _MAX_LABEL_CHARS or not words or _says_little(run, text):
                continue
            is_press = kept is run.presses.clicked
            is_verb = is_press and means_a_verb_of(run.goal.task, text)
            is_day = bool(as_task_says(text, run.goal.task))
            if is_in(run.goal.task, text) or is_verb or is_day:
                findings.append(Finding(kind=whole, what=text, step=step))
            elif near := next((w for w in wanted if len(w) > 3 and _is_slip(text, w)), None):
                findings.append(
                    Finding(kind=misspelt, what=text, where=near, step=step, wanted=near)
                )
            elif is_press and hands_in(run.goal.task, text):
                continue
            elif words & run.goal.words and not words <= run.goal.words:
                findings.append(Finding(kind=partly, what=text, step=step))
    return findings


def _is_slip(text: str, word: str) -> bool:
    """Whether a text is almost a word of the task: not the same beside a sign, no other form of it
    ("apple" for "apples"), and no number of another length (a "4" in a calendar for "2016")."""
    bare = re.sub(r"^\W+|\W+$", "", text.lower())
    if bare.isdigit() and len(bare) != len(word):
        return False
    return is_near(bare, word) and stem_of(bare) != stem_of(word.lower())


def _says_little(run: Tracker, text: str) -> bool:
    """What hands in, the task's own sentence, a near miss told elsewhere, wrong letters."""
    final = run.submission.is_final(Target(text=text))
    cased = text.upper() if run.goal.case == "upper" else text.lower()
    near = any(is_near(text, asked.text) for asked in run.goal.requirements)
    return final or repeats_the_task(run, text) or near or (bool(run.goal.case) and text != cased)


def shown_at_end(run: Tracker) -> list[Finding]:
    """Words of the task that stand on the last screen and did not on the first, or head it."""
    wanted, first, last = _task_words(run), run.screens.first, run.screens.last
    if not wanted or last is None or first is None or last is first:
        return []
    new = (_on(last) - _on(first)) & wanted
    head = content_words(f"{last.look.title} {_path(last.look.url)}") & wanted
    return [
        Finding(kind=kind, items=tuple(sorted(words)), amount=len(words) / len(wanted))
        for kind, words in (("words-shown", new), ("words-titled", head))
        if words
    ]


def confirmations(run: Tracker) -> list[Finding]:
    """A word of the page that confirms or refuses what was done, which the first screen had not;
    what only opening a page brought refuses nothing."""
    first, last = run.screens.first, run.screens.last
    if not _task_words(run) or last is None or first is None:
        return []
    only_reads = run.goal.asks and not run.app.sent
    refused = "" if only_reads else next(_newer(first, last, REFUSING, run.refusals.brought), "")
    confirmed = next(_newer(first, last, _CONFIRMED), "")
    return [
        Finding(kind=kind, what=word, step=run.steps)
        for kind, word in (("confirmed", confirmed), ("refused", refused))
        if word
    ]


def _newer(
    first: Screen, last: Screen, words: re.Pattern[str], among: Container[str] | None = None
) -> Iterator[str]:
    """Words of the last screen that the first had not; `among`: none but these."""
    before = {word[0].lower() for word in words.finditer(first.text[:MAX_SCREEN_CHARS])}
    listed = {normal(e.text) for e in last.elements if e.role in _LISTED}
    for line in last.text[:MAX_SCREEN_CHARS].splitlines():
        for word in () if normal(line) in listed else words.finditer(line):
            if word[0].lower() not in before and (among is None or word[0].lower() in among):
                yield word[0]


def _task_words(run: Tracker) -> frozenset[str]:
    """Those that carry a meaning; none before the first step, when nothing can be said of them."""
    return content_words(run.goal.task) if run.steps else frozenset()


def _on(screen: Screen) -> frozenset[str]:
    elements = " ".join(f"{e.text} {e.value}" for e in screen.elements)
    return content_words(f"{elements} {screen.text[:MAX_SCREEN_CHARS]}")


def _path(url: str) -> str:
    """Its words behind the host; a page that stands in its own address is not told by it."""
    if url[:5].lower() == "data:":
        return ""
    return re.sub(r"[^a-zA-Z0-9]+", " ", url.split("://", 1)[-1].partition("/")[2])
