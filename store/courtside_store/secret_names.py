"""Tells by a name, and of cards by its value, whether a value is a secret. Knows no address.

`extension/page/addresses.js` and `secrets.js` do the same at the source; `addresses.json` and
`field_names.json` in `tests/store/` hold both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

MAX_CARD_NUMBER_CHARS = 80
"""How much of a value is searched for a card number."""
MAX_DECODINGS = 8
"""How often a name is decoded; one that still changes then is built to hide something."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SECRET = re.compile(
    r"[a-z]*(?:token(?:id)?|secrets?|passwords?|passwd|passcodes?|passphrases?|sessionid|sessid)"
    r"|(?:api|access|private|session|auth|licen[cs]e|signing|client|shared|secret|master|pass|hash|encryption)keys?"
    r"|(?:auth|access|security|login|reset|verification|recovery|authorization|mfa|sms|device)codes?"
    r"|session|sess|sid|pass|pwd|pw|pin|otp|totp|jwt|sig|signature|hmac|o?auth|authorization"
    r"|bearer|credentials?|saml|csrf|xsrf|sesskey|userpass|userpwd|cvv|cvc|cvn|csc|mfa"
)
"""A word of a name that makes its value a secret."""
_PHRASE = re.compile(
    r"(?:^| )(?:cards? ?(?:num|number|no|nr|code|cvc|cvv|pan)"
    r"|(?:credit|debit) ?cards?(?: ?(?:num|number|no|nr|code|cvc|cvv))?"
    r"|cc ?(?:num|number|no|nr|csc|cvc|cvv)|2 ?fa|o t p|(?:seed|recovery) ?phrase"
    r"|(?:security|verification|verify|access|auth|authentication|authenticator|login|sms|recovery"
    r"|backup|reset) ?codes|(?:api|access|private|recovery|encryption|licen[cs]e|ssh) ?keys)(?= |$)"
)
"""Several words that together name a secret."""
_PERHAPS = {"code", "key"}
"""The same, unless a word beside it says what kind of code or key it is."""
_HARMLESS = re.compile(
    r"post|postal|zip|country|lang|language|locale|currency|area|dial|dialing|region|state|city"
    r"|airport|station|colou?r|product|item|bar|error|status|exit|response|promo|coupon|discount"
    r"|voucher|course|category|industry|branch|sort|order|group|partition|primary|foreign|public"
    r"|row|column|translation"
)
_CARD = {"card", "cards", "cc", "pan"}
"""Names that say secret only of a value that is a card number: a board has cards too."""
_CARD_NUMBER = re.compile(r"[\"'`]?(?:\d[\s+\-]*){12,19}(?!\d)")
_SECRET_FIELD = re.compile(
    r"^(?:cards?|(?:(?!boarding|bus|day|season|guest|press|ski)[a-z]+ )?pass)$"
    r"|(?:^| )(?:pass ?(?:words?|wd|codes?|phrases?|keys?)|pwd|pw|pin|pin ?(?:code|number)"
    r"|o ?t ?p|totp|one ?time|2 ?fa|mfa"
    r"|(?:credit|debit) ?cards?|cards?"
    r"(?:name| ?(?:num|number|no|nr|code|cvc|cvv|holder|holdername|exp|expiry|data|details))"
    r"|cc ?(?:num|number|no|nr|csc|cvc|cvv|exp)|cvc|cvv|cvn|csc"
    r"|(?:security|verification|verify|access|auth|authentication|authenticator|authorization|login"
    r"|sms|recovery|backup|reset) ?codes?"
    r"|secret|(?:api|access|private|recovery|encryption|licen[cs]e|ssh) ?keys?"
    r"|(?:seed|recovery) ?phrase"
    r"|(?:access|api|auth|bearer|refresh|personal|session|security|id) ?token)(?= |$)"
)
"""Words that name a field for a secret. "Pass" and "card" in a sentence are a boarding pass, and a
card on a board.
"""
_HINT = re.compile(r"cc-.*|one-time-code|current-password|new-password")
_NAMES = ("name", "id", "aria-label", "placeholder", "title")
"""Attributes that say what a field is called."""
TAKES_TEXT = {"input", "textarea", "select"}
"""Tags of fields."""
_NO_TEXT = {"button", "checkbox", "file", "hidden", "image", "radio", "reset", "submit"}
"""Types of an `input` that nothing is typed into."""
MAX_FIELD_NAME_CHARS = 500
"""How much of a field's name is looked at."""
_CODE = re.compile(r"(?:%(?:25)*|\\u00)([0-7][0-9a-f])", re.IGNORECASE)
"""A character of ASCII, percent-encoded once or more, or as JSON writes it."""
_BETWEEN = re.compile(r"[\s+\\]+")
_FIELD = re.compile(r"[{,(\[][\"'`]?([A-Za-z0-9_$.\-\[\]]{1,100})[\"'`]?:")
"""A name in JSON, or in what is written like it."""


def is_secret_name(name: str) -> bool:
    """Whether a value of this name in an address is a secret, however the name is encoded."""
    words = words_of(name)
    if any(map(_SECRET.fullmatch, words)) or _PHRASE.search(" ".join(words)):
        return True
    return not _PERHAPS.isdisjoint(words) and not any(map(_HARMLESS.fullmatch, words))


def is_secret_field(name: str) -> bool:
    """Whether a field that is called so takes a secret."""
    words = words_of(name[:MAX_FIELD_NAME_CHARS])
    return _SECRET_FIELD.search(" ".join(words)) is not None


def is_secret_input(tag: str, attributes: Mapping[str, Any]) -> bool:
    """Whether an HTML element of these attributes takes a secret: as the extension tells it."""
    given = {name: str(attributes[name]) for name in attributes if attributes[name] is not None}
    kind = given.get("type", "").lower()
    if kind == "password":
        return True
    if tag.lower() not in TAKES_TEXT or kind in _NO_TEXT:
        return False
    hints = given.get("autocomplete", "").lower().split()
    return any(map(_HINT.fullmatch, hints)) or any(
        is_secret_field(given.get(name, "")) for name in _NAMES
    )


def is_card_number(name: str, value: str) -> bool:
    """Whether a name speaks of a card, and its value, however encoded, reads like its number."""
    return not _CARD.isdisjoint(words_of(name)) and bool(_CARD_NUMBER.match(decoded(value)))


def words_of(name: str) -> list[str]:
    """The words of a name, in small letters: `accessToken`, `access-token`, `ACCESS_%54OKEN`."""
    return [word.lower() for word in _WORD.findall(decoded(name))]


def decoded(text: str) -> str:
    """The text as it is meant: decoded until nothing changes, a bounded number of times."""
    for _ in range(MAX_DECODINGS):
        text, was = _CODE.sub(lambda code: chr(int(code[1], 16)), text), text
        if text == was:
            break
    return text


def has_secret_field(text: str) -> bool:
    """Whether JSON in a decoded text has a field with such a name."""
    flat = _BETWEEN.sub("", text)
    return any(
        is_secret_name(field[1])
        or is_card_number(field[1], flat[field.end() : field.end() + MAX_CARD_NUMBER_CHARS])
        for field in _FIELD.finditer(flat)
    )
