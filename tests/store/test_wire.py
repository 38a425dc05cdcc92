"""The written protocol is the spoken one."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from builders import a_step

from courtside_store import wire
from courtside_store.schema import bodies, schema

ROOT = Path(__file__).parents[2]


def test_the_schema_in_the_documents_is_made_from_the_messages() -> None:
    written = json.loads((ROOT / "docs/reference/protocol.schema.json").read_text())
    assert written == json.loads(json.dumps(schema())), (
        "python -m courtside_store.schema > docs/reference/protocol.schema.json"
    )


def test_every_body_of_the_http_api_is_in_the_schema() -> None:
    names = {"RetryAsked", "RunPage", "RunHistory", "PostedStep", "ErrorAnswer"}
    assert names <= {one.__name__ for one in bodies()} <= set(schema()["$defs"])


@pytest.mark.parametrize("path", sorted((ROOT / "tests/wire").glob("*.json")), ids=lambda p: p.stem)
def test_golden_messages_are_read_as_they_always_were(path: Path) -> None:
    golden = json.loads(path.read_text())
    kind = {"from-source": wire.FromSource, "to-source": wire.ToSource, "to-viewer": wire.ToViewer}[
        golden["direction"]
    ]
    data = json.dumps(golden["message"]).encode()
    if golden["valid"]:
        message = msgspec.json.decode(data, type=kind)
        assert json.loads(wire.encode(message)) == golden["message"]
    else:
        with pytest.raises(msgspec.ValidationError, match=golden["reason"]):
            msgspec.json.decode(data, type=kind)


def test_unknown_fields_from_a_newer_source_are_ignored() -> None:
    message = json.loads(wire.encode(wire.StepSeen(seq=1, step=a_step())))
    message["later"] = message["step"]["later"] = {"x": 1}
    assert msgspec.json.decode(json.dumps(message), type=wire.FromSource) == wire.StepSeen(
        seq=1, step=msgspec.json.decode(json.dumps(message["step"]), type=type(a_step()))
    )
