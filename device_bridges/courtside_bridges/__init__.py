"""Sources: they watch an agent and send its steps. Know nothing of the daemon but its wire."""

from .recorded import Outcome
from .watching import watch

__all__ = ["Outcome", "watch"]
