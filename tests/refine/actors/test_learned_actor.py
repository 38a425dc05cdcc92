"""The learned actor does in a real page what its policy finds likeliest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from actor_pages import FORM, a_page

from courtside_refine.actors.actor import Task
from courtside_refine.actors.attempts import attempt
from courtside_refine.actors.learned_actor import LearnedActor
from courtside_refine.learning.example import Choice, Past
from courtside_store.records import Element


class Fake:
    """Fills the form of `actor_pages`, by what was done so far."""

    def __init__(self) -> None:
        self.seen: list[tuple[Element, ...]] = []

    def choose(
        self, task: str, elements: Sequence[Element], history: Sequence[Past]
    ) -> tuple[Choice, ...]:
        self.seen.append(tuple(elements))
        by_role = {(one.role, one.text): one.id for one in elements}
        likely = (
            Choice(kind="type", element=by_role["textbox", "Name"], text="Ada", probability=0.6),
            Choice(kind="select", element=by_role["combobox", "City"], text="Oslo"),
            Choice(kind="click", element=by_role["button", "Save"]),
            Choice(kind="stop"),
        )[len(history)]
        return likely, Choice(kind="stop", probability=0.1)


@pytest.mark.chrome
async def test_it_does_what_is_likeliest_and_tells_what_it_did_before(chromium: Any) -> None:
    policy: Any = Fake()
    thoughts: list[str] = []
    async with a_page(chromium, FORM) as page:
        actor = LearnedActor(policy)
        tried = await attempt(page, actor, Task(text="Save Ada of Oslo."), think=thoughts.append)
        assert await page.inner_text("#said") == "Ada of Oslo is saved"
    assert tried.end == "stopped" and tried.claims_success
    assert thoughts[0] == "type 'Name': 60% sure."


@pytest.mark.chrome
async def test_options_are_elements_that_follow_their_list(chromium: Any) -> None:
    policy: Any = Fake()
    async with a_page(chromium, FORM) as page:
        await attempt(page, LearnedActor(policy), Task(text="Save Ada."), max_steps=1)
    roles = [(one.role, one.text) for one in policy.seen[0]]
    at = roles.index(("combobox", "City"))
    assert roles[at + 1 : at + 3] == [("option", "Bern"), ("option", "Oslo")]
    assert len({one.id for one in policy.seen[0]}) == len(roles)


async def test_with_a_temperature_it_draws_by_the_seed() -> None:
    class Torn:
        def choose(self, task: str, elements: object, history: object) -> tuple[Choice, ...]:
            return Choice(kind="stop", probability=0.5), Choice(
                kind="stop", text="b", probability=0.5
            )

    policy: Any = Torn()
    drawn = [
        LearnedActor(policy, 1.0).start(Task(text="a", seed=n))._one_of(policy.choose("", (), ()))
        for n in (1, 1, *range(12))
    ]
    assert drawn[0] == drawn[1] and len({one.text for one in drawn}) == 2
