"""What a prompt lists of an element."""

from __future__ import annotations

from builders import an_element

from courtside_refine.actors.page_view import ViewRow, render_row


def test_a_field_is_listed_with_what_it_holds_unless_that_is_secret() -> None:
    field = an_element(1, "Name", role="textbox", value="Ada", state=("required",))
    assert render_row(ViewRow(element=field)) == "[1] [TEXTBOX] [Name] (value 'Ada', required)"
    secret = an_element(2, "PIN", role="textbox", value="4711", state=("secret",))
    assert render_row(ViewRow(element=secret)) == "[2] [TEXTBOX] [PIN] (secret)"
