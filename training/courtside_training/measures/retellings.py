"""The same episode as another agent or watcher would have it: a verdict should not care.

Plans of the worlds start on the page, fill fields at once and never wait, so no weight was fitted
on what is added here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from courtside_store.records import Action, ActionKind, Effects, Element, Observation, Step, Target

Steps = tuple[Step, ...]
NAME = Element(id=1, tag="input", role="textbox", text="Name", interactable=True)
PASSWORD = Element(
    id=2, tag="input", role="textbox", text="Password", interactable=True, state=("secret",)
)
SIGN_IN = Element(id=3, tag="button", role="button", text="Sign in", interactable=True)


def on_an_empty_tab(steps: Steps) -> Steps:
    """The agent opens the page itself."""
    first = steps[0]
    if first.before is None:
        return steps
    empty = Observation(at_ms=first.before.at_ms, url="about:blank")
    opens = Action(kind="navigate", text=first.before.url, at_ms=first.before.at_ms)
    step = replace(first, before=empty, after=first.before, actions=(opens,), thought="")
    return _numbered((_quiet(step), *steps))


def behind_a_sign_in(steps: Steps) -> Steps:
    """The agent signs in first, which the task says nothing of."""
    first, page = steps[0], steps[0].before
    if page is None:
        return steps
    base = "/".join(page.url.split("/")[:3])

    def sign_in_page(name: str) -> Observation:
        fields = (replace(NAME, value=name), PASSWORD, SIGN_IN)
        return Observation(
            at_ms=page.at_ms, url=f"{base}/login", title="Sign in", elements=fields,
            width=page.width, height=page.height,
        )  # fmt: skip

    def step(
        kind: ActionKind, on: Element, text: str, before: Observation, after: Observation
    ) -> Step:
        target = Target(tag=on.tag, role=on.role, text=on.text, state=on.state)
        action = Action(kind=kind, text=text, target=target, at_ms=page.at_ms)
        return _quiet(replace(first, actions=(action,), before=before, after=after, thought=""))

    before = (
        step("type", NAME, "ada", sign_in_page(""), sign_in_page("ada")),
        step("type", PASSWORD, "", sign_in_page("ada"), sign_in_page("ada")),
        step("click", SIGN_IN, "", sign_in_page("ada"), page),
    )
    return _numbered((*before, *steps))


def with_clicks_into_fields(steps: Steps) -> Steps:
    """A field is clicked before it is typed into, as agents do that see pictures."""
    return _before(steps, "type", lambda action: replace(action, kind="click", text=""))


def with_hovers(steps: Steps) -> Steps:
    """The mouse rests on what is clicked next, which is a step of its own."""
    return _before(steps, "click", lambda action: replace(action, kind="hover"))


def typed_in_two(steps: Steps) -> Steps:
    """A text is typed with a pause after its second letter."""
    return _before(steps, "type", lambda action: replace(action, text=action.text[:2]))


def with_a_wait_at_the_end(steps: Steps) -> Steps:
    """The agent waits before it says that it is done."""
    last = steps[-1]
    if last.after is None:
        return steps
    waits = Action(kind="wait", at_ms=last.after.at_ms)
    return _numbered((*steps, _quiet(replace(last, before=last.after, actions=(waits,)))))


def without_the_last_screen(steps: Steps) -> Steps:
    """The agent was gone before it could be looked at."""
    last = steps[-1]
    if last.after is None:
        return steps
    unseen = Observation(at_ms=last.after.at_ms, url=last.after.url, withheld="the agent went on")
    return (*steps[:-1], replace(last, after=unseen))


RETELLINGS: Mapping[str, Callable[[Steps], Steps]] = {
    "empty-tab": on_an_empty_tab,
    "sign-in": behind_a_sign_in,
    "click-then-type": with_clicks_into_fields,
    "hover-then-click": with_hovers,
    "typed-in-two": typed_in_two,
    "wait-at-the-end": with_a_wait_at_the_end,
    "last-screen-unseen": without_the_last_screen,
}

FRAMES: Mapping[str, str] = {
    "go-to": "Go to {url} and do the following. {task}",
    "on-site": "On {url}: {task}",
    "persona": "You are an agent that works in a web browser. Your task: {task}",
    "say-when-done": "{task} When you are done, say so.",
    "nothing-else": "{task} Do not change anything else.",
    "webvoyager": "Now given a task: {task}  Please interact with {url} and get the answer.",
    "webbench": "{task}\nOnly use {url} to achieve the task. Don't go to any other site. "
    "The task is achievable with just navigation from this site.",
}
"""How tasks are handed to agents, the last two as WebVoyager's and WebBench's are."""


def framed(frame: str, task: str, url: str) -> str:
    """A task as an agent's user would write it down."""
    return FRAMES[frame].format(task=task, url=url)


def _before(steps: Steps, kind: str, change: Callable[[Action], Action]) -> Steps:
    """With a step that changes nothing before each one that is a single action of this kind."""

    def with_idle_steps() -> Iterator[Step]:
        for step in steps:
            if step.before and [action.kind for action in step.actions] == [kind]:
                actions = (change(step.actions[0]),)
                yield _quiet(replace(step, actions=actions, after=step.before, thought=""))
            yield step

    return _numbered(tuple(with_idle_steps()))


def _quiet(step: Step) -> Step:
    """Nothing came of it."""
    seen = step.effects
    if seen is None:
        return step
    nothing = Effects(
        requests=None if seen.requests is None else (),
        announced=None if seen.announced is None else (),
    )
    return replace(step, effects=nothing)


def _numbered(steps: Steps) -> Steps:
    return tuple(replace(step, index=number) for number, step in enumerate(steps, 1))
