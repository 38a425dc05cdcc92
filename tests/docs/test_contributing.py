"""The examples of CONTRIBUTING.md, and the one of a finding, work as they stand."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request
from builders import RUN, SESSION, a_screen, a_step, an_element
from recordings import a_png, write

from courtside_daemon.routes import queries
from courtside_formats.importers import Imported, read_unit
from courtside_judge import registry
from courtside_judge.evidence.catalogue import Entry
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.evidence.wording import fill
from courtside_judge.process.guard import GuardedJudge
from courtside_judge.process.judge_messages import JudgeEnd, JudgeStep, Start
from courtside_judge.protocol import Case, Ending
from courtside_judge.registry import load_judge
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.records import RunVerdict, Session

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "CONTRIBUTING.md"
FINDING = ROOT / "docs/design/evidence.md"


def example(name: str, package: str) -> Any:
    """The class of that name out of the code that has it, as if its file were in the package."""
    [code] = [
        block
        for block in re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
        if f"class {name}" in block
    ]
    names = {"__name__": f"{package}.example", "__package__": package}
    exec(compile(code, name, "exec"), names)
    return names[name]


def test_the_extractor_finds_what_its_entry_words() -> None:
    extractor, entry = re.findall(r"```python\n(.*?)```", FINDING.read_text(), re.DOTALL)
    names: dict[str, Any] = {"Finding": Finding, "Tracker": Tracker, "Entry": Entry}
    exec(compile(extractor, "extractor", "exec"), names)
    made = eval(compile(entry.strip(), "entry", "eval"), names)

    run = Tracker(read_goal('Enter "Ada".'))
    refused = a_screen(an_element(text="Name", role="textbox", state=("invalid",)))
    run.follow(a_step(1, before=a_screen(an_element(text="Name", role="textbox")), after=refused))

    [found] = made.extractor(run)
    assert (found.kind, found.what, found.step) == (made.kind, "Name", 1)
    assert fill(made.wording, {"what": found.what}) == 'the page marks "Name" as wrong'


def test_the_judge_judges_how_a_run_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = ModuleType("courtside_judge.answered")
    answered.AnsweredJudge = example("AnsweredJudge", "courtside_judge")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, answered.__name__, answered)
    [function] = re.findall(r"```python\n(def _answered.*?)```", DOCUMENT.read_text(), re.DOTALL)
    names = dict(vars(registry))
    exec(compile(function, "_answered", "exec"), names)
    monkeypatch.setitem(registry.OURS, "answered", names["_answered"])
    judge = load_judge("answered")

    def label(answer: str, task: str = "Say hello") -> str:
        guard = GuardedJudge(judge, lambda _: None, lambda error: None)
        guard.answer(Start(case=Case(run=RUN, task=task)))
        guard.answer(JudgeStep(step=a_step(1)))
        verdict = guard.answer(JudgeEnd(run=RUN, ending=Ending(ended_by="finish", answer=answer)))
        assert isinstance(verdict, RunVerdict) and verdict.judge.name == "answered"
        return verdict.label

    assert [label("hello"), label(""), label("hello", task="")] == ["success", "failure", "unknown"]


def test_the_format_reads_a_run_and_names_what_is_broken(tmp_path: Path) -> None:
    write(tmp_path / "1.png", a_png())
    event = {"image": "1.png", "tool": "click", "arguments": {"x": 1, "y": 2}}
    trail = {"trail_version": 1, "id": 7, "goal": "Buy", "agent": "me", "events": [event]}
    good = write(tmp_path / "a.json", {**trail, "success": True})
    bad = write(tmp_path / "b.json", {**trail, "success": "perhaps"})
    known = example("Trail", "courtside_formats.importers")()
    assert known.detect(good) and not known.detect(tmp_path / "1.png")
    [run] = read_unit(known, good)
    assert isinstance(run, Imported) and run.oracle and run.steps[0].actions[0].kind == "click"
    [broken] = read_unit(known, bad)
    assert not isinstance(broken, Imported) and "perhaps" in broken.reason


async def test_the_route_answers_with_a_record_or_with_404(config: Config) -> None:
    [code] = re.findall(r"```python\n(async def .*?)```", DOCUMENT.read_text(), re.DOTALL)
    names = dict(vars(queries))
    exec(compile(code, "summary", "exec"), names)
    with Store.open(config) as store, Reader(config) as reader:
        store.begin_session(Session(id=SESSION, source="cdp", started_at_ms=1), "me")
        begin = wire.RunBegin(seq=1, run=RUN, at_ms=1, task="Say hello")
        assert store.take([(SESSION, 1, begin)]) == [None]
        pipeline = SimpleNamespace(reader=reader, read=asyncio.to_thread)

        async def summary(run: str) -> Any:
            request = make_mocked_request("GET", f"/v1/runs/{run}/summary", match_info={"run": run})
            return await names["summary"](SimpleNamespace(_pipeline=pipeline), request, None)

        assert json.loads((await summary(RUN)).body)["run"]["task"] == "Say hello"
        with pytest.raises(web.HTTPNotFound):
            await summary(f"run_{'1' * 20}")
