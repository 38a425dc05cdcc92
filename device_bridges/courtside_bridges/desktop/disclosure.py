"""What may be recorded of an action and of a picture, once it is known who had the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from courtside_formats.ui_trees.atspi import AtspiElement, name_target, observe
from courtside_store.geometry import PixelBox, Shift
from courtside_store.records import Action, Observation, Target, now_ms

from .gestures import TimedAction
from .hit_views import SeenWindows, Span, find_hit, find_look
from .secrets import keyed_into, may_keep, secret_boxes, typed_into
from .shots import Shot
from .watched_area import WatchedArea

BLIND = "the window no longer says where its password fields are"


class Disclosure:
    """For all that was done since a time, by the looks at the windows that were made meanwhile."""

    def __init__(
        self,
        watched_area: WatchedArea,
        keep_frame: Callable[[bytes], str],
        looks: Sequence[SeenWindows],
        since_s: float,
        *,
        trusted: bool,
        know: Callable[[Iterable[str]], None] = lambda _secrets: None,
    ) -> None:
        """`looks`: at least two, the last one made just now. `trusted`: see `Watcher`. `know` is
        called with what surely went into a password field.
        """
        self._watched_area = watched_area
        self._keep_frame = keep_frame
        self._looks = looks
        self._trusted = trusted
        self._know = know
        old, now = looks[-2].look, looks[-1].look
        self._now = now
        self._secrets = secret_boxes((old, now), since_s)
        self._blind = now is None and old is not None and bool(old.secrets)

    def action(
        self, timed: TimedAction, shot: Shot | None, current: Shot | None, calm: Span
    ) -> Action | None:
        """With what it hit, in the units of its picture; None for keys that went elsewhere.

        `shot`: the last picture before it; `current`: the same, where nothing was done since.
        """
        region = shot.region if shot else self._watched_area.region()
        origin = region.origin if region else Shift(0, 0)
        action = timed.action
        if action.point is None:
            return self._keyed(timed, region)
        thing = find_hit(action.point, current, self._looks, calm)
        ends = action.to_point
        if ends and action.kind == "drag":
            ends = ends.shifted(origin.opposite)
        at = action.point.shifted(origin.opposite)
        return replace(action, point=at, to_point=ends, target=name_target(thing, region))

    def _keyed(self, timed: TimedAction, region: PixelBox | None) -> Action | None:
        """What is not known to have gone elsewhere all the while."""
        had = keyed_into(timed, self._now) if self._now else []
        elsewhere = [one for one in had if self._watched_area.leaves_out(one)]
        if had and elsewhere == had:
            return None
        if timed.action.kind == "type":
            return self._typing(timed, elsewhere, region)
        thing = self._now.focused(timed.began_s) if self._now else None
        into = None if thing in elsewhere else name_target(thing, region)
        return replace(timed.action, target=into)

    def _typing(
        self, timed: TimedAction, elsewhere: Sequence[AtspiElement], region: PixelBox | None
    ) -> Action:
        is_kept = may_keep(timed, self._now, self._trusted, elsewhere)
        owner = typed_into(timed, self._now, is_kept, elsewhere)
        into = name_target(owner, region)
        if is_kept:
            return replace(timed.action, target=into)
        if owner and owner.is_secret:
            self._know([timed.action.text])
        into = into or Target(role="textbox")
        state = tuple(dict.fromkeys((*into.state, "secret")))
        return replace(timed.action, text="", target=replace(into, state=state))

    def observation(self, shot: Shot, calm: Span) -> Observation:
        """A picture, without its secrets, and what was in the window then."""
        if self._blind:
            return Observation(at_ms=shot.at_ms, withheld=BLIND)
        seen = replace(blank(shot, self._watched_area), at_ms=shot.at_ms, frame=self._frame(shot))
        look = find_look(shot, self._looks, calm)
        return observe(look, seen, shot.region) if look else seen

    def _frame(self, shot: Shot) -> str:
        if self._secrets not in shot.sent:
            shot.sent[self._secrets] = self._keep_frame(shot.encode(self._secrets))
        return shot.sent[self._secrets]


def blank(shot: Shot, watched_area: WatchedArea) -> Observation:
    """A picture's size and the title of the active window that is watched, without the picture."""
    window = watched_area.front()
    title = window.title[:500] if window else ""
    return Observation(
        at_ms=now_ms(),
        width=shot.region.width,
        height=shot.region.height,
        scale=shot.scale,
        title=title,
    )
