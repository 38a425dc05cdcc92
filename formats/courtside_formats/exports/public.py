"""Removes from a run what must not be published: pictures, addresses, words that were marked.

A person marks words in a note on a run or a step, on a line that begins with `hide:`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from courtside_store.reading import Reader
from courtside_store.records import Action, Effects, Observation, Request, Step
from courtside_store.task_secrets import find_task_secrets

from .judged import JudgedRun, JudgedStep

R = TypeVar("R", bound=msgspec.Struct)
HIDDEN = "(hidden)"
ADDRESS = "(address)"
_REST = r"[^\s\"'<>`]"
_HOST = r"(?:[\w\-]{1,63}\.){1,20}[a-z]{2,63}"
_PORT = (
    r"(?:1433|1521|2375|27017|3000|3001|3306|3389|4200|4444|50051|5000|5001|5173|5432|5601|5672"
    r"|5900|6379|6443|7860|80[08]\d|8443|8888|9000|9090|9092|9200|9222|9443|11434)"
)
"""The usual ones: another number behind a word and a colon may be a room or an order."""
_IPV6 = (
    r"(?:(?=[0-9a-f:]*::)(?=[0-9a-f:]*\d)[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,8}"
    r"|[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){7})(?:(?:\.\d{1,3}){3}|%\w+)?(?:/\d{1,3})?"
)
"""With `::` and a digit, or in full."""
_MORE = r"(?: (?-i:[A-Z])[\w\-]*(?:\.[\w\-]+)*)+"
"""Further words of a folder's or a person's name."""
_FOLDER = r"[^\s\\/:*?\"<>|](?:[^\\/:*?\"<>|\r\n]{0,80}[^\s\\/:*?\"<>|])?"
"""On Windows; with spaces in it."""
_ADDRESS = re.compile(
    "|".join(
        (
            rf"\b(?:[a-z][a-z0-9+.\-]{{1,63}}:/{{1,3}}|www\.){_REST}+",
            r"(?<![\w.+\-])[\w.+\-]+@[\w\-]+(?:\.[\w\-]+)*",
            rf"\b\d{{1,3}}(?:\.\d{{1,3}}){{3}}\b(?::\d+)?(?:/{_REST}*)?",
            rf"\[(?=[^\]]*:[^\]]*:)[0-9a-f:.%]+\](?::\d+)?(?:/{_REST}*)?",
            rf"\b(?:localhost|{_HOST})(?::\d+(?:/{_REST}*)?|/{_REST}*)",
            rf"(?<![\w:.]){_IPV6}(?!\w)",
            rf"\b[a-z][\w\-]{{0,62}}:\d{{2,5}}/{_REST}*",
            rf"(?<![\w.:\-])[a-z][a-z0-9\-]{{0,62}}(?::{_PORT}|(?<=\d):\d{{4,5}})(?![\w\-]|[.:,]\d)",
            rf"(?<![\w:/])//{_HOST}{_REST}*",
            rf"(?<![\w./])(?:~|/(?:home|users|root|tmp|var|etc|opt|usr|srv|mnt|media|private"
            rf"|volumes))/{_REST}+(?:{_MORE}/{_REST}+)*",
            rf"\b[a-z]:/{_REST}+(?:{_MORE}/{_REST}+)*",
            rf"(?:\b[a-z]:\\|\\\\[\w\-]+\\)(?:{_FOLDER}\\)*(?:{_REST}+(?:(?<![.,;:!?)]){_MORE})?)?",
        )
    ),
    re.IGNORECASE,
)
"""With a scheme, mail, IPv4, IPv6, a host with port or path, `//host`, paths of a machine.

A part of a path may have spaces, but its last part has only words that begin large.
"""
_ACCENT = re.compile(r"[\u0300-\u036f]")
"""Of Latin, Greek and Cyrillic; a vowel sign of another script is a letter of its own."""
_STROKES = str.maketrans("øłđħı", "oldhi")
"""Letters that people write without their stroke or with their dot, and Unicode does not."""
_MARK = re.compile(r"^\s*hide:\s*(.+?)\s*$", re.IGNORECASE | re.MULTILINE)
_GOES = {"navigate", "open-tab", "switch-tab", "close-tab", "back", "forward", "reload"}
_KEPT = {
    *("id", "run", "session", "parent_run", "frame", "kind", "role", "tag", "type", "label"),
    *("change", "ended_by", "failure_kind", "flags", "source", "status"),
}
"""The fields that hold our own words and ids."""


def marked_words(reader: Reader) -> list[str]:
    """What people marked in notes on any run or step: a name may stand in other runs too."""
    return [words for note in reader.every_note() for words in _MARK.findall(note)]


def without_pictures(run: JudgedRun) -> JudgedRun:
    """The run with no frame."""
    steps = tuple(replace(one, step=_blind(one.step)) for one in run.steps)
    return replace(run, steps=steps)


def made_public(run: JudgedRun, hidden: Iterable[str]) -> JudgedRun:
    """The run with no picture and no address, and with something else in place of those words, and
    of what the task calls a password, a PIN or a code.

    Why its agent crashed goes too: such a message has paths of the machine that it ran on.
    """
    clean = _Cleaner([*hidden, *find_task_secrets(run.task)])
    summary = run.summary
    about = replace(summary.run, agent=clean.text(summary.run.agent), end_reason="")
    return replace(
        run,
        summary=replace(summary, run=clean.record(about), name="", people={}, frame=None),
        steps=tuple(_public_step(one, clean) for one in run.steps),
        verdict=clean.record(run.verdict) if run.verdict else None,
        unhidden_task=run.task,
    )


def _public_step(one: JudgedStep, clean: _Cleaner) -> JudgedStep:
    step = one.step
    bare = replace(
        step,
        before=_bare_look(step.before),
        after=_bare_look(step.after),
        actions=tuple(map(_bare_action, step.actions)),
        effects=_bare_effects(step.effects),
    )
    verdict = clean.record(one.verdict) if one.verdict else None
    return replace(one, step=clean.record(bare), verdict=verdict)


class _Cleaner:
    """Cuts words and addresses out of texts."""

    def __init__(self, hidden: Iterable[str]) -> None:
        """Longer words first: one may be a part of another."""
        words = {tuple("".join(letters for letters, _ in _letters(one)).split()) for one in hidden}
        parts = [
            r"\s*".join(map(re.escape, one))
            for one in sorted(words, key=lambda one: len("".join(one)), reverse=True)
            if one
        ]
        self._hidden = re.compile("|".join(parts)) if parts else None

    def text(self, text: str) -> str:
        """Without them."""
        return _ADDRESS.sub(ADDRESS, self._without_hidden(text))

    def _without_hidden(self, text: str) -> str:
        """Compared without case, accents, form (Unicode NFKD) and invisible letters."""
        if self._hidden is None:
            return text
        letters = _letters(text)
        at = [place for one, place in letters for _ in one]
        kept, end = [], 0
        for match in self._hidden.finditer("".join(one for one, _ in letters)):
            begin = at[match.start()]
            kept += [text[end:begin], HIDDEN] if begin >= end else []
            end = at[match.end() - 1] + 1
            while end < len(text) and unicodedata.combining(text[end]):
                end += 1
        return "".join([*kept, text[end:]])

    def record(self, record: R) -> R:
        """The record with what must not be published removed from every text."""
        return msgspec.convert(self._value(msgspec.to_builtins(record)), type(record))

    def _value(self, value: Any, name: str = "") -> Any:
        match value:
            case str():
                return value if name in _KEPT else self.text(value)
            case dict():
                return {key: self._value(one, key) for key, one in value.items()}
            case list() | tuple():
                return [self._value(one, name) for one in value]
            case _:
                return value


def _letters(text: str) -> list[tuple[str, int]]:
    """Each letter as it is compared, with its place in the text; none of an invisible one."""
    return [
        ("" if unicodedata.category(one) == "Cf" else _compared(one), place)
        for place, one in enumerate(text)
    ]


@lru_cache(maxsize=4096)
def _compared(letter: str) -> str:
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", letter).casefold())
    return _ACCENT.sub("", plain.translate(_STROKES))


def _blind(step: Step) -> Step:
    looks = (look and replace(look, frame=None) for look in (step.before, step.after))
    before, after = looks
    return replace(step, before=before, after=after)


def _bare_look(look: Observation | None) -> Observation | None:
    """That nothing is known of a screen stays; a source may say why in words of its own."""
    return look and replace(look, frame=None, url="", withheld=look.withheld and "withheld")


def _bare_action(action: Action) -> Action:
    target = action.target and replace(action.target, frame_url="")
    text = ADDRESS if action.kind in _GOES and action.text else action.text
    return replace(action, raw=None, target=target, text=text)


def _bare_effects(effects: Effects | None) -> Effects | None:
    if effects is None:
        return None
    sent, used = effects.requests, effects.websockets
    return replace(
        effects,
        requests=sent and tuple(map(_bare_request, sent)),
        websockets=used and tuple(replace(one, path=ADDRESS) for one in used),
    )


def _bare_request(request: Request) -> Request:
    return replace(request, path=ADDRESS, failed="")
