"""Whether the application accepted what was done, or refused it. Knows no weights."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from courtside_judge.evidence.comparisons.pressed_rows import PressedRow
from courtside_judge.evidence.content_words import content_words
from courtside_judge.evidence.facts.app_reactions import Sent, name_of
from courtside_judge.evidence.facts.seen_screens import is_textless_picture
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import as_written, stem_of, stems
from courtside_judge.evidence.screen import object_of
from courtside_judge.evidence.story_line import StoryLine
from courtside_judge.evidence.story_run import (
    filled_since_taken,
    keeps_to_itself,
    needs_no_press,
    sent_edits,
    since_edit,
)
from courtside_judge.evidence.task_words import proper_names, wants_presses, words_in
from courtside_judge.evidence.text_forms import is_in
from courtside_judge.evidence.tracker import Tracker

from .presses import beside_presses
from .submitting import left_unsubmitted

_GOOD = re.compile(
    r"\b(?:saved?|created|added|updated|sent|deleted|removed|done|success(?:ful(?:ly)?)?|"
    r"complete[d]?|confirmed|applied|submitted|changed|moved|archived|copied|published|posted|"
    r"thank you|welcome)\b",
    re.I,
)
BAD = re.compile(
    r"\b(?:error|fail(?:ed|ure)?|invalid|could ?n[o']t|cannot|can't|not (?:saved|allowed|found|"
    r"sent|valid)|required|denied|refused|wrong|unable|must (?:be|have|not)|already (?:exists|"
    r"taken|in use)|expired|too (?:long|short|many))\b",
    re.I,
)
_SECTIONS = re.compile(r"[^/?#*]+")


def requests(run: Tracker) -> list[Finding]:
    """What the servers said to requests that change something."""
    reactions = run.app
    if not reactions.sees_requests:
        return []
    if not reactions.sent:
        return [Finding(kind="sent-nothing")]
    findings = []
    for name, sent in (
        ("sent-taken", _taken),
        ("sent-refused", _refused),
        ("sent-failed", _failed),
    ):
        if mine := [one for one in reactions.sent if sent(one)]:
            findings.append(_about(name, mine[-1], len(mine)))
    if at_last := _refused_at_last(reactions.sent):
        variant = "unanswered" if _failed(at_last) else "refused"
        findings.append(replace(_about("refused-at-last", at_last, 1), variant=variant))
    if twice := _twice(reactions.sent, run.story.lines, run.compared_controls.rows):
        findings.append(replace(_about("sent-twice", twice, 1), variant="next"))
    return findings


def answered_by_change(run: Tracker) -> list[Finding]:
    """Whether what was sent fits the sort of task: a question changes nothing, a wish does, and
    what does it mostly comes last."""
    reactions, goal = run.app, run.goal
    taken = [one for one in reactions.sent if _taken(one)]
    if not reactions.sees_requests or not goal.task:
        return []
    if goal.asks:
        return [_about("asked-and-changed", taken[-1], len(taken))] if taken else []
    if goal.seeks:
        return []
    if not taken and wants_presses(goal.task):
        return []
    if not taken:
        variant = _not_taken(reactions.sent)
        is_known = run.screens.went_elsewhere or bool(left_unsubmitted(run))
        return [Finding(kind="change-unsent", variant=variant)] if is_known else []
    at_last = taken[-1].step >= min(run.tally.acted_at, default=0)
    return [_about("sent-at-last" if at_last else "sent-before", taken[-1], 1)]


def _not_taken(sent: Sequence[Sent]) -> str:
    """Which wording says that nothing was taken."""
    answered = any(one.request.status is not None for one in sent)
    return "refused" if answered else "unanswered" if sent else "unsent"


def _taken(one: Sent) -> bool:
    return one.was_taken


def _refused(one: Sent) -> bool:
    return one.request.status is not None and one.request.status >= 400


def _failed(one: Sent) -> bool:
    return bool(one.request.failed)


def _refused_at_last(sent: list[Sent]) -> Sent | None:
    """At some place the newest thing sent was not taken, whatever was taken there before."""
    newest = {(one.request.method, one.request.path): one for one in sent}
    return next((one for one in newest.values() if _refused(one) or _failed(one)), None)


def _twice(sent: list[Sent], lines: Sequence[StoryLine], rows: Sequence[PressedRow]) -> Sent | None:
    """The same was taken in two steps one after the other: a form that was sent again. Where two
    controls of other names sent it, the second one confirms what the first began; controls of two
    rows sent something about each."""
    pairs = pairwise(sent)
    same = (
        b
        for a, b in pairs
        if (a.request.method, a.request.path) == (b.request.method, b.request.path)
        and a.request.method == "POST"
        and a.step + 1 == b.step
        and _taken(a)
        and _taken(b)
        and len({_pressed_at(one.step, lines) for one in (a, b)} - {""}) < 2
        and not _are_two_rows([one.text for one in rows if one.step in (a.step, b.step)])
    )
    return next(same, None)


def _are_two_rows(rows: Sequence[str]) -> bool:
    """Whether the rows of two presses have little in common; one whose state changed in between
    keeps most of its words."""
    if len(rows) != 2:
        return False
    one, other = (words_in(row) for row in rows)
    return 2 * len(one & other) <= max(len(one), len(other))


def _pressed_at(step: int, lines: Sequence[StoryLine]) -> str:
    return lines[step - 1].pressed_last if 0 < step <= len(lines) else ""


def _about(kind: str, one: Sent, count: int) -> Finding:
    status = one.request.failed or str(one.request.status)
    return Finding(
        kind=kind,
        what=name_of(one.request),
        step=one.step,
        amount=float(min(count, 3)),
        words={"status": status},
    )


def announcements(run: Tracker) -> list[Finding]:
    """What the page announced, told apart by whether it is good or bad news, and the newest."""
    findings: list[Finding] = []
    newest = ""
    for one in run.app.announced:
        announcement = one.announcement
        kind = _news(announcement.kind, announcement.text)
        if kind:
            newest = kind
            findings.append(Finding(kind=kind, what=announcement.text[:120], step=one.step))
    if newest == "announced-bad":
        findings.append(
            Finding(kind="announced-bad-last", what=findings[-1].what, step=findings[-1].step)
        )
    return findings


def _news(kind: str, text: str) -> str:
    if kind == "validation" or BAD.search(text):
        return "announced-bad"
    return "announced-good" if _GOOD.search(text) else ""


def left_open(run: Tracker) -> list[Finding]:
    """What the newest screen leaves undone: fields not handed in, a dialog that waits."""
    page, step = run.app.page, run.app.page_step
    if page is None:
        return []
    findings = []
    lines = run.story.lines
    is_edited = page.dirty_count > 0 and not run.app.was_dirty and not sent_edits(lines)
    is_kept = run.app.sees_requests and keeps_to_itself(lines)
    was_sent = any(line.sent for line in since_edit(lines))
    is_all = not was_sent and needs_no_press(run.goal, only_fields=run.story.only_fields)
    if is_edited and not is_kept and not is_all:
        filled, dirty = filled_since_taken(lines), page.dirty or ("a field",)
        name = next((name for name in dirty if name in filled), dirty[0])
        amount = float(min(page.dirty_count, 3))
        variant = "refused" if was_sent else "unsent"
        findings.append(
            Finding(kind="left-edited", what=name, step=step, amount=amount, variant=variant)
        )
    if page.dialog and page.dialog != run.app.first_dialog:
        findings.append(Finding(kind="dialog-left-open", what=page.dialog, step=step))
    return findings


def saved_object(run: Tracker) -> list[Finding]:
    """How much of the task named and filled the screen on which something was last saved."""
    wanted = stems(run.goal.task)
    saved = run.saves.newest
    if saved is None or not wanted:
        return []
    shared = stems(object_of(saved.screen)) & wanted
    if not shared:
        return [Finding(kind="saved-elsewhere", step=saved.step)]
    items, amount = as_written(run.goal.task, shared), len(shared) / len(wanted)
    return [Finding(kind="saved-at-asked", items=items, step=saved.step, amount=amount)]


def names_in_view(run: Tracker) -> list[Finding]:
    """Whether the names in the task that were there to find stand on the screen where something
    was last saved, or on the last one where nothing was."""
    typed = " ".join(text for text, _ in run.entries.typed.values())
    names = [name for name in proper_names(run.goal.task) if not is_in(typed, name)]
    screen, step = run.saves.newest or (run.screens.last, run.steps)
    if not names or screen is None or run.screens.last is run.screens.first:
        return []
    texts = " ".join(f"{e.text} {e.value}" for e in screen.elements)
    there = set(map(stem_of, content_words(f"{texts} {screen.text}")))
    there |= set(map(stem_of, content_words(" ".join(beside_presses(run)))))
    left = [name for name in names if not stems(name) <= there]
    if not left:
        return [Finding(kind="names-in-view", what=names[0], step=step)]
    if run.saves.newest is None and (run.screens.end_unseen or is_textless_picture(screen)):
        return []  # what nobody saw may show it
    share = len(left) / len(names)
    return [Finding(kind="name-out-of-view", what=left[0], step=step, amount=share)]


def open_object(run: Tracker) -> list[Finding]:
    """How much of the heading, breadcrumb and address of the last page is in the task's words."""
    page = run.app.page
    last = run.screens.last
    if page is None or not run.goal.words or last is None:
        return []
    place = _SECTIONS.findall(last.look.url.partition("://")[2].partition("/")[2])
    wanted = stems(run.goal.task)
    shared = stems(" ".join((page.heading, *page.breadcrumb, *place))) & wanted
    if not page.heading and not page.breadcrumb:
        return []
    if not shared:
        return [Finding(kind="at-other-object", what=page.heading or page.breadcrumb[-1])]
    amount = len(shared) / len(wanted)
    name = page.heading or page.breadcrumb[-1]
    return [Finding(kind="at-asked-object", what=name, amount=amount)]
