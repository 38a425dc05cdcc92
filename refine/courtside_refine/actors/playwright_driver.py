"""Looks at a Playwright page and acts in it, for actors. Decides nothing. Asynchronous API."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec.structs import replace

from courtside_bridges.web.page_scripts import DISGUISE_SCRIPTS, page_script
from courtside_store.geometry import Point
from courtside_store.records import Record
from courtside_store.secret_names import is_secret_field, is_secret_input

from .actor_actions import (
    ActorAction,
    Click,
    CloseTab,
    FocusTab,
    GoBack,
    GoForward,
    Goto,
    Hover,
    NewTab,
    Press,
    Scroll,
    Stop,
    Type,
    Wait,
)
from .drawn_rows import Drawing, tree_of, with_drawn
from .page_view import PageView, ViewRow
from .picture_reading import Reading

TIMEOUT_MS = 3000
QUIET_S = 0.15
"""What an action set off mostly shows after so long."""
WAIT_S = 5.0
"""The action `wait` takes so long, as in PAE's agent."""
_PLAIN = "({ view, attributes, drawings }) => ({ view, attributes, drawings })"
"""What was found without its handles."""
_PLACE = """(seen, element) => {
  let at = 0;
  for (let one = element; one && !at; one = one.parentElement) at = seen.elements.indexOf(one) + 1;
  return at;
}"""


@cache
def _script() -> str:
    """`page_elements.js`, with what it needs of the page scripts, and nothing left in the page."""
    own = (files(__package__) / "page_elements.js").read_text("utf-8")
    needed = f"{page_script(DISGUISE_SCRIPTS)}\nreturn globalThis.courtsideDisguises;"
    return f"""() => {{
      const disguises = ((globalThis) => {{ {needed} }})(Object.create(globalThis));
      return ({own})(disguises);
    }}"""


class _Found(Record, frozen=True, kw_only=True):
    """What the script finds in a page, which knows of no other tab."""

    view: PageView
    attributes: tuple[dict[str, str], ...]
    """Of each row of the view: what tells whether it takes a secret."""
    drawings: tuple[Drawing, ...]

    @property
    def shown(self) -> PageView:
        """The view without what secret fields hold."""
        rows = zip(self.view.rows, self.attributes, strict=True)
        return replace(self.view, rows=tuple(_without_secret(row, given) for row, given in rows))


class PlaywrightDriver:
    """One agent's tabs. New windows are followed, as a person would follow them."""

    def __init__(self, page: Any, quiet_s: float = QUIET_S, reading: Reading | None = None) -> None:
        """`reading`: reads what the tree leaves out; without it nobody sees that."""
        self.page = page
        self._quiet_s = quiet_s
        self._reading = reading
        self._look: Any = None
        """Handles to the elements of the last look."""
        self._view = PageView(url="")
        page.context.on("page", self._follow)

    def leave(self) -> None:
        """Follows no more windows."""
        self.page.context.remove_listener("page", self._follow)

    def _follow(self, page: Any) -> None:
        self.page = page

    async def look(self, sees: bool = False) -> PageView:
        """The page as it is now, with a screenshot for one that sees. Ids are good until the next
        look."""
        from playwright.async_api import Error

        page = self._open_page()
        try:
            found = await self._read(page)
        except Error:
            if page is self._open_page():
                raise
            return await self.look(sees)  # it closed meanwhile
        tabs = page.context.pages
        titles = tuple([await _title(tab) for tab in tabs])
        if page is not self.page or page not in tabs:  # a window opened or closed meanwhile
            return await self.look(sees)
        view = replace(found.shown, tabs=titles, tab=tabs.index(page))
        self._view = await self._pictured(view, found.drawings, sees)
        return self._view

    def _open_page(self) -> Any:
        """The page that is shown: where its window closed by itself, that of the newest left."""
        if self.page.is_closed() and (left := self.page.context.pages):
            self.page = left[-1]
        return self.page

    async def _read(self, page: Any, tries: int = 3) -> _Found:
        """What the script finds in a page."""
        from playwright.async_api import Error

        try:
            self._look = await page.evaluate_handle(_script())
            found = await self._look.evaluate(_PLAIN)
        except Error:  # the page is being replaced by another
            if tries == 1:
                raise
            await page.wait_for_load_state()
            return await self._read(page, tries - 1)
        return msgspec.convert(found, _Found)

    async def _pictured(
        self, view: PageView, drawings: tuple[Drawing, ...], sees: bool
    ) -> PageView:
        """With a screenshot for one that sees, and with what its tree leaves out."""
        tree = tree_of(view, drawings)
        reads = self._reading if self._reading and self._reading.wants(tree) else None
        picture = await self._screenshot() if sees or reads else b""
        if reads:
            with suppress(OSError):  # what cannot be read stays unseen
                view = await with_drawn(view, tree, picture, reads)
        return replace(view, screenshot=picture) if sees else view

    async def _screenshot(self) -> bytes:
        """In CSS pixels, as the boxes are."""
        image: bytes = await self.page.screenshot(type="jpeg", quality=80, scale="css")
        return image

    async def act(self, action: ActorAction) -> str:
        """Does it; what kept it from being done, in one line, empty where nothing did."""
        from playwright.async_api import Error

        try:
            problem = await self._do(action)
        except Error as error:
            return error.message.splitlines()[0]
        await asyncio.sleep(self._quiet_s)
        return problem

    async def _do(self, action: ActorAction) -> str:
        match action:
            case Click(id=number) | Hover(id=number) | Type(id=number):
                return await self._on_element(action, number)
            case Press(keys=keys):
                await self.page.keyboard.press(keys)
            case Scroll():
                return await self._scroll(action)
            case NewTab():
                self.page = await self.page.context.new_page()
            case FocusTab(index=index):
                return await self._focus(index)
            case CloseTab():
                return await self._close()
            case Goto(url=url):
                await self.page.goto(url)
            case GoBack():
                await self.page.go_back(timeout=TIMEOUT_MS)
            case GoForward():
                await self.page.go_forward(timeout=TIMEOUT_MS)
            case Wait():
                await asyncio.sleep(WAIT_S)
            case Stop():
                pass
        return ""

    async def _on_element(self, action: Click | Hover | Type, number: int) -> str:
        element = await self._element(number)
        if element is None:
            return await self._on_drawn(action, number)
        match action:
            case Click():
                await element.click(timeout=TIMEOUT_MS)
            case Hover():
                await element.hover(timeout=TIMEOUT_MS)
            case Type(text=text, enter=enter):
                row = self._view.row(number)
                if row is not None and row.options:
                    return await _choose(element, text, row)
                await element.fill(text, timeout=TIMEOUT_MS)
                if enter:
                    await element.press("Enter", timeout=TIMEOUT_MS)
        return ""

    async def _on_drawn(self, action: Click | Hover | Type, number: int) -> str:
        """On what only the page's picture shows. Typing clicks there first, and replaces nothing:
        no picture tells what a field holds."""
        place = self._place(number)
        if place is None:
            return f"there is no element [{number}]; there are {len(self._view.rows)}"
        if isinstance(action, Hover):
            await self.page.mouse.move(*place)
            return ""
        await self.page.mouse.click(*place)
        if isinstance(action, Type):
            await self.page.keyboard.type(action.text)
            if action.enter:
                await self.page.keyboard.press("Enter")
        return ""

    def _place(self, number: int) -> Point | None:
        """The middle of an element of the last look."""
        row = self._view.row(number)
        return row.element.box.centre if row is not None and row.element.box else None

    async def _element(self, number: int) -> Any:
        """The handle that an id of the last look stands for; None where there is none, as for what
        is only drawn."""
        if self._look is None or self._view.row(number) is None:
            return None
        found = await self._look.evaluate_handle("(seen, at) => seen.elements[at]", number - 1)
        return found.as_element()

    async def id_of(self, element: Any) -> int | None:
        """The id, in the last look, of an element of the page or of what it stands in."""
        found: int = await self._look.evaluate(_PLACE, element)
        return found or None

    async def _scroll(self, action: Scroll) -> str:
        number = action.id
        if number is not None and (problem := await self._on_element(Hover(id=number), number)):
            return problem
        distance = self._view.height or 600
        await self.page.mouse.wheel(0, distance if action.direction == "down" else -distance)
        return ""

    async def _focus(self, index: int) -> str:
        tabs = self.page.context.pages
        if index >= len(tabs):
            return f"there is no tab {index}; there are {len(tabs)}, from 0"
        self.page = tabs[index]
        await self.page.bring_to_front()
        return ""

    async def _close(self) -> str:
        others = [tab for tab in self.page.context.pages if tab is not self.page]
        if not others:
            return "the last tab stays open"
        closed, self.page = self.page, others[-1]
        await closed.close()
        return ""


def _without_secret(row: ViewRow, attributes: dict[str, str]) -> ViewRow:
    """A field for a secret says so, and not what it holds."""
    element = row.element
    is_secret = is_secret_input(element.tag, attributes) or (
        row.is_field and is_secret_field(element.text)
    )
    if not is_secret or "secret" in element.state:
        return row
    return replace(row, element=replace(element, value="", state=(*element.state, "secret")))


async def _choose(element: Any, text: str, row: ViewRow) -> str:
    """An option by its words, whichever way they are written."""
    wanted = " ".join(text.split()).casefold()
    label = next((one for one in row.options if one.casefold() == wanted), None)
    if label is None:
        return f"there is no option {text[:60]!r}; there are {', '.join(row.options[:10])}"
    await element.select_option(label=label, timeout=TIMEOUT_MS)
    return ""


async def _title(page: Any) -> str:
    from playwright.async_api import Error

    try:
        return str(await page.title())
    except Error:
        return ""
