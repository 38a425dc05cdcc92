"""Reads WebArena's results: `render_ID.html` pages, and the log that says which passed."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

from courtside_formats.codecs.bounded import keep_last, read_bytes, written_at_ms
from courtside_store.records import Action, Observation, Target, target_of
from courtside_store.shortened_text import shortened

from .browser_actions import read_browser_action
from .browsergym import answer_of
from .imported import Broken, Imported, run_id
from .pictures import MAX_SHORT, MAX_TEXT, Pictures, text_image
from .step_builder import AgentTurn, join, name_target
from .text_axtree import TextTree

LOGS = ("merged_log.txt", "merge_log.txt")
_NAME = re.compile(r"render_(\w+)\.html")
_RESULT = re.compile(r"\[Result\]\s*\((PASS|FAIL)\)\s*(\S+)")
_PAGE = re.compile(r"<h2>\s*New Page\s*</h2>")
_URL = re.compile(r"<h3 class=['\"]url['\"]>.*?URL:\s*(.*?)\s*</a>", re.DOTALL)
_TREE = re.compile(r"<div class=['\"]state_obv['\"]>\s*<pre>(.*?)</pre>", re.DOTALL)
_IMAGE = re.compile(r"<img src=['\"](data:image/[^'\"]+)['\"]")
_BLOCK_OF_CLASS = r"<div class=['\"]%s['\"][^>]*>\s*<pre>(.*?)</pre>\s*</div>"
_THOUGHT = re.compile(_BLOCK_OF_CLASS % "raw_parsed_prediction", re.DOTALL)
_ACTION = re.compile(_BLOCK_OF_CLASS % "parsed_action", re.DOTALL)
_BLOCK = re.compile(r"```.*?```", re.DOTALL)
_STOPPED_BY_HARNESS = re.compile(r"stop \[(Early stop|ERROR): ")
"""What the harness writes in place of an agent that is out of steps, repeats itself or fails."""
_WHERE = re.compile(r"\s+where \[(\w+)\] is (\w+)?\s*['\"]?(.*?)['\"]?$", re.DOTALL)
_ARGUMENTS: dict[str, tuple[str, ...]] = {
    "type": ("id", "text", "enter"),
    "press": ("keys",),
    "scroll": ("direction",),
    "goto": ("url",),
    "stop": ("answer",),
    "tab_focus": ("index",),
}


class WebArena:
    """`render_ID.html`; `merged_log.txt` or `merge_log.txt` beside them."""

    name = "webarena"
    label_source = "PASS or FAIL in the log"
    left_out = "the raw action object"

    def detect(self, path: Path) -> bool:
        """By its name."""
        return _NAME.fullmatch(path.name) is not None and path.is_file()

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """The one run of the page."""
        head, *pages = _split(path)
        config = dict(re.findall(r"^(?:<pre>|\s)*(\w+): (.*)$", head, re.MULTILINE))
        if "intent" not in config:
            raise ValueError(f"{path.name}: there is no task in it; expected a line `intent: …`")
        id = config.get("task_id", path.stem)
        at_ms = written_at_ms(path)
        pictures = Pictures(at_ms)
        trees = [TextTree(_inner(_TREE, page)) for page in pages]
        looks = [_look(path, pictures, number, tree) for number, tree in enumerate(trees, 1)]
        turns = [_turn(page, tree, at_ms) for page, tree in zip(pages, trees, strict=True)]
        answer = answer_of([action for turn in turns for action in turn.actions])
        oracle = _oracle(path.parent, id)
        run = run_id(self.name, path, id)
        yield Imported(
            run=run,
            id=id,
            format=self.name,
            task=shortened(html.unescape(config["intent"]), MAX_TEXT),
            agent=shortened(path.parent.name, MAX_SHORT),
            domain=shortened(
                config.get("sites", "").strip("[]'\"").replace("', '", "+"), MAX_SHORT
            ),
            start_url=shortened(config.get("start_url", ""), MAX_TEXT),
            started_at_ms=at_ms,
            steps=join(run, looks, turns),
            frames=pictures,
            answer=shortened(answer or "", MAX_TEXT),
            claims_success=None if answer is None else answer.strip().upper() != "N/A",
            of_agent=True,
            oracle=oracle,
            reward=None if oracle is None else float(oracle),
        )


def _oracle(folder: Path, id: str) -> bool | None:
    logs = [folder / name for name in LOGS if (folder / name).is_file()]
    return _results(logs[0]).get(id) if logs else None


@keep_last
def _results(log: Path) -> dict[str, bool]:
    """What a log says of each task: the last word counts."""
    text = read_bytes(log).decode("utf-8", "replace")
    return {Path(file).stem: word == "PASS" for word, file in _RESULT.findall(text)}


def _inner(pattern: re.Pattern[str], page: str) -> str:
    found = pattern.search(page)
    return found[1].strip() if found else ""


@keep_last
def _split(path: Path) -> list[str]:
    """The head of a file and its pages; kept for the images that are asked for next."""
    return _PAGE.split(read_bytes(path).decode("utf-8", "replace"))


def _look(path: Path, pictures: Pictures, number: int, tree: TextTree) -> Observation:
    page = _split(path)[number]
    return pictures.look(
        (lambda: text_image(_inner(_IMAGE, _split(path)[number]))())
        if _IMAGE.search(page)
        else None,
        url=html.unescape(_inner(_URL, page)),
        title=tree.title,
        text=tree.text,
        elements=tree.elements,
    )


def _turn(page: str, tree: TextTree, at_ms: int) -> AgentTurn:
    text = _inner(_ACTION, page)
    if _STOPPED_BY_HARNESS.match(text):
        text = ""
    thought = _BLOCK.sub("", _inner(_THOUGHT, page)).strip()
    return AgentTurn(actions=(read_action(text, at_ms, tree),) if text else (), thought=thought)


def read_action(text: str, at_ms: int, tree: TextTree) -> Action:
    """`type [164] [tea] [1] where [164] is textbox 'Search'`, with its id resolved."""
    where = _WHERE.search(text)
    words = text[: where.start()] if where else text
    word, _, rest = words.strip().partition(" ")
    values = re.findall(r"\[(.*?)\](?=\s*\[|\s*$)", rest, re.DOTALL)
    names = _ARGUMENTS.get(word, ("id",))
    arguments = dict(zip(names, values, strict=False))
    target = _target(arguments.get("id"), where, tree)
    return read_browser_action(word, arguments, at_ms, target)


def _target(id: str | None, where: re.Match[str] | None, tree: TextTree) -> Target | None:
    element = tree.find(id)
    if element:
        return target_of(element)
    if where is None:
        return None
    return name_target(where[3].strip(), where[2] or "")
