"""How a run ends, as its story tells it: its last press, an answer. Knows no weights."""

from __future__ import annotations

import re
from collections.abc import Sequence

from courtside_judge.evidence.content_words import content_words
from courtside_judge.evidence.field_names import is_search
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.story_line import StoryAction, StoryLine, stems_of
from courtside_judge.evidence.story_run import StoryRun, needs_no_press
from courtside_judge.evidence.task_counts import asks_for_count
from courtside_judge.evidence.task_words import naming_stems, parts_of
from courtside_judge.evidence.text_forms import is_in

_HANDS_IN = re.compile(
    r"^\W*(?:save|submit|ok|okay|apply|confirm|send|done|yes|add|create|update|go|search|next|"
    r"continue|finish|delete|remove|close|cancel|edit|more|actions?|settings|preview|log ?in|"
    r"sign in|publish|post)\b",
    re.I,
)
"""A control that is called so says how and not what."""
_ACTS = frozenset(
    re.findall(
        r"\w+",
        "restore review schedule move change changes book pay order place choose start stop run "
        "accept decline view manage use reset undo trash this that item options menu properties "
        "details version new back yes cancel publish unpublish confirm save submit apply select "
        "filter sort reply assign approve reject archive checkout payment proceed more actions",
    )
)
"""Words of controls that only say how."""
_SAVES = re.compile(
    r"^\W*(?:save|submit|apply|confirm|send|create|add|update|delete|remove|publish|post|archive|"
    r"merge|approve)\b",
    re.I,
)
"""A control that is called so changes what is stored; "search" and "go" do not."""
_MAX_NAME_CHARS = 60
"""Only a shorter text names a control."""
_ASKS = re.compile(r"\bare you sure\b", re.I)
_BACK_OUT = "cancel"
_GIVES_UP = re.compile(
    r"^\W*(?:cancel|discard|preview|revert)(?: (?:edit|editing|changes))?\W*$", re.I
)
"""A control that is called so stores nothing of what was filled in."""
_MAY_GIVE_UP = re.compile(
    r"\b(?:cancel|discard|preview|revert|undo|withdraw|call(?:ed)? off|back out)", re.I
)
"""A task that says so may want it pressed."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_SHORT_NUMBER = re.compile(r"\d{1,2}")
_CORE = re.compile(r"(?:\b(?:is|are|was|be)|:|['’]s)\s+([^:]+?)\.?$")


def last_press(run: StoryRun) -> list[Finding]:
    """Whether what was pressed or chosen last is what the task speaks of, apart from buttons that
    only hand in. Where the last press has no name, or opened what the task names by a number or a
    code of its row, nothing tells."""
    presses = [(line, action) for line in run.lines for action in line.actions if action.is_press]
    telling = [(line, action.pressed) for line, action in presses if is_telling(action.pressed)]
    if not telling or _is_nameless(presses[-1][1]):
        return []
    asked, step = stems(run.goal.task), len(run.lines)
    shares = [len(stems(text) & asked) / max(len(stems(text)), 1) for _, text in telling]
    line, text = telling[-1]
    if shares[-1]:
        return [Finding(kind="ends-pressing-asked", what=text, amount=shares[-1], step=step)]
    if any(shares) and not _opens_named(run, line, text):
        return [Finding(kind="ends-pressing-other", what=text, step=step)]
    return []


def _is_nameless(action: StoryAction) -> bool:
    """Whether it presses a control without a text; a key is none."""
    return action.kind != "press" and not action.pressed


def _opens_named(run: StoryRun, line: StoryLine, text: str) -> bool:
    """Whether a text without a word of letters alone brought up all that the task names: the row's
    number is the link to it."""
    names = naming_stems(run.goal.task)
    has_word = any(_WORD.fullmatch(stem) for stem in stems(text))
    return not has_word and bool(names) and names <= stems_of(line.came)


def is_telling(text: str) -> bool:
    """Whether a control's text says what is pressed, and not only how: "Save" does not, nor do
    "Restore" and "Review change"."""
    if not text or len(text) >= _MAX_NAME_CHARS or _HANDS_IN.match(text):
        return False
    return not content_words(text) <= _ACTS


def question_left(run: StoryRun) -> list[Finding]:
    """A question or a dialog that the last step brought: nobody answered it. Where something was
    sent and taken, "cancel" may stand beside what is on the page that follows."""
    last = run.lines[-1]
    asked = next((text for text in (*last.new, *last.announced) if _ASKS.search(text)), "")
    backs = next((t for t in last.new if t.lower() == _BACK_OUT and not last.is_taken), "")
    what = asked or backs
    return [Finding(kind="ends-in-question", what=what, step=len(run.lines))] if what else []


def edit_left(run: StoryRun) -> list[Finding]:
    """The last step leaves a field edited, and nothing was taken with it."""
    last = run.lines[-1]
    if last.is_taken or not last.edited:
        return []
    if not last.sent and needs_no_press(run.goal, only_fields=run.end.only_fields):
        return []
    variant = "refused" if last.sent else "unsent"
    return [Finding(kind="ends-edited", step=len(run.lines), variant=variant)]


def edit_cancelled(run: StoryRun) -> list[Finding]:
    """What was filled in was sent with a button that stores nothing of it, and nothing after."""
    taken = [n for n, line in enumerate(run.lines, 1) if line.is_taken]
    if not taken or _MAY_GIVE_UP.search(run.goal.task):
        return []
    last = run.lines[taken[-1] - 1].pressed_last
    kept = [n for n in taken if not _GIVES_UP.match(run.lines[n - 1].pressed_last)]
    filled = (a for line in run.lines[max(kept, default=0) : taken[-1]] for a in line.actions)
    if not _GIVES_UP.match(last) or not any(a.given and not is_search(a.name) for a in filled):
        return []
    return [Finding(kind="edit-cancelled", what=last, step=taken[-1])]


def saved_unasked(run: StoryRun) -> list[Finding]:
    """The task only wants something said or shown, and something was saved."""
    if run.is_wish:
        return []
    for number, line in enumerate(run.lines, 1):
        if line.is_taken and _SAVES.match(line.pressed_last):
            return [Finding(kind="asked-and-saved", what=line.pressed_last, step=number)]
    return []


def tiny_answer(run: StoryRun) -> list[Finding]:
    """A number of one or two digits stands somewhere on nearly every screen. Where a count is asked
    for, it cannot be longer."""
    if asks_for_count(run.goal.task):
        return []
    match = _CORE.search(run.answer)
    core = (match[1] if match else run.answer).strip(' ."')
    is_tiny = run.goal.asks and _SHORT_NUMBER.fullmatch(core) and not is_in(run.goal.task, core)
    return [Finding(kind="answer-tiny", what=core)] if is_tiny else []


def too_few_steps(run: StoryRun) -> list[Finding]:
    """The task has more parts than the run did things; a question may be answered by reading the
    page alone."""
    wanted, done = parts_of(run.goal.task), _things_done(run.lines)
    only_read = run.goal.asks and not any(line.actions for line in run.lines)
    if done >= wanted or only_read:
        return []
    return [Finding(kind="steps-too-few", what=str(done), amount=(wanted - done) / wanted)]


def _things_done(lines: Sequence[StoryLine]) -> int:
    """How many; what was done before counts again where something came of it. A tick changes no
    text of a screen."""
    before, count = set[tuple[str, str, str]](), 0
    for line in lines:
        for action in () if line.is_idle else line.actions:
            thing = (action.kind, action.name, action.given)
            count += not line.is_dead or thing not in before
            before.add(thing)
    return count
