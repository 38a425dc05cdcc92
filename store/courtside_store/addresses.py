"""Cuts passwords, tokens and keys out of addresses. Knows no page and no table.

What a name says is in `secret_names.py`. `extension/page/addresses.js` does both at the source;
`tests/store/addresses.json` holds all of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from .records import Action, ActionKind, Effects, Observation, Request, Step, Target
from .request_paths import mask_path
from .secret_fields import shown_raw, shown_text, with_secret_targets, without_secret_values
from .secret_names import decoded, has_secret_field, is_card_number, is_secret_name

MARK = "***"
"""Stands where a secret was cut out."""
MAX_TEXT = 20_000
MAX_TITLE = 500
"""The mark may be longer than what was cut: the records' limits hold all the same."""

_PLAIN = re.compile(r"[a-z]{1,20}(?:-[a-z]{1,20})*|\d{1,9}")
"""A value that a `key` may have in the address of a single-page app, e.g. #/settings?key=general"""
_SIGN = re.compile(r"([?&;#/!=]|%(?:25)*(?:3F|26|3B|23|2F|21|3D))", re.IGNORECASE)
"""What stands between names and values, also percent-encoded: an address inside of an address."""
_BEFORE_HOST = re.compile(r"([/?#\\\s]+)")
"""What stands between the parts of which one may be a host with its user."""
_SCHEME = re.compile(r"(?<![A-Za-z])(?:https?|wss?|ftp):", re.IGNORECASE)
"""A browser takes any number of slashes, in both directions, before the host of these schemes."""
_ENDS_AS_SCHEME = re.compile(_SCHEME.pattern + r"\Z", re.IGNORECASE)
_SCHEME_TAIL_CHARS = 7
"""The length of `https:` and of the character before it."""
_ENCODED_USER = re.compile(
    r"(%(?:25)*2F%(?:25)*2F)(?:(?!%(?:25)*(?:2F|3F|23))[^/?#&\s])*?(%(?:25)*40)", re.IGNORECASE
)
_ADDRESS = re.compile(
    r"(?:[A-Za-z][A-Za-z0-9+.\-]{0,40}://|(?<![A-Za-z])(?:https?|wss?|ftp):[/\\])"
    r"(?:(?<=[=#?/])\{[^\s<>`]{0,400}\}|[^\s\"'<>`])+",
    re.IGNORECASE,
)
"""Up to a space or quote, but for those of JSON that is a value. No scheme is longer: a long word
would be read from each of its letters on.
"""
_GOES: tuple[ActionKind, ...] = (
    "navigate",
    "open-tab",
    "switch-tab",
    "close-tab",
    "back",
    "forward",
    "reload",
    "launch-app",
    "other",
)
"""Actions whose text may be an address."""


def clean_step(step: Step) -> Step:
    """The step without secrets in its addresses, and without what secret fields hold or get."""
    before, after = (look and _clean_look(look) for look in (step.before, step.after))
    actions = tuple(map(_clean_action, with_secret_targets(step)))
    thought = clean_text(step.thought)[:MAX_TEXT]
    effects = step.effects and clean_effects(step.effects)
    return replace(
        step, before=before, after=after, actions=actions, thought=thought, effects=effects
    )


def clean_effects(effects: Effects) -> Effects:
    """The effects without ids in paths and secrets in addresses, whatever their source sent."""
    sent, announced = effects.requests, effects.announced
    return replace(
        effects,
        requests=sent and tuple(map(_clean_request, sent)),
        websockets=effects.websockets
        and tuple(replace(one, path=mask_path(one.path)) for one in effects.websockets),
        announced=announced
        and tuple(replace(one, text=clean_text(one.text)[:MAX_TITLE]) for one in announced),
    )


def _clean_request(request: Request) -> Request:
    failed = clean_text(request.failed)[:MAX_TITLE]
    return replace(request, path=mask_path(request.path), failed=failed)


def clean_text(text: str) -> str:
    """A text whose addresses, where it has any, have no secrets."""
    return _ADDRESS.sub(lambda match: clean_address(match[0]), text) if ":" in text else text


def clean_address(address: str) -> str:
    """The same address, byte for byte, but for `user:password@` and values with telling names."""
    address = _without_named(address)
    if "%" not in address and "{" not in address and "," not in address:
        return address
    path, query, fragment = _parts(address)
    kept = "".join(_without_hidden(part) for part in re.split("([&?])", query))
    kept += "".join(_without_hidden(part) for part in re.split("([&#])", fragment))
    return _without_hidden_end(path) + kept


def _without_named(address: str) -> str:
    """The address without users, and without values whose names say that they are secrets."""
    address = _without_users(address) if "@" in address else address
    address = _ENCODED_USER.sub(rf"\1{MARK}\2", address) if "40" in address else address
    if "=" not in address and "%" not in address:
        return address
    path, query, fragment = _parts(address)
    is_route = fragment.startswith(("#/", "#!"))
    return _cut(path, "/;") + _cut(query, "&") + _cut(fragment, "&", is_route)


def _parts(address: str) -> tuple[str, str, str]:
    """Path, query and fragment, the last two with their signs."""
    rest, hash_, fragment = address.partition("#")
    path, mark, query = rest.partition("?")
    return path, mark + query, hash_ + fragment


def _without_hidden_end(path: str) -> str:
    """A path up to where a part of it hides a secret."""
    parts = re.split("([/;])", path)
    hiding = next((at for at, part in enumerate(parts) if _hides(part)), None)
    return path if hiding is None else "".join(parts[:hiding]) + MARK


def _without_hidden(part: str) -> str:
    """A field of a query without a value in which a secret is hidden."""
    name, sign, value = part.partition("=")
    if _hides(name):
        return MARK
    return name + sign + MARK if sign and _hides(value) else part


def _hides(text: str) -> bool:
    """Whether JSON, or what is encoded in another way than `_SIGN` knows, has a secret inside."""
    meant = decoded(text)
    return has_secret_field(meant) or (meant != text and _without_named(meant) != meant)


def _without_users(address: str) -> str:
    """The address without what a browser reads as `user:password` before a host.

    Part by part, as one expression for all of it would take the square of the length.
    """
    parts = _BEFORE_HOST.split(address)
    for at in range(0, len(parts), 2):
        last = parts[at].rfind("@")
        begin = _user_begins(parts, at, last) if last >= 0 else None
        if begin is not None:
            parts[at] = parts[at][:begin] + MARK + parts[at][last:]
    return "".join(parts)


def _user_begins(parts: Sequence[str], at: int, last: int) -> int | None:
    """Where in a part the user begins that ends at `last`; None where there is none."""
    if at and not parts[at - 1].strip("/\\"):
        before, is_pair = parts[at - 2], len(parts[at - 1]) == 2
        if is_pair and (before.endswith(":") or (at == 2 and not before)):
            return 0
        if _ENDS_AS_SCHEME.search(before[-_SCHEME_TAIL_CHARS:]):
            return 0
    scheme = _SCHEME.search(parts[at], 0, last)
    return scheme.end() if scheme else None


def _cut(part: str, ends: str, is_route: bool = False) -> str:
    """One part of an address. A secret goes on to the next of `ends` of its own depth."""
    parts = _SIGN.split(part)
    out = [parts[0]]
    at = 1
    while at < len(parts):
        sign, depth = _read_sign(parts[at])
        name = decoded(parts[at - 1])
        out.append(parts[at])
        end = at + 2
        if sign == "=" and (is_secret_name(name) or is_card_number(name, parts[at + 1])):
            while end < len(parts) and not _is_end(parts[end], depth, ends):
                end += 2
            value = "".join(parts[at + 1 : end])
            kept = not value or (is_route and name == "key" and _PLAIN.fullmatch(value))
            out.append(value if kept else MARK)
        else:
            out.append(parts[at + 1])
        at = end
    return "".join(out)


def _read_sign(sign: str) -> tuple[str, int]:
    """A sign and how often it is percent-encoded."""
    return (decoded(sign), sign.count("25") + 1) if sign[0] == "%" else (sign, 0)


def _is_end(sign: str, depth: int, ends: str) -> bool:
    what, its_depth = _read_sign(sign)
    return its_depth <= depth and what in (ends if its_depth == 0 else "&#")


def _clean_look(look: Observation) -> Observation:
    title = look.title if " " in look.title else clean_address(look.title)
    url = clean_address(look.url)[:MAX_TEXT]
    look = without_secret_values(look)
    return replace(look, url=url, title=clean_text(title)[:MAX_TITLE])


def _clean_action(action: Action) -> Action:
    """Typed text stays as it is; the source's own form of any action may hold addresses."""
    target = action.target and _clean_target(action.target)
    text = shown_text(action)
    text = _clean_goal(action, text) if action.kind in _GOES else text
    return replace(action, target=target, text=text, raw=_clean_raw(shown_raw(action)))


def _clean_goal(action: Action, text: str) -> str:
    """The text of an action that goes somewhere."""
    text = clean_text(text)
    if action.kind == "navigate" and _ADDRESS.match(text):
        text = clean_address(text)
    elif action.kind == "navigate":
        text = re.sub(r"\S+", lambda match: clean_address(match[0]), text)
    return text[:MAX_TEXT]


def _clean_target(target: Target) -> Target:
    return replace(target, frame_url=clean_address(target.frame_url)[:MAX_TEXT])


def _clean_raw(raw: Any) -> Any:
    match raw:
        case str():
            return clean_text(raw)
        case dict():
            return {clean_text(key): _clean_raw(value) for key, value in raw.items()}
        case list() | tuple():
            return [_clean_raw(value) for value in raw]
    return raw
