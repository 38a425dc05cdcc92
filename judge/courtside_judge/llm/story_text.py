"""Tells a run to a language model: a few lines a step, each about one thing, and the last screen.

Draws no conclusion. What a page or an agent says stays in its line; whatever is cut says so. Raise
`VERSION` with every change: verdicts name it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from courtside_judge.evidence.content_words import content_words
from courtside_judge.evidence.extractors.effects import BAD
from courtside_judge.evidence.facts.refusing_words import REFUSING
from courtside_judge.evidence.screen import unless_withheld
from courtside_judge.evidence.story import task_share
from courtside_judge.evidence.wording import quote
from courtside_judge.frame_difference import is_same_screen
from courtside_judge.perception.orders import ElementOrder, arrange
from courtside_judge.protocol import ReadFrame
from courtside_store.records import (
    Action,
    Announcement,
    Effects,
    Element,
    Observation,
    Request,
    Step,
    WebSocketUse,
)
from courtside_store.rendering import (
    is_shown,
    render_action,
    render_effect,
    render_page,
    value_beside_name,
)
from courtside_store.safe_methods import is_safe
from courtside_store.shortened_text import shortened

from .changed_states import changed_states
from .control_rows import row_of
from .screen_text import NOTHING, other_text, read_screen, unread_note

VERSION = "story-7"
NO_WORDS = "no words of this screen are known"
_ACTIONS = 8
"""Last actions of a step that are told."""
_EFFECTS = 8
"""Of what came of a step: what failed or was refused first, requests that only ask last, then the
oldest."""
_NEW, _GONE = 8, 4
"""Texts that came up, and that went: refusals first, then what shares words with the task."""
_MAX_TEXT_CHARS = 100
_MAX_LINE_CHARS = 400
"""Any line but the list of texts has at most so many characters."""
Effect = Request | Announcement | WebSocketUse


class StoryText:
    """One run."""

    def __init__(self, task: str, frames: ReadFrame) -> None:
        self._asked = content_words(task)
        self._frames = frames
        self._last: Observation | None = None
        self._last_at = ""
        """Beside which step it was seen; empty: after the newest one."""
        self.knows_something = False
        """Whether any step had a word of a screen, an effect or a control with a name."""

    def follow(self, step: Step) -> str:
        """The lines of the next step, without its number."""
        step = replace(step, before=unless_withheld(step.before), after=unless_withheld(step.after))
        before, after = step.before or self._last, step.after
        done = [*_acts(step, before)]
        came = [*_effects(step.effects), *_undone(before, after), *self._change(before, step)]
        lines = [done[0], *(f"  {line}" for line in (*done[1:], *came) if line)]
        self.knows_something = self.knows_something or _says_something(step)
        self._see(step)
        return "\n".join(lines)

    def _see(self, step: Step) -> None:
        if step.after:
            self._last, self._last_at = step.after, ""
        elif step.before:
            self._last, self._last_at = step.before, f"before step {step.index}"
        elif self._last and not self._last_at:
            self._last_at = f"before step {step.index}"

    def _change(self, before: Observation | None, step: Step) -> Iterator[str]:
        """What another screen it led to, as far as that is known."""
        after = step.after
        if after is None:
            yield "screen not seen"
            return
        if before and is_same_screen(replace(step, before=before), self._frames):
            yield "nothing changed on the screen"
            return
        now, place = _shown(after), _place(before, after)
        yield _line(place)
        yield unread_note(after)
        turned = changed_states(before, after) if before else Counter[str]()
        yield self._list("changed: ", turned, _NEW)
        if not now:
            yield "" if turned else NO_WORDS
            return
        then = _shown(before) if before else Counter[str]()
        if before is None or (before.frame and not then):
            yield self._list("the screen before it is not known; this one shows: ", now, _NEW)
            return
        new, gone = _news(now - then, after), _news(then - now, before)
        if after.unread:
            gone = Counter()  # it may still stand there
        head = "new, or not read before: " if before.unread else "new: "
        yield self._list(head, new, _NEW)
        yield self._list("gone: ", gone, _GONE)
        known = "that were read" if before.unread or after.unread else "on the screen"
        yield "" if new or gone or turned else f"the words {known} did not change"

    def _list(self, head: str, texts: Counter[str], most: int) -> str:
        """In the order of the screen; empty where there are none."""
        names = list(texts)
        ranked = sorted(range(len(names)), key=lambda n: (*self._rank(names[n]), n))[:most]
        shown = ", ".join(_line(names[n], _MAX_TEXT_CHARS) for n in sorted(ranked))
        more = f" and {len(names) - most} more" if len(names) > most else ""
        return f"{head}{shown}{more}" if names else ""

    def _rank(self, text: str) -> tuple[bool, float]:
        return not _refuses(text[:_MAX_TEXT_CHARS]), -task_share(text, self._asked)

    @property
    def end_heading(self) -> str:
        """Which screen `end` tells."""
        where = self._last_at
        return f"The last screen that was seen ({where}):" if where else "The screen at the end:"

    def end(self, order: ElementOrder | None) -> str:
        """The last screen that was seen, a thing a line; what is not ours begins with "-"."""
        look = arrange(self._last, order)
        lines = [f"- {_line(line)}" for line in read_screen(look, None, self._frames)]
        if look and not _shown(look):
            lines.append(NO_WORDS)
        return "\n".join(lines) or NOTHING

    @property
    def end_undone(self) -> str:
        """What that screen leaves undone; empty where nothing is known to be."""
        return "\n".join(map(_line, render_page(self._last.page if self._last else None)))


def _acts(step: Step, before: Observation | None) -> Iterator[str]:
    """A line each, the newest; one that says that nothing was done."""
    lines = [_act(action, before) for action in step.actions[-_ACTIONS:]]
    if len(step.actions) > _ACTIONS:
        lines.insert(0, f"[of {len(step.actions)} actions the last {_ACTIONS} are told]")
    yield lines[0] if lines else "no action"
    yield from (f"then {line}" for line in lines[1:])


def _act(action: Action, before: Observation | None) -> str:
    """With the row that it stands in, where others of its name are on the screen."""
    row = row_of(action.target, before) if before else ""
    if action.kind == "other":
        words = quote(action.text, _MAX_LINE_CHARS) if is_shown(action) else "(secret)"
        return f"in words alone: {words}"
    return _line(render_action(action) + (f" (beside it: {quote(row)})" if row else ""))


def _effects(effects: Effects | None) -> Iterator[str]:
    if effects is None:
        return
    happened = sorted(
        _happened(effects), key=lambda one: (not _is_bad(one), _only_asks(one), one.at_ms)
    )
    for one in happened[:_EFFECTS]:
        yield _line(_effect(one))
    more = max(0, len(happened) - _EFFECTS) + effects.left_out
    if more:
        yield f"and {more} more requests or messages"


def _effect(one: Effect) -> str:
    """Without times; it begins with words of ours."""
    match one:
        case Request():
            return render_effect(replace(one, took_ms=None))
        case Announcement(kind="validation"):
            return f"the field {quote(one.field) if one.field else ''} was refused: {one.text}"
        case _:
            return render_effect(one)


def _has_effects(effects: Effects | None) -> bool:
    return effects is not None and bool(_happened(effects) or effects.left_out)


def _only_asks(one: Effect) -> bool:
    return isinstance(one, Request) and is_safe(one.method)


def _happened(effects: Effects) -> list[Effect]:
    return [*(effects.requests or ()), *(effects.announced or ()), *(effects.websockets or ())]


def _is_bad(one: Effect) -> bool:
    match one:
        case Request():
            return bool(one.failed) or (one.status or 0) >= 400
        case Announcement():
            return one.kind in ("alert", "validation", "dialog") or _refuses(one.text)
        case WebSocketUse():
            return False


def _refuses(text: str) -> bool:
    return bool(BAD.search(text) or REFUSING.search(text))


def _undone(before: Observation | None, after: Observation | None) -> Iterator[str]:
    """What the step left undone that was not so before it."""
    then = render_page(before.page if before else None)
    now = render_page(after.page if after else None)
    return (_line(line) for line in now if line not in then)


def _place(before: Observation | None, after: Observation) -> str:
    """Where it led; empty where it stayed."""
    then, now = before and _name_of(before), _name_of(after)
    if now and now != then:
        return f"at {now}"
    return f"at the address {after.url}" if before and after.url != before.url else ""


def _name_of(look: Observation) -> str:
    return (look.page.heading if look.page else "") or look.title


def _says_something(step: Step) -> bool:
    looks = (step.before, step.after)
    return (
        any(look and (_shown(look) or _name_of(look)) for look in looks)
        or _has_effects(step.effects)
        or any(one.target and one.target.text.strip() for one in step.actions)
    )


def _shown(look: Observation) -> Counter[str]:
    """What its elements show, then other text."""
    return _texts(look) + Counter(other_text(look, look.elements))


def _texts(look: Observation) -> Counter[str]:
    """What elements show, a field with what it holds."""
    return Counter(filter(None, map(_text, look.elements)))


def _text(one: Element) -> str:
    name = one.text or one.caption
    if value := value_beside_name(one):
        name = f"{name}={value}"
    return " ".join(name.split())


def _news(texts: Counter[str], look: Observation) -> Counter[str]:
    """Without a line of text that only says together what elements of it say."""
    by_element = _texts(look)
    known = {word for text in texts if text in by_element for word in text.split()}
    kept = (text for text in texts if text in by_element or not known.issuperset(text.split()))
    return Counter(kept)


def _line(text: str, most: int = _MAX_LINE_CHARS) -> str:
    """In one line, with a mark where it is cut."""
    return shortened(" ".join(text.split()), most)
