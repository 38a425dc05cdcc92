"""A reader that hangs, dies or prints ends in no text, and the next reading works."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest
from drawing import a_drawn_screen
from PIL import Image
from processes import children_with
from waiting import wait_until

from courtside_judge.perception import ocr_process
from courtside_judge.perception.ocr_process import OcrProcess
from courtside_judge.perception.protocol import PartlyReadError
from courtside_judge.perception.registry import is_installed
from courtside_store.geometry import PixelBox

READS = """
import os, subprocess
from courtside_judge.perception import ocr_server
from courtside_judge.perception.protocol import PartlyReadError, TextLine, elements
from courtside_store.geometry import Box, PixelBox

class Obedient:
    def read(self, image, region=None):
        match image:
            case b"die": os._exit(3)
            case b"hang": subprocess.run(["sleep", "600"])
            case b"stumble": raise OSError("no picture")
            case b"trip": raise LookupError("a library's own")
            case b"run out": raise MemoryError
            case b"give up": raise TimeoutError
            case b"ramble": raise OSError("two\\nlines")
            case b"slow":
                first = elements([TextLine(text="first", box=Box(1, 2, 3, 4))], region)
                raise PartlyReadError(first, PixelBox(0, 500, 400, 1500))
            case b"chatter": print("a library that prints")
        return elements([TextLine(text=image.decode(), box=Box(1, 2, 3, 4))], region)

ocr_server.load_reader = lambda *_: Obedient()
ocr_server.main()
"""
COMMAND = [sys.executable, "-c", READS, "--reader", "rapidocr", "--weights", "."]
PATIENT_S = 60.0


def a_dotted_rule(width: int, height: int) -> bytes:
    """A picture with dots along its longer side, which RapidOCR would make too thin to search."""
    picture = Image.new("L", (width, height), 255)
    for at in range(0, max(width, height), 20):
        picture.putpixel((at, 1) if width > height else (3, at), 0)
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def reader() -> Iterator[OcrProcess]:
    """The real process round a reader that does what the image says."""
    made = OcrProcess("rapidocr", Path(), PATIENT_S, COMMAND)
    yield made
    made.close()
    assert readers() == []


def readers() -> list[psutil.Process]:
    """The processes that read; a browser that other tests share may stand beside them."""
    return children_with("--reader")


def pid() -> int:
    (child,) = readers()
    return int(child.pid)


def started_by(process: psutil.Process) -> psutil.Process:
    """The program that it starts, once it has."""
    return wait_until(process.children, PATIENT_S)[0]


def test_what_is_read_comes_back_from_one_process(reader: OcrProcess) -> None:
    (hello,) = reader.read(b"hello", PixelBox(10, 20, 9, 9))
    assert (hello.text, hello.box, hello.source) == ("hello", (11, 22, 3, 4), "ocr")
    first = pid()
    assert [one.text for one in reader.read(b"chatter")] == ["chatter"]
    assert pid() == first


def test_a_process_that_dies_is_an_error_and_the_next_reading_works(reader: OcrProcess) -> None:
    with pytest.raises(OSError, match=r"^rapidocr died with exit status 3$"):
        reader.read(b"die")
    assert [one.text for one in reader.read(b"works")] == ["works"]


def test_a_process_that_hangs_is_ended_and_the_next_reading_works(
    reader: OcrProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader.read(b"first")
    monkeypatch.setattr(reader, "_timeout_s", 5.0)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(reader.read, b"hang")
        sleeper = started_by(psutil.Process(pid()))
        with pytest.raises(OSError, match="took longer than 5 s"):
            asked.result(PATIENT_S)
    sleeper.wait(PATIENT_S)  # the program that it waited for is ended too
    monkeypatch.setattr(reader, "_timeout_s", PATIENT_S)
    assert [one.text for one in reader.read(b"works")] == ["works"]


def test_an_error_costs_no_process(reader: OcrProcess) -> None:
    reader.read(b"start")
    first = pid()
    with pytest.raises(OSError, match="no picture"):
        reader.read(b"stumble")
    assert pid() == first and reader.read(b"on")[0].text == "on"


def test_what_was_read_before_the_time_was_over_comes_back_with_what_was_not(
    reader: OcrProcess,
) -> None:
    with pytest.raises(PartlyReadError, match=r"1500 px .*, from 500 px down, were not") as caught:
        reader.read(b"slow")
    assert [one.text for one in caught.value.elements] == ["first"]
    assert caught.value.unread == PixelBox(0, 500, 400, 1500)
    first = pid()
    assert reader.read(b"on")[0].text == "on" and pid() == first


@pytest.mark.parametrize(
    ("image", "why"),
    [
        (b"trip", "LookupError: a library's own"),
        (b"run out", "MemoryError"),
        (b"give up", "TimeoutError"),
        (b"ramble", "OSError: two lines"),
    ],
)
def test_what_a_library_raises_costs_no_process_and_says_what_it_was(
    reader: OcrProcess, image: bytes, why: str
) -> None:
    reader.read(b"start")
    first = pid()
    with pytest.raises(OSError, match=f"^the text of the picture cannot be read: {why}$"):
        reader.read(image)
    assert pid() == first and reader.read(b"on")[0].text == "on"


def test_one_that_is_idle_gives_its_memory_back(
    reader: OcrProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ocr_process, "IDLE_S", 0.2)
    reader.read(b"once")
    wait_until(lambda: not readers())
    assert reader.read(b"twice")[0].text == "twice"


def test_one_that_hangs_ends_with_the_judge_that_started_it() -> None:
    code = (
        "import sys; from pathlib import Path;"
        "from courtside_judge.perception.ocr_process import OcrProcess;"
        "reader = OcrProcess('rapidocr', Path(), 600.0, sys.argv[1:]);"
        "reader.read(b'first'); print(reader._process.pid, flush=True); reader.read(b'hang')"
    )
    judge = subprocess.Popen([sys.executable, "-c", code, *COMMAND], stdout=subprocess.PIPE)
    assert judge.stdout
    child = psutil.Process(int(judge.stdout.readline()))
    sleeper = started_by(child)
    judge.kill()
    judge.wait()
    judge.stdout.close()
    child.wait(PATIENT_S)
    sleeper.wait(PATIENT_S)


def test_the_real_one_reads_in_its_process() -> None:
    if not is_installed("rapidocr"):
        pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'")
    reader = OcrProcess("rapidocr", Path(), 120.0)
    assert [one.text for one in reader.read(a_drawn_screen("Hello there"))] == ["Hello there"]
    (first,) = readers()
    assert reader.read(a_dotted_rule(1000, 30_000)) == ()
    assert reader.read(a_dotted_rule(20_000, 3)) == ()
    assert readers() == [first]
    reader.close()


def test_the_real_one_finds_controls_where_they_are_wanted_too() -> None:
    if not is_installed("rapidocr"):
        pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'")
    reader = OcrProcess("rapidocr", Path(), 120.0)
    image = a_drawn_screen("Hello there", button="Go on")
    found = reader.with_detector().read(image)
    assert {one.source for one in found} == {"ocr", "detector"}
    assert {one.source for one in reader.read(image)} == {"ocr"}
    (button,) = reader.controls_alone().read(image)
    assert (button.source, button.role, button.text) == ("detector", "button", "")
    reader.close()


def test_of_a_high_page_the_real_one_keeps_what_it_read_in_its_share_of_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not is_installed("rapidocr"):
        pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'")
    monkeypatch.setattr(ocr_process, "BUDGET_SHARE", 1e-6)
    reader = OcrProcess("rapidocr", Path(), 120.0)
    page = a_drawn_screen("Apples", *70 * [""], "Pears", size=(300, 4_400))
    with pytest.raises(PartlyReadError) as caught:
        reader.read(page)
    assert [one.text for one in caught.value.elements] == ["Apples"]
    with pytest.raises(PartlyReadError) as caught:
        reader.with_detector().read(page)
    assert "Apples" in [one.text for one in caught.value.elements]
    left, top, right, bottom = caught.value.unread.corners()
    assert (left, right, bottom) == (0, 300, 4_400) and 100 < top < 4_300
    reader.close()
