"""Reads a task's sentence: what must be typed, chosen or clicked. Knows no page."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from rapidfuzz.distance import Levenshtein

from courtside_store.records import Record

from .task_boilerplate import without_boilerplate

_QUOTED = re.compile(r'"([^"]+)"|“([^”]+)”|‘([^’]+)’|(?<!\w)\'([^\']+)\'(?!\w)')
_DATE = re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b|\b(\d{4})-(\d{2})-(\d{2})\b")
_TIME = re.compile(r"\b(\d{1,2}):(\d{2})\s*([AaPp][Mm])?\b")
_ORDINAL = re.compile(
    r"\b(?:(\d+)(?:st|nd|rd|th)|(first|second|third|fourth|fifth|last))\b\s*((?:[a-z]+\s*){0,2})",
    re.I,
)
_NUMBER = re.compile(r"(?<![\w.#/:-])[-+]?\d+(?:\.\d+)?(?![\w/:])")
_PLUS = re.compile(r"\+\d[\d ()./-]*")
_BOUND = re.compile(
    r"\b(?:(?:great|larg|bigg|high|few|low|small)er|more|less)\s+than\s+\D?-?\d+(?:\.\d+)?"
    r"|(?<!-)\b\d+\s*(?:-|to)\s*\d+\b|\bbetween\s+-?\d+\w*\s+and\s+-?\d+\w*",
    re.I,
)
"""A number that only bounds another one is not what is asked for."""
_CHOICE = re.compile(
    r"\b(?:select|choose|check|pick|tick)\s+(?:the\s+)?(.+?)\s*"
    r"(?:\band\s+(?:click|press|hit|submit)|\b(?:as|from|in|with|using)\b|,?\s*then\b|[.;]|$)",
    re.I,
)
_WH = (
    r"(?:(?:at|on|in|for|to|from|by|with) )?(?:what|which|who|whose|whom|when|where|"
    r"how (?:many|much|long|old|far|often))"
)
_ANSWER_WANTED = re.compile(
    r"(?:^|[.!:;]\s+)(?:tell me|look up|name the|count the)\b"
    r"|\b(?:find out|tell me|answer with|respond with|give (?:me )?the \w+\s*[.?]?\s*$)"
    r"|\?(?:\s|$)",
    re.I,
)
_BEGINS_WITH_WH = re.compile(rf"(?:^|[.!:;]\s+){_WH}\b([^.!?;]*)", re.I)
"""A question without its mark, or a clause: "What is filed under Garden should be called ..." """
_STATES = re.compile(
    r"\s+(?:(?:I|we|you|he|she|it|they)\b|(?!(?:is|was|does|has)\b)\w+s\b|(?:come|go|cut)\b)"
    r"|.*\b(?:should|must|shall|ought to|(?:is|are|has|have|needs?|wants?) to (?:be|go|have)|"
    r"(?:is|are) already)\b",
    re.I,
)
"""Follows the word of a question in a clause that is none."""
_SEEKS = re.compile(
    r"\s*(?:please\s+)?(?:open|show|view|visit|go to|navigate to|search\b[^.]*?\bfor)\b"
    r"|(?:.*[.!?:;,]\s+)?(?:let me (?:see|look)|bring up|pull up|take me to|show (?:me|the)|"
    r"I (?:only |just )?want to (?:see|look|read)|(?:limit|filter) the|list (?:the|all))\b",
    re.I | re.S,
)
_THEN_CHANGES = re.compile(
    r"(?:\b(?:and|then)|,)\s+(?:then\s+)?(?:turn|enable|disable|activate|deactivate|change|set|"
    r"switch|revoke|move|add|delete|remove|create|update|rename|send|save|archive|mark|edit|put|"
    r"assign|close|cancel|block|unblock|star|unstar|reply|forward|upload|connect|disconnect|make|"
    r"apply|merge|restore|sign|record|write)\b",
    re.I,
)
"""Comes after the place that a task begins at: "Go to the settings and turn ... off"."""
_FILE = re.compile(r"(?<![\w/@.])[\w-]+(?:/[\w-]+)*\.[a-z]\w{0,4}\b(?!@)")
_LISTED = re.compile(r"\bthe following\b[^:.]*:\s*(.+?)(?:\.(?:\s|$)|$)", re.I | re.S)
_NAMED = re.compile(r"\b([A-Z][a-z]+ #\d+)")
_SUBMIT = re.compile(
    r"\b(?:(?:click|press|hit)\s+(?:on\s+)?(?:the\s+)?[\"'“‘]?"
    r"(submit|search|login|log in|ok|send|save|apply|buy|go|next|done)\b"
    r"|(?:then|and)\s+(submit|search|login|log in|send|save|apply|buy)\b"
    r"(?=\s*(?:[.,;!]|when\b|$)))",
    re.I,
)
_TYPED = re.compile(
    r"\b(?:enter|type|write|fill in|text|title|comment|name|named|called|username|password|"
    r"say(?:s|ing)?|reply|repl(?:y|ies) with)\W+(?:(?:the|a|is|should be|to|in|number)\W+){0,2}$",
    re.I,
)
"""Stands before a value that is for a field."""
_PART = re.compile(r"\b(start|begin|end)(?:s|ning|ing)?\s+with\s+$", re.I)
"""Stands before a quoted beginning or end of what is asked for."""
_BUTTON = re.compile(r"\b(?i:click|press)\s+(?:on\s+)?(?:the\s+)?button\s+([A-Z0-9]\w*)")
Number = int | Literal["last"]
"""Counts from 1."""
_WORDS: dict[str, Number] = {
    **{"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5},
    "last": "last",
}
_DIGITS = {
    **{"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7"},
    **{"eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12"},
}
""" "One" is left out: it mostly stands for a thing."""
_SPELLED = {digits: word for word, digits in _DIGITS.items()}
_UPPER = re.compile(r"\b(?:upper\s?case|capital letters|all caps)\b", re.I)
_LOWER = re.compile(r"\b(?:lower\s?case|small letters)\b", re.I)
_SMALL = frozenset(
    re.findall(
        r"\w+",
        "the and for with from into that this then than are was its our your you all any one not "
        "please page click press select enter type find open show tell what which who how many "
        "have has had under over there their them they been being can could should would will",
    )
)
_EMPTY = frozenset(
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
"""Of a task's sentence: what no label of a control would be expected to say."""
_PROPER = re.compile(
    r"(?<!^)(?<![.!?:]\s)(?<![\"'“‘])\b[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)+(?![\"'”’])"
)
_CODE = re.compile(r"(?=.*\d)(?=.*[a-z.-])[\w.-]{4,}")
_LONGEST = 60
_ALIKE = re.compile(r"\b(?:similar to|like|matching|that|which)\b", re.I)
"""After it stands what the choice must resemble, not what it is called."""
_CLOSE = {"x", "×", "✕", "close"}
"""The sign on a button that closes, and what it is called."""
_NOTHING = {"nothing", "none"}
_VAGUE = re.compile(
    r"^(an?|all|any|the|one|it|radio|checkbox|option|enter|type|click|press|hit|find|then|"
    r"\d+(?:st|nd|rd|th))\b",
    re.I,
)


Kind = Literal["quoted", "typed", "begins", "ends", "choice", "date", "time", "number", "named"]


class Requirement(Record, frozen=True, kw_only=True):
    """One value that the task names."""

    text: str
    kind: Kind


class Ordinal(Record, frozen=True, kw_only=True):
    """ "The 3rd search result"."""

    number: Number
    noun: str = ""
    """What is counted: the two words after it, in lower case."""


class Goal(Record, frozen=True, kw_only=True):
    """What a task asks for, as far as its words tell."""

    task: str
    requirements: tuple[Requirement, ...] = ()
    ordinals: tuple[Ordinal, ...] = ()
    submit: str = ""
    """The button that the task names for the end, in lower case."""
    case: Literal["", "upper", "lower"] = ""
    """It asks for capital or small letters only."""
    asks: bool = False
    """It wants something said, not only done."""
    seeks: bool = False
    """It wants something found: an answer, or a page opened."""
    nothing: bool = False
    """It asks to choose nothing."""
    words: frozenset[str] = frozenset()


def read_goal(task: str) -> Goal:
    """The requirements of a task, each once, in the order of the words."""
    task = without_boilerplate(task)
    submit = _SUBMIT.search(task)
    end = (submit[1] or submit[2]).lower() if submit else ""
    requirements: dict[str, Requirement] = {}
    for text, kind in _values(task):
        key = normal(text)
        if key and key != end and key not in requirements:
            requirements[key] = Requirement(text=text, kind=kind)
    ordinals = tuple(
        Ordinal(number=int(digits) if digits else _WORDS[word.lower()], noun=noun.lower().strip())
        for digits, word, noun in _ORDINAL.findall(without_quotes(task))
        if noun.strip()
    )
    asks = _is_question(without_quotes(task))
    return Goal(
        task=task,
        requirements=tuple(requirements.values()),
        ordinals=ordinals,
        submit=end,
        case="upper" if _UPPER.search(task) else "lower" if _LOWER.search(task) else "",
        asks=asks,
        seeks=asks or _is_search(task),
        nothing=any(normal(text) in _NOTHING for text in _CHOICE.findall(task)),
        words=frozenset(re.findall(r"\w+", task.lower())),
    )


def _is_question(task: str) -> bool:
    """Whether it wants an answer: a clause such as ", which gets stuck" wants none."""
    clauses = _BEGINS_WITH_WH.findall(task)
    return bool(_ANSWER_WANTED.search(task)) or any(not _STATES.match(one) for one in clauses)


def _is_search(task: str) -> bool:
    """Whether it wants something found or shown, and nothing done there."""
    return bool(_SEEKS.match(task)) and not _THEN_CHANGES.search(without_quotes(task))


def _values(task: str) -> list[tuple[str, Kind]]:
    values: list[tuple[str, Kind]] = []
    for match in _QUOTED.finditer(task):
        before = task[: match.start()]
        kind: Kind = "typed" if _TYPED.search(before) else "quoted"
        if part := _PART.search(before):
            kind = "ends" if part[1].lower() == "end" else "begins"
        values.append(("".join(match.groups("")), kind))
    rest = without_quotes(task)
    for phrase in _CHOICE.findall(rest):
        if _ALIKE.search(phrase):
            continue
        if ">" in phrase:  # a path through menus: what counts is where it ends
            values.append((phrase.rsplit(">", 1)[-1].strip(), "choice"))
            continue
        parts = re.split(r",\s*|\s+and\s+", phrase)
        values += [
            (part.strip(), "choice")
            for part in parts
            if part.strip() and normal(part) not in _NOTHING and not _VAGUE.match(part.strip())
        ]
    for phrase in _LISTED.findall(rest):
        items = re.split(r"\s*(?:[,;\n]|\band\b)\s*", phrase)
        values += [(item, "choice") for item in items if 1 < len(item) <= _LONGEST]
    values += [(match[0], "date") for match in _DATE.finditer(rest)]
    values += [(match[0].strip(), "time") for match in _TIME.finditer(rest)]
    values += [(text.rsplit("/", 1)[-1], "named") for text in _FILE.findall(rest)]
    values += [(text, "named") for text in [*_NAMED.findall(rest), *_BUTTON.findall(rest)]]
    taken = " ".join(text for text, _ in values)
    bare = _BOUND.sub(" ", _DATE.sub(" ", _TIME.sub(" ", rest)))
    values += [(n, "number") for n in _NUMBER.findall(bare) if n not in taken]
    return values


@lru_cache(maxsize=4096)
def normal(text: str) -> str:
    """For comparing: lower case, single spaces, no outer punctuation, no plus before a number, one
    form of date and time.
    """
    words = " ".join(text.lower().split()).strip(" .,:;\"'")
    if date := _DATE.fullmatch(words):
        month, day, year, y2, m2, d2 = date.groups()
        return f"{year or y2}-{int(month or m2):02}-{int(day or d2):02}"
    if time := _TIME.fullmatch(words):
        hour, minute, half = time.groups()
        number = int(hour) % 12 + (12 if half == "pm" else 0) if half else int(hour)
        return f"{number:02}:{minute}"
    return words[1:] if _PLUS.fullmatch(words) else words


def is_same(given: str, asked: str) -> bool:
    """Equal but for case at the ends, spaces and the form of dates."""
    return normal(given) == normal(asked)


def meets(given: str, asked: Requirement) -> bool:
    """Whether a value is what was asked for, or begins or ends as was asked."""
    match asked.kind:
        case "begins":
            return normal(given).startswith(normal(asked.text)) and not is_same(given, asked.text)
        case "ends":
            return normal(given).endswith(normal(asked.text))
        case _:
            return is_same(given, asked.text) or {normal(given), normal(asked.text)} <= _CLOSE


@lru_cache(maxsize=4096)
def is_near(given: str, asked: str) -> bool:
    """Almost equal: what a slip of one value looks like."""
    a, b = normal(given), normal(asked)
    if a == b or not a or not b:
        return False
    if (_DATE.fullmatch(a) and _DATE.fullmatch(b)) or (_TIME.fullmatch(a) and _TIME.fullmatch(b)):
        return True
    if re.fullmatch(r"-?\d+", a) and re.fullmatch(r"-?\d+", b):
        return True
    if len(a) > 2 and sorted(a) == sorted(b):
        return True
    return abs(len(a) - len(b)) <= 8 and Levenshtein.distance(a, b) <= max(1, len(b) // 4)


def is_in(task: str, text: str) -> bool:
    """Whether a task says a text, word for word."""
    return any(_is_word_of(normal(task), words) for words in number_forms(normal(text)))


def _is_word_of(task: str, words: str) -> bool:
    if not (len(words) > 2 or words.isdigit()) or words not in task:
        return False
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", task) is not None


def number_forms(text: str) -> tuple[str, ...]:
    """A text in lower case, and where it is a small number, the same in digits or in a word."""
    other = _DIGITS.get(text) or _SPELLED.get(text)
    return (text, other) if other else (text,)


@lru_cache(maxsize=4096)
def content_words(text: str) -> frozenset[str]:
    """The words that carry a meaning, in lower case; numbers among them."""
    words = re.findall(r"\w+", text.lower())
    return frozenset(w for w in words if (len(w) > 2 or w.isdigit()) and w not in _SMALL)


@lru_cache(maxsize=256)
def proper_names(task: str) -> tuple[str, ...]:
    """Names of several words with capital letters, but for those that begin a sentence."""
    return tuple(re.sub(r"['’]s$", "", name) for name in _PROPER.findall(task))


@lru_cache(maxsize=256)
def codes(task: str) -> tuple[str, ...]:
    """What a task says that is made of digits and other signs: "N39.0", "MOD-104"."""
    words = (word.strip(".,;:!?()[]\"'“”‘’").lower() for word in task.split())
    return tuple(word for word in words if _CODE.fullmatch(word))


def quoted_in(task: str) -> tuple[str, ...]:
    """What stands in quotation marks."""
    return tuple("".join(parts) for parts in _QUOTED.findall(task))


def without_quotes(task: str) -> str:
    """The task without what stands in quotation marks."""
    return _QUOTED.sub(" ", task)


def telling_words(task: str) -> frozenset[str]:
    """The words of a task that something done for it may be expected to say."""
    return content_words(task) - _EMPTY
