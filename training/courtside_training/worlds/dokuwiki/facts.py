"""What counts in the wiki's folder: pages, what was noted of a change, who is told, accounts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from courtside_training.worlds.errand import Fact, Facts

from .folder import FIRST, SPACING_S
from .start_pages import pages

LASTING = frozenset({"note", "small change"})
_LAST = FIRST + len(pages()) * SPACING_S
_OWN_WORDS = re.compile(r"^(created|removed|old revision restored \(.*\)|(\[[^]]*\] ?)*)$")
"""What DokuWiki notes of a change by itself."""
_SETTING = re.compile(r"^\$conf\['(\w+)'\]\s*=\s*'?(.*?)'?;", re.MULTILINE)
_FIELDS = ("name", "mail", "groups")


def read_facts(folder: Path) -> Facts:
    """All of them, from the files alone."""
    return {
        **dict(_pages(folder / "data" / "pages")),
        **dict(_changes(folder / "data" / "meta")),
        **dict(_subscriptions(folder / "data" / "meta")),
        **dict(_accounts(folder / "conf" / "users.auth.php")),
        **dict(_rights(folder / "conf" / "acl.auth.php")),
        **dict(_settings(folder / "conf" / "local.php")),
    }


def _id(path: Path, root: Path, ending: str) -> str:
    return str(path.relative_to(root)).removesuffix(ending).replace("/", ":")


def _pages(root: Path) -> Iterator[tuple[Fact, str]]:
    for path in root.rglob("*.txt"):
        yield ("page", _id(path, root, ".txt")), path.read_text().rstrip()


def _changes(root: Path) -> Iterator[tuple[Fact, str]]:
    """Of pages that were changed since the start: what somebody noted, and whether as small."""
    for path in root.rglob("*.changes"):
        if path.name.startswith("_"):
            continue
        at, _, kind, page, _, why, *_ = path.read_text().splitlines()[-1].split("\t")
        if int(at) > _LAST and kind == "e":
            yield ("small change", page), "yes"
        if int(at) > _LAST and not _OWN_WORDS.match(why):
            yield ("note", page), re.sub(r"^\[[^]]*\] ", "", why)


def _subscriptions(root: Path) -> Iterator[tuple[Fact, str]]:
    for path in root.rglob("*.mlist"):
        for line in path.read_text().splitlines():
            login, style, *_ = line.split()
            yield ("subscription", _id(path, root, ".mlist"), login), style


def _accounts(path: Path) -> Iterator[tuple[Fact, str]]:
    for line in path.read_text().splitlines():
        login, _, *values = line.split(":")
        if login and not login.startswith("#"):
            for field, value in zip(_FIELDS, values, strict=True):
                yield ("user", login, field), value


def _rights(path: Path) -> Iterator[tuple[Fact, str]]:
    for line in path.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            scope, who, level = line.split()
            yield ("right", scope, who), level


def _settings(path: Path) -> Iterator[tuple[Fact, str]]:
    for name, value in _SETTING.findall(path.read_text()):
        yield ("setting", name), value
