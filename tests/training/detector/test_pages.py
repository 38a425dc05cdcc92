"""The manifest of pages, and how a page is looked at."""

from pathlib import Path

import pytest

from courtside_training.detector import pages
from courtside_training.detector.pages import Package, families, packages
from courtside_training.detector.views import visit


def test_no_family_both_trains_and_is_left_out() -> None:
    assert not families("train") & families("held_out")
    assert len(families("train") | families("held_out")) >= 12


@pytest.mark.parametrize(("word", "code"), [("--help", 0), ("--most", 2)])
def test_a_word_after_the_command_downloads_nothing(
    word: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["pages", word])
    monkeypatch.setattr(pages, "download", lambda one: pytest.fail(f"{one.name} is downloaded"))
    with pytest.raises(SystemExit) as ended:
        pages.main()
    assert ended.value.code == code


def test_every_package_names_its_version_and_its_pages() -> None:
    assert all(one.version for one in packages())
    assert all(one.pages or one.most == 0 for one in packages())
    assert len({(one.name, one.version) for one in packages()}) == len(packages())


def test_what_pages_load_lies_where_they_look_for_it() -> None:
    family = [one for one in packages() if one.family == "stisla"]
    needs = {one.folder for one in family if one.name in ("bootstrap", "jquery", "moment")}
    (stisla,) = (one for one in family if one.name == "stisla")
    assert {one.parent for one in needs} == {stisla.folder / "package/node_modules"}


def test_what_pages_load_from_elsewhere_is_linked_to_where_they_look_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "PAGES", tmp_path)
    links = {"demo/css": "dist/css", "/assets": "dist", "/theme.css": "/other/theme.css"}
    one = Package(
        family="a", source="npm", name="a", version="1", pages=("*",), most=1, links=links
    )
    for file in ("a/dist/css/a.css", "other/theme.css"):
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).write_text("p {}")
    for _ in range(2):
        one.link()
    for file in ("a/demo/css/a.css", "assets/css/a.css", "theme.css"):
        assert (tmp_path / file).read_text() == "p {}"


def test_links_of_the_manifest_lead_into_packages_of_the_same_family() -> None:
    for one in packages():
        own = {other.folder.name for other in packages() if other.family == one.family}
        targets = [*one.links.values(), *one.elsewhere.values()]
        targets = [target for target in targets if target.startswith("/")]
        assert {target.split("/")[1] for target in targets} <= own


def test_a_page_is_always_looked_at_in_the_same_ways() -> None:
    assert visit("a/page.html", 0) == visit("a/page.html", 0)
    assert visit("a/page.html", 0) != visit("a/page.html", 1)


def test_the_first_look_is_at_the_page_as_it_is() -> None:
    first = visit("a/page.html", 0).views[0]
    assert not (first.dark or first.font or first.words or first.down)


def test_pages_for_phones_are_mostly_seen_at_their_sizes() -> None:
    seen = [visit(f"{n}", 0, phone=True) for n in range(50)]
    assert sum(one.mobile for one in seen) > 30
