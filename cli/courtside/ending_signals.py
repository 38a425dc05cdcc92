"""Lets SIGTERM and SIGHUP end a command as Ctrl-C does: what it has begun ends with it."""

from __future__ import annotations

import signal


def end_as_by_ctrl_c() -> None:
    """From now on. A signal that is ignored already, as `nohup` has it, stays so."""
    ours = [
        one for one in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(one) is signal.SIG_DFL
    ]

    def interrupt(*_: object) -> None:
        for one in ours:  # a terminal that closes sends it twice: the clearing up goes on
            signal.signal(one, lambda *_: None)
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # where a script began it with `&`
            signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.raise_signal(signal.SIGINT)

    for one in ours:
        signal.signal(one, interrupt)
