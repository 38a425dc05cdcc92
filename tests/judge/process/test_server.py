"""The judge's process: its guard, its messages, its death."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from screens import RUN, a_button, a_click, a_run, a_screen

from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.process.framing import frame
from courtside_judge.process.judge_messages import (
    Answer,
    Drop,
    JudgeEnd,
    JudgeRequest,
    JudgeStep,
    Ready,
    Recall,
    Start,
)
from courtside_judge.process.server import work
from courtside_judge.protocol import Case, Ending, JudgeSession, ReadFrame
from courtside_judge.registry import judge_names, load_judge
from courtside_store.blobs import Blobs
from courtside_store.records import JudgeStamp, RunVerdict, Step, StepVerdict

SCREEN = a_screen(a_button("Go"))
STEPS = a_run((a_click("Go"), SCREEN), (a_click("Go"), SCREEN), start=SCREEN)
START = Start(case=Case(run=RUN, task="Press Go."))
END = JudgeEnd(run=RUN, ending=Ending(ended_by="finish"))


class Stumbles:
    """Raises at the first step, and at the start or at a recall, as `where` says."""

    name = "stumbles"

    def __init__(self, where: str) -> None:
        self._where = where

    def stamp(self) -> JudgeStamp:
        return EvidenceJudge().stamp()

    def start(self, case: Case, frames: ReadFrame) -> JudgeSession:
        if self._where == "start":
            raise RuntimeError("no memory")
        sound = load_judge("evidence").start(case, frames)
        return StumblingSession(sound, self._where)


class StumblingSession:
    def __init__(self, sound: JudgeSession, where: str) -> None:
        self._sound, self._where = sound, where

    def recall(self, step: Step) -> None:
        if self._where == "recall":
            raise RuntimeError("forgot it")

    def step(self, step: Step) -> StepVerdict | None:
        if self._where == "step":
            self._where = ""
            raise RuntimeError(" ".join(("lost", "the", "ball")))
        return self._sound.step(step)

    def finish(self, ending: Ending) -> RunVerdict:
        return self._sound.finish(ending)


def answers(data: bytes) -> list[Any]:
    decoder: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(Answer | Ready)
    found, at = [], 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        found.append(decoder.decode(data[at + 4 : at + 4 + size]))
        at += 4 + size
    return found


def done(
    where: str, requests: Sequence[JudgeRequest], blobs: Path
) -> list[StepVerdict | RunVerdict]:
    out = BytesIO()
    work(Stumbles(where), Blobs(blobs), BytesIO(b"".join(frame(o) for o in requests)), out)
    return answers(out.getvalue())


def test_every_step_and_every_end_is_answered_once_and_nothing_else_is(tmp_path: Path) -> None:
    requests: list[JudgeRequest] = [
        START,
        Recall(step=STEPS[0]),
        JudgeStep(step=STEPS[1]),
        END,
        Drop(run=RUN),
    ]
    assert [*map(type, done("", requests, tmp_path))] == [StepVerdict, RunVerdict]


def test_a_judge_that_raises_gives_a_verdict_with_status_error_and_goes_on(tmp_path: Path) -> None:
    requests: list[JudgeRequest] = [START, *(JudgeStep(step=step) for step in STEPS)]
    first, second = done("step", requests, tmp_path)
    assert first.status == "error" and "lost the ball" in first.explanation
    assert second.status == "ok"


@pytest.mark.parametrize(("where", "why"), [("start", "no memory"), ("recall", "forgot it")])
def test_a_judge_that_cannot_begin_says_so_in_its_verdicts(
    where: str, why: str, tmp_path: Path
) -> None:
    requests: list[JudgeRequest] = [START, Recall(step=STEPS[0]), JudgeStep(step=STEPS[1]), END]
    verdicts = done(where, requests, tmp_path)
    assert len(verdicts) == 2
    for verdict in verdicts:
        assert verdict.status == "error" and why in verdict.explanation


def test_a_run_that_nobody_sat_down_for_is_an_error_and_not_a_crash(tmp_path: Path) -> None:
    (verdict,) = done("", [END], tmp_path)
    assert verdict.status == "error"


def test_the_oracle_is_in_no_message_to_the_judge() -> None:
    for record in (Case, Ending, Start, Recall, JudgeStep, JudgeEnd, Drop):
        assert not {"oracle", "reward", "success"} & {
            f.name for f in msgspec.structs.fields(record)
        }
    assert b"oracle" not in b"".join(frame(o) for o in (START, JudgeStep(step=STEPS[0]), END))


def test_the_process_answers_over_its_pipes_and_ends_with_them(tmp_path: Path) -> None:
    requests = b"".join(frame(o) for o in (START, *(JudgeStep(step=s) for s in STEPS), END))
    command = [
        sys.executable,
        "-m",
        "courtside_judge.process.server",
        "--judge",
        "evidence",
        "--blobs",
    ]
    root = Path(__file__).parents[3]
    path = f"{root / 'judge'}:{root / 'store'}"
    out = subprocess.run(
        [*command, str(tmp_path)],
        input=requests,
        capture_output=True,
        timeout=120,
        check=True,
        env={"PYTHONPATH": path},
    )
    ready, *verdicts = answers(out.stdout)
    assert isinstance(ready, Ready) and ready.stamp == EvidenceJudge().stamp()
    assert [verdict.status for verdict in verdicts] == ["ok", "ok", "ok"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is Linux's")
def test_a_judge_whose_log_is_on_a_full_disk_answers_still(tmp_path: Path) -> None:
    unknown = JudgeStep(step=STEPS[0])  # of a run that it was not told of: an error, which it logs
    requests = b"".join(frame(o) for o in (unknown, START, *(JudgeStep(step=s) for s in STEPS)))
    command = [sys.executable, "-m", "courtside_judge.process.server", "--blobs", str(tmp_path)]
    with Path("/dev/full").open("wb") as log:
        done = subprocess.run(command, input=requests, stdout=subprocess.PIPE, stderr=log)
    _, *verdicts = answers(done.stdout)
    assert (done.returncode, [one.status for one in verdicts]) == (0, ["error", "ok", "ok"])


def test_an_unknown_judge_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ValueError, match=r"'nobody'.*evidence"):
        load_judge("nobody")
    assert "evidence" in judge_names()


def test_what_a_judge_stumbles_over_is_logged_without_its_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    requests = BytesIO(b"".join(frame(o) for o in (START, JudgeStep(step=STEPS[0]))))
    work(Stumbles("step"), Blobs(tmp_path), requests, BytesIO())
    stderr = capsys.readouterr().err
    assert "RuntimeError" in stderr and "in step" in stderr and "lost the ball" not in stderr


def test_a_judge_of_ours_starts_without_what_only_others_need(tmp_path: Path) -> None:
    """Every daemon, and every judging of stored runs, waits for its start."""
    others = {"asyncio", "http.client", "urllib.request", "importlib.metadata"}
    code = (
        "import sys; from courtside_judge.process.server import main; main();"
        f"print(*{others}.intersection(sys.modules), file=sys.stderr)"
    )
    words = ["-c", code, "--blobs", str(tmp_path), "--learned", str(tmp_path / "learned.json")]
    done = subprocess.run([sys.executable, *words], input=b"", capture_output=True, check=True)
    assert done.stderr.split() == []
