"""The stored runs that a policy is trained on, and those that are left out for its test."""

from __future__ import annotations

from courtside.agent_training.policy_options import PolicyOptions
from courtside.options.filters import filter_of
from courtside.options.selection_options import Selecting, selection_of
from courtside_formats.exports.judged import JudgedRun, judged_runs
from courtside_formats.exports.layout import Layout
from courtside_store.config import Config
from courtside_store.database_file import is_recorded
from courtside_store.reading import Reader
from courtside_store.rendering import counted


def judged(config: Config, options: PolicyOptions, selecting: Selecting) -> list[JudgedRun]:
    """The runs that the options select. Raises ValueError where nothing is stored."""
    if not is_recorded(config):
        raise ValueError("no run is stored yet; `courtside up` starts the daemon that records them")
    with Reader(config) as reader:
        selection = selection_of(config, reader, filter_of(options.words), selecting)
        return list(judged_runs(reader, selection))


def split(runs: list[JudgedRun], test_share: float) -> tuple[list[JudgedRun], list[JudgedRun]]:
    """Runs to train on, and those of tasks that are left out. A task's text decides, so that it is
    always on the same side. Raises ValueError where a share of the tasks asked for is none, or all.
    """
    layout = Layout(test_share=test_share)
    train = [run for run in runs if layout.split_of(run.summary.run.task) == "train"]
    test = [run for run in runs if layout.split_of(run.summary.run.task) == "test"]
    tasks = counted(len({run.summary.run.task for run in runs}), "task")
    if test_share and runs and not test:
        raise ValueError(
            f"--test-share {test_share:g} leaves out none of {tasks}; give a larger share, or none"
        )
    if runs and not train:
        raise ValueError(
            f"--test-share {test_share:g} leaves out all of {tasks}: nothing to train on; "
            "give a smaller share"
        )
    return train, test
