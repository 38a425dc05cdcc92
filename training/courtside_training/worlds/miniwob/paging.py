"""Plans for what is spread over tabs, sections and pages of results."""

from __future__ import annotations

import re
from typing import Any

from courtside.demo.moves import Move, Solver, click, exact, fill, quoted, submit

_FIRST_RESULT = """() => Number(
  document.querySelector("#page-content a")?.dataset.result ?? -1)"""
"""The place of the first result that is shown; -1 before a search or after another word's."""
_SHOWN = "(parts) => parts.findIndex((part) => part.offsetParent !== null)"


async def tabs(page: Any, task: str) -> list[Move]:
    return await _sought(page, quoted(task)[0], ".ui-tabs-anchor", ".ui-tabs-panel")


async def sections(page: Any, task: str) -> list[Move]:
    return await _sought(page, quoted(task)[0], ".ui-accordion-header", ".ui-accordion-content")


async def _place(page: Any, bodies: str, name: str) -> int | None:
    """In which part the link is; None where it is in none."""
    for place, part in enumerate(await page.locator(bodies).all()):
        links = await part.locator(".alink").all_text_contents()
        if name in [link.strip() for link in links]:
            return place
    return None


async def _sought(page: Any, name: str, heads: str, bodies: str) -> list[Move]:
    """Opens one part after the other from the one that is open, as somebody who looks for it."""
    place = await _place(page, bodies, name)
    if place is None:
        # The middle variant of the tabs empties its second tab, and counts a click on it.
        return [click(f"{heads} >> nth=1", f"{bodies} >> nth=0 >> .alink")]
    part = f"{bodies} >> nth={place} >> "
    links = await page.locator(f"{part}.alink").all_text_contents()
    spare = [link.strip() for link in links if link.strip() != name]
    found = click(part + exact(".alink", name), part + exact(".alink", spare[0]) if spare else "")
    shown = await page.locator(bodies).evaluate_all(_SHOWN)
    first = shown + 1 if shown < place else place
    turns = [] if shown == place else range(first, place + 1)
    looks = [Move("click", f"{heads} >> nth={n}", note="I look in the next part.") for n in turns]
    return [*looks, found]


async def one_section(page: Any, task: str) -> list[Move]:
    if await page.locator(".ui-accordion-content").evaluate_all(_SHOWN) == 0:
        return [submit("#subbtn")]
    return [click(".ui-accordion-header >> nth=0"), submit("#subbtn")]


async def search_engine(page: Any, task: str) -> list[Move]:
    word, place = quoted(task)[0], int(re.findall(r"(\d+)(?:st|nd|rd|th)", task)[0]) - 1
    first = await page.evaluate(_FIRST_RESULT)
    link = "#page-content a[data-result] >> nth={}"
    look = [fill("#search-text", word)]
    if first < 0:
        look.append(Move("click", "#search", note="I search."))
    if max(first, 0) // 3 != place // 3:
        number = f"#pagination a:text-is('{place // 3 + 1}')"
        look.append(Move("click", number, note="I turn to the page that has it."))
    elif first >= 0:
        look = []
    return [*look, click(link.format(place % 3), link.format((place + 1) % 3))]


PAGING: dict[str, Solver] = {
    "click-collapsible": one_section,
    "click-collapsible-nodelay": one_section,
    "click-collapsible-2": sections,
    "click-collapsible-2-nodelay": sections,
    "click-tab-2": tabs,
    "click-tab-2-easy": tabs,
    "click-tab-2-medium": tabs,
    "click-tab-2-hard": tabs,
    "search-engine": search_engine,
}
