"""Turns a crawled site into tasks that can be decided. Looks at no page and asks no model."""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from courtside_refine.actors.explorer.lexicon import is_save
from courtside_refine.actors.page_view import FieldType, ViewRow

from .checking import shows_value
from .crawled_site import CrawledSite, Fact, SiteScreen
from .field_values import PASSING, is_unfit, value_for
from .form_buttons import creates, ending_buttons, is_create, keeps
from .joined_tasks import (
    FieldSetting,
    ask_for_facts,
    ask_for_settings,
    pairs_of_facts,
    pairs_of_settings,
)
from .proposal import (
    AllHold,
    HoldsValue,
    OpensPage,
    Proposal,
    SaysAnswer,
    ShowsTexts,
    TaskCheck,
    TaskKind,
)
from .rules import KeptTasks, keep
from .visible_names import visible_name, visible_text

MAX_FACTS_A_LABEL = 6
MAX_FORM = 3
"""Fields of a form that one task fills."""
MAX_NAME, MAX_LABEL, MAX_CHOICE = 60, 40, 40
CHOICES = range(2, 25)
"""So many things come up where a list of choices was opened."""
SWITCH_WIDTH, SWITCH_HEIGHT = (18, 72), (10, 42)
"""Of a switch that is drawn by hand, in CSS pixels."""
_PAGE = (
    "Open the page '{heading}'.",
    "Go to the '{heading}' page and stay there.",
    "Show the page with the heading '{heading}'.",
)
_QUESTION_OF = (
    "What is the {label} of {subject}?",
    "Find the {label} of {subject} and answer with it.",
    "Look up {subject}: which {label} does the site give?",
)
_QUESTION = (
    "What does the page '{heading}' say for '{label}'?",
    "Read on the page '{heading}' what stands beside '{label}', and answer with it.",
)
_TYPE = (
    "{where}set the field '{field}' to '{value}'{save}.",
    "{where}change '{field}' to '{value}'{save}.",
    "{where}replace what '{field}' holds by '{value}'{save}.",
)
_CHOOSE = (
    "{where}choose '{value}' for '{field}'{save}.",
    "{where}set '{field}' to '{value}'{save}.",
)
_TURN = ("{where}turn {value} '{field}'{save}.", "{where}switch '{field}' {value}{save}.")


def propose_from(site: CrawledSite, seed: int, most: int) -> KeptTasks:
    """So many tasks at most, of every kind in turn, with one part and with two; the same for the
    same seed and site."""
    kept = keep(_all(site, seed))
    by_kind: dict[tuple[str, bool], list[Proposal]] = defaultdict(list)
    for one in kept.proposals:
        by_kind[one.kind or "", isinstance(one.decided_by, AllHold)].append(one)
    draw = Random(f"order {seed}")
    for group in by_kind.values():
        draw.shuffle(group)
    chosen: list[Proposal] = []
    while len(chosen) < most and any(by_kind.values()):
        for kind in sorted(by_kind):
            if by_kind[kind] and len(chosen) < most:
                chosen.append(by_kind[kind].pop())
    return msgspec.structs.replace(kept, proposals=tuple(chosen))


def _all(site: CrawledSite, seed: int) -> Iterator[Proposal]:
    headings = Counter(screen.heading for screen in site.screens if _is_page(screen))
    asked = _stated_once(site.screens)
    of_screens = [_ScreenTasks(site, one, seed, headings[one.heading] <= 1) for one in site.screens]
    alike = _on_alike_pages(of_screens)
    for one in of_screens:
        yield from one.pages()
        yield from one.questions(asked)
        yield from one.fields(alike)
        yield from one.lists(alike)
        yield from one.forms()
        yield from one.pairs_of_questions(asked)
        yield from one.pairs_of_fields(alike)


def _on_alike_pages(of_screens: Sequence[_ScreenTasks]) -> frozenset[str]:
    """Names of fields that several pages have, and no heading says which page is meant."""
    pages: dict[str, set[str]] = defaultdict(set)
    for one in of_screens:
        for name in one.fields_without_page:
            pages[name].add(one.url)
    return frozenset(name for name, urls in pages.items() if len(urls) > 1)


def _stated_once(screens: Sequence[SiteScreen]) -> frozenset[Fact]:
    """Facts whose question has one answer on the whole site."""
    values: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for screen in screens:
        for fact in screen.facts:
            values[_question_of(fact, screen)].add(fact.value.casefold())
    return frozenset(
        fact
        for screen in screens
        for fact in screen.facts
        if len(values[_question_of(fact, screen)]) == 1
    )


def _question_of(fact: Fact, screen: SiteScreen) -> tuple[str, str, str]:
    where = "" if fact.subject else screen.heading
    return fact.label.casefold(), fact.subject.casefold(), where


class _ScreenTasks:
    """The tasks of one screen."""

    def __init__(self, site: CrawledSite, screen: SiteScreen, seed: int, is_only: bool) -> None:
        self._site = site
        self._screen = screen
        self._has_name = is_only and bool(screen.heading)
        """Whether its heading says which screen is meant."""
        self._draw = Random(f"{seed} {screen.place.url} {[p.name for p in screen.place.presses]}")
        self._where = f"On the page '{screen.heading}', " if self._has_name else ""

    def pages(self) -> Iterator[Proposal]:
        """To be there, where it is not where every task begins."""
        screen = self._screen
        is_start = screen is self._site.screens[0]
        if self._has_name and not is_start and self._is_page:
            words = self._draw.choice(_PAGE).format(heading=screen.heading)
            yield self._task("page", words, OpensPage(url=screen.place.url, heading=screen.heading))

    def questions(self, asked: frozenset[Fact]) -> Iterator[Proposal]:
        """What is stated here, and only once on the whole site."""
        labels: Counter[str] = Counter()
        if not self._is_page:
            return
        for fact in self._screen.facts:
            labels[fact.label] += 1
            if fact not in asked or labels[fact.label] > MAX_FACTS_A_LABEL:
                continue
            if not fact.subject and not self._has_name:
                continue
            forms = _QUESTION_OF if fact.subject else _QUESTION
            words = self._draw.choice(forms).format(
                label=_in_sentence(fact.label) if fact.subject else fact.label,
                subject=f"'{fact.subject}'",
                heading=self._screen.heading,
            )
            if fact.value.casefold() not in words.casefold():
                yield self._task("question", words, self._answer(fact))

    def pairs_of_questions(self, asked: frozenset[Fact]) -> Iterator[Proposal]:
        """Two facts of one subject, or one of two, where each alone could be asked for."""
        facts = [fact for fact in self._screen.facts if fact in asked] if self._is_page else []
        for pair in pairs_of_facts(facts, self._draw):
            labels = _in_sentence(pair[0].label), _in_sentence(pair[1].label)
            words = ask_for_facts(pair, labels, self._draw)
            if not any(fact.value.casefold() in words.casefold() for fact in pair):
                check = AllHold(parts=tuple(map(self._answer, pair)))
                yield self._task("question", words, check)

    def _answer(self, fact: Fact) -> SaysAnswer:
        about = f"{fact.label} of {fact.subject or self._screen.heading}"
        return SaysAnswer(answer=fact.value, about=about, url=self._screen.place.url)

    @property
    def url(self) -> str:
        """Of the page that it is on."""
        return self._screen.place.url

    @property
    def fields_without_page(self) -> frozenset[str]:
        """Names of the fields whose tasks do not say on which page they are."""
        if self._beginning:
            return frozenset()
        return frozenset((self._list_label, *(name for _, name in self._settable())))

    def fields(self, alike: frozenset[str]) -> Iterator[Proposal]:
        """Another value for what can be set here, one field a task."""
        for one in self._settings(alike):
            yield self._setting(one)

    def pairs_of_fields(self, alike: frozenset[str]) -> Iterator[Proposal]:
        """Two fields of one screen, with one press that saves both."""
        for pair in pairs_of_settings(list(self._settings(alike)), self._draw):
            words = ask_for_settings(pair, self._beginning)
            check = AllHold(parts=tuple(self._holds(one.field, one.value) for one in pair))
            yield self._task("field", words[0].upper() + words[1:], check)

    def _settings(self, alike: frozenset[str]) -> Iterator[FieldSetting]:
        """Other values for what can be set here, where a task can say what it means."""
        if self._creates or not (self._is_page or self._in_dialog):
            return
        for row, name in self._settable():
            value, sentences = self._another(row, name)
            if shows_value(self._screen.view, name, value) or self._is_unclear(name, alike):
                continue
            is_named = not (self._in_dialog and self._is_nameless)
            if value and is_named and keeps(self._screen.view, row):
                button = self._save_button(row)
                yield FieldSetting(
                    sentences=sentences, field=name, value=value, form=row.form, button=button
                )

    def lists(self, alike: frozenset[str]) -> Iterator[Proposal]:
        """Another choice of a list that was drawn by hand and opened by the last press."""
        name = self._list_label
        if not name or self._is_unclear(name, alike):
            return
        now = visible_text(self._screen.place.presses[0].name)
        offers = [shown for one in self._screen.offers if (shown := visible_text(one))]
        others = [one for one in offers if one != now and len(one) <= MAX_CHOICE]
        if len(offers) in CHOICES and others:
            value = self._draw.choice(others)
            yield self._setting(FieldSetting(sentences=_CHOOSE, field=name, value=value))

    def _setting(self, one: FieldSetting) -> Proposal:
        words = self._draw.choice(one.sentences).format(
            where=self._beginning, field=one.field, value=one.value, save=one.save
        )
        return self._task("field", words[0].upper() + words[1:], self._holds(one.field, one.value))

    def _holds(self, name: str, value: str) -> HoldsValue:
        place = self._screen.place
        presses = () if self._screen.is_list else place.presses
        return HoldsValue(url=place.url, presses=presses, field=name, value=value)

    @property
    def _beginning(self) -> str:
        """Of a sentence about a field of this screen."""
        return self._opened if self._in_dialog else self._where

    def _is_unclear(self, name: str, alike: frozenset[str]) -> bool:
        """Whether a task for the field does not say on which page it is."""
        return not self._beginning and name in alike

    @property
    def _list_label(self) -> str:
        """What the list is called that the one press here opened; empty where there is none."""
        presses = self._screen.place.presses
        if len(presses) != 1 or not self._screen.is_list:
            return ""
        return self._label_of(presses[0].near, presses[0].name)

    @property
    def _opener(self) -> str:
        """The name of the button that was pressed last, as a person reads it."""
        return visible_name(self._screen.place.presses[-1].name)

    @property
    def _beside_opener(self) -> str:
        press = self._screen.place.presses[-1]
        return visible_name(press.near.replace(press.name, " "))

    @property
    def _is_nameless(self) -> bool:
        """Whether nothing in words says which button opens it."""
        words, beside = self._opener.split(), self._beside_opener
        return not words or (len(words) < 2 and not re.search(r"[A-Za-z]{2}", beside))

    @property
    def _is_page(self) -> bool:
        return _is_page(self._screen)

    @property
    def _in_dialog(self) -> bool:
        """Over a page, opened by a press; one that stands there from the start is the page."""
        screen = self._screen
        return bool(screen.place.presses) and screen.view.has_dialog and not screen.is_list

    def _label_of(self, near: str, name: str) -> str:
        """What a control is called that shows only its value: how its row begins."""
        begin, rest = visible_name(near), visible_name(near.removesuffix(name))
        labels = [fact.label for fact in self._screen.facts if begin.startswith(fact.label)]
        return max(labels, key=len, default=rest if 1 < len(rest) <= MAX_LABEL else "")

    def forms(self) -> Iterator[Proposal]:
        """A new thing, where a form for one was opened over the page that shows it. Where a form
        that is a page of its own leads to is not known."""
        typed = [one for one in self._settable() if not one[0].options and not one[0].is_toggle]
        if not (self._creates and self._screen.place.presses and typed):
            return
        first, _ = typed[0]
        button = self._save_button(first)
        together = [one for one in typed if one[0].form == first.form][:MAX_FORM]
        given = {name: self._another(row, name)[0] for row, name in together}
        given = {name: value for name, value in given.items() if value}
        if given and button:
            values = ", ".join(f"'{value}' into '{name}'" for name, value in given.items())
            words = f"Press '{self._opener}', enter {values}, and press '{button}'."
            check = ShowsTexts(url=self._screen.place.url, texts=tuple(given.values())[:1])
            yield self._task("form", words, check)

    def _settable(self) -> list[tuple[ViewRow, str]]:
        """Fields with a name of their own that keep what they hold."""
        rows = [
            (row, visible_name(row.element.text) or self._label_of(row.near, ""))
            for row in self._screen.view.controls
            if (row.is_field or _is_switch(row))
            and row.in_dialog == self._screen.view.has_dialog
            and row.element.tag != "label"
        ]
        names = Counter(name for _, name in rows)
        return [
            (row, name)
            for row, name in rows
            if names[name] == 1
            and 1 < len(name) <= MAX_NAME
            and not is_unfit(name)
            and not PASSING.search(f"{name} {row.hint}")
        ]

    def _another(self, row: ViewRow, name: str) -> tuple[str, tuple[str, ...]]:
        """A value that the field does not hold, and how it is asked for."""
        if row.options:
            options = dict.fromkeys(map(visible_text, row.options[:30]))
            others = [one for one in options if one and one != visible_text(row.element.value)]
            return (self._draw.choice(others) if others else ""), _CHOOSE
        if row.is_toggle:
            return ("off" if row.is_on else "on"), _TURN
        value = value_for(name, row.element.role, row.typed or FieldType(), self._draw)
        return ("" if value == row.element.value else value), _TYPE

    @property
    def _creates(self) -> bool:
        """Whether it is a form for a new thing: opened again, it is empty."""
        presses = self._screen.place.presses
        return creates(presses[-1].name if presses else self._screen.heading)

    @property
    def _opened(self) -> str:
        """How the dialog is reached, as the beginning of a sentence; a button of which there may
        be several is named with what stands beside it."""
        beside = self._beside_opener[:MAX_LABEL]
        where = f" beside '{beside}'" if beside else ""
        return f"press '{self._opener}'{where} and "

    def _save_button(self, field: ViewRow) -> str:
        """What ends what is entered there; empty where nothing does. One that stands there more
        than once is the button of rows."""
        view = self._screen.view
        shown = [row for row in view.controls if row.in_dialog == view.has_dialog]
        names = Counter(row.element.text for row in shown if row.element.role == "button")
        ends = (
            name
            for row in ending_buttons(view, field)
            if names[name := row.element.text] == 1
            and (is_save(name) or (self._creates and is_create(name)))
        )
        return next(map(visible_name, ends), "")

    def _task(self, kind: TaskKind, words: str, check: TaskCheck) -> Proposal:
        digest = hashlib.sha256(f"{self._site.url} {words}".encode()).hexdigest()[:10]
        return Proposal(
            web_name=self._site.name,
            id=f"{kind}-{digest}",
            ques=words,
            web=self._site.url,
            source="site",
            kind=kind,
            decided_by=check,
        )


def _is_page(screen: SiteScreen) -> bool:
    """Whether it is a place of its own, and no dialog or list over one."""
    return not screen.is_list and not (screen.place.presses and screen.view.has_dialog)


def _is_switch(row: ViewRow) -> bool:
    """By its role; one that is drawn by hand has no words, and the size of one."""
    if row.element.role in ("checkbox", "switch"):
        return True
    if not row.is_toggle or row.element.text or row.element.box is None:
        return False
    _, _, width, height = row.element.box
    return (
        SWITCH_WIDTH[0] <= width <= SWITCH_WIDTH[1]
        and SWITCH_HEIGHT[0] <= height <= SWITCH_HEIGHT[1]
    )


def _in_sentence(label: str) -> str:
    """Without its capital letter, where it is a word and no abbreviation."""
    return label if label.isupper() or label[1:2].isupper() else label[0].lower() + label[1:]
