"""A frame is read once, and of a changed one only what changed; what fails has no text."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import msgspec
import pytest
from drawing import a_drawn_screen
from PIL import Image, ImageDraw, ImageFont
from screens import RUN, a_button, a_screen

from courtside_judge.perception.frame_reading import FrameLog, FrameReader
from courtside_judge.perception.protocol import PartlyReadError, TextLine, elements
from courtside_judge.perception.registry import controls_stamp, is_installed, load_reader
from courtside_judge.perception.screen_reading import (
    ScreenReader,
    as_read,
    step_as_read,
    step_with_controls,
)
from courtside_judge.protocol import sees_controls
from courtside_judge.registry import OURS, load_judge
from courtside_store.blobs import Blobs
from courtside_store.geometry import Box, PixelBox, Point
from courtside_store.records import Action, Element, Observation, Step, Target

PLACED = a_drawn_screen("Your order was placed", "Total: $38.20", button="Go on")
OTHER = a_drawn_screen("Your order was placed", "Total: $41.70", button="Go on")
ELSEWHERE = a_drawn_screen("Sign in", "Name", "Password", "Forgotten?", button="Login")


class Reads:
    """Says where the lines of a drawn screen stand, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[PixelBox | None] = []

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        self.asked.append(region)
        if image == b"broken":
            raise OSError("it died")
        if region is not None:
            return elements([TextLine(text="Total: $41.70", box=Box(4, 4, 120, 20))], region)
        rows = ("Your order was placed", "Total: $38.20")
        return elements(
            [TextLine(text=row, box=Box(60, 40 + 60 * n, 200, 25)) for n, row in enumerate(rows)],
            None,
        )


@pytest.fixture
def blobs(tmp_path: Path) -> Blobs:
    return Blobs(tmp_path)


def a_look(blobs: Blobs, image: bytes, **more: Any) -> Observation:
    return Observation(at_ms=0, frame=blobs.add(image), **more)


def see(screen_reader: ScreenReader, *looks: Observation, **more: Any) -> list[Observation]:
    """The looks as a judge gets them, each as the screen after a step."""
    steps = [Step(run=RUN, index=n, after=look) for n, look in enumerate(looks, 1)]
    return [seen for step in steps if (seen := screen_reader.read_step(step, **more).after)]


def a_png(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def texts(look: Observation) -> list[str]:
    return [one.text for one in look.elements]


def test_a_frame_is_read_once_and_never_again_not_even_after_a_restart(blobs: Blobs) -> None:
    look = a_look(blobs, PLACED)
    reads = Reads()
    first, again = see(ScreenReader(reads, "r-1", blobs), look, look)
    assert texts(first) == ["Your order was placed", "Total: $38.20"] and again == first
    (later,) = see(ScreenReader(reads, "r-1", blobs), look)
    assert later == first and reads.asked == [None]
    see(ScreenReader(reads, "r-2", blobs), look)  # another version reads for itself
    assert reads.asked == [None, None]


@pytest.mark.parametrize("tag", ["canvas", "android.view.SurfaceView"])
@pytest.mark.parametrize("gaps", [False, True])
def test_a_drawing_alone_is_a_picture_whose_texts_follow_it(
    blobs: Blobs, tag: str, gaps: bool
) -> None:
    drawing = Element(id=4, tag=tag, box=Box(0, 0, 1280, 720))
    look = a_look(blobs, PLACED, elements=(drawing,), width=1280, height=720)
    reads, filler = Reads(), FrameReader(Reads(), "r-detector", blobs)
    (seen,) = see(ScreenReader(reads, "r", blobs, gaps=filler if gaps else None), look)
    assert reads.asked == [None]
    assert [(one.id, one.tag, one.text) for one in seen.elements] == [
        (1, tag, ""),
        (2, "", "Your order was placed"),
        (3, "", "Total: $38.20"),
    ]
    assert as_read(look, "r", blobs, "r-detector" if gaps else "") == seen


class FindsTheButton:
    """Finds the control that holds the second line of a drawn screen, and counts its pictures."""

    asked = 0

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        self.asked += 1
        box = Box(50, 90, 220, 40)
        return (Element(id=1, role="button", box=box, source="detector", confidence=0.9),)


def test_controls_of_a_picture_stand_beside_the_words_that_a_judge_weighs(blobs: Blobs) -> None:
    finds, look = FindsTheButton(), a_look(blobs, PLACED, width=1280, height=720)
    controls = FrameReader(finds, controls_stamp(), blobs)
    reader = ScreenReader(Reads(), "r", blobs, controls=controls)
    step = reader.read_step(Step(run=RUN, index=1, before=look, after=look))
    (words,) = see(ScreenReader(Reads(), "r", blobs), look)
    assert step.after == words and {one.source for one in words.elements} == {"ocr"}
    shown = reader.with_controls(step)
    assert shown.after and finds.asked == 1
    assert [(one.id, one.source, one.role, one.text) for one in shown.after.elements] == [
        (1, "ocr", "text", "Your order was placed"),
        (2, "detector", "button", "Total: $38.20"),
    ]
    if controls_stamp():
        assert step_with_controls(step, blobs) == shown, "as viewers are shown it"


def test_controls_are_found_in_no_screen_that_has_elements(blobs: Blobs) -> None:
    finds = FindsTheButton()
    look = a_look(blobs, PLACED, elements=(Element(id=1, tag="button", text="Save"),))
    reader = ScreenReader(Reads(), "r", blobs, controls=FrameReader(finds, "d", blobs))
    step = reader.read_step(Step(run=RUN, index=1, after=look))
    assert reader.with_controls(step).after == look and finds.asked == 0


def test_controls_are_shown_to_the_judge_of_marked_pictures_alone() -> None:
    assert [name for name in OURS if sees_controls(load_judge(name))] == ["vlm:marks"]


def test_of_a_little_change_only_the_rectangle_is_read_and_the_rest_stays(blobs: Blobs) -> None:
    reads = Reads()
    _, after = see(ScreenReader(reads, "r", blobs), a_look(blobs, PLACED), a_look(blobs, OTHER))
    whole, (x, y, width, height) = reads.asked  # type: ignore[misc]
    assert whole is None and width * height < 0.02 * 1280 * 720
    assert x <= 60 and x + width >= 260 and y <= 100 and y + height >= 125  # the whole old line
    assert texts(after) == ["Your order was placed", "Total: $41.70"]
    assert [one.id for one in after.elements] == [1, 2]


def test_what_was_read_in_parts_is_in_the_order_of_what_is_read_at_once(blobs: Blobs) -> None:
    class Columns(Reads):
        """Two columns, far apart."""

        def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
            self.asked.append(region)
            found = [
                TextLine(text=f"{x} {y}", box=Box(x, y, 90, 20))
                for x in (60, 900)
                for y in (40, 64, 100)
            ]
            whole = elements(found, None)
            return whole if region is None else tuple(e for e in whole if e.text == "60 100")

    _, in_parts = see(
        ScreenReader(Columns(), "r", blobs), a_look(blobs, PLACED), a_look(blobs, OTHER)
    )
    (at_once,) = see(ScreenReader(Columns(), "other", blobs), a_look(blobs, OTHER))
    assert in_parts.elements == at_once.elements
    assert texts(at_once) == ["60 40", "60 64", "60 100", "900 40", "900 64", "900 100"]


def test_another_screen_is_read_whole(blobs: Blobs) -> None:
    reads = Reads()
    see(ScreenReader(reads, "r", blobs), a_look(blobs, PLACED), a_look(blobs, ELSEWHERE))
    assert reads.asked == [None, None]
    see(ScreenReader(reads, "r", blobs), a_look(blobs, a_drawn_screen("a", size=(640, 480))))
    assert reads.asked == [None, None, None]


def test_the_same_pixels_in_other_bytes_are_not_read_again(blobs: Blobs) -> None:
    reads = Reads()
    first, again = see(
        ScreenReader(reads, "r", blobs), a_look(blobs, PLACED), a_look(blobs, PLACED + b"\0")
    )
    assert reads.asked == [None] and again.elements == first.elements


def test_a_caret_that_blinks_is_no_change(blobs: Blobs) -> None:
    reads = Reads()
    blinks = a_drawn_screen("Your order was placed", "Total: $38.20", button="Go on", caret=True)
    first, again = see(
        ScreenReader(reads, "r", blobs), a_look(blobs, PLACED), a_look(blobs, blinks)
    )
    assert reads.asked == [None] and again.elements == first.elements


def test_what_has_elements_or_no_frame_is_left_alone(blobs: Blobs) -> None:
    reads = Reads()
    tree = msgspec.structs.replace(a_screen(a_button("Go")), frame=blobs.add(PLACED))
    bare = Observation(at_ms=0, withheld="a secret")
    gone = Observation(at_ms=0, frame="0" * 64)
    assert see(ScreenReader(reads, "r", blobs), tree, bare, gone) == [tree, bare, gone]
    assert reads.asked == []


def test_a_frame_that_cannot_be_read_has_no_text_and_the_next_one_has(blobs: Blobs) -> None:
    reads = Reads()
    broken = a_look(blobs, b"broken")
    screen_reader = ScreenReader(reads, "r", blobs)
    said = msgspec.structs.replace(broken, unread=NOT_READ)
    assert see(screen_reader, broken, broken) == [said, said] and len(reads.asked) == 1
    assert texts(see(screen_reader, a_look(blobs, PLACED))[0])
    later = ScreenReader(reads, "r", blobs)
    assert as_read(broken, "r", blobs) == said, "as viewers are told"
    assert see(later, broken, only_known=True) == [said] and len(reads.asked) == 2
    step = Step(run=RUN, index=1, after=broken)
    assert later.unread(step) and see(later, broken) == [said] and not later.unread(step)
    assert len(reads.asked) == 3, "a failure of another process is tried again"


NOT_READ = "this screen's picture was not read, since it died"


def test_what_failed_before_and_is_read_now_has_its_text(blobs: Blobs) -> None:
    class Hangs(Reads):
        def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
            raise TimeoutError("r took longer than 9 s")

    look = a_look(blobs, PLACED)
    assert "took longer than 9 s" in see(ScreenReader(Hangs(), "r", blobs), look)[0].unread
    (seen,) = see(ScreenReader(Reads(), "r", blobs), look)
    assert texts(seen) and not seen.unread and as_read(look, "r", blobs) == seen


def test_what_both_readers_of_a_frame_find_is_in_the_log_once(
    blobs: Blobs, capsys: pytest.CaptureFixture[str]
) -> None:
    out = io.BytesIO()
    Image.new("CMYK", (80, 60)).save(out, "JPEG")
    log = FrameLog()
    finder = FrameReader(Reads(), "d", blobs, log=log)
    reader = ScreenReader(Reads(), "r", blobs, controls=finder, log=log)
    broken, repaired = a_look(blobs, b"broken"), a_look(blobs, out.getvalue())
    see(reader, broken, repaired)
    assert capsys.readouterr().err.splitlines() == [
        f"frame {broken.frame}: it died",
        f"how frame {repaired.frame} was read: CMYK as RGB",
    ]


def test_steps_of_before_a_restart_are_not_read_again(blobs: Blobs) -> None:
    reads, look = Reads(), a_look(blobs, PLACED)
    assert (
        see(ScreenReader(reads, "r", blobs), look, only_known=True) == [look] and reads.asked == []
    )
    see(ScreenReader(reads, "r", blobs), look)
    assert texts(see(ScreenReader(reads, "r", blobs), look, only_known=True)[0])


def test_boxes_are_in_units_of_the_viewport(blobs: Blobs) -> None:
    (look,) = see(ScreenReader(Reads(), "r", blobs), a_look(blobs, PLACED, scale=2.0))
    assert look.elements[0].box == (30, 20, 100, 12.5)


@pytest.mark.parametrize(
    ("point", "named"),
    [
        ((100, 50), "Your order was placed"),
        ((57, 36), "Your order was placed"),
        ((500, 300), ""),
    ],
)
def test_a_press_at_a_bare_point_is_named_by_the_text_there(
    blobs: Blobs, point: tuple[float, float], named: str
) -> None:
    press = Action(kind="click", at_ms=0, point=Point(*point))
    step = Step(run=RUN, index=1, before=a_look(blobs, PLACED), actions=(press,))
    (seen,) = ScreenReader(Reads(), "r", blobs).read_step(step).actions
    assert (seen.target.text if seen.target else "") == named


def test_what_the_source_named_keeps_its_name_and_typing_gets_none(blobs: Blobs) -> None:
    known = Action(kind="click", at_ms=0, point=Point(100, 50), target=Target(text="OK"))
    typed = Action(kind="type", at_ms=0, point=Point(100, 50), text="x")
    look = a_look(blobs, PLACED)
    step = Step(run=RUN, index=1, before=look, actions=(known, typed))
    assert ScreenReader(Reads(), "r", blobs).read_step(step).actions == (known, typed)
    tree = msgspec.structs.replace(look, elements=a_screen(a_button("Save")).elements)
    press = Action(kind="click", at_ms=0, point=Point(100, 50))
    step_with_tree = Step(run=RUN, index=1, before=tree, actions=(press,))
    assert ScreenReader(Reads(), "r", blobs).read_step(step_with_tree) == step_with_tree


def test_what_was_read_goes_with_its_frame(blobs: Blobs, tmp_path: Path) -> None:
    look = a_look(blobs, PLACED)
    see(ScreenReader(Reads(), "r", blobs), look)
    assert any(b"order" in path.read_bytes() for path in blobs.names())
    blobs.remove(look.frame or "")
    assert list(blobs.names()) == []


@pytest.mark.parametrize("note", [b'[{"id":', b'[{"id":1,"text":"\xff"}]'])
def test_a_broken_note_is_read_again(blobs: Blobs, note: bytes) -> None:
    look = a_look(blobs, PLACED)
    blobs.add_note(look.frame or "", "r", note)
    assert texts(see(ScreenReader(Reads(), "r", blobs), look)[0])


def test_the_real_one_sees_what_changed_without_reading_the_rest(blobs: Blobs) -> None:
    if not is_installed("rapidocr"):
        pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'")
    screen_reader = ScreenReader(load_reader("rapidocr", Path()), "r", blobs)
    before, after = see(screen_reader, a_look(blobs, PLACED), a_look(blobs, OTHER))
    assert texts(before) == ["Your order was placed", "Total: $38.20", "Go on"]
    assert texts(after) == ["Your order was placed", "Total: $41.70", "Go on"]
    assert before.elements[2] == after.elements[2]


def test_a_thin_letter_that_is_added_is_read_and_the_caret_behind_it_is_not(blobs: Blobs) -> None:
    if not is_installed("rapidocr"):
        pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'")

    def picture(text: str, caret: bool = False) -> bytes:
        drawn = Image.new("RGB", (320, 120), "white")
        pen, font = ImageDraw.Draw(drawn), ImageFont.load_default(14)
        pen.text((60, 40), text, "black", font)
        if caret:
            x = 62 + pen.textlength(text, font)
            pen.line((x, 38, x, 57), "black")
        return a_png(drawn)

    reader = ScreenReader(load_reader("rapidocr", Path()), "r", blobs)
    pictures = picture("My emai"), picture("My email"), picture("My email", caret=True)
    seen = see(reader, *(a_look(blobs, one) for one in pictures))
    assert list(map(texts, seen)) == [["My emai"], ["My email"], ["My email"]]


def test_what_was_read_is_told_to_those_who_read_nothing_themselves(blobs: Blobs) -> None:
    screen_reader = ScreenReader(Reads(), "reads-1", blobs)
    look = a_look(blobs, PLACED, scale=2.0)
    assert as_read(look, "reads-1", blobs) == look, "nobody has read it yet"
    seen = see(screen_reader, look)
    known = as_read(look, "reads-1", blobs)
    assert known and [known] == seen
    assert as_read(look, "reads-2", blobs) == look, "another reader's words are not taken"
    assert as_read(None, "reads-1", blobs) is None


class ReadsTheTop(Reads):
    """Has no time for the lower part of a whole picture."""

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        found = super().read(image, region)
        if region is None:
            raise PartlyReadError(found, PixelBox(0, 420, 1280, 300))
        return found


UNREAD = "300 px of this screen's height, from 420 px down, were not read in time"


def test_what_was_not_read_in_time_is_told_with_what_was_also_after_a_restart(
    blobs: Blobs, capsys: pytest.CaptureFixture[str]
) -> None:
    reads, look = ReadsTheTop(), a_look(blobs, PLACED)
    (first,) = see(ScreenReader(reads, "r", blobs), look)
    assert texts(first) == ["Your order was placed", "Total: $38.20"] and first.unread == UNREAD
    assert UNREAD in capsys.readouterr().err
    assert see(ScreenReader(reads, "r", blobs), look) == [first] == [as_read(look, "r", blobs)]
    assert reads.asked == [None]


def test_what_of_a_picture_is_read_otherwise_than_its_file_has_it_is_in_the_log_and_on_the_screen(
    blobs: Blobs, capsys: pytest.CaptureFixture[str]
) -> None:
    out = io.BytesIO()
    Image.new("I;16", (1280, 720), 257 * 200).save(out, "PNG")
    look = a_look(blobs, out.getvalue())
    (seen,) = see(ScreenReader(Reads(), "r", blobs), look)
    assert capsys.readouterr().err == f"how frame {look.frame} was read: 16 bits a channel as 8\n"
    assert seen.frame_repair == "16 bits a channel as 8" and texts(seen)
    assert as_read(look, "r", blobs) == seen, "as the page and the next start of the judge show it"


def test_a_repair_is_of_its_own_picture_not_of_the_one_before_it(blobs: Blobs) -> None:
    out = io.BytesIO()
    Image.open(io.BytesIO(PLACED)).convert("CMYK").save(out, "JPEG", quality=100)
    repaired, plain = a_look(blobs, out.getvalue()), a_look(blobs, PLACED)
    seen = see(ScreenReader(Reads(), "r", blobs), repaired, plain, repaired)
    assert [one.frame_repair for one in seen] == ["CMYK as RGB", "", "CMYK as RGB"]


def test_a_little_change_does_not_make_the_unread_rest_read(blobs: Blobs) -> None:
    reads = ReadsTheTop()
    looks = (a_look(blobs, PLACED), a_look(blobs, OTHER), a_look(blobs, ELSEWHERE))
    _, changed, other = see(ScreenReader(reads, "r", blobs), *looks)
    assert texts(changed) == ["Your order was placed", "Total: $41.70"]
    assert changed.unread == other.unread == UNREAD and reads.asked[1] is not None


def test_a_screen_of_which_nothing_was_read_in_time_says_so(blobs: Blobs) -> None:
    class ReadsNothing(Reads):
        def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
            raise PartlyReadError((), PixelBox(0, 420, 1280, 300))

    (look,) = see(ScreenReader(ReadsNothing(), "r", blobs), a_look(blobs, PLACED))
    assert look.unread == UNREAD and look.elements == ()


CANVAS = Box(0.0, 30.0, 600.0, 300.0)


def a_canvas_page(blobs: Blobs, image: bytes, **more: Any) -> Observation:
    """A tree of three buttons and a canvas, on which the first lines are."""
    elements = [Element(id=n, tag="button", text=f"Tool {n}") for n in (1, 2, 3)]
    canvas = Element(id=4, tag="canvas", box=CANVAS, interactable=False)
    size = {"width": 1280, "height": 720} | more
    return a_look(blobs, image, elements=(*elements, canvas), **size)


def a_gap_reader(reads: Reads, blobs: Blobs) -> ScreenReader:
    return ScreenReader(reads, "r", blobs, gaps=FrameReader(reads, "g", blobs))


def test_a_canvas_in_a_tree_is_read_where_that_is_wanted_and_only_it(blobs: Blobs) -> None:
    class Canvas(Reads):
        def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
            self.asked.append(region)
            return elements([TextLine(text="Pay now", box=Box(60, 20, 120, 20))], region)

    reads, look = Canvas(), a_canvas_page(blobs, PLACED)
    assert see(ScreenReader(reads, "r", blobs), look) == [look] and reads.asked == []
    first, again = see(a_gap_reader(reads, blobs), look, look)
    assert reads.asked == [(0, 30, 600, 300)] and again == first
    assert texts(first) == ["Tool 1", "Tool 2", "Tool 3", "", "Pay now"]
    assert first.elements[-1].source == "ocr" and first.elements[-1].box == (60, 50, 120, 20)
    (later,) = see(a_gap_reader(reads, blobs), look)
    assert later == first and len(reads.asked) == 1, "it is kept beside the frame"
    assert as_read(look, "r", blobs, "g") == first and as_read(look, "r", blobs) == look


def test_a_canvas_is_read_where_the_source_did_not_say_how_large_its_screen_is(
    blobs: Blobs,
) -> None:
    reads = Reads()
    bare = a_canvas_page(blobs, PLACED, width=0, height=0)
    (seen,) = see(a_gap_reader(reads, blobs), bare)
    assert reads.asked == [(0, 30, 600, 300)] and "Total: $41.70" in texts(seen)
    assert (seen.width, seen.height) == (1280, 720)
    assert as_read(bare, "r", blobs, "g") == seen
    plain = Observation(at_ms=0, frame=bare.frame, elements=bare.elements[:3])
    assert see(a_gap_reader(reads, blobs), plain) == [plain], "nothing of it is read"


def test_of_a_canvas_that_changed_a_little_only_that_is_read(blobs: Blobs) -> None:
    reads = Reads()
    looks = (a_canvas_page(blobs, PLACED), a_canvas_page(blobs, OTHER))
    _, after = see(a_gap_reader(reads, blobs), *looks)
    whole, changed = reads.asked
    assert whole == (0, 30, 600, 300) and changed and changed[3] < 60
    assert "Total: $41.70" in texts(after)


def test_what_changed_outside_of_the_canvas_costs_no_reading(blobs: Blobs) -> None:
    reads = Reads()
    ticked = a_drawn_screen("Your order was placed", "Total: $38.20", button="Done")
    see(a_gap_reader(reads, blobs), a_canvas_page(blobs, PLACED), a_canvas_page(blobs, ticked))
    assert reads.asked == [(0, 30, 600, 300)]


def test_a_press_on_a_canvas_is_named_by_what_is_drawn_there(blobs: Blobs) -> None:
    look = a_canvas_page(blobs, PLACED)
    canvas = Target(tag="canvas", box=CANVAS, frame_url="http://a.test/inner")
    press = Action(kind="click", at_ms=0, point=Point(20, 45), target=canvas)
    step = Step(run=RUN, index=1, before=look, actions=(press,))
    (seen,) = a_gap_reader(Reads(), blobs).read_step(step).actions
    assert seen.target and seen.target.text == "Total: $41.70"
    assert seen.target.frame_url == "http://a.test/inner"
    assert step_as_read(step, "r", blobs, "g").actions == (seen,)
    (plain,) = ScreenReader(Reads(), "r", blobs).read_step(step).actions
    assert plain == press
