"""Whether a judge of ours has the models that it cannot judge without. Opens none of them."""

from __future__ import annotations

from courtside_store.config import Config

from .backends.chosen import live_judge
from .context import context_of
from .protocol import missing
from .registry import OURS, load_judge


def not_ready(config: Config, name: str | None = None, ask_server: bool = False) -> str:
    """Why that judge, or the live one, could not give a verdict, and what to do; empty: it could.

    Of a judge of another package nothing is known before it is started.
    """
    try:
        name = name or live_judge(config)
        judge = load_judge(name, context_of(config)) if name in OURS else None
    except (ValueError, OSError) as error:
        return str(error)
    return missing(judge, ask_server) if judge else ""


def check_ready(config: Config, name: str) -> None:
    """Before long work: raises ValueError, in one line, where that judge could not answer."""
    if why := not_ready(config, name, ask_server=True):
        raise ValueError(f"judge {name} is not ready: {why}")
