"""Writes the kitchen's wiki as DokuWiki keeps it: pages, old versions, changes, accounts."""

from __future__ import annotations

import gzip
import os
from collections.abc import Mapping
from pathlib import Path
from shutil import copytree

from .kitchen import OLD, PEOPLE, WIKI, author_of
from .start_pages import pages

CONF = Path("/etc/dokuwiki")
FIRST = 1790000000
"""Seconds since 1970 of the first change; every other one comes four hours later."""
SPACING_S = 4 * 3600
_FOLDERS = (
    *("attic", "cache", "index", "locks", "log", "media"),
    *("media_attic", "media_meta", "meta", "pages", "tmp"),
)
_SETTINGS = {
    "title": WIKI,
    "tagline": "what we cook, and how",
    "superuser": "@admin",
    "recent": 100,
    "recent_days": 3650,
    "useacl": 1,
    "autopasswd": 0,
    "subscribers": 1,
    "disableactions": "register,resendpwd",
}
_RIGHTS = (("*", "@ALL", 1), ("*", "@user", 8), ("rules:*", "@trainees", 1))


def write_wiki(folder: Path, password: str) -> None:
    """Everything. `password` is what DokuWiki keeps of the password of all accounts."""
    for name in _FOLDERS:
        (folder / "data" / name).mkdir(parents=True)
    copytree(CONF, folder / "conf", ignore_dangling_symlinks=True, ignore=_secrets)
    _accounts(folder / "conf", password)
    changes = []
    for number, (page, text) in enumerate(pages().items()):
        by = author_of(number)
        old = next((each for each in OLD if each.page == page), None)
        at = FIRST + number * SPACING_S
        if old:
            changes.append(_change(folder, page, text.replace(old.now, old.once), at, old.by, "C"))
            later = at + SPACING_S // 2
            changes.append(_change(folder, page, text, later, by, "E", old.why))
        else:
            changes.append(_change(folder, page, text, at, by, "C"))
    changes.sort(key=lambda line: int(line.split("\t", 1)[0]))
    (folder / "data" / "meta" / "_dokuwiki.changes").write_text("".join(changes))


def _secrets(_: str, names: list[str]) -> list[str]:
    return [name for name in names if name.endswith(".auth.php")]


def _change(
    folder: Path, page: str, text: str, at: int, by: str, kind: str, why: str = "created"
) -> str:
    data, name = folder / "data", page.replace(":", "/")
    line = "\t".join((str(at), "127.0.0.1", kind, page, by, why, "", str(len(text)))) + "\n"
    for place in ("pages", "attic", "meta"):
        (data / place / name).parent.mkdir(parents=True, exist_ok=True)
    path = data / "pages" / f"{name}.txt"
    path.write_text(text)
    os.utime(path, (at, at))
    with gzip.GzipFile(data / "attic" / f"{name}.{at}.txt.gz", "wb", mtime=at) as old:
        old.write(text.encode())
    with (data / "meta" / f"{name}.changes").open("a") as log:
        log.write(line)
    return line


def _accounts(conf: Path, password: str) -> None:
    people = (f"{p.login}:{password}:{p.name}:{p.mail}:{p.groups}" for p in PEOPLE)
    (conf / "users.auth.php").write_text("\n".join(people) + "\n")
    rights = (f"{scope}\t{who}\t{level}" for scope, who, level in _RIGHTS)
    (conf / "acl.auth.php").write_text("\n".join(rights) + "\n")


def write_settings(folder: Path, live: Path) -> None:
    """The local settings: they name where the data lies once the server runs."""
    settings: Mapping[str, object] = {**_SETTINGS, "savedir": str(live / "data")}
    lines = (f"$conf['{name}'] = {_php(value)};" for name, value in settings.items())
    (folder / "conf" / "local.php").write_text("<?php\n" + "\n".join(lines) + "\n")


def _php(value: object) -> str:
    return str(value) if isinstance(value, int) else f"'{value}'"
