"""The words of a text that carry a meaning, without those that stand everywhere."""

from __future__ import annotations

import re
from functools import lru_cache

_STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "the and for with from into that this then than are was its our your you all any one not "
        "please page click press select enter type find open show tell what which who how many "
        "have has had under over there their them they been being can could should would will "
        # German; what is an English word too is left out, here and below
        "auf das und von der den dem ein eine einen einem einer zum zur mit für ist sind bitte "
        "nicht bei aus nach über "
        # French
        "les des une dans sur pour avec est pas aux cette ces "
        # Spanish
        "los las para por del este esta estos estas",
    )
)
_ON_NO_LABEL = frozenset(
    re.findall(
        r"\w+",
        # function words
        "about above after again against along already also although among another around away "
        "because before behind below beneath beside besides between beyond both but does doing "
        "done down during each either else enough even ever every except few far her here hers "
        "him his how however instead its itself just let long many may might more most much must "
        "nearly neither never nobody none nor nothing now off often once only other others ought "
        "ours out own per perhaps quite rather same shall she since some still such than though "
        "through till together too toward towards unless until upon very via well where whether "
        "while whoever whom whose why within without yet whatever whichever whenever those these "
        "got get gets getting give given gives goes going gone keep keeps kept let lets make makes "
        "made put puts take takes taken want wants need needs use uses using used like "
        # acts on controls, which no control says
        "change set turn switch hit tap choose pick tick enable disable highlight focus navigate "
        "look called named says saying labeled labelled currently "
        # controls
        "text textbox textarea field fields box boxes checkbox checkboxes button buttons link "
        "links radio dropdown input form number word words value values item items",
    )
)
"""Words of a task's sentence that no label of a control would be expected to have."""


@lru_cache(maxsize=4096)
def content_words(text: str) -> frozenset[str]:
    """The words that carry a meaning, in lower case; numbers among them."""
    words = re.findall(r"\w+", text.lower())
    return frozenset(w for w in words if (len(w) > 2 or w.isdigit()) and w not in _STOP_WORDS)


def telling_words(task: str) -> frozenset[str]:
    """The words of a task that something done for it may be expected to say."""
    return content_words(task) - _ON_NO_LABEL
