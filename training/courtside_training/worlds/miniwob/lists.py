"""Plans for lists: menus, trees, posts, contacts, orders, offers, boxes by pattern or meaning."""

from __future__ import annotations

import re
from typing import Any

from courtside.demo.moves import Move, Solver, click, exact, quoted, submit

_BOX = "#area input[type=checkbox] >> nth={}"


async def synonyms(page: Any, task: str) -> list[Move]:
    asked = re.findall(r"similar to (.+) and click", task)[0].split(", ")
    labels = [text.strip() for text in await page.locator("#area label").all_inner_texts()]
    rows = await page.evaluate("() => SYNONYMS")
    wanted = [
        label for label in labels if any(label in row and set(row) & {*asked} for row in rows)
    ]
    spare = next((label for label in labels if label not in wanted), None)
    label = "#area label"
    boxes = [click(exact(label, name)) for name in wanted[:-1]]
    last = click(exact(label, wanted[-1]), exact(label, spare) if spare else "")
    return [*boxes, last, submit()]


async def pattern(page: Any, task: str) -> list[Move]:
    rows = await page.evaluate("(digit) => PATTERNS[digit]", int(quoted(task)[0]))
    cells = [cell for row in rows for cell in row]
    empty = _BOX.format(cells.index(0))
    return [*(click(_BOX.format(n), empty) for n, cell in enumerate(cells) if cell), submit()]


_ORDERED = """() => [...document.querySelectorAll(".food-item")].map((item) => {
  const {name, types} = MENU[item.dataset.id];
  return [item.dataset.id, name.trim(), types, Number(item.dataset.quantity)];
})"""


async def order(page: Any, task: str) -> list[Move]:
    items = await page.evaluate(_ORDERED)
    typed = re.findall(r"Order (\d) items that are (.+)", task)
    if typed:
        fit = {number for number, _, types, _ in items if typed[0][1] in types}
        missing = int(typed[0][0]) - sum(have for number, _, _, have in items if number in fit)
        first = next(number for number, *_ in items if number in fit)
        wanted = {n: have + (missing if n == first else 0) for n, _, _, have in items if n in fit}
    else:
        names = task.split(": ", 1)[1]
        wanted = {number: 1 for number, name, *_ in items if name in names}
    spare = next(number for number, *_ in items if number not in wanted)
    moves = []
    for number, _, _, have in items:
        more = wanted.get(number, 0) - have
        button = f".food-item[data-id='{number}'] " + (".add" if more > 0 else ".remove")
        wrong = f".food-item[data-id='{spare}'] .add" if more > 0 else ""
        moves += [click(button, wrong)] * abs(more)
    return [*moves, submit("#submit-order button")]


_TREE = """(name) => {
  const spans = [...document.querySelectorAll("#tree span")];
  const above = (span) => spans.flatMap((folder, place) => {
    const inside = folder !== span && folder.parentElement.contains(span);
    return inside && folder.nextElementSibling?.offsetParent === null ? [place] : [];
  });
  const ways = spans.flatMap((span, place) =>
    span.textContent === name ? [[...above(span), place]] : []);
  const other = spans.findIndex((span) =>
    span.textContent !== name && span.className.includes("file") && span.offsetParent);
  return [ways.sort((a, b) => a.length - b.length)[0], other];
}"""
"""The shortest way there, as places of what to click, and the place of another file to be seen."""


async def tree(page: Any, task: str) -> list[Move]:
    (*folders, place), other = await page.evaluate(_TREE, quoted(task)[0])
    span = "#tree span >> nth={}"
    opened = [Move("click", span.format(n), note="I open the folder.") for n in folders]
    return [*opened, click(span.format(place), span.format(other) if other >= 0 else "")]


async def contact(page: Any, task: str) -> list[Move]:
    """One contact a page; the page draws them, and which one is asked for, before all else."""
    wanted = await page.evaluate("() => again(() => chooseContact(generateContacts()))")
    shown = int(await page.locator("#contact .name").get_attribute("data-index"))
    turn = "#pagination .next a" if wanted["index"] > shown else "#pagination .prev a"
    leafs = [Move("click", turn, note="Not this one.")] * abs(wanted["index"] - shown)
    spare = "email" if wanted["property"] == "phone" else "phone"
    return [*leafs, click(f"#contact .{wanted['property']}", f"#contact .{spare}")]


_POSTS = """() => [...document.querySelectorAll(".media")].map((post) => ({
  user: post.querySelector(".username").textContent,
  active: [...post.querySelectorAll(".active")].map((e) => e.classList[0]),
  more: Boolean(post.querySelector("ul:not(.hide)"))}))"""
_BUTTONS = {
    "Share via DM": "share",
    "Copy link to Tweet": "copy",
    "Embed Tweet": "embed",
    "Mute": "menu-user",
    "Block": "block-user",
    "Report": "report",
}


async def post(page: Any, task: str) -> list[Move]:
    user, name = re.findall(r"user (@\S+), click on the \"(.+)\" button", task)[0]
    posts = await page.evaluate(_POSTS)
    place = next(n for n, found in enumerate(posts) if found["user"] == user)
    where = f".media >> nth={place} >> "
    button = _BUTTONS.get(name)
    if button is None:
        spare = "like" if name != "Like" else "reply"
        return [click(f"{where}.{name.lower()}", f"{where}.{spare}")]
    opened = [] if posts[place]["more"] else [click(f"{where}.more")]
    spare = "report" if button != "report" else "block-user"
    return [*opened, click(f"{where}li.{button}", f"{where}li.{spare}")]


async def posts(page: Any, task: str) -> list[Move]:
    name, user = re.findall(r"the \"(.+)\" button on .* by (@\S+) and", task)[0]
    number = re.findall(r"button on (\d+) post", task)
    seen, button = await page.evaluate(_POSTS), name.lower()
    theirs = [n for n, found in enumerate(seen) if found["user"] == user]
    theirs.sort(key=lambda n: button not in seen[n]["active"])
    wanted = {(n, button) for n in theirs[: int(number[0]) if number else None]}
    active = {(n, act) for n, found in enumerate(seen) for act in found["active"]}
    spare = next((n for n, found in enumerate(seen) if found["user"] != user), None)
    where = ".media >> nth={} >> .{}"
    undone = [Move("click", where.format(*which)) for which in sorted(active - wanted)]
    wrong = where.format(spare, button) if spare is not None else ""
    done = [click(where.format(*which), wrong) for which in sorted(wanted - active)]
    return [*undone, *done, submit("#submitRow button")]


async def ticket(page: Any, task: str) -> list[Move]:
    column = "data-price" if "cost" in task else "data-duration"
    values = await page.locator(f".flight [{column}]").evaluate_all(
        "(all, column) => all.map((e) => Number(e.getAttribute(column)))", column
    )
    most = "longest" in task or "expensive" in task
    first, second = sorted(range(len(values)), key=lambda n: values[n], reverse=most)[:2]
    buy = ".buy-ticket >> nth={}"
    return [click(buy.format(first), buy.format(second))]


_MENU_OPEN = """(names) => names.map((name) => {
  const item = [...document.querySelectorAll("#menu div")].find((e) => e.textContent === name);
  return $(item).siblings("ul").is(":visible");
})"""


async def menu(page: Any, task: str) -> list[Move]:
    *above, leaf = task.removeprefix("Select ").split(">")
    opened = await page.evaluate(_MENU_OPEN, above)
    item = "#menu div"
    first = opened.index(False) if False in opened else len(above)
    hovers = [Move("hover", exact(item, name), note="I open it.") for name in above[first:]]
    leaves = await page.evaluate(_LEAVES, leaf)
    return [*hovers, click(exact(item, leaf), exact(item, leaves[0]) if leaves else "")]


_LEAVES = """(leaf) => [...document.querySelectorAll("#menu div")]
  .find((e) => e.textContent === leaf).closest("ul")
  .querySelectorAll(":scope > li:not(:has(ul)) > div").values()
  .map((e) => e.textContent).filter((name) => name !== leaf).toArray()"""
"""Names of what stands beside it and opens nothing."""
_ICON = """() => {
  const icon = document.querySelector("#query .ui-icon");
  const open = $("#menu").is(":visible"), inner = $("#menu ul").is(":visible");
  return [icon ? icon.classList[1] : "", open, inner];
}"""
_PLAYBACK = ("Prev", "Stop", "Play", "Next")


async def icon_menu(page: Any, task: str) -> list[Move]:
    icon, opened, inner = await page.evaluate(_ICON)
    if icon:
        name = (await page.locator(f"#menu li:has(> div > .{icon})").text_content()).strip()
    else:
        name = quoted(task)[1]
    inside = name in _PLAYBACK
    item, playback = "#menu li:has(> div:text-is('{}'))", "#menu div:text-is('Playback')"
    names = _PLAYBACK if inside else ("Save", "Zoom In", "Zoom Out")
    found = click(item.format(name), item.format(next(n for n in names if n != name)))
    moves = [] if opened else [Move("click", "#open-menu", note="I open the menu.")]
    if inside and not inner:
        moves.append(Move("hover", playback, note="I open what is in it."))
    return [*moves, found]


LISTS: dict[str, Solver] = {
    "click-checkboxes-soft": synonyms,
    "number-checkboxes": pattern,
    "order-food": order,
    "navigate-tree": tree,
    "phone-book": contact,
    "social-media": post,
    "social-media-all": posts,
    "social-media-some": posts,
    "buy-ticket": ticket,
    "click-menu": menu,
    "click-menu-2": icon_menu,
}
