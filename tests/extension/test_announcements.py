"""What a page shows for a moment is noticed by the page script, however busy the machine is."""

from __future__ import annotations

from typing import Any

import pytest

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


async def test_a_short_message_is_noticed_though_other_programs_take_the_time(
    blank_page: Any,
) -> None:
    await blank_page.set_content(PAGE)
    script = "(script) => { (0, eval)(script); window.events = []; }"
    await blank_page.evaluate(script, recorder_script())
    await blank_page.evaluate("() => courtsideRecorder.start((event) => events.push(event))")
    await blank_page.evaluate(STOLEN)
    for number in range(5):
        await blank_page.evaluate(f"say('Copied {number}')")
        await blank_page.wait_for_function("!document.querySelector('div')")
    await blank_page.wait_for_function("JSON.stringify(events).includes('Copied 4')")
    told = str(await blank_page.evaluate("events"))
    assert all(f"Copied {number}" in told for number in range(5))
