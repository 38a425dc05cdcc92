"""Keeps the judge's process running and asks it one thing at a time. Knows no SQL and no judge."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Literal

import msgspec

from courtside_judge.backends.chosen import asked_by_cascade, judge_of, load_chosen
from courtside_judge.llm.settings import settings_of
from courtside_judge.perception.orders import ElementOrder, order_of, parse_orders
from courtside_judge.perception.registry import ReaderName, choose, gap_stamp_of, stamp_of
from courtside_judge.perception.screen_reading import step_as_read, step_with_controls
from courtside_judge.protocol import Case, Ending, FrameStore
from courtside_store.config import Config
from courtside_store.records import RunVerdict, Step, StepVerdict

from .child import JudgeChild
from .guard import failed
from .judge_messages import (
    Answer,
    Drop,
    Explain,
    JudgeEnd,
    JudgeRequest,
    JudgeStep,
    Ready,
    Recall,
    Start,
    UsageReport,
    fits,
)

log = logging.getLogger(__name__)
MAX_SESSIONS = 64
ProcessState = Literal["ready", "busy", "restarting", "off"]
EarlierSteps = Callable[[], AsyncIterator[Step]]
"""The steps of a run that are judged already, for a judge that begins with it again."""


class JudgeProcess:
    """The judge's process. Only one thing is asked at a time."""

    def __init__(self, config: Config) -> None:
        """Raises ValueError where the configuration names a reader that is not installed, or where
        the choice of models cannot be read.
        """
        self._config = config
        self._chosen = load_chosen(config.models_file)
        self._has_other_models = False
        """Other models are in use than the process began with."""
        self.judge = judge_of(config, self._chosen)
        """Name of the judge of the next run."""
        self._reader: ReaderName | None = None
        self.ocr = ""
        """Under which name the text of frames is kept; empty where nothing reads them."""
        self.ocr_gaps = ""
        """Likewise, what was read where trees leave something out."""
        self._take_reader(choose(config.ocr))
        self._child = JudgeChild(config.judge_log)
        self._sessions: OrderedDict[str, Case] = OrderedDict()
        self.state: ProcessState = "ready"
        self.trouble = ""
        """Why the last answer was no verdict; empty where it was one."""
        self.ready = Ready()
        """What the judge in the process says of itself."""
        self.usage = UsageReport()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[JudgeProcess]:
        """Ends the process on the way out."""
        try:
            yield self
        finally:
            await self._stop()
            self.state = "off"

    @property
    def pid(self) -> int | None:
        """The judge's process, where it runs."""
        return self._child.pid

    @property
    def outcomes_only(self) -> bool:
        """The judge in the process says that it judges no single step."""
        return self.ready.outcomes_only

    @property
    def element_order(self) -> ElementOrder | None:
        """The order that is set for the judge of the next run, or for the one that it asks."""
        asked = asked_by_cascade(self._chosen) if self.judge == "cascade" else self.judge
        return order_of(asked, parse_orders(self._config.element_order))

    async def introduction(self) -> Ready:
        """Who judges; with the reason where the judge does not say. Starts the process."""
        try:
            async with asyncio.timeout(self._config.judge_timeout_s):
                await self._start()
            return self.ready
        except TimeoutError:
            return Ready(error=f"it did not start within {self._config.judge_timeout_s:g} s")
        except (OSError, EOFError):
            return Ready(error=await self._child.how_it_died())

    async def step(self, case: Case, step: Step, history: EarlierSteps) -> StepVerdict | None:
        """The verdict on a step; with status error where the judge crashed or took too long.

        None: this judge judges outcomes only.
        """
        verdict = await self._ask(case, JudgeStep(step=step), history)
        assert not isinstance(verdict, RunVerdict)
        return verdict if isinstance(verdict, StepVerdict) else None

    async def end(self, case: Case, ending: Ending, history: EarlierSteps) -> RunVerdict:
        """The verdict on a run. The judge remembers the run until `forget`."""
        verdict = await self._ask(case, JudgeEnd(run=case.run, ending=ending), history)
        assert isinstance(verdict, RunVerdict)
        return verdict

    async def explain(self, run: str, step: int) -> StepVerdict | None:
        """A step's verdict with its reasons; None where there are no more than were given."""
        if run not in self._sessions:
            return None
        self.state = "busy"
        try:
            async with asyncio.timeout(self._config.judge_timeout_s):
                answer = await self._exchange(Explain(run=run, step=step))
            return answer if isinstance(answer, StepVerdict) else None
        except Exception as error:  # noqa: BLE001  the guard around a judge
            log.warning("judge %s: no reasons (%s)", self.judge, type(error).__name__)
            await self._stop()
            return None
        finally:
            self.state = "ready"

    async def _ask(
        self, case: Case, request: JudgeStep | JudgeEnd, history: EarlierSteps
    ) -> Answer:
        self.state = "busy"
        try:
            async with asyncio.timeout(self._config.judge_timeout_s):
                await self._begin(case, history)
                answer = await self._exchange(request)
                self.trouble = _trouble(answer)
                return answer
        except TimeoutError:
            why = (
                f"no answer within {self._config.judge_timeout_s:g} s; a slow model needs a longer "
                "judge_timeout_s in the configuration"
            )
        except (OSError, EOFError):  # EOFError: IncompleteReadError is one
            why = await self._child.how_it_died()
        except Exception as error:  # noqa: BLE001  the guard around a judge
            why = f"{type(error).__name__}: {error}"
        finally:
            self.state = "ready"
        word = why.split(":")[0].split(";")[0]  # the rest may hold what stood on a page
        log.warning("judge %s: %s; it is started again", self.judge, word)
        self.state = "restarting"
        await self._stop()
        self.state = "ready"  # the next question starts it
        answer = failed(self.judge, request, why)
        self.trouble = _trouble(answer)
        return answer

    async def _begin(self, case: Case, history: EarlierSteps) -> None:
        """Begins with the run, where the judge has not, and recalls its steps so far."""
        if case.run not in self._sessions:
            self.take_up_models()
            if self._has_other_reader() or self._has_other_models:
                await self._stop()
        if not self._child.is_running:
            await self._start()
        if self._sessions.get(case.run) == case:
            self._sessions.move_to_end(case.run)
            return
        await self.forget(case.run)  # it began with another task
        if len(self._sessions) >= MAX_SESSIONS:
            await self.forget(next(iter(self._sessions)))
        await self._child.send(Start(case=case))
        self._sessions[case.run] = case
        async for step in history():
            await self._child.send(Recall(step=step))

    def take_up_models(self) -> None:
        """Names the judge of the next run, where other models were put to use since."""
        try:
            chosen = load_chosen(self._config.models_file)
        except ValueError:  # `not_ready` says so; those that were read stay in use
            return
        if chosen != self._chosen:
            self._chosen, self._has_other_models = chosen, True
            self.judge, self.trouble = judge_of(self._config, chosen), ""

    def _has_other_reader(self) -> bool:
        """Whether OCR was installed or removed since: asked at each new run, so that nobody has to
        start the daemon again.
        """
        try:
            reader = choose(self._config.ocr)
        except ValueError:  # the one that is named has gone; each frame says so
            return False
        if reader == self._reader:
            return False
        self._take_reader(reader)
        return True

    def _take_reader(self, reader: ReaderName | None) -> None:
        fills = reader if self._config.ocr_screens == "with-gaps" else None
        self._reader, self.ocr = reader, stamp_of(reader) if reader else ""
        self.ocr_gaps = gap_stamp_of(fills) if fills else ""

    def as_read(self, step: Step, blobs: FrameStore) -> Step:
        """The step with what this process read of its screens, and what its presses hit by that;
        for viewers also with the controls of pictures, which not every judge is shown."""
        read = step_as_read(step, self.ocr, blobs, self.ocr_gaps) if self.ocr else step
        return step_with_controls(read, blobs) if self.ocr_gaps else read

    async def recall(self, step: Step) -> None:
        """Shows a step that needs no verdict. A judge that begins with the run later is shown it
        with the history.
        """
        if step.run in self._sessions:
            with contextlib.suppress(OSError):  # it died: the next question starts it again
                await self._child.send(Recall(step=step))

    async def forget(self, run: str) -> None:
        """The judge need not remember the run any more."""
        if self._sessions.pop(run, None):
            with contextlib.suppress(OSError):
                await self._child.send(Drop(run=run))

    async def _exchange(self, request: JudgeRequest) -> Answer:
        await self._child.send(request)
        while isinstance(message := await self._child.receive(), UsageReport):
            self.usage = message
        if isinstance(message, Ready) or not fits(request, message):
            raise ValueError(f"it answered another question ({type(message).__name__})")
        return message

    async def _start(self) -> None:
        self._sessions.clear()
        self.take_up_models()
        self._has_other_models = False
        self.ready = await self._child.start(self._options(), self._chosen)

    def _options(self) -> list[str]:
        settings = msgspec.json.encode(settings_of(self._config)).decode()
        return [
            *("--judge", self.judge),
            *("--blobs", str(self._config.blobs)),
            *self._ocr(),
            "--chosen",
            *("--mark-key", str(self._config.mark_key_file)),
            *("--learned", str(self._config.learned_file)),
            *("--settings", settings),
        ]

    def _ocr(self) -> list[str]:
        """A step has two frames, and the judge some time of its own after them."""
        if self._reader is None:
            return []
        timeout_s = 0.4 * self._config.judge_timeout_s
        weights = str(self._config.ocr_weights)
        gaps = ["--ocr-gaps"] if self.ocr_gaps else []
        timed = ["--ocr-timeout", f"{timeout_s:g}"]
        return ["--ocr", self._reader, *gaps, *timed, "--weights", weights]

    async def _stop(self) -> None:
        self._sessions.clear()
        await self._child.stop(self.judge)


def _trouble(answer: Answer) -> str:
    if isinstance(answer, StepVerdict | RunVerdict) and answer.status == "error":
        return answer.explanation
    return ""
