"""What is said where no reader can be had."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from courtside_judge.perception import registry
from courtside_refine.actors.picture_reading import open_reading
from courtside_store.config import Config, Ocr

SET = "ocr is 'off'; set COURTSIDE_OCR=auto, or ocr = \"auto\" in the settings"
INSTALL = "pip install 'courtside[ocr]'"


@pytest.mark.parametrize(
    ("ocr", "installed", "said"),
    [
        ("off", True, f"pictures are not read, since {SET}"),
        ("off", False, f"pictures are not read, since {SET}, and {INSTALL}"),
        (
            "auto",
            False,
            f"nothing is installed that reads the text in pictures (ocr is 'auto'); {INSTALL}",
        ),
    ],
)
def test_without_a_reader_it_is_said_what_to_set_and_what_to_install(
    config: Config, monkeypatch: pytest.MonkeyPatch, ocr: Ocr, installed: bool, said: str
) -> None:
    monkeypatch.setattr(registry, "is_installed", lambda _: installed)
    with pytest.raises(ValueError) as error:
        open_reading(replace(config, ocr=ocr), pixels=True)
    assert str(error.value) == said
