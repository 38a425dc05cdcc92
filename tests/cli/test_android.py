"""`courtside android` as a person runs it: a real process, a client of Appium as the agent."""

from __future__ import annotations

import asyncio
import re
import signal
import sys

from appium_server import Agent, Phone, phone_server
from waiting import WITHIN_S

from courtside_store.config import Config
from courtside_store.daemon_state import Running


async def test_the_verdict_on_each_session_is_printed_as_watch_prints_it(
    config: Config, daemon: Running
) -> None:
    words = ["--data-dir", str(config.data_dir), "android", "--port", "0", "--task", "Press Save"]
    async with phone_server(Phone()) as server, asyncio.timeout(2 * WITHIN_S):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "courtside", *words, "--appium", server),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        assert process.stdout
        agent = Agent((await process.stdout.readline()).decode().strip())
        await asyncio.to_thread(agent.open, {"platformName": "Android"})
        await asyncio.to_thread(agent.tap, 50, 320)
        await asyncio.to_thread(agent.ask, "DELETE", "{s}")
        first = (await process.stdout.readline()).decode()  # while the proxy goes on
        verdict = (await process.stdout.readline()).decode()
        await asyncio.to_thread(agent.open, {"platformName": "Android"})
        process.send_signal(signal.SIGTERM)
        rest, _ = await process.communicate()
        agent.close()
    assert re.match(r"run_\w+   `courtside show run_\w+`\n", first)
    assert re.match(r"verdict: (success|failure|unknown)", verdict)
    assert rest.decode().splitlines()[1] == "no step was seen, so there is no verdict"
