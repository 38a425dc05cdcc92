"""TFRecord files and the `tf.train.Example` in each record, by hand: TensorFlow is 600 MB."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO

FeatureValue = bytes | float | int
MAX_RECORD_BYTES = 64 * 1024 * 1024
MAX_VALUES = 100_000
"""A feature with more values is refused; a screen's boxes are some hundreds."""
VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5


def read_records(file: BinaryIO) -> Iterator[bytes]:
    """The records of a TFRecord file. Raises ValueError where it breaks off."""
    while head := file.read(12):
        if len(head) < 12:
            raise ValueError("the file breaks off within a record's head")
        length = struct.unpack("<Q", head[:8])[0]
        if length > MAX_RECORD_BYTES:
            raise ValueError(
                f"a record of {length} bytes; at most {MAX_RECORD_BYTES}: no TFRecord?"
            )
        data = file.read(length + 4)
        if len(data) < length + 4:
            raise ValueError("the file breaks off within a record")
        yield data[:length]


def read_example(record: bytes) -> dict[str, list[FeatureValue]]:
    """The features of one example, each a list of bytes, floats or integers.

    Raises ValueError where the bytes are no such message.
    """
    found: dict[str, list[FeatureValue]] = {}
    for features in _messages(memoryview(record), 1):
        for entry in _messages(features, 1):
            parts = {number: value for number, _, value in _fields(entry)}
            name, feature = parts.get(1), parts.get(2, memoryview(b""))
            if isinstance(name, memoryview) and isinstance(feature, memoryview):
                values = list(islice(_feature(feature), MAX_VALUES + 1))
                if len(values) > MAX_VALUES:
                    raise ValueError(f"a feature of more than {MAX_VALUES} values")
                found[bytes(name).decode("utf-8", "replace")] = values
    return found


def _feature(data: memoryview) -> Iterator[FeatureValue]:
    for kind, _, value in _fields(data):
        if not isinstance(value, memoryview):
            continue
        for _, wire, item in _fields(value):
            match kind, wire:
                case 1, _:
                    yield bytes(item) if isinstance(item, memoryview) else item
                case 2, _ if isinstance(item, memoryview):
                    yield from (
                        one for (one,) in struct.iter_unpack("<f", item[: len(item) // 4 * 4])
                    )
                case 3, _ if isinstance(item, memoryview):
                    at = 0
                    while at < len(item):
                        number, at = _varint(item, at)
                        yield _signed(number)
                case 3, _ if isinstance(item, int):
                    yield _signed(item)


def _messages(data: memoryview, number: int) -> Iterator[memoryview]:
    for found, _, value in _fields(data):
        if found == number and isinstance(value, memoryview):
            yield value


def _fields(data: memoryview) -> Iterator[tuple[int, int, int | memoryview]]:
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        wire = key & 7
        if wire == VARINT:
            value: int | memoryview
            value, at = _varint(data, at)
        else:
            if wire == BYTES:
                size, at = _varint(data, at)
            elif wire in (FIXED32, FIXED64):
                size = 4 if wire == FIXED32 else 8
            else:
                raise ValueError(f"wire type {wire}: not a tf.train.Example")
            if at + size > len(data):
                raise ValueError("a record breaks off: not a tf.train.Example")
            value, at = data[at : at + size], at + size
        yield key >> 3, wire, value


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while shift < 70:
        if at >= len(data):
            raise ValueError("a record breaks off: not a tf.train.Example")
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    raise ValueError("a number without an end: not a tf.train.Example")


def _signed(value: int) -> int:
    return value - (1 << 64) if value >= 1 << 63 else value
