"""The policy actor does in a real page what its policy finds likeliest."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from actor_pages import FORM, a_page
from builders import an_element

from courtside_refine.actors.actor import ActorTask
from courtside_refine.actors.actor_actions import Click, Stop
from courtside_refine.actors.attempting import attempt
from courtside_refine.actors.page_view import PageView, ViewRow
from courtside_refine.actors.policy_actor import PolicyActor
from courtside_refine.policy_training.example import Outlook, PastAction, ScoredAction
from courtside_store.records import Element


class Fake:
    """Fills the form of `actor_pages`, by what was done so far."""

    def __init__(self) -> None:
        self.seen: list[tuple[Element, ...]] = []

    def choose(
        self,
        task: str,
        elements: Sequence[Element],
        history: Sequence[PastAction],
        outlook: Outlook,
    ) -> tuple[ScoredAction, ...]:
        self.seen.append(tuple(elements))
        by_role = {(one.role, one.text): one.id for one in elements}
        likely = (
            ScoredAction(
                kind="type", element=by_role["textbox", "Name"], text="Ada", probability=0.6
            ),
            ScoredAction(kind="select", element=by_role["combobox", "City"], text="Oslo"),
            ScoredAction(kind="click", element=by_role["button", "Save"]),
            ScoredAction(kind="stop"),
        )[len(history)]
        return likely, ScoredAction(kind="stop", probability=0.1)


@pytest.mark.chrome
async def test_it_does_what_is_likeliest_and_tells_what_it_did_before(blank_page: Any) -> None:
    policy: Any = Fake()
    thoughts: list[str] = []
    async with a_page(blank_page, FORM) as page:
        actor = PolicyActor(policy)
        tried = await attempt(
            page, actor, ActorTask(text="Save Ada of Oslo."), think=thoughts.append
        )
        assert await page.inner_text("#said") == "Ada of Oslo is saved"
    assert tried.end == "stopped" and tried.claims_success
    assert thoughts[0] == "type 'Name': 60% sure."


@pytest.mark.chrome
async def test_options_are_elements_that_follow_their_list(blank_page: Any) -> None:
    policy: Any = Fake()
    async with a_page(blank_page, FORM) as page:
        await attempt(page, PolicyActor(policy), ActorTask(text="Save Ada."), max_steps=1)
    roles = [(one.role, one.text) for one in policy.seen[0]]
    at = roles.index(("combobox", "City"))
    assert roles[at + 1 : at + 3] == [("option", "Bern"), ("option", "Oslo")]
    assert len({one.id for one in policy.seen[0]}) == len(roles)


async def test_with_a_temperature_it_draws_by_the_seed() -> None:
    class Torn:
        def choose(self, task: str, elements: object, history: object) -> tuple[ScoredAction, ...]:
            return ScoredAction(kind="stop", probability=0.5), ScoredAction(
                kind="stop", text="b", probability=0.5
            )

    policy: Any = Torn()
    drawn = [
        PolicyActor(policy, 1.0)
        .start(ActorTask(text="a", seed=n))
        ._one_of(policy.choose("", (), ()))
        for n in (1, 1, *range(12))
    ]
    assert drawn[0] == drawn[1] and len({one.text for one in drawn}) == 2


async def test_the_lower_the_temperature_the_likelier_is_what_is_likeliest() -> None:
    choices = (
        ScoredAction(kind="stop", probability=0.4),
        ScoredAction(kind="stop", text="b", probability=0.3),
    )
    policy: Any = SimpleNamespace(choose=lambda *_: choices)
    for seed in range(10):
        session = PolicyActor(policy, temperature=1e-4).start(ActorTask(text="a", seed=seed))
        assert session._one_of(choices) == choices[0]


SAVE = ScoredAction(kind="click", element=1, probability=0.2)
STOP = ScoredAction(kind="stop", probability=0.8)


@pytest.mark.parametrize(
    ("own", "of_other", "done"),
    [((STOP, SAVE), (SAVE, STOP), "click"), ((SAVE,), (STOP, SAVE), "stop")],
)
async def test_another_policy_may_decide_when_to_stop(
    own: tuple[ScoredAction, ...], of_other: tuple[ScoredAction, ...], done: str
) -> None:
    def fixed(choices: tuple[ScoredAction, ...]) -> Any:
        return SimpleNamespace(choose=lambda *_: choices)

    actor = PolicyActor(fixed(own), stops=fixed(of_other))
    view = PageView(url="http://shop.test/", rows=(ViewRow(element=an_element(1, "Save")),))
    decided = await actor.start(ActorTask(text="Press Save.")).decide(view, "")
    assert isinstance(decided.action, Click if done == "click" else Stop)
