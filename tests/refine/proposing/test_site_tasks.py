"""Which fields of a screen are worth a task: those that keep what is entered."""

from __future__ import annotations

import pytest
from builders import an_element
from msgspec.structs import replace

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


def a_button(number: int, name: str, form: int = 0) -> ViewRow:
    return ViewRow(element=an_element(number, name), form=form, submits=form > 0)


def of_form(number: int, *rows: ViewRow) -> list[ViewRow]:
    return [replace(row, form=number) for row in rows]


DAY = a_field(1, "Delivery day", "Monday", "Friday")
CITY = a_field(2, "City")


@pytest.mark.parametrize("form", [0, 1])
@pytest.mark.parametrize(
    "button",
    [
        *("Place order", "Send", "Submit", "Add", "Book now"),
        *("Checkout", "Check out", "Next", "Continue", "Search", "Sign up", "Go"),
    ],
)
def test_what_is_sent_away_is_not_kept(button: str, form: int) -> None:
    """Opened again, the form is empty: such a task could never be called done."""
    rows = of_form(form, DAY, CITY)
    assert tasks_of("Corner Tea", *rows, a_button(3, button, form)) == []


def test_a_form_whose_button_says_nothing_of_saving_is_not_taken_to_keep() -> None:
    assert tasks_of("Corner Tea", *of_form(1, DAY, CITY), a_button(3, "Get a quote", 1)) == []


def test_the_button_of_another_form_says_nothing_of_a_field() -> None:
    """A lone search form stands on many pages, before or after the form that is meant."""
    search, profile = a_button(8, "Search", 1), of_form(2, DAY, CITY)
    saved = tasks_of("Profile", *profile, search, a_button(3, "Save", 2))
    assert len(saved) == 3 and all("press 'Save'" in one for one in saved)
    at_once = tasks_of("Profile", DAY, CITY, a_button(8, "Send", 1))
    assert len(at_once) == 3 and not any("press" in one for one in at_once)


def test_a_button_that_only_clears_hides_no_order() -> None:
    clear = replace(a_button(3, "Clear"), form=1)
    assert tasks_of("Corner Tea", *of_form(1, DAY, CITY), clear, a_button(4, "Send", 1)) == []


def test_two_fields_of_two_forms_are_no_one_task() -> None:
    """One press saves one form."""
    rows = [*of_form(1, DAY), a_button(3, "Save day", 1), *of_form(2, CITY)]
    proposed = tasks_of("Profile", *rows, a_button(4, "Save city", 2))
    assert len(proposed) == 2 and sum("press 'Save city'" in one for one in proposed) == 1


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
