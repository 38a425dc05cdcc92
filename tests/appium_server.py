"""A real Appium server with Appium's own fake device, and a phone that a test makes up itself."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import fcntl
import http.client
import io
import json
import os
import shutil
import socket
import subprocess
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from PIL import Image
from waiting import wait_until

ROOT = Path(__file__).parents[1]
START_S = 60.0
APP = """<hierarchy index="0" class="hierarchy" rotation="0" width="400" height="852">
<app width="400" height="852"></app>
<MockInputField id="item" class="android.widget.EditText" package="org.example.list" hint="Item"
 clickable="true" bounds="[20,100][380,160]" left="20" top="100" width="360" height="60" value=""/>
{more}
<MockButton id="save" class="android.widget.Button" text="Save" visible="true" clickable="true"
 bounds="[20,300][200,360]" left="20" top="300" width="180" height="60"/>
</hierarchy>"""
PASSWORD = """<MockInputField id="pw" class="android.widget.EditText" hint="Password"
 password="true" clickable="true" bounds="[20,180][380,240]" left="20" top="180" width="360"
 height="60" value=""/>"""

ALERT = """<FrameLayout class="android.widget.FrameLayout" package="org.example.list"
 bounds="[20,400][380,640]"><MockAlert class="android.widget.TextView" text="Delete the list?"
 resource-id="android:id/alertTitle" bounds="[40,420][360,460]"/>
<MockButton id="sure" class="android.widget.Button" text="DELETE" clickable="true"
 resource-id="android:id/button1" bounds="[220,560][360,620]"/></FrameLayout>"""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def appium_server(folder: Path) -> Iterator[str]:
    """A real one, with the fake driver; its address. Skips where it is not installed."""
    node, main = shutil.which("node"), ROOT / "node_modules" / "appium" / "index.js"
    if node is None or not main.is_file():
        pytest.skip("no Appium; `make test` installs it where there is npm")
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [node, str(main), "server", "--address", "127.0.0.1", "--port", str(port)]
    with _one_at_a_time(), (folder / "appium.log").open("wb") as log:
        process = subprocess.Popen(
            command, env={**os.environ, "APPIUM_HOME": str(ROOT)}, stdout=log, stderr=log
        )
        try:
            _wait(url, process, folder)
        except BaseException:
            process.kill()
            raise
    try:
        yield url
    finally:
        process.terminate()
        process.wait(10)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Each server writes a list of its drivers into node_modules as it starts."""
    with (ROOT / "node_modules" / ".appium-starts").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _wait(url: str, process: subprocess.Popen[bytes], folder: Path) -> None:
    def answers() -> bool:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{url}/status", timeout=5):
            return True
        if process.poll() is not None:
            pytest.skip("Appium does not start: " + (folder / "appium.log").read_text()[-300:])
        return False

    wait_until(answers, START_S)


def an_app(folder: Path, more: str = "") -> Path:
    """The fake device's app: a field, a button, and more."""
    path = folder / "app.xml"
    path.write_text(APP.format(more=more))
    return path


def capabilities(app: Path, **more: Any) -> dict[str, Any]:
    """Of a session with the fake device."""
    return {
        "platformName": "Fake",
        "appium:automationName": "Fake",
        "appium:deviceName": "Fake",
        "appium:app": str(app),
        **more,
    }


class Agent:
    """An agent that speaks WebDriver by hand, so that a test sees every byte. Blocks."""

    def __init__(self, url: str) -> None:
        host, _, port = url.removeprefix("http://").partition(":")
        self._connection = http.client.HTTPConnection(host, int(port), timeout=60)
        self.session = ""

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> tuple[int, bytes]:
        """Status and bytes of the answer; of a body that is no string, JSON is sent."""
        data = json.dumps(body) if isinstance(body, dict) else body
        path = path.replace("{s}", f"/session/{self.session}")
        headers = {"Content-Type": "application/json"}
        self._connection.request(method, path, data, headers, **more)
        answer = self._connection.getresponse()
        self.headers = {k: v for k, v in answer.getheaders() if k != "Date"}
        return answer.status, answer.read()

    def value(self, method: str, path: str, body: Any = None) -> Any:
        """An answer's value; raises AssertionError where it was refused."""
        status, data = self.ask(method, path, body)
        assert status == 200, data
        return json.loads(data)["value"]

    def open(self, asked: dict[str, Any]) -> None:
        """A new session."""
        body = {"capabilities": {"alwaysMatch": asked, "firstMatch": [{}]}}
        self.session = self.value("POST", "/session", body)["sessionId"]

    def find(self, id: str) -> str:
        """Appium's id of an element."""
        found = self.value("POST", "{s}/element", {"using": "id", "value": id})
        return str(next(iter(found.values())))

    def tap(self, x: float, y: float) -> None:
        """One finger, down and up."""
        self.value("POST", "{s}/actions", {"actions": [a_finger((x, y))]})

    def close(self) -> None:
        """Hangs up."""
        self._connection.close()


def a_finger(*points: tuple[float, float], ms: int = 0, id: str = "finger") -> dict[str, Any]:
    """A W3C pointer that goes through some points, each move so long."""
    moves = [{"type": "pointerMove", "x": x, "y": y, "duration": ms} for x, y in points]
    down, up = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
    return {
        "type": "pointer",
        "id": id,
        "parameters": {"pointerType": "touch"},
        "actions": [{**moves[0], "duration": 0}, down, *moves[1:], up],
    }


def a_png(
    colour: tuple[int, int, int] = (200, 210, 220), size: tuple[int, int] = (400, 852)
) -> bytes:
    """A screenshot of one colour."""
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG")
    return out.getvalue()


class Phone:
    """A server that answers as Appium does, for what the fake device cannot do: change, be slow,
    refuse. Counts what it is asked."""

    def __init__(self) -> None:
        self.source = APP.format(more="")
        self.picture: bytes | str = a_png()
        self.refuses: tuple[str, str] | None = None
        self.slow_s = 0.0
        self.may_picture = asyncio.Event()
        """Until it is set again nobody gets a picture."""
        self.may_picture.set()
        self.pictures_taken = 0
        self.asked: list[str] = []
        self.bodies: list[bytes] = []
        self.sessions = {"one"}
        self.capabilities: dict[str, Any] = {"platformName": "Android"}
        self.moves = False
        """Whether the tree differs each time that it is asked for."""

    def count(self, end: str) -> int:
        """How often something was asked for."""
        return sum(one.endswith(end) for one in self.asked)

    async def answer(self, request: web.Request) -> web.Response:
        """Any request."""
        self.bodies.append(await request.read())
        path = request.path
        self.asked.append(f"{request.method} {path}")
        value: Any = None
        if path == "/status":
            return web.json_response({"value": {"build": {"version": "3.8.0"}}})
        if path == "/session":
            value = {"sessionId": "one", "capabilities": self.capabilities}
            self.sessions.add("one")
            return web.json_response({"value": value})
        session = path.split("/")[2] if path.startswith("/session/") else ""
        if session and session not in self.sessions:
            return _refuse(
                404, "invalid session id", "A session is either terminated or not started"
            )
        if path.endswith("/screenshot"):
            await self.may_picture.wait()
            await asyncio.sleep(self.slow_s)
            if self.refuses:
                return _refuse(500, *self.refuses)
            picture = self.picture
            self.pictures_taken += 1
            value = base64.b64encode(picture).decode() if isinstance(picture, bytes) else picture
        elif path.endswith("/source"):
            value = self.source
            if self.moves:
                self.source = self.source.replace("[20,180]", "[20,181]").replace("380", "381")
        elif path.endswith("/rect"):
            value = {"x": 20, "y": 180, "width": 360, "height": 60}
        elif "/attribute/" in path:
            value = "false"
        elif path.endswith("/element"):
            value = {"element-6066-11e4-a52e-4f735466cecf": "7"}
        if request.method == "DELETE" and path == f"/session/{session}":
            self.sessions.discard(session)
        return web.json_response({"value": value})


def _refuse(status: int, error: str, message: str) -> web.Response:
    value = {"error": error, "message": message, "stacktrace": ""}
    return web.json_response({"value": value}, status=status)


@asynccontextmanager
async def phone_server(phone: Phone, port: int = 0) -> AsyncIterator[str]:
    """Serves a made-up phone; its address."""
    app = web.Application(client_max_size=1 << 28)
    app.router.add_route("*", "/{any:.*}", phone.answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port, reuse_address=True).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()
