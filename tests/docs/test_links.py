"""What documents and messages point at is there: files, and headings in them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
DESIGN = sorted((ROOT / "docs/design").glob("*.md"))
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
MENTION = re.compile(r"(?<![\w/.])docs/[\w/.-]+\.(?:md|json|png)\b")
SOURCE = re.compile(r"`([\w/]+\.(?:py|js|mjs|sh|toml))`")


def _prose(path: Path) -> str:
    return re.sub(r"^```.*?^```", "", path.read_text(), flags=re.S | re.M)


def _anchors(path: Path) -> set[str]:
    """As GitHub makes them: lower case, no punctuation, a dash for each blank."""
    headings = re.findall(r"^#+ (.+)$", _prose(path), re.M)
    return {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in headings}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_link_of_a_document_leads_somewhere(path: Path) -> None:
    for target, anchor in LINK.findall(_prose(path)):
        if "://" in target:
            continue
        there = (path.parent / target).resolve() if target else path
        assert there.exists(), f"{target} is not there"
        assert not anchor or anchor in _anchors(there), f"{target}#{anchor} is no heading"


def test_every_document_that_code_or_a_message_names_is_there() -> None:
    listed = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True)
    for name in listed.splitlines():
        if name == "CHANGELOG.md" or Path(name).suffix not in {".py", ".md", ".js", ".mjs", ".sh"}:
            continue
        for mention in MENTION.findall((ROOT / name).read_text()):
            assert (ROOT / mention).exists(), f"{name} names {mention}"


@pytest.mark.parametrize("path", DESIGN, ids=lambda p: p.name)
def test_every_source_file_that_a_design_document_names_is_there(path: Path) -> None:
    listed = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()
    for name in SOURCE.findall(path.read_text()):
        assert any(f"/{file}".endswith(f"/{name}") for file in listed), f"there is no {name}"
