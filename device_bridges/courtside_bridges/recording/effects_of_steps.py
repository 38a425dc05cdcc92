"""Decides which step each effect belongs to: that of the newest action. Knows no look."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from courtside_store.effects_merging import RequestKey, is_over, merge_effects, request_key
from courtside_store.records import Effects

from .draft import Draft
from .events import Late

COMING_MS = 1_000
"""What happens at most this long before an announced action counts as its effect."""

MAX_WAITING = 200
"""Requests whose answer is waited for; of more the oldest are forgotten."""


@dataclass
class EffectsOfSteps:
    """Gives each effect in one run to a step. Before the first action it is nobody's."""

    sees: Effects | None = None
    """What every step begins with: which effects its source sees at all."""
    _last: Draft | None = None
    _coming: list[tuple[int, Effects]] = field(default_factory=list)
    """What happened since an action was announced that has not come."""
    _waiting: OrderedDict[RequestKey, Draft] = field(default_factory=OrderedDict)
    """Whose each request is that has no answer yet."""
    _handed_out: int = 0
    _late: list[Late] = field(default_factory=list)

    def begin(self, draft: Draft, now_ms: int) -> None:
        """An action of this step has come."""
        coming, self._coming = self._coming, []
        self._add_all([one for at, one in coming if now_ms - at > COMING_MS])
        if self._last is not draft:
            self._last = draft
            draft.effects = draft.effects or self.sees
        self._add_all([one for at, one in coming if now_ms - at <= COMING_MS])

    def take_in(self, effects: Effects, intended: bool, now_ms: int) -> None:
        """Something happened; `intended`: an action is on its way."""
        owner = self._owner_of_answer(effects)
        if owner:
            self._add(effects, owner)
        elif intended:
            self._coming.append((now_ms, effects))
        else:
            self._add(effects, self._last)

    def hand_out(self, draft: Draft) -> None:
        """This step is handed out as it is; what comes later is sent as late."""
        self._handed_out += 1
        draft.number = self._handed_out

    def end(self) -> None:
        """No action will come any more."""
        coming, self._coming = self._coming, []
        self._add_all([one for _, one in coming])

    def take_late(self) -> list[Late]:
        """What came of steps after they were handed out."""
        late, self._late = self._late, []
        return late

    def _owner_of_answer(self, effects: Effects) -> Draft | None:
        """The step that sent what is answered here, however many actions came since."""
        keys = (request_key(one) for one in effects.requests or () if is_over(one))
        return next((owner for key in keys if (owner := self._waiting.pop(key, None))), None)

    def _add_all(self, effects: list[Effects]) -> None:
        for one in effects:
            self._add(one, self._last)

    def _add(self, effects: Effects, draft: Draft | None) -> None:
        if draft is None:
            return
        for one in effects.requests or ():
            if not is_over(one):
                self._waiting[request_key(one)] = draft
        while len(self._waiting) > MAX_WAITING:
            self._waiting.popitem(last=False)
        was, draft.effects = draft.effects, merge_effects(draft.effects, effects)
        if draft.number and _seen_in(was) != _seen_in(draft.effects):
            self._late.append(Late(step=draft.number, effects=effects))


def _seen_in(effects: Effects | None) -> object:
    """All but how much is left out, of which nothing more is told."""
    return effects and (effects.requests, effects.announced, effects.websockets)
