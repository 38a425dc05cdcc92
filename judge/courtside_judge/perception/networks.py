"""Loads a network of onnxruntime. Knows no picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import onnxruntime


def load_network(weights: Path | bytes, arena: bool = True) -> onnxruntime.InferenceSession:
    """It computes in one thread. `arena`: keeps memory for its next run.

    Raises OSError where the weights are missing or damaged.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = arena
    model = weights if isinstance(weights, bytes) else str(weights)
    try:
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's errors have nothing else in common
        raise OSError(f"{error}; install Courtside again") from error
