"""ONNX weights that are smaller than a processor's normal numbers, set to zero. Runs no network.

With such numbers a processor may compute a hundred times more slowly, and training leaves a quarter
of a million of them in channels of the text detector that ended without use: two of its layers took
seven tenths of its time. onnxruntime's own setting for them does nothing in one thread. What a
network says is the same (docs/lab/perception.md).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

_GRAPH, _INITIALIZER, _DATA_TYPE, _RAW_DATA = 7, 5, 2, 9
"""Fields of ModelProto, GraphProto and, the last two, TensorProto (onnx.proto)."""
_FLOAT = 1
_VARINT, _LENGTH = 0, 2
_SIZES = {1: 8, 5: 4}
"""Bytes of what else a field may be."""
_TINY = np.finfo(np.float32).tiny


def without_denormals(model: bytes) -> bytes:
    """The model with zeros in their place. Weights that are not stored as raw 32-bit numbers stay
    as they are. Raises ValueError where it is no ONNX file."""
    flushed = bytearray(model)
    for graph in _values(model, range(len(model)), _GRAPH):
        for tensor in _values(model, graph, _INITIALIZER):
            if (_DATA_TYPE, _FLOAT) in _fields(model, tensor):
                for raw in _values(model, tensor, _RAW_DATA):
                    numbers = np.frombuffer(flushed, "<f4", len(raw) // 4, raw.start)
                    numbers[np.abs(numbers) < _TINY] = 0
    return bytes(flushed)


def _values(data: bytes, message: range, wanted: int) -> Iterator[range]:
    """Where the values of a field lie that are messages or bytes."""
    for field, value in _fields(data, message):
        if field == wanted and isinstance(value, range):
            yield value


def _fields(data: bytes, message: range) -> Iterator[tuple[int, int | range]]:
    """Each field of a protobuf message: a number's value, or where the bytes of another lie."""
    at = message.start
    while at < message.stop:
        tag, at = _varint(data, at)
        field, kind = tag >> 3, tag & 7
        if kind == _VARINT:
            value, at = _varint(data, at)
            yield field, value
            continue
        size, at = _varint(data, at) if kind == _LENGTH else (_SIZES.get(kind), at)
        if size is None or at + size > message.stop:
            raise ValueError("no ONNX file: a field ends after the message that holds it")
        yield field, range(at, at + size)
        at += size


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits a byte, and where it ends."""
    value = shift = 0
    while True:
        if at >= len(data):
            raise ValueError("no ONNX file: it ends within a number")
        value |= (data[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 0x80:
            return value, at
