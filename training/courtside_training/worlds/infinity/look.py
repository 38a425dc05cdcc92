"""What a plan can be written from: the visible elements of a page with selectors that find them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_LIST = """() => {
  const wanted = "a, button, input, select, textarea, label, summary, [role], [onclick], " +
    "[data-action], [data-testid], [data-id], [contenteditable=true], [tabindex], li, td, th";
  const short = text => (text || "").trim().replace(/\\s+/g, " ").slice(0, 60);
  const quoted = text => '"' + text.replace(/\\\\/g, "\\\\\\\\").replace(/"/g, '\\\\"') + '"';
  const alone = selector => document.querySelectorAll(selector).length === 1;
  const attributes = ["data-testid", "id", "name", "aria-label", "placeholder", "title"];
  const nameOf = e => short(e.getAttribute("aria-label") || e.innerText || e.placeholder ||
    e.title || e.labels?.[0]?.innerText);
  const selectorOf = e => {
    for (const key of attributes) {
      const value = e.getAttribute(key);
      if (!value) continue;
      const selector = key === "id" && /^[a-zA-Z][\\w-]*$/.test(value) ? `#${value}`
        : `[${key}=${quoted(value)}]`;
      if (alone(selector)) return selector;
    }
    const data = [...e.attributes].filter(a => a.name.startsWith("data-") && a.value);
    const pairs = data.map(a => `[${a.name}=${quoted(a.value)}]`);
    for (const pair of [...pairs, pairs.join("")]) if (pair && alone(pair)) return pair;
    const text = (e.innerText || "").trim();
    const tag = e.tagName.toLowerCase();
    const classes = [...e.classList].filter(c => /^[a-zA-Z][\\w-]*$/.test(c)).map(c => "." + c);
    const base = tag + (classes[0] || "");
    return text && text.length < 60 && !text.includes("\\n") ? `${base}:text-is(${quoted(text)})`
      : pairs.length ? tag + pairs.join("") : base;
  };
  const seen = e => e.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}) &&
    e.getBoundingClientRect().width > 0;
  const options = e => [...e.options].map(o => (o.selected ? "*" : "") + short(o.label));
  const valueOf = e => e.type === "checkbox" || e.type === "radio" ? (e.checked ? "checked" : "")
    : e.tagName === "SELECT" ? options(e).join("|")
    : e.tagName === "BUTTON" || e.tagName === "LI" ? "" : short(e.value ?? "");
  const tagOf = e => e.tagName.toLowerCase() + (e.tagName === "INPUT" ? "." + e.type : "");
  const points = e => e instanceof HTMLElement && getComputedStyle(e).cursor === "pointer";
  const acts = e => e.matches(wanted) || points(e) && !points(e.parentElement);
  return [...document.body.querySelectorAll("*")].filter(e => acts(e) && seen(e)).map(e => [
    e.getAttribute("role") || tagOf(e), nameOf(e), valueOf(e), selectorOf(e),
    e.getBoundingClientRect().top < innerHeight]);
}"""


@dataclass(frozen=True)
class Seen:
    """One element as it can be named in a plan."""

    role: str
    name: str
    value: str
    """What a field holds; a list's options with a star at the chosen one."""
    selector: str
    on_screen: bool

    def __str__(self) -> str:
        held = f" = {self.value}" if self.value else ""
        below = "" if self.on_screen else "  (below)"
        return f"{self.role:14} {self.name[:48]!r}{held}  ->  {self.selector}{below}"


async def elements(page: Any) -> list[Seen]:
    """The visible elements that may be acted on, in the page's order."""
    return [Seen(*row) for row in await page.evaluate(_LIST)]


async def near(page: Any, selector: str) -> list[Seen]:
    """Those whose name or selector has a word of this one; else the first on the screen."""
    words = {word for word in _words(selector) if len(word) > 3}
    seen = await elements(page)
    alike = [each for each in seen if words & _words(f"{each.name} {each.selector}")]
    return (alike or [each for each in seen if each.on_screen])[:25]


def _words(text: str) -> set[str]:
    return {w.lower() for w in "".join(c if c.isalnum() else " " for c in text).split()}
