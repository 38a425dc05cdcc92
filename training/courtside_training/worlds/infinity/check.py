"""Follows the plans of one app and says which reach their goal, or shows a page to plan from.

python -m courtside_training.worlds.infinity.check gmail real/task_h12 --wrong-plans
python -m courtside_training.worlds.infinity.check gmail --tasks
python -m courtside_training.worlds.infinity.check gmail real/task_h12 --look 3
python -m courtside_training.worlds.infinity.check gmail --look --do "click [title=Settings]"
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from playwright.async_api import Error, ViewportSize, async_playwright

from courtside.demo.agent import make
from courtside.demo.moves import Move
from courtside_bridges.web.browsers import find_browser

from .apps import APPS, load_app
from .look import elements, near
from .world import InfinityWorld, infinity_served

PAUSE_S = 0.02


async def check(page: Any, world: InfinityWorld, kind: str) -> list[str]:
    """What is wrong with the plan of one task. Empty: nothing."""
    try:
        await world.begin(page, kind, 0)
    except (Error, ValueError) as error:
        return [await _stuck(page, world, kind, str(error).splitlines()[0])]
    plan = world.planned(kind)
    for number, move in enumerate(plan.moves, 1):
        if trouble := await _made(page, world, move):
            where = f"move {number} of {len(plan.moves)}, {move.act} {move.where} {move.value!r}"
            return [await _stuck(page, world, kind, f"{where}: {trouble}", move.where)]
    outcome = await world.outcome(page, kind, 0)
    if plan.impossible or plan.answer:
        changed = [f"it changes {place}" for place in await world.changes(page) if plan.answer]
        same = plan.answer and plan.answer.right == plan.answer.near_miss
        return changed + (["the near miss is the answer"] if same else [])
    if not outcome.success:
        details = f"{outcome.message} {' '.join(outcome.amiss)}"
        return [await _stuck(page, world, kind, f"not reached: {details}")]
    changes = not plan.task or await world.changes(page)  # a verifier may look at what is ignored
    return [] if changes else ["the plan changes nothing"]


async def check_wrong_plans(page: Any, world: InfinityWorld, kind: str) -> list[str]:
    """The moves whose wrong variant reaches the goal as well, or cannot be made."""
    plan = world.planned(kind)
    found = []
    for number, move in enumerate(plan.moves):
        if move.wrong is None or plan.answer or plan.impossible:
            continue
        await world.begin(page, kind, 0)
        for other in plan.moves[:number]:
            await _made(page, world, other)
        if trouble := await _made(page, world, move.wrong):
            found.append(f"the wrong variant of move {number + 1} ({move.wrong.where}): {trouble}")
            continue
        for other in plan.moves[number + 1 :]:
            if await _made(page, world, other, timeout_ms=600):
                break
        if (await world.outcome(page, kind, 0)).success:
            found.append(f"with the wrong variant of move {number + 1} it is a success")
    return found


async def _made(page: Any, world: InfinityWorld, move: Move, timeout_ms: int = 3000) -> str:
    """Makes one move; what kept it from being made, if anything."""
    try:
        await page.locator(move.where).first.wait_for(state="attached", timeout=timeout_ms)
        await make(page, move)
        await world.settle(page)
        await asyncio.sleep(PAUSE_S)
    except (Error, TimeoutError, ValueError) as error:
        return next(iter(str(error).splitlines()), repr(error))
    return ""


async def _stuck(page: Any, world: InfinityWorld, kind: str, what: str, where: str = "") -> str:
    picture = await _picture(page, world.name, kind)
    rows = "\n".join(f"      {each}" for each in await near(page, where))
    return f"{what}\n      picture: {picture}, address: {page.url}\n{rows}"


async def _picture(page: Any, name: str, kind: str) -> Path:
    folder = Path(gettempdir()) / "infinity-pictures"
    folder.mkdir(exist_ok=True)
    picture = folder / f"{name}-{kind.replace('/', '-') or 'start'}.png"
    await page.screenshot(path=picture)
    return picture


async def look(
    page: Any, world: InfinityWorld, kind: str, count: int, extra: Sequence[str], like: str
) -> None:
    """Makes the first moves of a plan and some more; prints what can be done then."""
    await world.reset(page)
    planned = world.planned(kind).moves[:count] if kind in world.kinds() else ()
    for move in (*planned, *map(_typed, extra)):
        if trouble := await _made(page, world, move):
            print(f"{move.act} {move.where}: {trouble}")
    for line in map(str, await elements(page)):
        if like.lower() in line.lower():
            print(line)
    print(f"picture: {await _picture(page, world.name, kind)}, address: {page.url}")
    for place, value in (await world.changes(page)).items():
        print(f"changed: {place} = {value[:100]}")


def _typed(words: str) -> Move:
    """A move as it is typed: "click SELECTOR", "fill SELECTOR = VALUE", "press SELECTOR = KEYS"."""
    act, _, rest = words.partition(" ")
    where, _, value = rest.rpartition(" = ") if " = " in rest else (rest, "", "")
    return replace(Move("click", where, value), act=act)  # type: ignore[arg-type]


def list_tasks(name: str) -> None:
    """All tasks of an app: planned ones with a plus, and where their verifiers are."""
    app = load_app(name)
    for kind, task in app.tasks().items():
        print(f"{'+' if kind in app.plans else ' '} {kind:20} {task.words}")
    print(f"verifiers: {app.folder}/real-tasks/*.py, function-tasks/*.py")


@asynccontextmanager
async def open_page(world: InfinityWorld) -> AsyncIterator[Any]:
    """A page of a Chromium without a window."""
    browser = find_browser()
    if browser is None:
        raise SystemExit("no Chromium found; install one, or name it in COURTSIDE_BROWSER")
    async with async_playwright() as driver:
        chromium = await driver.chromium.launch(executable_path=browser.path, args=browser.flags)
        size = ViewportSize(width=world.viewport["width"], height=world.viewport["height"])
        page = await chromium.new_page(viewport=size)
        page.set_default_timeout(3000)
        yield page
        await chromium.close()


async def _check_all(world: InfinityWorld, kinds: Sequence[str], wrong_plans: bool) -> int:
    failed = 0
    async with open_page(world) as page:
        for kind in kinds:
            wrong = await check(page, world, kind)
            wrong += await check_wrong_plans(page, world, kind) if wrong_plans and not wrong else []
            failed += bool(wrong)
            print(f"{'FAILED' if wrong else 'ok    '} {kind:18} {world.words(kind)}", flush=True)
            for each in wrong:
                print(f"    {each}", flush=True)
    print(f"{len(kinds) - failed} of {len(kinds)} plans are right")
    return failed


async def _look(
    world: InfinityWorld, kind: str, count: int, extra: Sequence[str], like: str
) -> None:
    async with open_page(world) as page:
        await look(page, world, kind, count, extra, like)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("app", choices=APPS)
    parser.add_argument("kinds", nargs="*", metavar="TASK", help="none: all that have a plan")
    parser.add_argument("--tasks", action="store_true", help="list the app's tasks")
    parser.add_argument(
        "--wrong-plans", action="store_true", help="also check that wrong variants fail"
    )
    parser.add_argument("--look", type=int, nargs="?", const=0, metavar="K")
    parser.add_argument("--do", action="append", default=[], help="one more move; again and again")
    parser.add_argument("--like", default="", help="print only elements with this text")
    options = parser.parse_args()
    if options.tasks:
        return list_tasks(options.app)
    with infinity_served(options.app) as world:
        if options.look is not None:
            kind = options.kinds[0] if options.kinds else ""
            return asyncio.run(_look(world, kind, options.look, options.do, options.like))
        sys.exit(
            bool(
                asyncio.run(_check_all(world, options.kinds or world.kinds(), options.wrong_plans))
            )
        )


if __name__ == "__main__":
    main()
