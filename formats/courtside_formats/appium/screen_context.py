"""What a command acts on: the screen, and the elements that it names by Appium's ids."""

from __future__ import annotations

from msgspec import field

from courtside_store.geometry import Point, area
from courtside_store.records import Element, Observation, Record, Target, target_of


class ScreenContext(Record, frozen=True, kw_only=True):
    """What is known of the screen that a command acts on."""

    look: Observation | None = None
    targets: dict[str, Target] = field(default_factory=dict)
    has_secrets: bool = True
    """Whether any field of the screen is secret; taken to, where nobody has looked."""

    @property
    def focused(self) -> Target | None:
        """Where keys go; None where nobody tells."""
        found = next((e for e in self._elements if "focused" in e.state), None)
        return target_of(found) if found else None

    def at(self, point: Point) -> Target | None:
        """The smallest thing with a name or a use at a point."""
        hit = [one for one in self._elements if one.box and one.box.contains(point)]
        return target_of(min(hit, key=lambda one: area(one.box))) if hit else None

    @property
    def _elements(self) -> tuple[Element, ...]:
        return self.look.elements if self.look else ()
