"""Which fields of a screen are worth a task: those that keep what is entered."""

from __future__ import annotations

import pytest
from builders import an_element

from courtside_refine.actors.page_view import PageView, ViewRow
from courtside_refine.proposing.crawled_site import CrawledSite, ScreenPlace, SiteScreen
from courtside_refine.proposing.site_tasks import propose_from

URL = "http://shop.test/"


def tasks_of(heading: str, *rows: ViewRow) -> list[str]:
    screen = SiteScreen(
        place=ScreenPlace(url=URL), heading=heading, view=PageView(url=URL, rows=rows)
    )
    site = CrawledSite(name="shop", url=URL, screens=(screen,))
    return [one.ques for one in propose_from(site, 0, 50).proposals if one.kind == "field"]


def a_field(number: int, name: str, *options: str) -> ViewRow:
    role = "combobox" if options else "textbox"
    value = options[0] if options else ""
    return ViewRow(element=an_element(number, name, role=role, value=value), options=options)


def a_button(number: int, name: str) -> ViewRow:
    return ViewRow(element=an_element(number, name))


DAY = a_field(1, "Delivery day", "Monday", "Friday")
CITY = a_field(2, "City")


@pytest.mark.parametrize("button", ["Place order", "Send", "Submit", "Add", "Book now"])
def test_what_is_sent_away_is_not_kept(button: str) -> None:
    """Opened again, the form is empty: such a task could never be called done."""
    assert tasks_of("Corner Tea", DAY, CITY, a_button(3, button)) == []


def test_a_field_that_is_saved_is_worth_a_task() -> None:
    saved = tasks_of("Profile", DAY, CITY, a_button(3, "Save"))
    assert len(saved) == 3 and all("press 'Save'" in one for one in saved)
    assert len(tasks_of("Profile", DAY, CITY)) == 3, "what is saved at once has no button"


def test_only_the_form_s_own_button_counts() -> None:
    """A page of settings has other buttons before it."""
    compose = a_button(9, "Compose")
    assert tasks_of("Profile", compose, DAY, a_button(3, "Save"))


def test_the_button_of_rows_saves_no_form() -> None:
    rows = a_button(3, "Done"), a_button(4, "Done")
    assert all("Done" not in one for one in tasks_of("List", *rows, CITY))
