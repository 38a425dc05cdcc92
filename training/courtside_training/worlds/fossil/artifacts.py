"""Writes a project's history as Fossil's artifacts, the same bytes each time. Runs nothing.

The format is Fossil's own: https://fossil-scm.org/home/doc/trunk/www/fileformat.wiki
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache

from .story import CHECKINS, THREADS, TICKETS, WIKI, Checkin, Thread, Ticket

_FIRST = datetime(2026, 3, 2, 8, 0)
_SPACING = timedelta(hours=7)


@cache
def history() -> tuple[tuple[str, bytes], ...]:
    """Every artifact, with the file, comment, page or title that it is about."""
    clock = _clock()
    made = [*_checkins(clock)]
    made += [(name, _wiki(name, text, next(clock))) for name, text in WIKI.items()]
    made += [(t.title, change) for t in TICKETS for change in _ticket(t, clock)]
    made += [(t.title, post) for t in THREADS for post in _thread(t, clock)]
    return tuple(made)


def names(about: str) -> list[str]:
    """The first ten digits of the names that Fossil gives to what is about that."""
    return [_name(artifact)[:10] for what, artifact in history() if what == about]


def ticket_id(title: str) -> str:
    """Forty hexadecimal digits."""
    return hashlib.sha1(title.encode()).hexdigest()


def _clock() -> Iterator[str]:
    now = _FIRST
    while True:
        yield now.strftime("%Y-%m-%dT%H:%M:%S.000")
        now += _SPACING


def _name(artifact: bytes) -> str:
    return hashlib.sha3_256(artifact).hexdigest()


def _sealed(*cards: str) -> bytes:
    text = "".join(f"{card}\n" for card in cards).encode()
    return text + f"Z {hashlib.md5(text).hexdigest()}\n".encode()


def _word(text: str) -> str:
    return text.replace("\\", "\\\\").replace(" ", "\\s").replace("\n", "\\n")


def _text(text: str) -> str:
    return f"W {len(text.encode())}\n{text}"


def _wiki(name: str, text: str, at: str) -> bytes:
    return _sealed(f"D {at}", f"L {_word(name)}", "N text/x-markdown", "U tomas", _text(text))


def _ticket(ticket: Ticket, clock: Iterator[str]) -> Iterator[bytes]:
    values = {
        "comment": ticket.comment,
        "priority": ticket.priority,
        "resolution": "Fixed" if ticket.status == "Fixed" else "Open",
        "severity": ticket.severity,
        "status": ticket.status,
        "title": ticket.title,
        "type": ticket.type,
    }
    key = ticket_id(ticket.title)
    cards = [f"J {name} {_word(value)}" for name, value in values.items()]
    yield _sealed(f"D {next(clock)}", *cards, f"K {key}", f"U {ticket.by}")
    for who, remark in ticket.remarks:
        cards = [f"J icomment {_word(remark)}", f"J login {who}", "J mimetype text/x-markdown"]
        yield _sealed(f"D {next(clock)}", *cards, f"K {key}", f"U {who}")


def _thread(thread: Thread, clock: Iterator[str]) -> Iterator[bytes]:
    opening, *replies = thread.posts
    title = f"H {_word(thread.title)}"
    kind = "N text/x-markdown"
    first = _sealed(f"D {next(clock)}", title, kind, f"U {opening.by}", _text(opening.text))
    yield first
    root = _name(first)
    for reply in replies:
        where = (f"G {root}", f"I {root}", kind)
        yield _sealed(f"D {next(clock)}", *where, f"U {reply.by}", _text(reply.text))


def _checkins(clock: Iterator[str]) -> Iterator[tuple[str, bytes]]:
    files: dict[str, str] = {}
    parent = ""
    for number, checkin in enumerate(CHECKINS):
        content = f"{checkin.file}, version {number + 1}\n{checkin.comment}.\n".encode()
        files[checkin.file] = _name(content)
        yield checkin.file, content
        manifest = _manifest(checkin, next(clock), files, parent)
        yield checkin.comment, manifest
        parent = _name(manifest)


def _manifest(checkin: Checkin, at: str, files: dict[str, str], parent: str) -> bytes:
    cards = [f"C {_word(checkin.comment)}", f"D {at}"]
    cards += [f"F {_word(name)} {files[name]}" for name in sorted(files)]
    cards += [f"P {parent}"] if parent else []
    tags = [] if parent else ["T *branch * trunk", "T *sym-trunk *"]
    tags += [f"T +sym-{tag} *" for tag in checkin.tags]
    return _sealed(*cards, *sorted(tags), f"U {checkin.by}")
