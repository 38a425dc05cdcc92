"""Follows one run: hands each step to what keeps facts and comparisons. Draws no conclusion."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from courtside_judge.protocol import ReadFrame
from courtside_store.records import Step, Surface

from .comparisons.compared_controls import ComparedControls
from .comparisons.compared_presses import ComparedPresses
from .comparisons.field_choices import FieldChoices
from .comparisons.list_changes import ListChanges
from .comparisons.listed_rows import ListedRows
from .comparisons.submission import Submission
from .comparisons.vanished_values import VanishedValues
from .facts.action_on_screen import ActionOnScreen
from .facts.agent_thoughts import AgentThoughts
from .facts.app_reactions import AppReactions
from .facts.entries import Entries
from .facts.presses import Presses
from .facts.refusing_words import RefusingWords
from .facts.saves import Saves
from .facts.seen_screens import SeenScreens, no_frame
from .facts.sent_forms import SentForms
from .facts.shown_values import ShownValues
from .facts.step_tally import StepTally
from .facts.unchanged_page import UnchangedPage
from .facts.used_pages import UsedPages
from .goals import Goal, wished_of
from .screen_reading import read_screen
from .story import Story
from .story_run import StoryRun

ReadRun = Callable[[StoryRun], float | None]
"""Log-odds that a run did its task, by how its whole story reads; None where it cannot be read."""
_MAX_VALUES = 60
"""Only so many values of a task are followed: each is compared with the others and with all that
was given."""


class Tracker:
    """Follows one run. Each step costs the size of its screen, not of the history."""

    def __init__(
        self,
        goal: Goal,
        frames: ReadFrame = no_frame,
        read_run: ReadRun | None = None,
        surface: Surface = "web",
    ) -> None:
        self.goal = replace(goal, requirements=goal.requirements[:_MAX_VALUES])
        self.surface = surface
        self.read_run = read_run
        """None: nobody reads it."""
        self.steps = 0
        """The number of the last step."""
        self.screens = SeenScreens(partial(read_screen, goal=self.goal), frames)
        self.app = AppReactions()
        """What the application did."""
        self.story = Story(goal.task)
        """A line a step."""
        self.thoughts = AgentThoughts()
        self.entries = Entries()
        self.presses = Presses()
        self.pages = UsedPages()
        self.shown = ShownValues()
        self.saves = Saves()
        self.sent_forms = SentForms()
        self.tally = StepTally()
        self.refusals = RefusingWords()
        self.field_choices = FieldChoices(self.goal)
        self.compared_presses = ComparedPresses(wished_of(self.goal))
        self.compared_controls = ComparedControls(wished_of(self.goal))
        self.submission = Submission(goal)
        self.vanished = VanishedValues(self.goal)
        self.list_changes = ListChanges(goal)
        self.unchanged_page = UnchangedPage()
        self.listed_rows = ListedRows(goal)

    def after_sign_in(self) -> Tracker:
        """The same run as if it began on the page that is open now; steps keep their numbers."""
        run = Tracker(self.goal, read_run=self.read_run, surface=self.surface)
        run.steps = self.steps
        run.story.pass_over(self.steps)
        run.screens = self.screens.from_here()
        run.tally = StepTally(waits=self.steps)
        return run

    def follow(self, step: Step) -> None:
        """The next step."""
        self.steps = step.index
        self.app.follow(step)
        self.story.follow(step)
        self.screens.follow(step)
        self.thoughts.follow(step, sighted=self.screens.sighted)
        self.shown.follow(step, self.screens)
        self.saves.follow(step, self.screens, self.app)
        self.sent_forms.follow(step, self.screens, self.app)
        self.vanished.follow(step, self.screens)
        self.list_changes.follow(step, self.screens, self.app)
        self.unchanged_page.follow(step, self.screens, self.app)
        self.listed_rows.follow(self.screens)
        self._follow_actions(step)
        self.tally.follow(step, self.screens)
        self.refusals.look(self.screens, redirected=self.app.was_redirected_at(self.steps))

    def _follow_actions(self, step: Step) -> None:
        before, pressed_on = self.screens.previous, self.screens.pressed_on
        self.submission.look(before)
        for action in step.actions:
            self._follow_action(
                ActionOnScreen(
                    action=action,
                    step=step.index,
                    before=before,
                    pressed_on=pressed_on,
                    saw_before=self.screens.saw_before,
                )
            )

    def _follow_action(self, made: ActionOnScreen) -> None:
        """`submission` first: what stands round a button that hands the work in tells nothing."""
        self.submission.follow(made)
        is_final = made.is_press and self.submission.is_final(made.target)
        self.entries.follow(made)
        self.presses.follow(made)
        self.pages.follow(made)
        self.refusals.follow(made)
        self.field_choices.follow(made)
        self.compared_presses.follow(made, is_final=is_final)
        self.compared_controls.follow(made, is_final=is_final)
