"""Names what an action hit, and keeps typed secrets out of it. Knows no device."""

from __future__ import annotations

from msgspec import structs

from courtside_store.hit_elements import element_at
from courtside_store.records import Action, Element, Observation, Target, target_of
from courtside_store.rendering import is_secret

from .screen import NO_TREE

_LEAVES_FIELD = {"Enter", "Tab"}


def _find_named(look: Observation | None, target: Target | None) -> Element | None:
    """The first thing whose words hold those asked for, as the companion finds it."""
    if look is None or target is None or not target.text:
        return None
    return next(
        (one for one in look.elements if target.text in one.text + one.value + one.caption), None
    )


class FocusTracker:
    """Follows which field is typed into: iOS gives a tap's place, and not always the focus.

    Where that is not known and a secret field is on the screen, what is typed counts as secret.
    """

    def __init__(self) -> None:
        self._tapped: Element | None = None
        self._secret = ""
        """What has been typed into secret fields without a break, key by key or at once."""

    def name(
        self, actions: tuple[Action, ...], look: Observation | None
    ) -> tuple[tuple[Action, ...], tuple[str, ...]]:
        """The actions with their targets and without secrets; and the secrets that were typed."""
        named, secrets = [], []
        focused = (
            next((one for one in look.elements if "focused" in one.state), None) if look else None
        )
        field = focused or self._seen_again(look)
        for action in actions:
            hit = _find_named(look, action.target) or element_at(look, action.point)
            key = hit.text if hit is not None and _is_key(hit) else ""
            into = hit if action.kind == "type" and action.target else field
            hidden = self._is_hidden(into, look)
            if action.kind == "type" or key:
                self._secret = self._secret + (key or action.text) if hidden else ""
                secrets += [self._secret] if hidden else []
            if action.kind == "type":
                named.append(_typed(action, into, hidden))
            elif key and hit:
                named.append(_tapped_key(action, hit, hidden))
            elif action.kind == "press":
                if action.text in _LEAVES_FIELD:
                    field = self._tapped = None
                    self._secret = ""
                named.append(_pressed(action, hidden))
            else:
                if action.kind in ("tap", "long-press"):
                    field = self._tapped = hit
                    self._secret = ""
                named.append(action if hit is None else _hit(action, hit))
        return tuple(named), tuple(secrets)

    def _seen_again(self, look: Observation | None) -> Element | None:
        """The field that was tapped, if it is still there."""
        if self._tapped is None or look is None:
            return None
        box = self._tapped.box
        again = element_at(look, box.centre if box else None)
        same = again is not None and (again.role, again.text) == (
            self._tapped.role,
            self._tapped.text,
        )
        return again if same else None

    def _is_hidden(self, field: Element | None, look: Observation | None) -> bool:
        if field is not None and field.role == "textbox":
            return is_secret(field)
        if look is None or look.withheld == NO_TREE:
            return True
        return any(is_secret(one) for one in look.elements)


def _hit(action: Action, element: Element) -> Action:
    return structs.replace(action, target=target_of(element))


def _is_key(element: Element) -> bool:
    """A key of the keyboard on the screen."""
    is_letter = element.role == "button" and len(element.text) == 1
    return element.role == "key" or is_letter


def _tapped_key(action: Action, key: Element, hidden: bool) -> Action:
    """A key that is tapped into a secret field has neither name nor place."""
    if not hidden:
        return _hit(action, key)
    target = Target(role="key", state=("secret",))
    return structs.replace(action, target=target, point=None, to_point=None, raw=None)


def _pressed(action: Action, hidden: bool) -> Action:
    """A key with Option writes a letter of its own."""
    if hidden and "Option" in action.text:
        return structs.replace(action, text="Option+(secret)", raw=None)
    return action


def _typed(action: Action, field: Element | None, hidden: bool) -> Action:
    """Typed text with its field; a secret one has neither text nor events."""
    known = target_of(field) if field is not None and field.role == "textbox" else None
    if not hidden:
        return structs.replace(action, target=known or action.target)
    target = known or Target(role="textbox", state=("secret",))
    return structs.replace(action, text="", raw=None, target=target)
