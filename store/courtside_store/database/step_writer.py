"""Writes steps and their screens."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping

import msgspec

from courtside_store import wire
from courtside_store.addresses import clean_effects, clean_step
from courtside_store.effects_merging import merge_effects
from courtside_store.lifecycle import with_effects, with_step
from courtside_store.records import Observation, Step, now_ms
from courtside_store.rendering import render_step
from courtside_store.stored_records import load

from .connection import PASSAGE_OF_RUN
from .runs import RunWriter


class StepWriter(RunWriter):
    """Rows of steps; a screen that two steps share is kept once."""

    def _add_step(self, step: Step) -> None:
        self._secrets.see(step)
        step = clean_step(step)
        before = self._add_observation(step, step.before)
        after = self._add_observation(step, step.after)
        look = step.after or step.before
        frame = next((s.frame for s in (step.after, step.before) if s and s.frame), None)
        action = render_step(step)
        body = msgspec.structs.replace(step, before=None, after=None)
        self._db.execute(
            "insert into step(run, step, at_ms, action, frame, before, after, body) "
            "values (:run, :step, :at, :action, :frame, :before, :after, :body)",
            {
                "run": step.run,
                "step": step.index,
                "at": look.at_ms if look else now_ms(),
                "action": action,
                "frame": frame,
                "before": before,
                "after": after,
                "body": wire.encode(body),
            },
        )
        self._db.execute(
            "update run set steps = :step, last_at_ms = :now, frame = coalesce(:frame, frame) "
            "where id = :run",
            {"step": step.index, "now": now_ms(), "frame": frame, "run": step.run},
        )
        self._add_passage(step.run, step.index, "action", action)
        self._apply_event(step.run, with_step)

    def name_actions(self, run: str, words: Mapping[int, str]) -> None:
        """What was done at steps of a run in other words, for their list and the search: what a
        press on a picture hit is known once the picture was read.
        """
        with self._transaction():
            for step, action in words.items():
                key = {"run": run, "step": step, "action": action}
                changed = self._db.execute(
                    "update step set action = :action "
                    "where run = :run and step = :step and action <> :action",
                    key,
                )
                if changed.rowcount:
                    self._db.execute(
                        "delete from passage where place = 'action' and step = :step "
                        f"and {PASSAGE_OF_RUN}",
                        key,
                    )
                    self._add_passage(run, step, "action", action)

    def _add_effects(self, message: wire.EffectsSeen) -> None:
        """Raises ValueError where the step that is kept cannot be read."""
        key = {"run": message.run, "step": message.step}
        row = self._db.execute("select body from step where run = :run and step = :step", key)
        step = load(row.fetchone()[0], Step)
        effects = merge_effects(step.effects, clean_effects(message.effects))
        if effects == step.effects:
            return
        body = wire.encode(msgspec.structs.replace(step, effects=effects))
        self._db.execute(
            "update step set body = :body where run = :run and step = :step", {**key, "body": body}
        )
        self._apply_event(message.run, with_effects)

    def _add_observation(self, step: Step, look: Observation | None) -> int | None:
        """A step's after is the next one's before: kept once, with its page text apart."""
        if look is None:
            return None
        encoded = wire.encode(look)
        digest = hashlib.blake2b(encoded, digest_size=16).digest()
        known = self._db.execute(
            "select id from observation where run = :run and hash = :hash",
            {"run": step.run, "hash": digest},
        ).fetchone()
        if known:
            return int(known[0])
        row = self._db.execute(
            "insert into observation(run, hash, body) values (:run, :hash, :body)",
            {
                "run": step.run,
                "hash": digest,
                "body": zlib.compress(encoded, 1),
            },
        )
        if look.frame:
            self._use(step.run, look.frame)
        self._add_passage(step.run, step.index, "page", f"{look.title} {look.text}")
        return row.lastrowid
