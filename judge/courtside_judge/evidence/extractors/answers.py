"""What an agent's own words show at the end: its answer, its claim, trouble. Knows no weights."""

from __future__ import annotations

import re
from itertools import islice

from courtside_judge.evidence.asked_extremes import asked_extreme
from courtside_judge.evidence.content_words import content_words
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.screen import Screen
from courtside_judge.evidence.task_counts import asks_for_count
from courtside_judge.evidence.task_intents import wants_found
from courtside_judge.evidence.text_forms import normal, number_forms
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.evidence.unfamiliar_screens import unfamiliar_kind
from courtside_judge.protocol import Ending

from .answered_cards import answered_card
from .answered_cells import answered_cell
from .answered_counts import answered_count
from .answered_rows import answered_row

_SURRENDER = re.compile(
    r"\b(un(?:able|successful)|could ?n[o']t|can ?n[o']t|can't|failed|fails? to|blocked|"
    r"not (?:possible|able|found|available|accessible|completed?|located)|did ?n[o']t|"
    r"was ?n[o']t|were ?n[o']t|no (?:such|results?|relevant|matching)|"
    r"access (?:was )?denied|captcha|error|insufficient|incomplete|requires? (?:a )?log ?in)\b",
    re.I,
)
_AFTER = re.compile(r"(?:\b(?:is|are|was|were)|:)\s+(.+?)[.!]?\s*$")
_CLAIMED = re.compile(
    r"\b(?:click|press|tap|typ|enter|wr[io]t|select|ch[o]+s|pick|tick|check|open|went to|go to|set|"
    r"used?|fill|add|remov|delet|sav)\w*[^\".!?]{0,40}[\"“]([^\"”]{2,80})[\"”]",
    re.I,
)
"""What an agent says that it did to something it quotes."""
_MAX_USUAL_STEPS = 15
"""After so many steps each further one speaks against the run, a little."""
_MIN_SENTENCE_WORDS = 6
"""An answer of so many words is a sentence: no screen has its wording, only what it claims."""
_WHOLE = r"(?<![a-z0-9])(?<!\d[.,:]){}(?![a-z0-9])(?![.,:]\d)"
"""An answer that is no part of a longer word or number: no 2 in 2026 or in 2.5."""
_BETWEEN_PARTS = re.compile(r"(?:[,;/\n]|\band\b)\s*(?:(?:in|at|on|by|of|the)\s+)*", re.I)
_FEWEST_PARTS = 2
_MAX_CORES = 50
"""Only so many parts of an answer are looked for: a long one may have thousands of numbers."""
_MAX_ELEMENTS_ASIDE = 2
"""At most so many elements before and after one count as beside it."""


def claims(run: Tracker, ending: Ending) -> list[Finding]:
    """Findings from what the agent claims of its success."""
    if ending.claims_success:
        return [Finding(kind="claims-success")]
    if ending.claims_success is not None:
        return [Finding(kind="gave-up", variant="said")]
    return [Finding(kind="gave-up", variant="truncated")] * (ending.ended_by == "truncated")


def unseen(run: Tracker, ending: Ending) -> list[Finding]:
    """The first value in the answer that no screen showed."""
    is_known = run.screens.sighted and not run.screens.read_in_part
    values = re.findall(r'"([^"]+)"|\b(\d{2,}(?: \d{2,})*)\b', ending.answer) if is_known else []
    for quoted, number in values:
        if quoted and normal(quoted) in normal(run.goal.task):
            continue
        words = re.findall(r"\w+", (quoted or number).lower())
        if not run.screens.words >= {*words}:
            return [Finding(kind="answer-unseen", what=quoted or number)]
    return []


def reported(run: Tracker, ending: Ending) -> list[Finding]:
    """Whether what the agent says that it pressed, typed and chose is what it did."""
    claimed = [normal(quoted) for quoted in _CLAIMED.findall(ending.answer)]
    if not claimed:
        return []
    done = {normal(one.value) for one in run.entries.in_order} | set(run.presses.clicked)
    near = [normal(press.beside) for press in run.compared_presses.contexts]
    near += [normal(row.text) for row in run.compared_controls.rows]
    wrong = next((t for t in claimed if t not in done and not any(t in text for text in near)), "")
    return [Finding(kind="claimed-not-done", what=wrong)] if wrong else []


def answer(run: Tracker, ending: Ending) -> list[Finding]:
    """Whether the answer gives up, is missing, names the right row of a table, or stands at the end
    beside what the task names: that of a wrong row stands there too."""
    answer = ending.answer
    if (words := _SURRENDER.search(answer)) is not None:
        return [Finding(kind="answer-gives-up", what=words[0])]
    if not run.goal.asks:
        row = answered_extreme(run, answer)
        return [row] if row else []
    if normal(answer) in ("", "done"):
        return [Finding(kind="answer-missing")]
    if not run.screens.sighted:
        return []
    if (count := answered_count(run, answer)) is not None:
        return [count]
    row = answered_extreme(run, answer)
    if row is not None and row.where:
        return [row]
    if row is None and (other := answered_cell(run, answer)) is not None:
        return [other]
    return [*([row] if row else []), *_shown(run, answer)]


def answered_extreme(run: Tracker, answer: str) -> Finding | None:
    """Whether an answer names what has the most or the least of something, by what stands there;
    None where the task wants neither an answer nor something found."""
    if not run.goal.asks and not wants_found(run.goal.task):
        return None
    return answered_row(run, answer) or answered_card(run, answer)


def _shown(run: Tracker, answer: str) -> list[Finding]:
    """How much of an answer the screens showed, and what of it the end shows."""
    answer_words = set(re.findall(r"\w+", answer.lower()))
    share = len(answer_words & run.screens.words) / max(len(answer_words), 1)
    shown = Finding(kind="answer-shown", what=answer, amount=share)
    core = _core(run, answer)
    is_count = asks_for_count(run.goal.task) and re.fullmatch(r"\W*\d+\W*", core or answer)
    if core is not None:
        at_end = _at_end(run, core)
        is_beside = any(one.kind == "answer-beside-asked" for one in at_end)
        # Most screens show some number: a count alone was seen on one by chance.
        return at_end if is_count and not is_beside else [shown, *at_end]
    if is_count:
        return [shown]  # a count mostly stands on no screen
    is_sentence = len(answer.split()) >= _MIN_SENTENCE_WORDS
    return [shown, *(_claimed(run, answer) if is_sentence else _at_end(run, answer))]


def _core(run: Tracker, answer: str) -> str | None:
    """What of an answer is the value itself, where that stands at the end: all of it, what follows
    "is" or a colon, what stands in quotes, a number."""
    quoted = re.findall(r'["“]([^"”]+)["”]', answer)
    parts = [answer, *_AFTER.findall(answer), *quoted]
    parts += [] if quoted else re.findall(r"\b\d[\d.,:]*\b", answer)
    cores, last = dict.fromkeys(part.strip(' .,:;!"“”') for part in parts), run.screens.last
    some = islice(cores, _MAX_CORES)
    return next((c for c in some if c and last and _around(last, normal(c))), None)


def _claimed(run: Tracker, answer: str) -> list[Finding]:
    """Whether what a sentence claims stands at the end; nothing where an earlier screen had it."""
    claimed = _claims(answer) - set(re.findall(r"\w+", run.goal.task.lower()))
    last = run.screens.last
    if not claimed or last is None:
        return []
    shown = " ".join(f"{e.text} {e.value}" for e in last.look.elements)
    end = set(re.findall(r"\w+", f"{last.text} {shown}".lower()))
    if claimed <= end:
        items = tuple(sorted(claimed))
        return [Finding(kind="answer-at-end", items=items, variant="claimed")]
    if claimed <= run.screens.words or last.look.unread:
        return []
    items = tuple(sorted(claimed - end))
    return [Finding(kind="answer-not-at-end", items=items, variant="shown")]


def _claims(answer: str) -> set[str]:
    """Words of a sentence that stand for something: in quotes, with digits, or names."""
    quoted = " ".join(re.findall(r'["“]([^"”]+)["”]', answer))
    names = re.findall(r"(?<=[a-z,;:] )[A-Z]\w+|\w*\d\w*", answer)
    return set(re.findall(r"\w+", f"{quoted} {' '.join(names)}".lower()))


def _at_end(run: Tracker, answer: str) -> list[Finding]:
    """Whether a short answer stands at the end, and how much of the task beside it."""
    task = content_words(run.goal.task) - content_words(answer)
    last = run.screens.last
    around = _around(last, normal(answer)) if last else []
    parts = _around_parts(last, answer) if last and not around else []
    if parts and not any(words & task for words in parts):
        return []  # it stands there, and nothing tells of what
    around = around or parts
    if not around and last and last.look.unread:
        return []
    if not around:
        return [Finding(kind="answer-not-at-end", what=answer, variant="shown")]
    best = max((words & task for words in around), key=len)
    where = ", ".join(sorted(best))
    variant = "beside" if where else "alone"
    findings = [Finding(kind="answer-at-end", what=answer, where=where, variant=variant)]
    if best:
        share = len(best) / max(len(task), 1)
        findings.append(Finding(kind="answer-beside-asked", what=answer, where=where, amount=share))
    return findings


def _around_parts(screen: Screen, answer: str) -> list[frozenset[str]]:
    """The words round each part of an answer that has the others near it: "Luna, in C2"."""
    parts = [part for part in map(normal, _BETWEEN_PARTS.split(answer)) if part]
    if not _FEWEST_PARTS <= len(parts) <= _MAX_CORES:
        return []
    return [
        content_words(near)
        for part in parts
        for near in _near(screen, part)
        if all(_stands_in(normal(near), other) for other in parts)
    ]


def _around(screen: Screen, given: str) -> list[frozenset[str]]:
    """The words round each place where an answer stands."""
    return [content_words(near) for near in _near(screen, given)]


def _near(screen: Screen, given: str) -> list[str]:
    """What stands round each place where an answer stands, with it."""
    texts = [f"{e.text} {e.value}".strip() for e in screen.look.elements if e.role != "option"]
    forms = _forms_in("\n".join(map(normal, texts)), given)
    return [
        "\n".join(texts[max(0, n - _MAX_ELEMENTS_ASIDE) : n + _MAX_ELEMENTS_ASIDE + 1])
        for n, text in enumerate(texts)
        if forms and any(form.search(normal(text)) for form in forms)
    ]


def _stands_in(text: str, given: str) -> bool:
    """Whether an answer stands in a text, as a whole word or number, in any of its forms."""
    return any(form.search(text) for form in _forms_in(text, given))


def _forms_in(text: str, given: str) -> list[re.Pattern[str]]:
    """The forms of an answer whose letters are in a text, to be found as a whole."""
    there = (one for one in number_forms(given) if one in text)
    return [re.compile(_WHOLE.format(re.escape(one))) for one in there]


def unsighted(run: Tracker, ending: Ending) -> list[Finding]:
    """No screen tells anything of this run."""
    if not run.steps or run.screens.sighted:
        return []
    return [Finding(kind="unsighted", variant="unread" if run.screens.pictured else "unrecorded")]


def unfamiliar(run: Tracker, ending: Ending) -> list[Finding]:
    """Training saw no screens like these."""
    kind = unfamiliar_kind(run)
    return [Finding(kind="unfamiliar", variant=kind)] if kind else []


def extreme_untold(run: Tracker, ending: Ending) -> list[Finding]:
    """The task wants the most or the least of several, and neither what stands round a press nor a
    table tells which that is: the agent's word looks the same for each of them."""
    given = (text for line in run.story.lines for text in line.given)
    what = asked_extreme(run.goal.task, given) if run.screens.sighted else ""
    is_compared = any(press.is_extreme is not None for press in run.compared_presses.contexts)
    if not what or is_compared or answered_extreme(run, ending.answer):
        return []
    return [Finding(kind="extreme-untold", what=what)]


def unread(run: Tracker, ending: Ending) -> list[Finding]:
    """A part of the end was not read: what is not seen may stand there."""
    last = run.screens.last
    return [Finding(kind="end-unread", what=last.look.unread)] if last and last.look.unread else []


def trouble(run: Tracker, ending: Ending) -> list[Finding]:
    """The newest thought that tells of trouble."""
    matches = (_SURRENDER.search(thought) for thought in reversed(run.thoughts.newest))
    late = next((match for match in matches if match), None)
    return [Finding(kind="reports-trouble", what=late[0])] if late else []


def length(run: Tracker, ending: Ending) -> list[Finding]:
    """Whether it took many steps."""
    steps = run.steps - run.tally.waits
    if steps <= _MAX_USUAL_STEPS:
        return []
    amount = min((steps - _MAX_USUAL_STEPS) / _MAX_USUAL_STEPS, 1.0)
    return [Finding(kind="long-run", what=str(steps), amount=amount)]
