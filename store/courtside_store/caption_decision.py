"""What a person decides on a description of a screen."""

from __future__ import annotations

from typing import Literal

CaptionDecision = Literal["keep", "fix", "drop"]
