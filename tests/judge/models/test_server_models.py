"""Servers as they are: good, down, slow, in HTML, broken, with other models."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from courtside_judge.backends.chosen import ModelChoice
from courtside_judge.models import server_models
from courtside_judge.models.examine import examine
from courtside_judge.models.server_models import is_here, model_names

Answer = tuple[int, str, bytes]
GOOD: Answer = (200, "application/json", b'{"object":"list","data":[{"id":"a"},{"id":"b"}]}')
Serve = Callable[[Answer | None], str]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """A server that always answers so; None: not at all until the test has ended."""
    over = threading.Event()
    servers: list[ThreadingHTTPServer] = []

    def start(answer: Answer | None) -> str:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if answer is None:
                    over.wait(30)
                    return
                self.send_response(answer[0])
                self.send_header("Content-Type", answer[1])
                self.end_headers()
                self.wfile.write(answer[2])

            def log_message(self, *_: object) -> None:
                pass

        made = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True).start()
        servers.append(made)
        return f"http://127.0.0.1:{made.server_port}/v1"

    yield start
    over.set()
    for made in servers:
        made.shutdown()
        made.server_close()


def look(url: str, name: str = "") -> ModelChoice:
    return examine(url, None, name, "reasoner", lambda *_: None)


def test_a_server_is_taken_with_one_of_its_models(serve: Serve) -> None:
    url = serve(GOOD)
    assert model_names(url) == ["a", "b"]
    assert look(url + "/", "b") == ModelChoice(backend="openai", model=url, name="b")
    with pytest.raises(ValueError, match="2 models; say --name, one of a, b"):
        look(url)
    with pytest.raises(ValueError, match="no model 'c'; it has a, b"):
        look(url, "c")
    alone = serve((200, "application/json", b'{"data":[{"id":"only"}]}'))
    assert look(alone).name == "only"


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ((200, "text/html", b"<html>hello</html>"), "no list of models"),
        ((200, "application/json", b'{"data": 3}'), "no list of models"),
        ((200, "application/json", b'{"data": []}'), "no model loaded"),
        ((200, "application/json", b'{"object": "list", "data": null}'), "no model loaded"),
        ((500, "text/plain", b"oh"), "answers 500"),
        ((401, "text/plain", b"who"), "set COURTSIDE_MODEL_KEY"),
        ((404, "text/plain", b"no"), "answers 404 Not Found; most base URLs end in /v1"),
        (None, "does not answer within"),
    ],
)
def test_a_server_that_is_none_is_one_line(
    serve: Serve, answer: Answer | None, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if answer is None:
        monkeypatch.setattr(server_models, "PROBE_S", 0.3)
    with pytest.raises((ValueError, OSError), match=named) as raised:
        look(serve(answer))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("url", "named"),
    [
        ("http://127.0.0.1:9/v1", "cannot be reached"),
        ("ftp://127.0.0.1/v1", "expected http://HOST:PORT/v1"),
        ("http:///v1", "expected http://HOST:PORT/v1"),
    ],
)
def test_an_address_without_a_server_is_one_line(url: str, named: str) -> None:
    with pytest.raises((ValueError, OSError), match=named):
        look(url)


def test_what_stays_on_this_machine() -> None:
    assert (
        is_here("http://127.0.0.1:1/v1")
        and is_here("http://[::1]:1")
        and is_here("http://localhost")
    )
    assert not is_here("http://10.0.0.2:1/v1") and not is_here("https://api.example.com/v1")
