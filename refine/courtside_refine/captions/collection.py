"""A folder of described screens with what a person decided on each. Asks no model.

`descriptions.jsonl` and `reviews.jsonl` only grow, `images/` holds the pictures; the newest review
of a screen counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from courtside_formats.codecs.bounded import inside
from courtside_formats.exports.folder import new_folder
from courtside_formats.importers.pictures import file_image
from courtside_refine.kept_rows import KeptRows
from courtside_store.images import media_type
from courtside_store.private_files import drop_partials, make_private, write_private
from courtside_store.records import CaptionDecision, Millis, Record, now_ms
from courtside_store.wire import CaptionsToReview, CaptionToReview

from .screen_sample import CaptionScreen

_SUFFIX = {"image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp"}
_OTHER_SUFFIX = ".img"
_PICTURE = rf"^images/[0-9a-f]{{16}}({'|'.join((*_SUFFIX.values(), _OTHER_SUFFIX))})\Z"
PictureName = Annotated[str, msgspec.Meta(pattern=_PICTURE)]
"""A picture, seen from its folder. A folder may come from somebody else: no other file is read or
written by such a name.
"""


class DescribedScreen(Record, frozen=True, kw_only=True):
    """One screen as a model describes it."""

    screen: CaptionScreen
    image: PictureName
    caption: str
    prompt: str
    model: str


class DescriptionReview(Record, frozen=True, kw_only=True):
    """A person's decision on one description."""

    frame: str
    decision: CaptionDecision
    caption: str = ""
    """As the person wrote it, where it was fixed."""
    who: str = ""
    at_ms: Millis


class CaptionLine(Record, frozen=True, kw_only=True):
    """One line of `captions.jsonl`, which `courtside train captioner` reads."""

    image: str
    caption: str
    prompt: str
    domain: str
    model: str
    reviewed_by: str = ""
    decision: CaptionDecision | None = None


class CaptionCollection:
    """One folder."""

    def __init__(self, folder: Path) -> None:
        """Raises FileExistsError where it holds something else."""
        self.folder = folder
        path = folder / "descriptions.jsonl"
        if folder.is_dir() and any(folder.iterdir()) and not path.exists():
            raise FileExistsError(
                f"{folder} holds something else than described screens; choose another folder"
            )
        make_private(folder)
        drop_partials(folder)
        self.described = KeptRows(path, DescribedScreen)
        self.reviews = KeptRows(folder / "reviews.jsonl", DescriptionReview)

    def has(self, screen: CaptionScreen) -> bool:
        """Whether it is described already."""
        return any(one.screen.frame == screen.frame for one in self.described)

    def add(
        self, screen: CaptionScreen, picture: bytes, caption: str, prompt: str, model: str
    ) -> None:
        """The picture first: a line never names one that is not there."""
        image = f"images/{screen.frame[:16]}{_SUFFIX.get(media_type(picture), _OTHER_SUFFIX)}"
        (self.folder / "images").mkdir(exist_ok=True)
        write_private(self.folder / image, picture)
        self.described.add(
            DescribedScreen(screen=screen, image=image, caption=caption, prompt=prompt, model=model)
        )

    def review(self, frame: str, decision: CaptionDecision, who: str, caption: str = "") -> None:
        """Kept beside what was decided before. Raises ValueError where there is no such screen."""
        if self._of(frame) is None:
            raise ValueError(f"there is no screen {frame[:16]} in {self.folder}")
        row = DescriptionReview(
            frame=frame, decision=decision, caption=caption, who=who, at_ms=now_ms()
        )
        self.reviews.add(row)

    def newest(self) -> dict[str, DescriptionReview]:
        """The decision that counts, by picture."""
        return {one.frame: one for one in self.reviews}

    def left(self) -> list[DescribedScreen]:
        """The descriptions that have not been reviewed."""
        seen = self.newest()
        return [one for one in self.described if one.screen.frame not in seen]

    def to_review(self) -> CaptionsToReview:
        """How far it is, and what comes next."""
        left = self.left()
        return CaptionsToReview(
            folder=str(self.folder),
            total=len(self.described),
            left=len(left),
            next=_to_review(left[0]) if left else None,
        )

    def picture(self, frame: str) -> bytes | None:
        """The picture of a screen; None where there is no such screen.

        Raises ValueError or OSError where it cannot be read.
        """
        one = self._of(frame)
        return self._read(one) if one else None

    def _read(self, one: DescribedScreen) -> bytes:
        """Follows no link that leads out of the folder."""
        return file_image(inside(self.folder, one.image))()

    def _of(self, frame: str) -> DescribedScreen | None:
        return next((one for one in self.described if one.screen.frame == frame), None)

    def lines(self, unreviewed: bool = False) -> Sequence[tuple[DescribedScreen, CaptionLine]]:
        """The training data: kept and fixed; with `unreviewed` also what nobody looked at."""
        reviews = self.newest()
        found = []
        for one in self.described:
            review = reviews.get(one.screen.frame)
            if review.decision == "drop" if review else not unreviewed:
                continue
            line = CaptionLine(
                image=one.image,
                caption=review.caption if review and review.caption else one.caption,
                prompt=one.prompt,
                domain=one.screen.domain,
                model=one.model,
                reviewed_by=review.who if review else "",
                decision=review.decision if review else None,
            )
            found.append((one, line))
        return found

    def export(self, out: Path, unreviewed: bool = False) -> int:
        """A folder for `courtside train captioner`, whole or not at all; how many lines it has.

        Raises ValueError where there is nothing, FileExistsError where something is there.
        """
        lines = self.lines(unreviewed)
        if not lines:
            raise ValueError(
                f"nothing in {self.folder} was kept; `courtside captions review {self.folder}`"
                " comes first, or --unreviewed takes what nobody looked at"
            )
        with new_folder(out) as folder:
            (folder / "images").mkdir()
            for one, line in lines:
                (folder / line.image).write_bytes(self._read(one))
            data = b"".join(msgspec.json.encode(line) + b"\n" for _, line in lines)
            (folder / "captions.jsonl").write_bytes(data)
        return len(lines)


def _to_review(one: DescribedScreen) -> CaptionToReview:
    return CaptionToReview(
        frame=one.screen.frame, domain=one.screen.domain, caption=one.caption, model=one.model
    )


def open_collection(folder: Path) -> CaptionCollection:
    """One that is there. Raises ValueError where it is none."""
    if not (folder / "descriptions.jsonl").is_file():
        raise ValueError(
            f"{folder} holds no described screens; `courtside captions collect` makes some"
        )
    return CaptionCollection(folder)
