"""For which runs something was learned: those of one agent, on one site, or all. Reads no store."""

from __future__ import annotations

from urllib.parse import urlsplit

from courtside_store.records import Observation, Record, Short, Step


class Scope(Record, frozen=True, kw_only=True, omit_defaults=False):
    """The runs that something was learned for: one agent's, one site's, or with neither all."""

    agent: Short = ""
    site: Short = ""
    """Host of the page on which a run begins; on a phone the app."""

    def __str__(self) -> str:
        """As a sentence names it: "the agent planner"."""
        if self.agent:
            return f"the agent {self.agent}"
        return f"the site {self.site}" if self.site else "all runs"

    def includes(self, agent: str, site: str) -> bool:
        """Whether a run is in it."""
        return self.agent in ("", agent) and self.site in ("", site)

    @property
    def rank(self) -> int:
        """Of two scopes that hold a run, the one of the higher rank counts."""
        return 2 if self.site else 1 if self.agent else 0


def site_of(first: Step | None) -> str:
    """The site of a run, by its first step; empty where that does not tell."""
    looks = (first.before, first.after) if first else ()
    return next((site for look in looks if look and (site := _site(look))), "")


def _site(look: Observation) -> str:
    """Without an address a screen is an app's, and its title the app's name."""
    if not look.url:
        return look.title
    try:
        return urlsplit(look.url).hostname or ""
    except ValueError:
        return ""
