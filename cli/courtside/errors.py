"""Puts an error that a person can mend into the one line that they read. Prints nothing."""

from __future__ import annotations

import errno
import re
import sqlite3
import subprocess
from urllib.error import URLError

import click
import msgspec

from courtside.output.terminal_tables import plain
from courtside_formats.exports.output_errors import CannotWrite
from courtside_store.addresses import clean_text
from courtside_store.file_size_limit import no_room
from courtside_store.filters import example_of

EXPECTED = (
    ValueError,
    OSError,
    RuntimeError,
    ImportError,
    sqlite3.Error,
    msgspec.MsgspecError,
    subprocess.SubprocessError,
)
"""Whatever else is raised is a fault of ours, and its traceback says where."""
ADVICE = {
    errno.ENOSPC: "the disk is full; free some space",
    errno.EFBIG: "File too large for this shell; `ulimit -f` shows its limit",
    errno.EROFS: "it is on a read-only disk; --data-dir names another folder",
    errno.EACCES: "permission denied; check who owns it",
    errno.EPERM: "permission denied; check who owns it",
    errno.EEXIST: "there is a file of that name; expected a folder",
    errno.ENOTDIR: "a part of that path is a file; expected a folder",
    errno.EISDIR: "that is a folder; expected a file",
    errno.EADDRINUSE: "the port is taken; --port names another, 0 takes a free one",
}
OF_DATABASE = {
    "malformed": "it is damaged; move it away, `courtside up` begins a new one",
    "not a database": "it is damaged; move it away, `courtside up` begins a new one",
    "readonly": "you may not write there; --data-dir names another folder",
    "locked": "another program holds it; try again",
    "unable to open": "check who owns the data folder; --data-dir names another one",
}
NO_ROOM = {
    "disk is full": "free some space",
    "disk I/O error": "the disk may be full; free some space, e.g. by `courtside purge`",
}
"""Of the database, where the shell sets no limit of file sizes."""
_JARGON = re.compile(r"\[Errno -?\d+\] ")
_WRONG_NUMBER = re.compile(r"a valid (integer|float)(?: range)?(?=\.?$)")
_URLOPEN = re.compile(r"<urlopen error (.*?)>")


def one_line(error: BaseException) -> str | None:
    """One line with what happened and what to do; None where only a traceback would help."""
    if isinstance(error, BaseExceptionGroup):
        return one_line(error.exceptions[0])
    if isinstance(error, click.UsageError):
        path = error.ctx.command_path if error.ctx else "courtside"
        if instead := _instead(error):
            return f"{instead}; see `{path} --help`"
        message = _WRONG_NUMBER.sub(_number_name, _flat(error.format_message()))
        ending = " See" if message.endswith("?") else "; see"
        return f"{message.rstrip('.')}{ending} `{path} --help`"
    if isinstance(error, click.ClickException):
        return _flat(error.format_message())
    return _message(error) if isinstance(error, EXPECTED) else None


def _number_name(jargon: re.Match[str]) -> str:
    return "a whole number" if jargon[1] == "integer" else "a number"


def _instead(error: click.UsageError) -> str:
    """What to write in place of an option that there is not; empty where nothing is known."""
    if error.ctx is None or not isinstance(error, click.NoSuchOption):
        return ""
    option, path = error.option_name, error.ctx.command_path
    wrong = f"No such option {option!r}; "
    if option == "--data-dir":
        return f"{wrong}it comes before the command: `courtside --data-dir FOLDER ...`"
    arguments = [one for one in error.ctx.command.params if isinstance(one, click.Argument)]
    if option == "--last" and any(one.name == "run" for one in arguments):
        return f"{wrong}the newest run is `{path} last`"
    if not any("FILTER" in str(one.metavar) for one in arguments):
        return ""
    if option[:2] != "--":
        return f"{wrong}a filter with a minus comes after --, e.g. {path} -- -agent:x"
    example = example_of(option[2:])
    return f"{wrong}a filter has no dashes, e.g. `{path} {example}`" if example else ""


def _message(error: BaseException) -> str:
    match error:
        case sqlite3.Error():
            advice = _of_database(str(error))
            return _flat(f"the database courtside.db: {error}" + (f"; {advice}" if advice else ""))
        case URLError() if not isinstance(error, OSError) or error.filename is None:
            return _flat(f"no answer ({error.reason}); `courtside doctor` checks what runs")
        case TimeoutError() if str(error) in ("", "timed out"):
            return "no answer in time; `courtside status` says what the daemon does"
        case OSError() if error.strerror and error.errno and not isinstance(error, CannotWrite):
            place = f"{error.filename}: " if error.filename is not None else ""
            return _flat(place + ADVICE.get(error.errno, error.strerror))
        case _:
            return _flat(str(error)) or type(error).__name__


def _of_database(words: str) -> str:
    """What to do; empty where nothing is known."""
    if full := next((how for word, how in NO_ROOM.items() if word in words), ""):
        return no_room(full)
    return next((how for word, how in OF_DATABASE.items() if word in words), "")


def _flat(words: str) -> str:
    """One line, without what only a programmer reads or a terminal would obey, and without
    passwords in addresses.
    """
    return clean_text(plain(_JARGON.sub("", _URLOPEN.sub(r"\1", words))))
