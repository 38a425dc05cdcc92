"""Gives stored steps what was read of their screens when they were judged. Reads no picture."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.error_stacks import type_and_stack
from courtside_store.records import Step
from courtside_store.rendering import render_step

from .acting import with_all_to_act_on
from .registry import choose, gap_stamp_of, stamp_of
from .screen_parts import change_step
from .screen_reading import step_as_read

log = logging.getLogger(__name__)


def read_before(config: Config) -> Callable[[Step], Step]:
    """What gives a step the texts of its screens, and the names of what its presses hit. Steps stay
    as they are where the reader that the configuration names is not here.
    """
    try:
        kind = choose(config.ocr)
    except ValueError:
        kind = None
    if kind is None:
        return lambda step: step
    gaps = gap_stamp_of(kind) if config.ocr_screens == "with-gaps" else ""
    return partial(step_as_read, stamp=stamp_of(kind), blobs=Blobs(config.blobs), gap_stamp=gaps)


def read_to_act_on(config: Config) -> Callable[[Step], Step]:
    """The same, with what was read listed as what can be acted on, as actors see it."""
    read = read_before(config)
    return lambda step: change_step(read(step), with_all_to_act_on)


@contextmanager
def press_name_errors_logged() -> Iterator[None]:
    """The name of what a press hit is decoration: an error while it is kept is logged, and costs
    nobody anything."""
    try:
        yield
    except Exception as error:  # noqa: BLE001  the guard around what is decoration
        log.error("the names of presses could not be kept: %s", type_and_stack(error))


def actions_read(steps: Iterable[Step], read: Callable[[Step], Step]) -> dict[int, str]:
    """What was done at the steps whose screens were read, by their numbers: also where a press has
    no name by this reading, so that the list keeps none of an earlier one."""
    seen = ((step, read(step)) for step in steps)
    return {
        step.index: render_step(known) for step, known in seen if known.before is not step.before
    }
