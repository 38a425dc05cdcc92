"""The small policy: a task, a screen and what was done so far in, scored choices out.

Knows no page; `courtside_refine.actors.policy_actor` acts with it. Needs the extra `training`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save

from courtside_store.private_files import write_private
from courtside_store.records import Element

from .batches import screen_batch, screen_tensors
from .element_features import ROW_SIZE, WHOLE_SIZE, screen_features
from .example import KINDS, MAX_ELEMENTS, Outlook, PastAction, ScoredAction
from .network import Network
from .one_thread import one_thread
from .text_features import TEXT_SIZE, text_rows, texts_for

FORM = {"form": "courtside-policy-3", "sizes": f"{ROW_SIZE} {WHOLE_SIZE} {TEXT_SIZE}"}
"""What a file of weights says of itself: weights of other features are refused."""
MAX_CANDIDATES = 20
_MIN_SHARE = 1e-4
_TEXTS = 5


class Policy:
    """One network with its weights."""

    def __init__(self, network: Network | None = None, *, seed: int = 0) -> None:
        """Random weights from the seed where no network is given."""
        if network is None:
            torch.manual_seed(seed)
            network = Network()
        self.network = network

    @classmethod
    def load(cls, path: Path) -> Policy:
        """Weights that `save` wrote; a folder is one that `fit_policy` wrote.

        Raises ValueError, in one line, where it is no such file, FileNotFoundError without one.
        """
        path = path / WEIGHTS if path.is_dir() else path
        if not path.is_file():
            raise FileNotFoundError(f"there is no policy in {path}")
        try:
            with safe_open(path, "pt") as file:
                about = file.metadata() or {}
                weights = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        except SafetensorError as error:
            raise ValueError(f"{path} holds no weights: {error}") from error
        if {name: about.get(name) for name in FORM} != FORM:
            raise ValueError(f"{path} is of another version of the policy; train it again")
        network = Network()
        network.load_state_dict(weights)
        return cls(network)

    def save(self, path: Path) -> None:
        """Whole or not at all. Raises OSError on a full disk."""
        path.parent.mkdir(parents=True, exist_ok=True)
        write_private(path, save(self.network.state_dict(), metadata=FORM), flush=True)

    def copy(self) -> Policy:
        """Another one with the same weights."""
        network = Network()
        network.load_state_dict(self.network.state_dict())
        return Policy(network)

    def fingerprint(self) -> str:
        """SHA-256 of the weights."""
        digest = hashlib.sha256()
        for name, tensor in sorted(self.network.state_dict().items()):
            digest.update(name.encode() + tensor.numpy().tobytes())
        return digest.hexdigest()

    def choose(
        self,
        task: str,
        elements: Sequence[Element],
        history: Sequence[PastAction] = (),
        outlook: Outlook | None = None,
    ) -> tuple[ScoredAction, ...]:
        """What could be done next, the likeliest first; at least the stop is among it."""
        elements = tuple(elements)[:MAX_ELEMENTS]
        seen = screen_features(task, elements, history, outlook)
        self.network.eval()
        with torch.no_grad(), one_thread():
            logits, hidden = self.network(screen_batch([screen_tensors(seen)]))
            likely = torch.softmax(logits[0], -1)
            found = self._choices(task, elements, history, outlook, likely, hidden[0])
            return tuple(sorted(found, key=lambda one: -one.probability))

    def _choices(
        self,
        task: str,
        elements: Sequence[Element],
        history: Sequence[PastAction],
        outlook: Outlook | None,
        likely: Any,
        hidden: Any,
    ) -> Iterator[ScoredAction]:
        yield ScoredAction(kind="stop", probability=float(likely[-1]))
        order = torch.argsort(likely[:-1], descending=True)[:MAX_CANDIDATES].tolist()
        for place in order:
            share = float(likely[place])
            at, kind = place // len(KINDS), KINDS[place % len(KINDS)]
            if share < _MIN_SHARE or at >= len(elements):
                continue
            if kind == "click":
                yield ScoredAction(kind=kind, element=elements[at].id, probability=share)
                continue
            texts = texts_for(task, elements, at)
            if not texts:
                continue
            rows = torch.tensor(text_rows(task, elements, history, outlook, at, texts))
            each = torch.softmax(self.network.text_scores(rows, hidden[at]), -1).tolist()
            best = sorted(zip(each, texts, strict=True), reverse=True)[:_TEXTS]
            for part, text in best:
                yield ScoredAction(
                    kind=kind, element=elements[at].id, text=text, probability=share * part
                )


WEIGHTS = "policy.safetensors"
"""The file of the weights in a folder that `fit_policy` wrote."""
