"""What a person may set of the judges that ask models. Knows no judge and no configuration file."""

from __future__ import annotations

from courtside_store.config import Config
from courtside_store.records import Record


class Settings(Record, frozen=True, kw_only=True):
    """Handed to the judge's process as JSON."""

    panel: tuple[str, ...] = Config().panel
    """Names of the judges that `panel` asks."""


def settings_of(config: Config) -> Settings:
    """Those of the configuration."""
    return Settings(panel=config.panel)
