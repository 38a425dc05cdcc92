"""Settings of the judges that ask models. Knows no judge and no configuration file."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from courtside_judge.backends.protocol import Sampling
from courtside_judge.perception.orders import ElementOrder, parse_orders
from courtside_store.config import Config
from courtside_store.records import Record
from courtside_store.thresholds import CascadeChoice, Thresholds, load_thresholds

CAPTION_SHARE = 0.35
"""A description may take this share of the judge's time-out: a step may need two of them."""


class Settings(Record, frozen=True, kw_only=True):
    """Handed to the judge's process as JSON."""

    caption: Sampling = Sampling()
    """How screens are described."""
    captions_all: bool = False
    """Are screens that have elements described too?"""

    panel: tuple[str, ...] = Config().panel
    """Names of the judges that `panel` asks."""

    members: tuple[str, ...] = ()
    """Those of them that were chosen by calibration; empty: all."""

    orders: dict[str, ElementOrder] = msgspec.field(default_factory=dict)
    """How screens' elements are listed, by the name of a judge; "": for all others."""

    cascade: CascadeChoice | None = None
    """When the cascade asks a model, as it was calibrated."""


def settings_of(config: Config) -> Settings:
    """Those of the configuration, and what was chosen on labelled runs.

    A file of thresholds that nobody can read is passed over here: the daemon logs it with each
    verdict, and the next calibration writes another. Raises ValueError on an unknown order.
    """
    found: Thresholds | None = None
    with suppress(ValueError):
        found = load_thresholds(config)
    panel = found.panel if found else None
    return Settings(
        caption=Sampling(
            max_tokens=config.caption_max_tokens,
            temperature=config.caption_temperature,
            top_p=config.caption_top_p,
            repetition_penalty=config.caption_repetition_penalty,
            max_s=CAPTION_SHARE * config.judge_timeout_s,
        ),
        captions_all=config.caption_screens == "all",
        panel=config.panel,
        members=panel.members if panel and panel.of == config.panel else (),
        orders=parse_orders(config.element_order),
        cascade=found.cascade if found else None,
    )
