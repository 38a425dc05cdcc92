"""Opens a chosen model with the library it asks for. Imports none of them before."""

from __future__ import annotations

from importlib.util import find_spec
from typing import assert_never

from .chosen import Backend, ModelChoice
from .protocol import Model

NEEDS: dict[Backend, tuple[str, str]] = {
    "llama_cpp": ("llama_cpp", "pip install 'courtside[llama]'"),
    "openai": ("openai", "pip install 'courtside[openai]'"),
    "transformers": ("transformers", "pip install 'courtside[transformers]'"),
}
"""What each backend imports, and what brings it."""


def is_installed(backend: Backend) -> bool:
    """Is its library there?"""
    return find_spec(NEEDS[backend][0]) is not None


def open_model(choice: ModelChoice) -> Model:
    """The model, loaded. Raises ValueError or OSError, in one line that says what to do."""
    if not is_installed(choice.backend):
        module, how = NEEDS[choice.backend]
        raise ValueError(f"{choice.name} needs {module}, which is not installed; {how}")
    match choice.backend:
        case "llama_cpp":
            from .llama import LlamaModel

            return LlamaModel(choice)
        case "openai":
            from .openai_server import ServerModel

            return ServerModel(choice)
        case "transformers":
            from .transformers_backend import TransformersModel

            return TransformersModel(choice)
        case _:
            assert_never(choice.backend)
