"""Opens a UI tree that is written as XML. Knows no device and no element."""

from __future__ import annotations

from xml.etree import ElementTree


def open_tree(xml: bytes | str) -> ElementTree.Element:
    """Its root. Raises ValueError where it is no XML, or has a DOCTYPE, whose entities may explode.

    A UI tree has none; a web view's page has.
    """
    if "<!DOCTYPE" in (xml if isinstance(xml, str) else xml.decode("utf-8", "replace")):
        raise ValueError("a UI tree has no DOCTYPE; is this a page of HTML?")
    try:
        return ElementTree.fromstring(xml)
    except ElementTree.ParseError as error:
        raise ValueError(f"the UI tree is no XML: {error}") from error
