"""MiniWoB++ as a place to train in: which kinds are solved, and what is left to do in one.

Knows no judge, and nothing of how a kind is solved.

Left out, because a plan of clicks and keys cannot be relied on to reach a raw reward of exactly 1:

| Kind                                                    | Why                                    |
|---------------------------------------------------------|----------------------------------------|
| button-delay, chase-circle, drag-cube, hover-shape,     | the clock decides, not what is clicked |
| moving-items, stock-market                              |                                        |
| bisect-angle, circle-center, find-midpoint, right-angle | 1 is due only where no pixel is        |
| click-pie, click-pie-nodelay                            | the piece that is chosen at the start  |
|                                                         | moves away from under the pointer      |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from courtside.demo import miniwob
from courtside.demo.moves import Move, Solver
from courtside.demo.solvers import SOLVERS as KNOWN
from courtside_training.world import World, WorldVerdict

from .clicks import CLICKS
from .dates import DATES
from .drag import DRAG
from .draw import DRAW
from .forms import FORMS
from .games import GAMES
from .left import IDLE, left
from .lists import LISTS
from .mail import MAIL
from .paging import PAGING

SOLVERS: dict[str, Solver] = {
    **KNOWN,
    **CLICKS,
    **DATES,
    **DRAG,
    **DRAW,
    **FORMS,
    **GAMES,
    **LISTS,
    **MAIL,
    **PAGING,
}
_KNOWN = r"""(seed) => {
  const Numbers = Math.seedrandom;
  window.clicked = [];
  document.addEventListener("click", (event) => clicked.push(event.target.id), true);
  Numbers.call(Math, seed);
  const draw = Math.random;
  let drawn = 0;
  Math.random = () => (drawn++, draw());
  const on = (skip, work) => {
    const [page, numbers] = [Math.random, new Numbers(seed)];
    for (let n = 0; n < skip; n++) numbers();
    Math.random = numbers;
    try { return work(); } finally { Math.random = page; }
  };
  window.again = (work) => on(0, work);
  window.ahead = (work) => on(drawn, work);
  window.pictures = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    .flatMap((rule) => rule.style?.content?.match(/(?<=url[(]")[^"]+/) ?? [])
    .map((url) => Object.assign(new Image(), {src: url}));
  return Promise.all(pictures.map((picture) => picture.decode()));
}"""
"""What solvers know and pages keep to themselves: ids of what was clicked, and the numbers.

`again(work)` runs with the numbers that the task was made of, `ahead(work)` with those to come:
what the page draws after the start begins with the seed once more, so the seed tells both.
Pictures that stand in for an element, some only under the pointer, are kept: one that still loads
has no size.
"""
_OVER_WHEN_STILL = """async () => {
  const $ = window.jQuery;
  const searching = (field) => {
    const box = $(field).autocomplete("instance");
    return box && field.value && box.term !== field.value;
  };
  const opening = (menu) => {
    const inner = $(menu).menu("instance")?.active?.children(".ui-menu");
    return inner?.length && inner.is(":hidden");
  };
  const busy = () => $(":animated").length
    || $(".ui-autocomplete-input").get().some(searching)
    || $(".ui-menu").get().some(opening);
  for (let waits = 0; $ && busy() && waits < 200; waits++)
    await new Promise((done) => setTimeout(done, 10));
  return Boolean(WOB_DONE_GLOBAL);
}"""
"""Waits, two seconds at most, while something of jQuery's moves, searches or is about to open."""


class MiniWob(World):
    """Task pages at an address, see `courtside.demo.miniwob.served`."""

    name = "miniwob"
    idle = IDLE
    unsolved = (
        "bisect-angle",
        "button-delay",
        "chase-circle",
        "circle-center",
        "click-pie",
        "click-pie-nodelay",
        "drag-cube",
        "find-midpoint",
        "hover-shape",
        "moving-items",
        "right-angle",
        "stock-market",
    )
    viewport = miniwob.VIEWPORT

    def __init__(self, address: str) -> None:
        self._address = address

    def kinds(self) -> Sequence[str]:
        """In the order of their names."""
        return sorted(SOLVERS)

    async def begin(self, page: Any, kind: str, seed: int) -> str:
        """Loads the page again, with its random numbers from the seed on."""
        task = await miniwob.begin(page, self._address, kind, seed)
        await page.evaluate(_KNOWN, str(seed))
        return task

    async def plan(self, page: Any, kind: str, task: str, seed: int) -> list[Move]:
        """See `World.plan`."""
        if not await page.evaluate(_OVER_WHEN_STILL):
            return await left(page, await SOLVERS[kind](page, task))
        if (await miniwob.result(page))[0]:
            return []
        raise ValueError(f"{kind} with seed {seed} is over and failed; begin it again")

    async def verdict(self, page: Any, kind: str, seed: int) -> WorldVerdict:
        """See `World.verdict`."""
        success, _ = await miniwob.result(page)
        return WorldVerdict(success, is_over=await miniwob.is_over(page))
