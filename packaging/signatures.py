"""Reads signatures, fields and docstrings of the Python interface from its source."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

WIDTH = 100


class Member(NamedTuple):
    """A field, property or method of a class."""

    name: str
    rest: str
    """Type and default of a field, arguments and result of a method."""
    doc: str
    before: str = ""
    is_field: bool = False
    """Shown also where its name says enough to need no docstring."""


def members_of(kind: type) -> Iterator[Member]:
    """Those of the class, then those that it has from others of ours."""
    seen: set[str] = set()
    for one in kind.__mro__:
        if one.__module__.startswith("courtside"):
            for member in own_members(one):
                if member.name not in seen:
                    seen.add(member.name)
                    yield member


def own_members(kind: type) -> Iterator[Member]:
    """Those of the class alone, in the order of its source."""
    source, node = inspect.getsource(kind), _node(kind)
    below = [*node.body[1:], None]
    for one, following in zip(node.body, below, strict=True):
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            doc = following.value.value if _is_docstring(following) else ""
            default = f" = {_text(one.value, source)}" if one.value else ""
            yield Member(
                one.target.id, f": {_text(one.annotation, source)}{default}", doc, is_field=True
            )
        elif isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
            doc = ast.get_docstring(one) or ""
            is_property = any(_text(d, source) == "property" for d in one.decorator_list)
            rest = f": {_text(one.returns, source)}" if is_property else _signature(one, source)
            awaited = "await " if isinstance(one, ast.AsyncFunctionDef) else ""
            yield Member(one.name, rest, doc, before=awaited)


def signature_of(function: Callable[..., Any]) -> str:
    """Arguments and result, as they are written."""
    return _signature(_node(function), inspect.getsource(function))


def _is_docstring(node: ast.stmt | None) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _node(thing: Any) -> Any:
    return ast.parse(inspect.getsource(thing)).body[0]


def _text(node: ast.AST | None, source: str) -> str:
    """The code as it is written, on one line."""
    written = (ast.get_source_segment(source, node) or "") if node else ""
    return " ".join(written.split())


def _signature(node: Any, source: str) -> str:
    returns = f" -> {_text(node.returns, source)}" if node.returns else ""
    return f"({', '.join(_arguments(node.args, source))}){returns}"


def _arguments(args: ast.arguments, source: str) -> Iterator[str]:
    """Each argument as it is written, without `self`."""
    plain = [*args.posonlyargs, *args.args]
    defaults = [*[None] * (len(plain) - len(args.defaults)), *args.defaults]
    named = list(zip(args.kwonlyargs, args.kw_defaults, strict=True))
    for one, default in zip(plain, defaults, strict=True):
        if one.arg != "self":
            yield _argument(one, default, source)
    if args.vararg or named:
        yield f"*{_text(args.vararg, source)}"
    for one, default in named:
        yield _argument(one, default, source)
    if args.kwarg:
        yield f"**{_text(args.kwarg, source)}"


def _argument(one: ast.arg, default: ast.expr | None, source: str) -> str:
    return _text(one, source) + (f" = {_text(default, source)}" if default else "")


def folded(word: str, signature: str) -> str:
    """On one line where it fits, else an argument a line."""
    if len(word + signature) <= WIDTH:
        return word + signature
    arguments, _, returns = signature[1:].rpartition(")")
    lines = re.split(r", (?=\*{0,2}\w+: |\*,)", arguments)
    return "\n".join([f"{word}(", *(f"    {one}," for one in lines), f"){returns}"])
