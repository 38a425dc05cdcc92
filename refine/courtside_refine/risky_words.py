"""Words on a control or in an action that may not be undone. Several rooms guess by them."""

from __future__ import annotations

import re

RISKY = re.compile(
    r"\b(submit|pay|send|delete|remove|buy|order|transfer|confirm|purchase|publish|post|book)\w*",
    re.I,
)
