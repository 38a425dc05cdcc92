"""Apps and oracles by other people: a plan reaches the goal, a wrong variant of it does not."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest

from courtside.demo.moves import Move
from courtside_training.collect import browser_for, collect_one
from courtside_training.collecting.episodes import EXPLORED
from courtside_training.collecting.replay import distances
from courtside_training.collecting.watchers import SOURCES, Source
from courtside_training.datasets import datasets_folder
from courtside_training.world import WorldVerdict
from courtside_training.worlds.infinity.check import check, check_wrong_plans
from courtside_training.worlds.infinity.distances import distances as page_distances
from courtside_training.worlds.infinity.plan import Part, Plan, click, fill
from courtside_training.worlds.infinity.state import differences
from courtside_training.worlds.infinity.world import infinity_served

NEEDS_THE_APPS = pytest.mark.skipif(
    not (datasets_folder() / "webarena_infinity").is_dir(),
    reason="the data set webarena_infinity is not there: docs/lab/datasets.md",
)


@pytest.mark.chrome
@NEEDS_THE_APPS
async def test_a_plan_reaches_the_goal_and_its_wrong_variants_do_not(chromium: Any) -> None:
    with infinity_served("gmail") as world:
        page = await chromium.new_page(viewport=world.viewport)
        for kind in ("real/task_e1", "real/task_e5"):
            assert await check(page, world, kind) == []
            assert await check_wrong_plans(page, world, kind) == []
        await page.close()


@pytest.mark.chrome
@NEEDS_THE_APPS
async def test_what_is_changed_besides_the_goal_is_a_failure_that_the_verifier_does_not_see(
    chromium: Any,
) -> None:
    with infinity_served("gmail") as world:
        page = await chromium.new_page(viewport=world.viewport)
        await world.begin(page, "real/task_e1", 0)
        await page.click("[data-testid=email-star-1]")
        await page.click("[data-testid=email-star-2]")
        outcome = await world.outcome(page, "real/task_e1", 0)
        assert outcome.reached
        assert not outcome.success
        assert any(place.startswith("emails.2.") for place in outcome.amiss)
        await page.close()


@pytest.mark.slow
@pytest.mark.chrome
@NEEDS_THE_APPS
async def test_a_step_comes_nearer_stands_still_or_leads_where_no_way_leads_back(
    chromium: Any,
) -> None:
    with infinity_served("gmail") as world:
        page = await chromium.new_page(viewport=world.viewport)
        kind = "real/task_e3"
        await world.begin(page, kind, 0)
        inbox, select, delete = world.planned(kind).moves
        idle = Move("click", world.idle)
        right = (idle, inbox, select, delete)
        assert await distances(world, page, kind, 0, right) == [2, 2, 2, 1, 0]
        assert delete.wrong
        wrong = (inbox, select, delete.wrong)
        assert await distances(world, page, kind, 0, wrong) == [2, 2, 1, None]
        await page.close()


_SUGGESTS = """<title></title><h1>Fruit</h1>
<input oninput="setTimeout(() => { found.innerHTML = '<li>' + this.value }, 300)">
<ul id=found onclick="document.title = event.target.textContent"></ul>"""


class _Suggesting:
    """A page that suggests what is typed a moment later; the goal is to take the suggestion."""

    url = "about:blank"

    def planned(self, kind: str) -> Plan:
        return Plan(Part(fill("input", "pear"), click("li")))

    async def reset(self, page: Any) -> None:
        # A navigation, as the apps' own: a page's timers live on after `set_content`.
        await page.goto(f"data:text/html,{quote(_SUGGESTS)}")

    async def reset_to(self, page: Any, kept: str) -> None:
        await self.reset(page)

    async def kept_by(self, page: Any) -> str:
        return ""

    async def settle(self, page: Any) -> None:
        """All but the suggestion comes at once."""

    async def verdict(self, page: Any, kind: str, seed: int) -> WorldVerdict:
        return WorldVerdict(await page.title() == "pear")


@pytest.mark.chrome
async def test_a_way_leads_on_where_a_page_takes_a_moment_to_suggest_what_is_typed(
    chromium: Any,
) -> None:
    page = await chromium.new_page()
    moves = (Move("click", "h1"), Move("fill", "input", "pear"))
    assert await page_distances(_Suggesting(), page, "", moves) == [2, 2, 1]
    await page.close()


@pytest.mark.chrome
@NEEDS_THE_APPS
@pytest.mark.parametrize("source", SOURCES)
async def test_an_episode_keeps_its_steps_and_a_true_label_for_each(
    driver: Any, source: Source
) -> None:
    with infinity_served("gmail") as world:
        async with browser_for(driver, source) as browser:
            row = await collect_one(world, browser, ("real/task_e3", 1, "good", source))
    assert row
    assert row.oracle
    assert [step.index for step in row.steps] == [1, 2, 3]
    assert row.labels == ("not-sure", "towards-the-goal", "goal-reached")


@pytest.mark.chrome
@NEEDS_THE_APPS
async def test_the_explorer_s_episode_has_what_it_did_and_no_labels(driver: Any) -> None:
    with infinity_served("gmail") as world:
        async with browser_for(driver, "inside") as browser:
            row = await collect_one(world, browser, ("real/task_e3", 500, EXPLORED, "inside"))
    assert row
    assert row.steps and not row.labels
    assert row.behaviour == EXPLORED
    assert row.oracle == (bool(row.reached) and not row.amiss)


def test_times_of_today_and_ids_made_on_the_way_make_no_difference() -> None:
    seed = {"rows": [{"id": 1, "name": "a", "at": "2025-01-01T10:00:00"}], "_next": 2}

    def after(at: str, made: str) -> dict[str, object]:
        new = {"id": made, "name": "b", "at": at}
        return {"rows": [seed["rows"][0], new], "_next": 9}  # type: ignore[index]

    one = differences(seed, after("2026-03-02T09:00:01Z", "row_mabc1234"), "2026-03-02")
    two = differences(seed, after("2026-03-02T09:07:59Z", "row_mxyz9876"), "2026-03-02")
    assert one
    assert one == two


def test_what_an_app_draws_at_random_makes_no_difference_in_a_new_row() -> None:
    seed = {"rows": [{"id": 1, "name": "a", "colour": "red"}]}

    def after(colour: str) -> dict[str, object]:
        return {"rows": [seed["rows"][0], {"id": 2, "name": "b", "colour": colour}]}

    found = [
        differences(seed, after(colour), "2026-03-02", drawn=("colour",))
        for colour in ("blue", "green")
    ]
    assert found[0] == found[1]
    assert found[0]


def test_a_row_that_went_away_and_a_value_that_changed_are_differences() -> None:
    seed = {"rows": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "theme": "light"}
    after = {"rows": [{"id": 2, "name": "c"}], "theme": "light"}
    changed = differences(seed, after, "2026-03-02")
    assert changed["rows.2.name"] == '"c"'
    assert changed["rows.1.name"] == "gone"
    assert "theme" not in changed
