"""What a language model reads of a run: the task, and what was done without what came later."""

from __future__ import annotations

import pytest
from builders import RUN, a_screen, a_step, an_action, an_element
from msgspec.structs import replace
from story_lines import a_line

from courtside_judge.evidence import session
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.language.reader import VOCABULARY
from courtside_judge.evidence.language.run_text import render_run
from courtside_judge.evidence.language.word_pieces import WordPieces
from courtside_judge.evidence.linear import LogisticModel, RunModel, load_weights
from courtside_judge.evidence.story_line import StoryEnd
from courtside_judge.evidence.story_run import StoryRun
from courtside_judge.protocol import Case, Ending
from courtside_store.records import Announcement, Effects, PageState, Request
from courtside_training.collecting.episodes import Episode
from courtside_training.fitting.features import row_of
from courtside_training.fitting.rows import Row, RunRow
from courtside_training.fitting.stored_story import StoredStory
from courtside_training.language.run_texts import LINES, run_pairs, step_pairs
from courtside_training.tables import read_tables

STORY = StoredStory(
    lines=tuple(a_line(f'click button "{n}" | new: {n} | gone: rest') for n in range(5)),
    end=StoryEnd(place="Tickets", shows=("All tickets",)),
)


def a_run(kind: str = "one", success: bool = True, world: str = "fossil") -> RunRow:
    episode = Episode(
        world=world,
        kind=kind,
        seed=0,
        behaviour="good",
        task=f"Do {kind}.",
        steps=(),
        answer="Done.",
        claims_success=True,
        oracle=success,
        labels=("towards-the-goal",) * 4 + ("not-sure",),
    )
    return RunRow(Row(episode=episode, views={}, story=STORY), {})


def test_a_run_is_its_task_and_its_whole_story_without_what_went() -> None:
    (pair,) = run_pairs([a_run()])
    assert pair.task == "Do one." and pair.right
    assert pair.story[0] == 'click button "0" | new: 0'
    assert pair.story[-1] == "Tickets | shows: All tickets | says: Done."


def test_a_step_sees_nothing_that_comes_after_it() -> None:
    pairs = step_pairs([a_run()])
    assert [pair.step for pair in pairs] == [1, 2, 3, 4, 5]
    assert pairs[0].story == ('click button "0" | new: 0',)
    assert len(pairs[4].story) == LINES and pairs[4].story[-1] == 'click button "4" | new: 4'
    assert [pair.right for pair in pairs] == [True] * 4 + [False]


def test_the_judge_reads_the_same_live(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[tuple[str, StoryRun]] = []

    class Reader:
        def log_odds(self, task: str, run: StoryRun) -> float:
            read.append((task, run))
            return 1.0

    monkeypatch.setattr(session, "language_reader", Reader)
    episode = a_long_episode()
    weights = load_weights()
    with_word = LogisticModel(bias=0.0, weights={"reads-done": 1.0})
    judge = EvidenceJudge(replace(weights, run=RunModel.alike(with_word)))
    live = judge.start(Case(run=RUN, task=episode.task), lambda _: None)
    for step in episode.steps:
        live.step(step)
    live.finish(Ending(ended_by="finish", answer=episode.answer))
    ((task, run),) = read
    (pair,) = run_pairs([RunRow(row_of(episode), {})])
    assert (task, render_run(run.lines, run.end, run.answer)) == (pair.task, pair.story)
    assert "says: It is done." in pair.story[-1] and "sent PUT /boards/3: 200" in pair.story[2]


def test_stored_runs_are_cut_into_word_pieces_as_transformers_cuts_them() -> None:
    transformers = pytest.importorskip(
        "transformers", reason="comparing with its tokenizer needs transformers"
    )
    other = transformers.BertTokenizerFast.from_pretrained(VOCABULARY.parent, local_files_only=True)
    pieces = WordPieces(VOCABULARY.read_text("utf-8").splitlines())
    rows = read_tables()
    pairs = run_pairs([RunRow(row, {}) for row in rows[:: len(rows) // 100]])[:100]
    texts = [text for pair in pairs for text in (pair.task, " ; ".join(pair.story))]
    assert len(texts) == 200
    for text in texts:
        expected = other(text, add_special_tokens=False, verbose=False)["input_ids"]
        assert list(pieces.numbers(text)) == expected


def a_long_episode() -> Episode:
    """Typing, a choice, a secret, a request, an announcement, a dialog, an unseen screen."""
    name = an_element(1, "Name", role="textbox", tag="input", value="Garden")
    page = PageState(dirty=("Name",), dirty_count=1, dialog="Leave the page?")
    screens = [
        a_screen(name, an_element(2, "Save"), title="Boards"),
        a_screen(replace(name, value="Orchard"), an_element(2, "Save"), page=page),
        a_screen(an_element(3, "Board saved", role="status", tag="p"), title="Orchard"),
        a_screen(an_element(4, "Oak"), an_element(5, "Elm"), an_element(6, "Ash")),
    ]
    put = Request(method="PUT", path="/boards/3", status=200, at_ms=5, took_ms=7)
    effects = Effects(
        requests=(put,), announced=(Announcement(kind="status", text="Saved.", at_ms=6),)
    )
    click = an_action("click", "Name")
    typed = an_action("type", "Name", "Orchard")
    secret = an_action("type", "PIN", "4711", state=("secret",))
    return replace(
        a_run().episode,
        task="Please rename the board\n Garden to Orchard, and set the PIN 4711.",
        steps=(
            a_step(1, click, before=screens[0], after=screens[0]),
            a_step(2, typed, secret, before=screens[0], after=screens[1]),
            a_step(3, an_action(), before=screens[1], after=screens[2], effects=effects),
            a_step(4, an_action("navigate", text="/boards"), before=screens[2]),
            a_step(5, an_action("select", "Tree", "Elm"), after=screens[3]),
        ),
        answer="It is\n done.",
        labels=(),
    )
