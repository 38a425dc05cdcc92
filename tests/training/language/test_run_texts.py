"""What a language model reads of a run: the task, and what was done without what came later."""

from __future__ import annotations

from story_lines import a_line

from courtside_judge.evidence.story_line import StoryEnd
from courtside_training.collecting.episodes import Episode
from courtside_training.fitting.rows import Row, RunRow
from courtside_training.fitting.stored_story import StoredStory
from courtside_training.language.run_texts import LINES, run_pairs, step_pairs

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
