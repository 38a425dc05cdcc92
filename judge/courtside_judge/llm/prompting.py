"""The prompts, by surface, from the files beside it, and the fence round what is quoted."""

from __future__ import annotations

import hmac
import re
import tomllib
from functools import cache
from importlib.resources import files

from courtside_store.records import Surface

TASK_CHARS = ANSWER_CHARS = 4_000
"""Of a task and of an agent's answer a model reads at most so many characters: whoever writes a
longer one could else make any prompt too long."""
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""What is drawn as nothing or turns the order of letters: of zero width, bidirectional, tags and
variation selectors (Unicode, UAX 44: Default_Ignorable_Code_Point); and halves of letters."""
_FRAMES = re.compile(
    r"(?P<begin><(?=[<|｜])"
    r"|<(?=/?(?:s|bos|eos|pad|unk|mask|unused\d+|(?:start|end)_of_\w+|think|tool_\w+"
    r"|(?:begin|end)[▁_]of\w*|(?:start|end)_function_\w+|image\w*|fake_token_around_image"
    r"|global-img|row_\d+_col_\d+|__(?:media|image)__)>)"
    r"|\[(?=/?(?:INST|SYS|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_\w+|THINK|IMG(?:_\w+)?)\]))"
    r"|(?<=[|｜])>",
    re.I,
)
"""What chat templates write between turns: of ChatML, Llama, Gemma, Mistral and DeepSeek; what
stands for a picture, of these, of SmolVLM and of llama.cpp; and our own mark, whose two first signs
never stand side by side inside of a fence."""


class Wording:
    """All texts for one surface; `more` names the file of a judge that has texts of its own."""

    def __init__(self, surface: Surface, more: str = "") -> None:
        every, own = _load("every"), _load(surface)
        self.version = f"{own['version']}+{every['version']}"
        if more:
            every = every | _load(more)
            self.version += f"+{every['version']}"
        self._names = {"surface": own["surface"]["name"], "screen": own["surface"]["screen"]}
        self._every = every
        self.examples: str = own["examples"]["text"].strip()

    def text(self, part: str, name: str, **more: object) -> str:
        """One text, filled in. Raises KeyError where the files have no such text."""
        return str(self._every[part][name]).strip().format(**self._names, **more)


@cache
def wording(surface: Surface, more: str = "") -> Wording:
    """Read once for each surface and file."""
    return Wording(surface, more)


@cache
def _load(name: str) -> dict[str, dict[str, str]]:
    text = files(__package__).joinpath("prompts", f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


def fence_of(run: str, key: bytes) -> str:
    """A mark that stands round everything that is quoted to a model. `key`: what nobody knows who
    writes what is quoted; a run's id can be guessed where the run was imported.
    """
    return "quoted " + hmac.new(key, run.encode(), "sha256").hexdigest()[:16]


def quote(text: str, fence: str) -> str:
    """Text of a page or an agent, fenced. It cannot close the fence or speak as a model's frame."""
    return f"<<{fence}>>\n{unframed(text)}\n<</{fence}>>"


def unframed(text: str) -> str:
    """The text without what could speak as a model's frame: the control words of chat templates are
    broken up, since a server lays prompts out by itself. What is drawn as nothing is dropped first,
    since it could hide orders, or such a word.
    """
    shown = _INVISIBLE.sub("", _CONTROLS.sub(" ", text.replace("\r\n", "\n")))
    return _FRAMES.sub(_broken, shown)


def cut(text: str, most: int) -> str:
    """At most so many characters of a text, and how many more there are: a model that reads the
    mark of `shortened` cannot tell whether much is left out.
    """
    left = len(text) - most
    return text if left <= 0 else f"{text[:most]} [{left} more characters are left out]"


def _broken(match: re.Match[str]) -> str:
    """With a space where the word or mark would be one: none is made by it."""
    word = match[0]
    return f"{word} " if match["begin"] else f" {word}"
