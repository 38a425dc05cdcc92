"""Cuts passwords and tokens out of what the client library logs. Knows no message."""

from __future__ import annotations

import contextlib
import logging

from courtside_store.addresses import clean_text

_formatter = logging.Formatter()


class AddressFilter(logging.Filter):
    """Cuts secrets out of lines of the logger `courtside`, which end in the agent's own log."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always true; the record has no secret in an address any more."""
        with contextlib.suppress(TypeError, ValueError, KeyError):  # logging itself reports those
            record.msg, record.args = clean_text(record.getMessage()), ()
        if record.exc_info and record.exc_info[0] is not None:
            record.exc_text = clean_text(_formatter.formatException(record.exc_info))
            record.exc_info = None
        return True
