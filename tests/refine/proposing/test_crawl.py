"""A crawl finds a site's pages, values and forms, changes nothing, and ends."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, NamedTuple

import pytest
from actor_pages import a_page
from small_site import SmallSite, small_site

from courtside_bridges.web.browsers import find_browser
from courtside_refine.actors.chromium import opened_chromium
from courtside_refine.proposing.checking import passes
from courtside_refine.proposing.crawl import Crawler, CrawlLimits
from courtside_refine.proposing.crawled_site import CrawledSite, Fact
from courtside_refine.proposing.proposal import AllHold, HoldsValue, OpensPage, SaysAnswer
from courtside_refine.proposing.site_tasks import propose_from

pytestmark = pytest.mark.chrome


class Walked(NamedTuple):
    served: SmallSite
    site: CrawledSite


@pytest.fixture(scope="module")
def walked() -> Iterator[Walked]:
    """The small site after one crawl, for all who only look at what was found."""
    if find_browser() is None or find_spec("playwright") is None:
        pytest.skip("no Chromium found; `make test` installs one")
    with small_site() as served:
        yield Walked(served, asyncio.run(_crawled_alone(served)))


async def _crawled_alone(served: SmallSite) -> CrawledSite:
    async with opened_chromium() as browser:
        return await crawled(browser, served)


async def crawled(chromium: Any, site: SmallSite) -> CrawledSite:
    return await Crawler(chromium, site.url, "small", CrawlLimits(max_screens=12)).walk()


def test_pages_values_and_forms_become_tasks_that_can_be_decided(walked: Walked) -> None:
    served, site = walked
    assert {one.heading for one in site.screens} == {"Home", "People", "Settings", "History"}
    people = next(one for one in site.screens if one.heading == "People")
    assert Fact(subject="Ida Holm", label="Phone", value="555 1001") in people.facts
    tasks = propose_from(site, seed=0, most=100).proposals
    decided = [one.decided_by for one in tasks]
    assert OpensPage(url=f"{served.url}people", heading="People") in decided
    about = "Phone of Ida Holm"
    assert SaysAnswer(answer="555 1001", about=about, url=f"{served.url}people") in decided
    fields = {one.field: one for one in decided if isinstance(one, HoldsValue)}
    assert set(fields) == {"Display name", "Language"}
    assert fields["Language"].value in ("German", "French")
    assert any(one.ques.endswith("and press 'Save'.") for one in tasks)


def test_two_fields_of_a_form_and_two_facts_of_a_page_become_one_task(walked: Walked) -> None:
    served, site = walked
    joined = {
        one.kind: one
        for one in propose_from(site, seed=0, most=100).proposals
        if isinstance(one.decided_by, AllHold)
    }
    fields, question = joined["field"], joined["question"]
    assert isinstance(fields.decided_by, AllHold) and isinstance(question.decided_by, AllHold)
    held = [one for one in fields.decided_by.parts if isinstance(one, HoldsValue)]
    assert {one.field for one in held} == {"Display name", "Language"}
    assert {one.url for one in held} == {f"{served.url}settings"}
    assert all(f"'{one.value}'" in fields.ques for one in held)
    assert fields.ques.startswith("On the page 'Settings', ")
    assert fields.ques.count("press 'Save'") == 1
    answers = [one for one in question.decided_by.parts if isinstance(one, SaysAnswer)]
    assert len({one.about for one in answers}) == 2
    assert not any(one.answer in question.ques for one in answers)


def test_it_changes_nothing_and_stays_on_the_site(walked: Walked) -> None:
    served, site = walked
    assert {one.split()[0] for one in served.asked} == {"GET"}
    assert not any("/delete" in one for one in served.asked)
    assert all(one.place.url.startswith(served.url) for one in site.screens)
    assert site.left_out["might change something"] and site.left_out["led elsewhere"]


def test_an_endless_history_ends(walked: Walked) -> None:
    _, site = walked
    assert 1 <= sum(one.heading == "History" for one in site.screens) <= 3


def test_the_same_seed_proposes_the_same(walked: Walked) -> None:
    _, site = walked
    first, again, other = (propose_from(site, seed, 6) for seed in (1, 1, 2))
    assert first == again != other and len(first.proposals) == 6


async def test_a_site_that_does_not_answer_is_one_line(chromium: Any) -> None:
    with pytest.raises(ConnectionError, match="does not answer"):
        await Crawler(chromium, "http://127.0.0.1:9/", "gone").walk()


async def test_a_site_that_leads_to_another_names_it(chromium: Any) -> None:
    with small_site() as served:
        elsewhere = served.url.replace("127.0.0.1", "localhost")
        with pytest.raises(ConnectionError, match=f"leads to {elsewhere}: "):
            await Crawler(chromium, f"{served.url}moved", "moved").walk()


async def test_a_page_whose_script_never_ends_costs_that_page(
    chromium: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy = (
        "<h1>Busy</h1><script>onload = () => setTimeout(() => {{ while (true); }}, {ms})</script>"
    )
    pages = {"/people": busy.format(ms=100), "/busy": busy.format(ms=0)}
    limits = CrawlLimits(max_screens=3, max_visits=6, max_visit_s=8.0)
    with small_site() as served:
        usual = served.page
        monkeypatch.setattr(served, "page", lambda at: pages.get(at) or usual(at))
        async with asyncio.timeout(90):
            site = await Crawler(chromium, served.url, "small", limits).walk()
            with pytest.raises(ConnectionError, match="not ready within 8 s"):
                await Crawler(chromium, f"{served.url}busy", "small", limits).walk()
    assert {one.heading for one in site.screens} == {"Home", "Settings", "History"}


async def test_what_decides_a_task_is_looked_up_again(chromium: Any) -> None:
    with small_site() as served:
        name = HoldsValue(url=f"{served.url}settings", field="Display name", value="Mara")
        people = OpensPage(url=f"{served.url}people", heading="People")
        phone = SaysAnswer(answer="555 1001", url=f"{served.url}people")
        async with a_page(await chromium.new_page(), "") as page:
            assert not await passes(name, page, "")
            served.name = "Mara"
            assert await passes(name, page, "")
            assert not await passes(people, page, "")
            await page.goto(f"{served.url}people")
            assert await passes(AllHold(parts=(name, people)), page, "")
            assert await passes(phone, page, "It is 555 1001.")
            assert not await passes(phone, page, "N/A")


async def test_a_list_and_a_switch_that_are_drawn_by_hand_become_tasks(
    chromium: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither has a role; the choices of the list are looked at, never pressed."""
    html = """<h1>Look</h1><div class=row><span class=label>Font size</span>
    <div class="dropdown-button" style=cursor:pointer onclick="menu.hidden = false">Small</div>
    <div id=menu hidden><div style=cursor:pointer onclick="document.title = 'pressed'">Large</div>
    <div style=cursor:pointer>Huge</div></div></div>
    <div class=row><span>Sounds</span><div class="toggle switch"
    style="width:36px;height:20px;cursor:pointer"></div></div>"""
    with small_site() as served:
        monkeypatch.setattr(served, "page", lambda _: html)
        site = await crawled(chromium, served)
    checks = [one.decided_by for one in propose_from(site, 0, 50).proposals]
    held = {(one.field, one.value) for one in checks if isinstance(one, HoldsValue)}
    assert ("Sounds", "on") in held
    assert {value for field, value in held if field == "Font size"} <= {"Large", "Huge"}
    assert any(field == "Font size" for field, _ in held)


async def test_a_page_for_a_new_thing_gives_no_task_about_what_its_fields_hold(
    chromium: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opened again it is empty: such a task could never be done."""
    html = """<h1>New contact</h1><form method=post action=/save>
    <label>First name <input name=first></label>
    <label>Group <select name=group><option>Friends</option><option>Work</option></select></label>
    <button>Save</button></form>"""
    with small_site() as served:
        usual = served.page
        monkeypatch.setattr(
            served, "page", lambda at: html if at.startswith("/people") else usual(at)
        )
        site = await crawled(chromium, served)
    assert "New contact" in {one.heading for one in site.screens}
    tasks = propose_from(site, 0, 50).proposals
    held = {one.decided_by.field for one in tasks if isinstance(one.decided_by, HoldsValue)}
    assert held == {"Display name", "Language"}
    assert {one.kind for one in tasks if "New contact" in one.ques} == {"page"}


async def test_a_field_is_kept_by_the_button_of_its_own_form(
    chromium: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever that stands, and whatever stands between them."""
    html = """<h1>Corner</h1><form><label>Words <input name=q></label><button>Search</button></form>
    <form method=post><label>Grind <select><option>Fine</option><option>Coarse</option></select>
    </label><button type=button>Save a copy</button><input type=submit value=Checkout></form>
    <form id=me method=post><label>Nickname <input name=nick></label>
    <label>Guests <input type=number max=9></label><label>Born <input type=date></label>
    <label>Plate <input pattern="[A-Z]{3}"></label></form>
    <button>Send feedback</button><button form=me>Save</button>"""
    with small_site() as served:
        usual = served.page
        monkeypatch.setattr(served, "page", lambda at: html if at == "/people" else usual(at))
        site = await crawled(chromium, served)
    view = next(one.view for one in site.screens if one.heading == "Corner")
    sends = {row.form: row.element.text for row in view.controls if row.submits and row.form}
    assert sends == {1: "Search", 2: "Checkout", 3: "Save"}
    tasks = [one.ques for one in propose_from(site, 0, 50).proposals if "'Corner'" in one.ques]
    fields = [one for one in tasks if one.endswith("and press 'Save'.")]
    assert any("'Nickname'" in one for one in fields)
    assert any(re.search(r"'Guests' (?:to|holds by) '[2-9]'", one) for one in fields)
    unfit = ("Words", "Grind", "Born", "Plate")
    assert not any(f"'{name}'" in one for one in tasks for name in unfit)


async def test_a_field_of_several_pages_of_one_heading_gives_no_task(
    chromium: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing says which page is meant; a field that only one of them has is clear."""
    html = """<h1>Contact</h1><p>{of}</p><label>Nickname <input name=nick></label>
    <label>Group <select name=group><option>Friends</option><option>Work</option></select></label>
    {more}<button>Save</button>"""
    pages = {
        "/people": html.format(of="Ida", more="<label>Motto <input name=motto></label>"),
        "/settings": html.format(of="Max", more=""),
    }
    with small_site() as served:
        usual = served.page
        monkeypatch.setattr(served, "page", lambda at: pages.get(at) or usual(at))
        site = await crawled(chromium, served)
    assert sum(one.heading == "Contact" for one in site.screens) == 2
    tasks = [one for one in propose_from(site, 0, 50).proposals if one.kind == "field"]
    held = {one.decided_by.field for one in tasks if isinstance(one.decided_by, HoldsValue)}
    assert held == {"Motto"}
    assert not any(word in one.ques for one in tasks for word in ("Nickname", "Group"))


async def test_letters_of_icon_fonts_and_marks_of_required_fields_are_in_no_task(
    chromium: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    icon = "&#xe87c;"
    html = f"""<h1>{icon} Profile</h1><label>Street* <input name=street></label>
    <label>{icon} City * <input name=city></label><label>{icon}{icon} <input name=icon></label>
    <label>Tea <select name=tea><option>{icon} Black</option><option>Green {icon}</option></select>
    </label><dl><dt>{icon} Plan</dt><dd>Basic {icon}</dd></dl><button>{icon} Save</button>"""
    with small_site() as served:
        usual = served.page
        monkeypatch.setattr(served, "page", lambda at: html if at == "/settings" else usual(at))
        site = await crawled(chromium, served)
        tasks = propose_from(site, 0, 50).proposals
        assert not any("\ue87c" in one.ques or "*" in one.ques or "''" in one.ques for one in tasks)
        checks = [one.decided_by for one in tasks]
        held = {one.field: one for one in checks if isinstance(one, HoldsValue)}
        assert set(held) == {"Street", "City", "Tea"} and held["Tea"].value == "Green"
        assert any(isinstance(one, SaysAnswer) and one.answer == "Basic" for one in checks)
        assert any(one.ques.endswith("and press 'Save'.") for one in tasks)
        async with a_page(await chromium.new_page(), "") as page:
            assert not await passes(held["Tea"], page, "")
            html = html.replace(f"<option>Green {icon}", f"<option selected>Green {icon}")
            html = html.replace("name=city", f'name=city value="{held["City"].value}"')
            assert await passes(held["Tea"], page, "") and await passes(held["City"], page, "")


async def test_a_dialog_that_stands_there_from_the_start_is_a_page(
    chromium: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    html = """<dialog open><h1>Welcome</h1><label>City <input name=city></label>
    <button>Save</button></dialog>"""
    with small_site() as served:
        monkeypatch.setattr(served, "page", lambda _: html)
        site = await crawled(chromium, served)
    checks = [one.decided_by for one in propose_from(site, 0, 50).proposals]
    assert {one.field for one in checks if isinstance(one, HoldsValue)} == {"City"}


def test_a_walk_for_many_screens_may_take_longer_and_says_which_limit_ended_it() -> None:
    usual, many = CrawlLimits(), CrawlLimits(max_screens=1000, max_visits=3005)
    assert usual.max_walk_s == 180 and many.max_walk_s == 7000
    assert not many.reached(999, 3004, 7000) and not usual.reached(24, 79, 180)
    assert usual.reached(25, 79, 200) == "the limit of 25 screens was reached"
    assert usual.reached(24, 80, 200) == "the limit of 80 visits was reached"
    assert usual.reached(24, 79, 181) == "the limit of 180 s was reached"


async def test_places_that_are_left_when_a_walk_ends_are_counted(chromium: Any) -> None:
    with small_site() as served:
        site = await Crawler(chromium, served.url, "small", CrawlLimits(max_screens=2)).walk()
    assert len(site.screens) == 2 and site.left_out["the limit of 2 screens was reached"] >= 2
