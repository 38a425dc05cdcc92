"""Has a model describe screens, without telling it any task. Keeps nothing by itself.

After the captioner's data of Pan et al. 2024: nested Markdown, word for word, in our own words.
"""

from __future__ import annotations

from courtside_judge.backends.protocol import Model, Sampling, TooLong, Turn, Unparsed
from courtside_judge.llm.frame_captions import SIDE, shrink, tidy

CAPTION_PROMPT = (
    "Describe this screenshot completely, as nested Markdown lists: what it is a screen of, its "
    "parts from top to bottom, every readable word and value as it stands there, and the state of "
    "each control. Do not paraphrase, do not guess, and write no code fences."
)
"""What a captioner is asked, here and in training (Pan et al. 2024, section 3.2, in our words)."""
MIN_DESCRIPTION_LETTERS = 20
"""A text with fewer letters is no description."""


def describe(model: Model, picture: bytes, sampling: Sampling) -> str:
    """The description. Raises ValueError where what the model writes is none, OSError where it
    cannot be asked or the picture cannot be read."""
    turn = Turn(role="user", text=CAPTION_PROMPT, images=(shrink(picture, SIDE),))
    try:
        completion = model.describe([turn], sampling)
    except (TooLong, Unparsed) as error:
        raise ValueError(f"the model gave no description: {error}") from error
    text = tidy(completion.text).replace("```markdown", "").replace("```", "").strip()
    if completion.is_truncated:
        raise ValueError(f"the description was cut after {len(text)} characters")
    if sum(map(str.isalpha, text)) < MIN_DESCRIPTION_LETTERS:
        raise ValueError(f"the model wrote {text[:40]!r}, which describes nothing")
    return text
