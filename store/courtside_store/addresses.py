"""Cuts passwords, tokens and keys out of addresses. Knows no page and no table.

`extension/page/addresses.js` does the same at the source; `tests/store/addresses.json` holds both.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from msgspec.structs import replace

from .paths import mask_path
from .records import Action, ActionKind, Effects, Observation, Step, Target

MARK = "***"
"""Stands where a secret was cut out."""
MAX_TEXT = 20_000
MAX_TITLE = 500
"""The mark may be longer than what was cut: the records' limits hold all the same."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SECRET = re.compile(
    r"[a-z]*(?:token|secrets?|passwords?|passwd|passcode|passphrase|sessionid|sessid)"
    r"|(?:api|access|private|session|auth|licen[cs]e|signing|client|shared)key"
    r"|(?:auth|access|security|login|reset|verification|recovery|authorization)code"
    r"|session|sess|sid|pass|pwd|pw|pin|otp|totp|jwt|sig|signature|hmac|o?auth|authorization"
    r"|bearer|credentials?|saml|csrf|xsrf"
)
"""A word of a name that makes its value a secret."""
_PERHAPS = {"code", "key"}
"""The same, unless a word beside it says what kind of code or key it is."""
_HARMLESS = re.compile(
    r"post|postal|zip|country|lang|language|locale|currency|area|dial|dialing|region|state|city"
    r"|airport|station|colou?r|product|item|bar|error|status|exit|response|promo|coupon|discount"
    r"|voucher|course|category|industry|branch|sort|order|group|partition|primary|foreign|public"
    r"|row|column|translation"
)
_PLAIN = re.compile(r"[a-z]{1,20}(?:-[a-z]{1,20})*|\d{1,9}")
"""A value that a `key` may have in the address of a single-page app, e.g. #/settings?key=general"""
_SIGN = re.compile(r"([?&;#/!=]|%(?:25)*(?:3F|26|3B|23|2F|21|3D))", re.IGNORECASE)
"""What stands between names and values, also percent-encoded: an address inside of an address."""
_USER = re.compile(
    r"((?:^|:)//)[^/?#\\\s@]*(?:@[^/?#\\\s@]*)*@"
    r"|(%(?:25)*2F%(?:25)*2F)(?:(?!%(?:25)*(?:2F|3F|23))[^/?#&\s])*?(%(?:25)*40)",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*://[^\s\"'<>`]+")
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
    """The step without secrets in its addresses."""
    before, after = (look and _clean_look(look) for look in (step.before, step.after))
    actions = tuple(_clean_action(action) for action in step.actions)
    thought = clean_text(step.thought)[:MAX_TEXT]
    effects = step.effects and clean_effects(step.effects)
    return replace(
        step, before=before, after=after, actions=actions, thought=thought, effects=effects
    )


def clean_effects(effects: Effects) -> Effects:
    """The same without ids in paths and secrets in addresses, whatever their source sent."""
    sent, announced = effects.requests, effects.announced
    return replace(
        effects,
        requests=sent and tuple(replace(one, path=mask_path(one.path)) for one in sent),
        announced=announced
        and tuple(replace(one, text=clean_text(one.text)[:MAX_TITLE]) for one in announced),
    )


def clean_text(text: str) -> str:
    """A text whose addresses, where it has any, have no secrets."""
    return _ADDRESS.sub(lambda match: clean_address(match[0]), text) if "://" in text else text


def clean_address(address: str) -> str:
    """The same address, byte for byte, but for `user:password@` and values with telling names."""
    address = _USER.sub(_without_user, address) if "@" in address or "40" in address else address
    if "=" not in address and "%" not in address:
        return address
    rest, hash_, fragment = address.partition("#")
    path, mark, query = rest.partition("?")
    kept = _cut(path, "/;") + mark + _cut(query, "&") + hash_
    return kept + _cut(fragment, "&", is_route=fragment.startswith(("/", "!")))


def words_of(name: str) -> list[str]:
    """The words of a name, in small letters: `accessToken`, `access-token`, `ACCESS_TOKEN`."""
    return [word.lower() for word in _WORD.findall(name)]


def is_secret_name(name: str) -> bool:
    """Whether a value of this name in an address is a secret."""
    words = words_of(name)
    if any(map(_SECRET.fullmatch, words)):
        return True
    return not _PERHAPS.isdisjoint(words) and not any(map(_HARMLESS.fullmatch, words))


def _without_user(match: re.Match[str]) -> str:
    return f"{match[1]}{MARK}@" if match[1] is not None else f"{match[2]}{MARK}{match[3]}"


def _cut(part: str, ends: str, is_route: bool = False) -> str:
    """One part of an address. A secret goes on to the next of `ends` of its own depth."""
    parts = _SIGN.split(part)
    out = [parts[0]]
    at = 1
    while at < len(parts):
        sign, depth = _read_sign(parts[at])
        name = unquote(parts[at - 1])
        out.append(parts[at])
        end = at + 2
        if sign == "=" and is_secret_name(name):
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
    return (unquote("%" + sign[-2:]), sign.count("25") + 1) if sign[0] == "%" else (sign, 0)


def _is_end(sign: str, depth: int, ends: str) -> bool:
    what, its_depth = _read_sign(sign)
    return its_depth <= depth and what in (ends if its_depth == 0 else "&#")


def _clean_look(look: Observation) -> Observation:
    title = look.title if " " in look.title else clean_address(look.title)
    url = clean_address(look.url)[:MAX_TEXT]
    return replace(look, url=url, title=clean_text(title)[:MAX_TITLE])


def _clean_action(action: Action) -> Action:
    """Typed text stays as it is; the source's own form of any action may hold addresses."""
    target = action.target and _clean_target(action.target)
    text = _clean_goal(action) if action.kind in _GOES else action.text
    return replace(action, target=target, text=text, raw=_clean_raw(action.raw))


def _clean_goal(action: Action) -> str:
    """The text of an action that goes somewhere."""
    text = clean_text(action.text)
    if action.kind == "navigate":
        text = re.sub(r"\S+", lambda match: clean_address(match[0]), text)
    return text[:MAX_TEXT]


def _clean_target(target: Target) -> Target:
    return replace(target, frame_url=clean_address(target.frame_url)[:MAX_TEXT])


def _clean_raw(raw: Any) -> Any:
    match raw:
        case str():
            return clean_text(raw)
        case dict():
            return {key: _clean_raw(value) for key, value in raw.items()}
        case list() | tuple():
            return [_clean_raw(value) for value in raw]
    return raw
