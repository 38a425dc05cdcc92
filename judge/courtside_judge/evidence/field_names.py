"""What the name of a field says of it. Knows no task and no screen."""

from __future__ import annotations

import re

_SEARCH = re.compile(r"\b(?:search|filter|find|look up)\b", re.I)


def is_search(field: str) -> bool:
    """Whether a field of this name looks something up: what is typed there is kept nowhere."""
    return _SEARCH.search(field) is not None
