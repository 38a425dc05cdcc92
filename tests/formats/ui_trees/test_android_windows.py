"""The app in front and the dialog that waits, by page sources as Android's tools give them."""

from __future__ import annotations

import msgspec
import pytest

from courtside_formats.ui_trees.page_source import read_tree
from courtside_store.records import Observation, PageState

LIST = """<android.widget.FrameLayout package="org.example.list" bounds="[0,0][1080,2205]"
 displayed="true"><android.widget.Button text="Delete" clickable="true" package="org.example.list"
 resource-id="org.example.list:id/delete" bounds="[40,600][300,700]" displayed="true"/>
</android.widget.FrameLayout>"""
ALERT = """<android.widget.FrameLayout package="{app}" bounds="[84,800][996,1400]">
<android.widget.LinearLayout package="{app}" resource-id="{ids}:id/parentPanel"
 bounds="[84,800][996,1400]">
<android.widget.TextView package="{app}" resource-id="{ids}:id/alertTitle" text="{title}"
 bounds="[120,840][960,920]" displayed="{shown}"/>
<android.widget.TextView package="{app}" resource-id="android:id/message"
 text="It cannot be undone." bounds="[120,940][960,1020]" displayed="{shown}"/>
<android.widget.Button package="{app}" resource-id="android:id/button2" text="CANCEL"
 clickable="true" bounds="[500,1280][740,1380]" displayed="{shown}"/>
<android.widget.Button package="{app}" resource-id="android:id/button1" text="DELETE"
 clickable="true" bounds="[740,1280][960,1380]" displayed="{shown}"/>
</android.widget.LinearLayout></android.widget.FrameLayout>"""


def alert(title: str = "Delete the list?", ids: str = "android", shown: bool = True) -> str:
    app, is_shown = "org.example.list", str(shown).lower()
    return ALERT.format(app=app, title=title, ids=ids, shown=is_shown)


def dialog_in(*windows: str) -> str:
    page = read_tree(f"<hierarchy>{''.join(windows)}</hierarchy>").page
    assert page is not None
    return page.dialog


@pytest.mark.parametrize("ids", ["android", "org.example.list"], ids=["Android's", "AppCompat's"])
def test_an_alert_is_known_by_its_title_whichever_library_draws_it(ids: str) -> None:
    assert dialog_in(alert(ids=ids)) == "Delete the list?"
    assert dialog_in(LIST, alert(ids=ids)) == "Delete the list?"


def test_no_dialog_waits_where_there_is_none_and_that_is_told() -> None:
    assert read_tree(f"<hierarchy>{LIST}</hierarchy>").page == PageState()
    assert (
        dialog_in(LIST.replace("org.example.list:id/delete", "org.example.list:id/button1")) == ""
    )


def test_a_dialog_without_a_title_is_called_by_its_message_else_a_dialog() -> None:
    assert dialog_in(alert(title="")) == "It cannot be undone."
    date = """<node class="android.widget.FrameLayout" package="com.example" bounds="[0,0][9,9]">
    <node class="android.widget.Button" text="OK" resource-id="android:id/button1"
    clickable="true" bounds="[0,0][5,5]"/></node>"""
    assert dialog_in(date) == "dialog"


def test_a_question_for_a_permission_and_a_dialog_of_a_web_page_are_dialogs() -> None:
    asked = """<node class="android.widget.LinearLayout" bounds="[0,0][9,9]"
    package="com.google.android.permissioncontroller"
    resource-id="com.android.permissioncontroller:id/grant_dialog"><node bounds="[0,0][9,3]"
    class="android.widget.TextView" text="Allow Camera to take pictures?"
    resource-id="com.android.permissioncontroller:id/permission_message"/></node>"""
    assert dialog_in(asked) == "Allow Camera to take pictures?"
    assert dialog_in('<node class="android.app.AlertDialog" text="Leave?"/>') == "Leave?"
    assert dialog_in('<node class="android.app.Dialog" content-desc="Share"/>') == "Share"


def test_a_dialog_that_is_not_displayed_waits_for_nobody() -> None:
    hidden = alert(shown=False).replace(":id/parentPanel", ":id/panel")
    assert dialog_in(LIST, hidden) == ""


@pytest.mark.parametrize(
    "window",
    [
        alert(title="x" * 900),
        f'<node class="android.app.AlertDialog" text="{"x" * 900}"/>',
        f'<node class="android.app.AlertDialog" package="{"x" * 900}" bounds="[0,0][9,9]"/>',
    ],
)
def test_a_title_or_a_name_that_is_too_long_is_cut_so_that_the_screen_can_be_sent(
    window: str,
) -> None:
    read = read_tree(f"<hierarchy>{window}</hierarchy>")
    look = Observation(at_ms=1, title=read.title, page=read.page)
    assert msgspec.json.decode(msgspec.json.encode(look), type=Observation) == look
    assert "x" * 500 in (look.title, read.page.dialog if read.page else "")


def test_a_page_of_html_tells_of_no_dialog() -> None:
    assert read_tree("<html><body><p>Hello</p></body></html>").page is None


def test_the_app_in_front_is_that_of_the_largest_window() -> None:
    bar = '<node package="com.android.systemui" class="a.B" bounds="[0,0][1080,66]"/>'
    keys = '<node package="org.example.keys" class="a.B" bounds="[0,1400][1080,2205]"/>'
    toast = (
        '<node package="android" class="android.widget.Toast" text="Saved" bounds="[9,9][99,20]"/>'
    )
    assert read_tree(f"<hierarchy>{bar}{keys}{LIST}{toast}</hierarchy>").title == "org.example.list"
    assert read_tree(f"<hierarchy>{bar}</hierarchy>").title == "com.android.systemui"
    assert read_tree("<hierarchy><node class='a.B'/></hierarchy>").title == ""
