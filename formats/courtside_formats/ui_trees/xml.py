"""Opens a UI tree that is written as XML. Knows no device and no element."""

from __future__ import annotations

from xml.etree import ElementTree

import defusedxml
from defusedxml.ElementTree import fromstring


def open_tree(xml: bytes | str) -> ElementTree.Element:
    """Its root. Raises ValueError where it is no XML, or has a DOCTYPE, whose entities may explode.

    A UI tree has none; a web view's page has.
    """
    try:
        root: ElementTree.Element = fromstring(xml, forbid_dtd=True)
    except defusedxml.DefusedXmlException as error:
        raise ValueError("a UI tree has no DOCTYPE; is this a page of HTML?") from error
    except (ElementTree.ParseError, LookupError, ValueError) as error:  # the last two: encodings
        raise ValueError(f"the UI tree is not XML: {error}") from error
    return root
