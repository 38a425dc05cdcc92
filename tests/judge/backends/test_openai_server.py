"""A real llama-server's engine over loopback, and servers that are down, slow, or none at all."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from builders import a_jpeg
from msgspec.structs import replace

from courtside_judge.backends.backend_opening import open_model
from courtside_judge.backends.chosen import Chosen, ModelChoice
from courtside_judge.backends.protocol import Choice, Sampling, TooLong, Turn, Unparsed

pytestmark = pytest.mark.models
LABELS = ("reached", "towards", "unsure", "away")
ASK = [Turn(role="system", text="You judge."), Turn(role="user", text="Step 1. One word.")]


def connect(address: str, timeout_s: float = 20.0) -> Any:
    """A model at a server."""
    pytest.importorskip("openai", reason="openai is missing: sh packaging/setup.sh models")
    from courtside_judge.backends.openai_server import ServerModel

    choice = ModelChoice(backend="openai", model=f"{address}/v1", name="tiny")
    return ServerModel(choice, timeout_s)


@contextmanager
def served(*files: str) -> Iterator[str]:
    """The address of a real server with this model.

    xllamacpp is another build of llama.cpp: imported here, beside llama-cpp-python, it can crash
    the process.
    """
    if find_spec("xllamacpp") is None:
        pytest.skip("xllamacpp is missing: sh packaging/setup.sh models")
    process = subprocess.Popen(
        [sys.executable, Path(__file__).with_name("serving.py"), *files],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin and process.stdout
    try:
        yield next(line.strip() for line in process.stdout if line.startswith("http"))
    finally:
        process.stdin.close()
        process.wait(20)
        process.stdout.close()


@pytest.fixture(scope="module")
def address(tiny: Chosen) -> Iterator[str]:
    """One that sees."""
    assert tiny.captioner
    with served(tiny.captioner.model, tiny.captioner.projector) as address:
        yield address


def test_real_weights_say_the_same_behind_a_server_as_in_process(smollm2: Chosen) -> None:
    """Both lay the same prompt out, and count the same ways to begin a word."""
    assert smollm2.reasoner
    own = open_model(smollm2.reasoner)
    with served(smollm2.reasoner.model) as address:
        theirs = connect(address, 60.0)
        for thing in ("the sky on a clear day", "grass"):
            text = f"What colour is {thing}? One word: blue or green."
            turns = [Turn(role="system", text="You help."), Turn(role="user", text=text)]
            one, other = (model.choose(turns, ("blue", "green")) for model in (own, theirs))
            assert one.probabilities and other.probabilities and one.word == other.word
            assert other.probabilities == pytest.approx(one.probabilities, abs=0.03)
    own.close()


def test_a_real_server_is_probed_and_gives_words_with_probabilities(address: str) -> None:
    model = connect(address)
    assert model.can.probabilities and model.can.grammar and model.can.images and model.sees
    choice = model.choose(ASK, LABELS)
    assert choice.probabilities and all(choice.probabilities.values())
    assert sum(choice.probabilities.values()) == pytest.approx(1)
    assert choice.word == max(choice.probabilities, key=choice.probabilities.__getitem__)
    assert model.choose(ASK, LABELS).probabilities == pytest.approx(choice.probabilities, abs=0.02)
    completion = model.think(ASK, 12)
    assert completion.text and "\n" not in completion.text and completion.is_truncated
    assert model.usage.computed_tokens and model.usage.completion_tokens
    model.close()


def test_a_real_server_without_probabilities_writes_one_of_the_words(address: str) -> None:
    model = connect(address)
    model.can = replace(model.can, probabilities=False)
    choice = model.choose(ASK, LABELS)
    assert (
        choice.word in LABELS
        and choice.probabilities is None
        and choice.probability(choice.word) is None
    )
    model.close()


def test_a_real_server_describes_the_same_again(address: str) -> None:
    model = connect(address)
    assert model.can.penalty
    turns = [Turn(role="user", text="Describe it.", images=(a_jpeg(1, (112, 112)),))]
    sampling = Sampling(max_tokens=60, top_p=1.0)
    completion = model.describe(turns, sampling)
    assert completion.text and completion == model.describe(turns, sampling)
    assert model.describe(turns, replace(sampling, max_tokens=3)).is_truncated
    model.close()


def test_a_real_server_sees_images(address: str) -> None:
    model = connect(address)
    scores = [
        model.choose([Turn(role="user", text="?", images=(a_jpeg(seed, (112, 112)),))], LABELS)
        for seed in (1, 60_000)
    ]
    assert scores[0] != scores[1]
    model.close()


def test_the_same_model_says_the_same_in_process_and_behind_a_server(
    address: str, tiny: Chosen
) -> None:
    from courtside_judge.backends.backend_opening import open_model

    assert tiny.captioner
    here, there = open_model(replace(tiny.captioner)), connect(address)
    one, other = there.choose(ASK, LABELS), here.choose(ASK, LABELS)
    assert one.probabilities == pytest.approx(other.probabilities, abs=0.05)
    here.close()
    there.close()


def test_what_does_not_fit_is_told_apart_from_a_server_that_fails(address: str) -> None:
    model = connect(address)
    with pytest.raises(TooLong):
        model.choose([Turn(role="user", text="word " * 20_000)], LABELS)
    model.close()


class Stand:
    """A server that answers as it is told to."""

    def __init__(self) -> None:
        self.answer: Any = None
        self.asked: dict[str, Any] = {}
        self.status = 200
        self.html = ""
        self.pause_s = 0.0

    async def handle(self, request: web.Request) -> web.Response:
        self.asked = await request.json()
        await asyncio.sleep(self.pause_s)
        if self.html:
            return web.Response(text=self.html, content_type="text/html", status=self.status)
        return web.json_response(self.answer, status=self.status)


def an_answer(text: str | None = "reached", finish: str = "stop", **more: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": text, **more}
    return {"choices": [{"index": 0, "message": message, "finish_reason": finish}]}


@pytest.fixture
async def stand() -> AsyncIterator[tuple[Stand, str]]:
    """A stand-in, in a thread of its own: the client blocks."""
    made, ready, stop = Stand(), threading.Event(), threading.Event()
    made.answer = an_answer()
    found: list[str] = []

    async def serve() -> None:
        app = web.Application()
        app.router.add_post("/v1/chat/completions", made.handle)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        found.append(site.name)
        host, port = runner.addresses[0][:2]
        found[0] = f"http://{host}:{port}"
        ready.set()
        await asyncio.to_thread(stop.wait)
        await runner.cleanup()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    await asyncio.to_thread(ready.wait)
    yield made, found[0]
    stop.set()
    await asyncio.to_thread(thread.join)


async def test_a_server_without_probabilities_is_asked_for_the_word(
    stand: tuple[Stand, str],
) -> None:
    made, url = stand
    model = await asyncio.to_thread(connect, url)
    assert not model.can.probabilities and not model.can.grammar
    made.answer = an_answer(' "Towards". ')
    assert await asyncio.to_thread(model.choose, ASK, LABELS) == Choice(word="towards")
    model.close()


async def test_a_description_is_asked_for_without_a_stop_and_by_the_settings(
    stand: tuple[Stand, str],
) -> None:
    made, url = stand
    model = await asyncio.to_thread(connect, url)
    made.answer = an_answer("# Shop\n\n- a cart")
    completion = await asyncio.to_thread(model.describe, ASK, Sampling())
    assert completion.text == "# Shop\n\n- a cart" and "stop" not in made.asked
    assert (made.asked["max_tokens"], made.asked["top_p"]) == (2048, 0.3)
    assert made.asked["repeat_penalty"] == made.asked["repetition_penalty"] == 1.2
    model.can = replace(model.can, penalty=False)  # OpenAI refuses what it does not know
    await asyncio.to_thread(model.describe, ASK, Sampling())
    assert not {"repeat_penalty", "repetition_penalty"} & made.asked.keys()
    model.close()


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        (an_answer("unsuccessful"), "the answer is 'unsuccessful'"),
        (an_answer("reached the", "length"), "the answer was cut at 'reached the'"),
        (an_answer(None, refusal="I will not"), "the model refused: I will not"),
        (an_answer("", "content_filter"), "the model refused"),
    ],
)
async def test_what_is_not_one_of_the_words_is_unparsed(
    stand: tuple[Stand, str], answer: dict[str, Any], named: str
) -> None:
    made, url = stand
    model = await asyncio.to_thread(connect, url)
    made.answer = answer
    with pytest.raises(Unparsed, match=named):
        await asyncio.to_thread(model.choose, ASK, LABELS)
    model.close()


async def test_half_a_character_and_numbers_that_are_none_do_no_harm(
    stand: tuple[Stand, str],
) -> None:
    made, url = stand
    model = await asyncio.to_thread(connect, url.replace("http://", "http://ann:hunter2@"))
    made.answer = an_answer("a cart \ud83d, \ud83d\ude00")
    made.answer["usage"] = {
        "prompt_tokens": "many",
        "completion_tokens": -3,
        "prompt_tokens_details": {"cached_tokens": 10**30},
    }
    completion = await asyncio.to_thread(model.describe, ASK, Sampling())
    assert completion.text == "a cart \ufffd, \U0001f600"
    usage = model.usage
    assert (usage.computed_tokens, usage.cached_tokens, usage.completion_tokens) == (0, 0, 0)
    made.answer = {"choices": [{"index": 0, "message": "hello"}]}
    with pytest.raises(OSError, match=r"http://\*\*\*@.*not as an OpenAI-compatible server does"):
        await asyncio.to_thread(model.describe, ASK, Sampling())
    made.answer = an_answer(["a", "list"])  # type: ignore[arg-type]
    with pytest.raises(Unparsed, match="the answer is no text but a list"):
        await asyncio.to_thread(model.describe, ASK, Sampling())
    model.close()


@pytest.mark.parametrize("logprob", ["much", 1e308, float("nan"), 5.0, None])
async def test_probabilities_that_are_none_are_unparsed(
    stand: tuple[Stand, str], logprob: Any
) -> None:
    made, url = stand
    model = await asyncio.to_thread(connect, url)
    model.can = replace(model.can, probabilities=True)
    top = [{"token": "reached", "logprob": logprob}]
    made.answer = an_answer()
    made.answer["choices"][0]["logprobs"] = {"content": [{"token": "x", "top_logprobs": top}]}
    with pytest.raises(Unparsed, match="the probabilities that the server gives"):
        await asyncio.to_thread(model.choose, ASK, LABELS)
    model.close()


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"html": "<html>hello</html>"}, "not as an OpenAI-compatible server does"),
        ({"html": "<html>no</html>", "status": 500}, "HTTP 500"),
        ({"answer": {"error": "none"}, "status": 404}, "HTTP 404"),
        ({"answer": {"hello": 1}}, "not as an OpenAI-compatible server does"),
        ({"answer": {"choices": [{"index": 0, "message": None}]}}, "not as an OpenAI"),
        ({"pause_s": 1.0}, "timed out"),
    ],
)
async def test_a_server_that_is_none_is_one_clear_line(
    stand: tuple[Stand, str], change: dict[str, Any], named: str
) -> None:
    made, url = stand
    for name, value in change.items():
        setattr(made, name, value)
    with pytest.raises(OSError, match=named) as caught:
        await asyncio.to_thread(connect, url, 0.3)
    assert "\n" not in str(caught.value) and url in str(caught.value)


def test_a_server_that_is_down_is_one_clear_line() -> None:
    with pytest.raises(OSError, match=r"127\.0\.0\.1:9"):
        connect("http://127.0.0.1:9")
