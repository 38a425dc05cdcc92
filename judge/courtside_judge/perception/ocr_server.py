"""The process that reads text, so that a hang or crash in it takes nothing with it."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import IO

import msgspec

from courtside_judge.process.framing import read_body, write_message
from courtside_store.geometry import PixelBox
from courtside_store.records import Element

from .protocol import OcrReader, PartlyReadError, read_safely
from .registry import INSTALL, load_reader, with_detector

ORPHAN_S = 1.0


class OcrRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Read this."""

    image: bytes
    region: PixelBox | None = None
    controls: bool = False
    """Whether what the detector finds is wanted too."""
    words: bool = True
    """Whether words are wanted; without them, what the detector finds is all."""


class OcrAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What was read, or why nothing could be."""

    elements: tuple[Element, ...] = ()
    unread: PixelBox | None = None
    """What there was no time to read."""
    error: str = ""
    """Empty where it was read, or a part of it."""


_asks: msgspec.msgpack.Decoder[OcrRequest] = msgspec.msgpack.Decoder(OcrRequest)
_answers: msgspec.msgpack.Decoder[OcrAnswer] = msgspec.msgpack.Decoder(OcrAnswer)


def main() -> None:
    """`python -m courtside_judge.perception.ocr_server --reader NAME --weights DIR`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reader", choices=list(INSTALL), required=True)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--budget", type=float, help="seconds for one reading")
    options = parser.parse_args()
    threading.Thread(target=_die_with_the_judge, args=(os.getppid(),), daemon=True).start()
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library that prints must not break the stream of answers
    reader = load_reader(options.reader, options.weights, options.budget)
    serve(reader, sys.stdin.buffer, out)


def serve(reader: OcrReader, asks: IO[bytes], answers: IO[bytes]) -> None:
    """Answers until the stream ends, whatever a reading raises."""
    fused, controls = _WithDetector(reader), _WithDetector(_NoWords())
    while (body := read_body(asks)) is not None:
        ask = _asks.decode(body)
        try:
            chosen = reader if not ask.controls else fused if ask.words else controls
            answer = OcrAnswer(elements=read_safely(chosen, ask.image, ask.region))
        except PartlyReadError as partly:
            answer = OcrAnswer(elements=partly.elements, unread=partly.unread)
        except OSError as error:
            answer = OcrAnswer(error=str(error))
        write_message(answers, answer)


class _WithDetector:
    """The reader with the detector, which is loaded when it is first wanted."""

    def __init__(self, reader: OcrReader) -> None:
        self._reader = reader
        self._fused: OcrReader | None = None

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        self._fused = self._fused or with_detector(self._reader)
        return self._fused.read(image, region)


class _NoWords:
    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        return ()


def read_answer(stream: IO[bytes]) -> OcrAnswer | None:
    """The next answer; None where the process died before it was whole."""
    body = read_body(stream)
    try:
        return None if body is None else _answers.decode(body)
    except ValueError:
        return None


def _die_with_the_judge(parent: int) -> None:
    """A judge that is killed cannot end what hangs, here or in a program that was started."""
    while os.getppid() == parent:
        time.sleep(ORPHAN_S)
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


if __name__ == "__main__":
    main()
