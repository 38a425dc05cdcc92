"""What is found on this machine: servers that answer as the real ones do, on free ports."""

from __future__ import annotations

import http.server
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from courtside_bridges import discovery
from courtside_bridges.discovery import (
    appium_ports,
    browser_ports,
    find_adb,
    find_appium,
    find_browser,
    find_companion,
    idb_places,
    look_around,
)


@contextmanager
def answering(pages: dict[str, object]) -> Iterator[int]:
    """A web server of these pages; its port."""

    class Pages(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps(pages[self.path]).encode() if self.path in pages else b"not here"
            self.send_response(200 if self.path in pages else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


@contextmanager
def adb_server(answer: bytes) -> Iterator[tuple[int, list[bytes]]]:
    """What adb's server says to the first question; its port, and what it was asked."""
    asked: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            line, _ = server.accept()
            with line:
                asked.append(line.recv(100))
                line.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        yield server.getsockname()[1], asked
        thread.join()


def test_a_browser_with_a_debug_port_is_found_and_says_how_it_is_watched() -> None:
    version = {"Browser": "Chrome/140.0", "webSocketDebuggerUrl": "ws://127.0.0.1/devtools"}
    with answering({"/json/version": version}) as port:
        found = find_browser(port)
    assert found and (found.kind, found.name) == ("chrome", "Chrome/140.0")
    assert found.command == ("watch", "--cdp", f"http://127.0.0.1:{port}")


@pytest.mark.parametrize("base", ["", "/wd/hub"])
def test_an_appium_server_is_found_also_an_old_one(base: str) -> None:
    status = {"value": {"ready": True, "build": {"version": "3.8.0"}}}
    with answering({base + "/status": status}) as port:
        found = find_appium(port, base)
    assert found and found.name == "Appium 3.8.0"
    assert found.command == ("android", "--appium", f"http://127.0.0.1:{port}{base}")


@pytest.mark.parametrize("reply", [[], "ready", {"value": None}, {"value": {"message": "no"}}, 7])
def test_another_server_on_the_port_is_taken_for_nothing(reply: object) -> None:
    with answering({"/status": reply, "/json/version": reply}) as port:
        assert find_appium(port) is None
        assert find_browser(port) is None


def test_phones_are_told_by_adb_s_own_server_and_it_says_what_is_missing() -> None:
    listed = (
        b"emulator-5554          device product:sdk model:Pixel_4 device:x transport_id:1\n"
        b"R58M12345              unauthorized usb:1-1 transport_id:2\n"
    )
    with adb_server(b"OKAY%04x" % len(listed) + listed) as (port, asked):
        pixel, locked = find_adb(port)
    assert asked == [b"000ehost:devices-l"]
    assert (pixel.name, pixel.advice) == ("Pixel 4 (emulator-5554)", "")
    assert locked.advice == "adb says 'unauthorized': unlock it and allow this computer"


@pytest.mark.parametrize("answer", [b"", b"FAIL0003no!", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_whatever_else_listens_on_adb_s_port_has_no_phones(answer: bytes) -> None:
    with adb_server(answer) as (port, _):
        assert find_adb(port) == []


def test_companions_are_where_idb_s_list_says_on_this_machine(tmp_path: Path) -> None:
    state = tmp_path / "state"
    mac = {"udid": "b", "is_local": False, "host": "mac.lan", "port": 10882}
    here = {"udid": "a", "is_local": True, "host": "localhost", "port": 10999}
    state.write_text(json.dumps([here, mac, {"udid": "c", "path": "/tmp/c.sock"}]))
    assert idb_places(state) == [("127.0.0.1", 10882), ("127.0.0.1", 10999)]
    state.write_text("not a list")
    assert idb_places(state) == [("127.0.0.1", 10882)]
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        found = find_companion(("127.0.0.1", port))
    assert found and found.command == ("ios", "--companion", f"127.0.0.1:{port}")


def test_ports_are_those_that_programs_were_told(tmp_path: Path) -> None:
    profile = tmp_path / "my profile"
    profile.mkdir()
    (profile / "DevToolsActivePort").write_text("41234\n/devtools/browser/x")
    chosen = f"chromium --remote-debugging-port=0 --user-data-dir={profile} --headless"
    assert set(browser_ports(["chromium --remote-debugging-port=9333", chosen])) >= {9333, 41234}
    command_lines = [
        "node /usr/bin/appium server --port 4800",
        "python courtside android --port 4725",
    ]
    assert 4800 in appium_ports(command_lines) and 4725 not in appium_ports(command_lines)
    assert 4724 not in appium_ports(["/usr/bin/courtside android"])


@pytest.mark.alone
def test_servers_that_never_answer_hold_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=50) as silent:
        port = silent.getsockname()[1]
        monkeypatch.setattr(discovery, "CHROME_PORTS", [port] * 8)
        monkeypatch.setattr(discovery, "APPIUM_PORTS", [port])
        monkeypatch.setattr(discovery, "ADB_PORT", port)
        began = time.monotonic()
        found = look_around(processes=[])
        assert time.monotonic() - began < 2.0
    assert [one.kind for one in found if one.kind in ("chrome", "appium", "android")] == []
