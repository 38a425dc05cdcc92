"""The groups of a page's DOM, as a real Chromium shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="rendering pages needs Playwright")

from courtside_bridges.web.browsers import Browser, find_browser
from courtside_training.measures.element_orders import adjacency, families

pytestmark = pytest.mark.chrome

PAGE = """<!doctype html><title>List</title><script src="/shared/show.js" defer></script>
<body hidden><ul>
<li><a href="#a">Ann</a> <button>Call</button> <button>Mail</button></li>
<li><a href="#b">Ben</a> <button>Call</button> <button>Mail</button></li></ul>"""
"""Hidden until a file beside its folder shows it, as pages of packages are."""


def browser() -> Browser:
    if (found := find_browser()) is None:
        pytest.skip("no Chromium is installed")
    return found


def test_groups_of_a_page_that_needs_a_file_beside_its_folder_are_seen(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "show.js").write_text("document.body.hidden = false")
    (tmp_path / "a family").mkdir()
    (tmp_path / "a family" / "list.html").write_text(PAGE)
    ((name, screens),) = families(browser, [tmp_path / "a family"], None, [], 1)
    numbers = adjacency(screens)
    assert (name, numbers["screens"], numbers["groups"]) == ("a family", 2, 4)
    assert numbers["document"] == numbers["raster"] == [1.0, 1.0, 1.0]
    assert numbers["random"][0] < 1.0
