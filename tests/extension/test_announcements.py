"""What a page shows for a moment is noticed by the page script, however busy the machine is."""

from __future__ import annotations

from typing import Any

import pytest
from dot_font import DOT_STYLE

from courtside_bridges.web.page_scripts import recorder_script

pytestmark = pytest.mark.chrome
PAGE = """<title>Notes</title><script>
function say(text) {
  const one = document.createElement("div");
  one.style = "position:fixed;top:0"; one.textContent = text;
  document.body.append(one); setTimeout(() => one.remove(), 300);
}</script>"""
STOLEN = """() => {
  const real = performance.now.bind(performance);
  let stolen = 0;
  performance.now = () => real() + (stolen += 5);
}"""
"""Between any two looks at the clock another program has the processor for 5 ms."""


async def start(page: Any, html: str) -> None:
    """The page with this and the page script in it."""
    await page.set_content(html)
    script = "(script) => { (0, eval)(script); window.events = []; }"
    await page.evaluate(script, recorder_script())
    await page.evaluate("() => courtsideRecorder.start((event) => events.push(event))")


async def test_a_short_message_is_noticed_though_other_programs_take_the_time(
    blank_page: Any,
) -> None:
    await start(blank_page, PAGE)
    await blank_page.evaluate(STOLEN)
    for number in range(5):
        await blank_page.evaluate(f"say('Copied {number}')")
        await blank_page.wait_for_function("!document.querySelector('div')")
    await blank_page.wait_for_function("JSON.stringify(events).includes('Copied 4')")
    told = str(await blank_page.evaluate("events"))
    assert all(f"Copied {number}" in told for number in range(5))


async def test_words_that_go_away_are_told_on_a_page_with_a_web_font(blank_page: Any) -> None:
    """They are read once they are gone, when they have no style any more."""
    words = "<div id=words>All of it is <b>saved</b></div>"
    await start(blank_page, DOT_STYLE)
    await blank_page.evaluate(
        "(words) => document.body.insertAdjacentHTML('beforeend', words)", words
    )
    await blank_page.evaluate("setTimeout(() => words.remove(), 800)")
    await blank_page.wait_for_function("JSON.stringify(events).includes('All of it is saved')")


async def test_one_change_that_adds_very_much_costs_no_more_than_many_small_ones(
    blank_page: Any,
) -> None:
    await start(blank_page, "<main></main>")
    asked = await blank_page.evaluate("""async () => {
      const real = Element.prototype.querySelectorAll;
      let asked = 0;
      Element.prototype.querySelectorAll = function (...of) {
        asked += 1;
        return real.apply(this, of);
      };
      const rows = Array.from({ length: 5000 }, () => document.createElement("p"));
      document.querySelector("main").replaceChildren(...rows);
      await new Promise((done) => setTimeout(done));
      return asked;
    }""")
    assert 0 < asked <= 1100
