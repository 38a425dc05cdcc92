"""A UI tree is XML without a DOCTYPE, whatever its encoding; anything else is refused."""

from __future__ import annotations

import pytest

from courtside_formats.ui_trees.xml import open_tree

ENTITY = '<!DOCTYPE a [<!ENTITY b "x">]><a>&b;</a>'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_doctype_is_refused_in_every_encoding(encoding: str) -> None:
    declared = f'<?xml version="1.0" encoding="{encoding}"?>{ENTITY}'
    with pytest.raises(ValueError, match=r"DOCTYPE|not XML"):
        open_tree(declared.encode(encoding))


def test_a_doctype_in_text_is_refused() -> None:
    with pytest.raises(ValueError, match="has no DOCTYPE"):
        open_tree(ENTITY)


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"\xff\xfe",
        "no tree",
        "<a>",
        b'<?xml version="1.0" encoding="klingon"?><a/>',
        "<a>\0</a>",
    ],
)
def test_what_is_no_xml_is_a_value_error(broken: bytes | str) -> None:
    with pytest.raises(ValueError, match="is not XML"):
        open_tree(broken)


def test_a_tree_is_its_root() -> None:
    assert open_tree('<hierarchy rotation="0"><node/></hierarchy>')[0].tag == "node"
