"""Which steps count as such that cannot be undone, and by what."""

from __future__ import annotations

from typing import Any

import pytest
from builders import a_step, an_action

from courtside_refine.irreversible_steps import irreversible_step
from courtside_store.effects_merging import MAX_EFFECTS_OF_A_STEP
from courtside_store.records import Action, Effects, Request, WebSocketUse


def sent(method: str, status: int | None) -> Effects:
    return Effects(requests=(Request(method=method, path="/orders/*", at_ms=1, status=status),))


@pytest.mark.parametrize("method", ["POST", "put", "PATCH", "DELETE"])
def test_a_request_that_was_answered_counts_and_is_named(method: str) -> None:
    why = irreversible_step([a_step(1), a_step(2, effects=sent(method, 201))])
    assert why == f"step 2 sent {method} /orders/*, which was answered with 201"


def test_a_request_whose_answer_nobody_saw_may_have_changed_something() -> None:
    assert "not known" in irreversible_step([a_step(1, effects=sent("POST", None))])


@pytest.mark.parametrize(("method", "status"), [("POST", 422), ("DELETE", 500), ("GET", 200)])
def test_what_was_refused_or_only_read_changed_nothing(method: str, status: int) -> None:
    assert irreversible_step([a_step(1, effects=sent(method, status))]) == ""


def test_a_button_to_pay_is_harmless_where_the_source_sees_that_nothing_was_sent() -> None:
    pay = an_action("click", "Pay now")
    assert irreversible_step([a_step(1, pay, effects=Effects(requests=()))]) == ""


def test_what_was_sent_over_a_websocket_may_have_changed_something() -> None:
    use = WebSocketUse(path="/live/*", messages=4, at_ms=1)
    effects = Effects(requests=(), websockets=(use,))
    why = irreversible_step([a_step(1, effects=Effects(requests=())), a_step(2, effects=effects)])
    over = "sent at least 4 messages over the WebSocket /live/*"
    assert why == f"step 2 {over}, which may have changed something"


@pytest.mark.parametrize("effects", [None, Effects()])
def test_where_requests_cannot_be_seen_words_count(effects: Any) -> None:
    pay = an_action("tap", "Pay now")
    assert "Pay now" in irreversible_step([a_step(1, pay, effects=effects)])
    assert irreversible_step([a_step(1, an_action("tap", "Next"), effects=effects)]) == ""


@pytest.mark.parametrize("name", ["Erase all", "Empty trash", "Revoke key", "Discard draft"])
def test_so_do_all_words_for_destroying_something(name: str) -> None:
    assert name in irreversible_step([a_step(1, an_action("tap", name))])


def test_a_message_counts_too_where_the_source_sees_no_requests() -> None:
    effects = Effects(websockets=(WebSocketUse(path="/live", messages=1, at_ms=1),))
    why = irreversible_step([a_step(1, an_action("tap", "Next"), effects=effects)])
    assert "sent 1 message over the WebSocket /live" in why


def test_requests_that_there_was_no_room_for_may_have_changed_something() -> None:
    refused = tuple(
        Request(method="POST", path="/beat", at_ms=n, status=404)
        for n in range(MAX_EFFECTS_OF_A_STEP)
    )
    assert irreversible_step([a_step(1, effects=Effects(requests=refused))]) == ""
    why = irreversible_step([a_step(1, effects=Effects(requests=refused, left_out=1))])
    assert why == "step 1 sent more than is recorded, which may have changed something"


@pytest.mark.parametrize(
    "harmless",
    [
        an_action("type", "New todo", "Buy oat milk"),
        an_action("type", "Postal code", "8001"),
        an_action("click", "Orders", role="link"),
        an_action("click", "Address book", role="tab"),
        an_action("click", "Sender name", role="textbox"),
    ],
    ids=["typed", "a field's name", "Orders", "a tab", "a field"],
)
def test_words_count_only_as_verbs_on_what_is_pressed(harmless: Action) -> None:
    assert irreversible_step([a_step(1, harmless)]) == ""
    assert irreversible_step([a_step(1, harmless), a_step(2, an_action("click", "Place order"))])
