"""Plans for games and guesses: what the page will draw is known, so each plan is the shortest."""

from __future__ import annotations

import re
from typing import Any

from courtside.demo.moves import Move, Solver, click, fill, submit
from courtside_store.geometry import Point


async def ascending(page: Any, task: str) -> list[Move]:
    """The numbers hide behind boxes after the first one."""
    boxes = await page.locator("svg rect").evaluate_all("(all) => all.map((e) => e.dataset.index)")
    box = "svg rect[data-index='{}']"
    if boxes:
        first, where = int(boxes[0]), [box.format(n) for n in boxes]
    else:
        first, where = 1, ["svg text:text-is('1')", *(box.format(n) for n in range(2, 6))]
    last = first + len(where) - 1
    wrong = [box.format(n + 1) if n < last else "" for n in range(first, last + 1)]
    if not boxes:
        wrong[0] = "svg text:text-is('2')"
    return [click(*pair) for pair in zip(where, wrong, strict=True)]


_SEQUENCE = """() => {
  const numbers = again(() => {
    const length = Math.floor(Math.random() * 3) + 3;
    return Array.from({length}, () => Math.floor(Math.random() * 4) + 1);
  });
  return [numbers, clicked.filter((id) => id.startsWith("button-")).map((id) => Number(id.at(-1)))];
}"""


async def simon(page: Any, task: str) -> list[Move]:
    """The blinking need not be waited for. Raises ValueError after a wrong button."""
    numbers, pushed = await page.evaluate(_SEQUENCE)
    if numbers[: len(pushed)] != pushed:
        raise ValueError(f"the buttons were {pushed}, asked was {numbers}; nothing takes that back")
    button = "#button-{}"
    return [click(button.format(n), button.format(n % 4 + 1)) for n in numbers[len(pushed) :]]


async def guess(page: Any, task: str) -> list[Move]:
    number = await page.evaluate("() => again(() => core.randi(0, 10))")
    wrong = str(number + 1 if number < 9 else number - 1)
    return [fill("#tt", str(number), wrong), submit()]


_HOT = """() => {
  const {x, y} = document.querySelector("#touch-area").getBoundingClientRect();
  const [right, down] = again(() => [core.randi(5, X_DIM - 5), core.randi(5, Y_DIM - 5)]);
  return [right - x, down + QUERY_HEIGHT - y];
}"""


async def hot(page: Any, task: str) -> list[Move]:
    x, y = await page.evaluate(_HOT)
    where = "#touch-area"
    wrong = Move("click", where, at=(Point(x + 8 if x < 80 else x - 8, y),))
    return [Move("click", where, wrong=wrong, at=(Point(x, y),), note="It is hot here.")]


_GENERATED = """() => [
  document.querySelector("#display-number").textContent,
  ahead(() => Array.from({length: 200}, () => core.randi(0, 11)))]"""


async def generate(page: Any, task: str) -> list[Move]:
    shown, coming = await page.evaluate(_GENERATED)
    numbers = [*([int(shown)] if shown != "-" else [None]), *coming]
    bound = re.findall(r"(less|greater) than (\d+)", task)

    def fits(number: int | None) -> bool:
        if number is None:
            return False
        if not bound:
            return number % 2 == (1 if "odd" in task else 0)
        limit = int(bound[0][1])
        return number < limit if bound[0][0] == "less" else number > limit

    count = next(n for n, number in enumerate(numbers) if fits(number))
    again = Move("click", "#generate", note="I generate another.")
    # The page takes no number at all for an even one.
    early = None if shown == "-" and count == 1 and "even" in task else Move("click", "#submit")
    draws = [again] * (count - 1) + [Move("click", "#generate", wrong=early)] * (count > 0)
    return [*draws, submit("#submit")]


_TIC_TAC_TOE = """() => {
  const keep = {gameState, freeSpaces, $: window.$, callWin, callDraw, callLoss};
  let over = false;
  const stop = () => { over = true; };
  window.$ = () => ({addClass() {}});
  window.callWin = window.callDraw = window.callLoss = stop;
  const play = (moves) => ahead(() => {
    gameState = [...keep.gameState];
    freeSpaces = [...keep.freeSpaces];
    over = false;
    for (const move of moves) {
      gameState[move] = 1;
      freeSpaces.splice(freeSpaces.indexOf(move), 1);
      if (checkWinner(1)) return "won";
      if (!freeSpaces.length) return "lost";
      computerMove("mark-x", 1, "mark-o", -1);
      if (over) return "lost";
    }
    return [...freeSpaces];
  });
  let found = null;
  for (let ways = [[]]; ways.length && !found;) {
    const longer = [];
    for (const way of ways) {
      const left = play(way);
      if (left === "won") { found = way; break; }
      if (left !== "lost") longer.push(...left.map((move) => [...way, move]));
    }
    ways = longer;
  }
  Object.assign(window, keep);
  return [found, keep.freeSpaces];
}"""
"""The fewest moves that win against what the page will draw, and what is free; the page's own rules
play it, with nothing of them shown."""


async def tic_tac_toe(page: Any, task: str) -> list[Move]:
    """Raises ValueError where no moves win any more."""
    moves, free = await page.evaluate(_TIC_TAC_TOE)
    if moves is None:
        raise ValueError("no moves win this game any more; begin it again")
    spare = next((n for n in free if n not in moves), None)
    field = "#ttt-{}"
    wrong = field.format(spare) if spare is not None else ""
    return [click(field.format(n), wrong) for n in moves]


GAMES: dict[str, Solver] = {
    "ascending-numbers": ascending,
    "simon-says": simon,
    "guess-number": guess,
    "hot-cold": hot,
    "generate-number": generate,
    "tic-tac-toe": tic_tac_toe,
}
