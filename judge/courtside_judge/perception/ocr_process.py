"""An OCR reader in a process of its own: with a time-out, started when needed, ended when idle."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from courtside_judge.process.framing import write_message
from courtside_store.geometry import PixelBox
from courtside_store.records import Element

from .ocr_server import OcrRequest, read_answer
from .protocol import OcrReader, PartlyReadError
from .registry import ReaderName

IDLE_S = 60.0
"""An idle reader ends after this time: 0.3 to 0.9 GB with RapidOCR, by the size of the pictures; it
takes a second to load again."""
BUDGET_SHARE = 0.85
"""Of the time-out, after which no further part of a high picture is begun: the rest is for the
start of the process, for the controls, and for a part that is slower than those before it.
"""
ENDING_S = 1.0
"""A process that closed its answers ends within this time."""


class OcrProcess:
    """Reads as the reader in its process does. One reading at a time, from any thread."""

    def __init__(
        self,
        kind: ReaderName,
        weights: Path,
        timeout_s: float,
        command: Sequence[str] | None = None,
    ) -> None:
        """`timeout_s` bounds one reading, the loading included. `command` replaces the process."""
        self._kind = kind
        self._command = command or [
            *[sys.executable, "-m", "courtside_judge.perception.ocr_server"],
            *["--reader", kind, "--weights", str(weights)],
            *["--budget", f"{BUDGET_SHARE * timeout_s:g}"],
        ]
        self._timeout_s = timeout_s
        self._process: subprocess.Popen[bytes] | None = None
        self._idle: threading.Timer | None = None
        self._lock = threading.Lock()

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        """Raises OSError where the process could not read or died, PartlyReadError where there was
        time for a part only, TimeoutError where even that took too long.
        """
        return self._answer(OcrRequest(image=image, region=region))

    def with_detector(self) -> OcrReader:
        """The same process as a reader that also finds controls."""
        return _AsksForControls(self._answer)

    def controls_alone(self) -> OcrReader:
        """The same process as a reader that finds controls and reads no word."""
        return _AsksForControls(self._answer, words=False)

    def _answer(self, ask: OcrRequest) -> tuple[Element, ...]:
        with self._lock:
            self._stay()
            try:
                return self._ask(self._running(), ask)
            finally:
                self._leave_later()

    def _ask(self, process: subprocess.Popen[bytes], ask: OcrRequest) -> tuple[Element, ...]:
        assert process.stdin and process.stdout
        is_late = threading.Event()
        late = threading.Timer(self._timeout_s, _end_late, (process, is_late))
        late.start()
        answer = None
        try:
            with contextlib.suppress(BrokenPipeError):  # it died; the answer does not come
                write_message(process.stdin, ask)
                answer = read_answer(process.stdout)
        except BaseException:  # the caller was interrupted: the next must not get this answer
            self._stop()
            raise
        finally:
            late.cancel()
        if answer is None:
            ending = _ending(process)
            self._stop()
            if is_late.is_set():
                raise TimeoutError(f"{self._kind} took longer than {self._timeout_s:g} s")
            raise ChildProcessError(f"{self._kind} {ending}")
        if answer.error:
            raise OSError(answer.error)
        if answer.unread:
            raise PartlyReadError(answer.elements, answer.unread)
        return answer.elements

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._stop()
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "OMP_NUM_THREADS": "1"},
                start_new_session=True,  # so that it ends with whatever it started
            )
        return self._process

    def _stay(self) -> None:
        if self._idle:
            self._idle.cancel()

    def _leave_later(self) -> None:
        self._idle = threading.Timer(IDLE_S, self.close)
        self._idle.daemon = True
        self._idle.start()

    def close(self) -> None:
        """Ends the process; the next reading starts it again."""
        with self._lock:
            self._stay()
            self._stop()

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        _kill(process)
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                with contextlib.suppress(BrokenPipeError):  # what was not taken is lost with it
                    pipe.close()


@dataclass(frozen=True)
class _AsksForControls:
    """Asks a process for controls too, or for nothing else."""

    answer: Callable[[OcrRequest], tuple[Element, ...]]
    words: bool = True

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        """Raises as the process does."""
        ask = OcrRequest(image=image, region=region, controls=True, words=self.words)
        return self.answer(ask)


def _end_late(process: subprocess.Popen[bytes], is_late: threading.Event) -> None:
    is_late.set()
    _kill(process)


def _ending(process: subprocess.Popen[bytes]) -> str:
    """How a process ended that closed its answers; a signal is from outside, or a library's."""
    try:
        status = process.wait(ENDING_S)
    except subprocess.TimeoutExpired:
        return "gave no whole answer"
    return f"died by signal {-status}" if status < 0 else f"died with exit status {status}"


def _kill(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:  # else its number may be another's by now
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
