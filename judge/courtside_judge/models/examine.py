"""Looks at what a person wants to use as a model, and refuses in one line what cannot be one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from courtside_judge.backends.chosen import ModelChoice, ModelRole

from .adapter_fit import misfit
from .gguf_file import Header, read_header
from .server_models import model_names

OnHashed = Callable[[int, int], None]
"""What is called with how many bytes of how many are hashed."""
CHUNK = 4 * 1024 * 1024
NO_TALKERS = ("bert", "t5", "whisper", "wavtokenizer")
"""Parts of the names of architectures that answer no questions."""
FITTED = ("idefics3", "qwen2vl_merger", "qwen2.5vl_merger", "qwen3vl_merger")
"""Projectors that say truly how wide the vectors of their model are."""


def with_adapter(choice: ModelChoice, adapter: Path, on_progress: OnHashed) -> ModelChoice:
    """The model with a LoRA adapter. Raises ValueError or OSError, in one line."""
    path = adapter.expanduser().absolute()
    if choice.backend != "llama_cpp":
        raise ValueError(
            "--adapter is for a GGUF file; a folder of weights has it as its folder `adapter`"
        )
    if path.is_dir():
        raise ValueError(f"--adapter {path} is a folder; name the adapter.gguf in it")
    if not path.is_file():
        raise ValueError(f"--adapter {path} is not there")
    header, model = read_header(path), read_header(Path(choice.model))
    if not header.is_adapter:
        raise ValueError(f"--adapter {path} is no adapter but a {header.architecture} model")
    if header.architecture != model.architecture:
        raise ValueError(
            f"--adapter {path} is for {header.architecture} models; {Path(choice.model).name} is "
            f"{model.architecture}"
        )
    if why := misfit(header.tensors, model.tensors):
        raise ValueError(f"--adapter {path} {why}; take one made for {Path(choice.model).name}")
    seen = _as_it_is([path], on_progress, "adapter_")
    return msgspec.structs.replace(choice, adapter=str(path), **seen)


def examine(
    where: str, projector: Path | None, name: str, role: ModelRole, on_progress: OnHashed
) -> ModelChoice:
    """The model at a path or URL, for that role.

    Raises ValueError or OSError, in one line that says what to do, on what cannot be used.
    """
    if "://" in where:
        if projector:
            raise ValueError(f"--projector is for a GGUF file; the server at {where} has its own")
        return _server(where.rstrip("/"), name)
    path = Path(where).expanduser().absolute()
    if path.is_dir():
        if projector:
            raise ValueError(f"--projector is for a GGUF file; {path} is a folder")
        return _folder(path, name, role, on_progress)
    if not path.is_file():
        raise ValueError(f"{path} is not there; `courtside model list` names models to pull")
    return _gguf(path, projector, name, role, on_progress)


def _server(url: str, name: str) -> ModelChoice:
    names = model_names(url)
    if not names:
        raise ValueError(f"{url} has no model loaded")
    if not name and len(names) > 1:
        raise ValueError(f"{url} has {len(names)} models; say --name, one of {_few(names)}")
    if name and name not in names:
        raise ValueError(f"{url} has no model {name!r}; it has {_few(names)}")
    return ModelChoice(backend="openai", model=url, name=name or names[0])


def _few(names: list[str]) -> str:
    return ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")


class _Config(msgspec.Struct, frozen=True):
    """What is read of a folder's config.json."""

    model_type: str = ""
    vision_config: dict[str, object] | None = None


def _folder(path: Path, name: str, role: ModelRole, on_progress: OnHashed) -> ModelChoice:
    try:
        config = msgspec.json.decode((path / "config.json").read_bytes(), type=_Config)
    except FileNotFoundError as error:
        raise ValueError(f"{path} has no config.json: it is no transformers model") from error
    except msgspec.DecodeError as error:
        raise ValueError(f"{path / 'config.json'}: {error}") from error
    weights = weights_of(path)
    if not config.model_type or not weights:
        what = "weights (*.safetensors)" if config.model_type else "model_type in its config.json"
        raise ValueError(f"{path} has no {what}: it is no transformers model")
    if role == "captioner" and config.vision_config is None:
        raise ValueError(f"{path} sees no images; a captioner has to")
    seen = _as_it_is(weights, on_progress)
    return ModelChoice(backend="transformers", model=str(path), name=name or path.name, **seen)


def weights_of(path: Path) -> list[Path]:
    """A model's files of weights: itself, or those in its folder and of its adapter."""
    if not path.is_dir():
        return [path] if path.is_file() else []
    folders = (path, path / "adapter")
    return sorted(
        file
        for folder in folders
        for pattern in ("*.safetensors", "pytorch_model*.bin", "adapter_model.bin")
        for file in folder.glob(pattern)
    )


def size_of(weights: list[Path]) -> int:
    """Bytes of all of them."""
    return sum(file.stat().st_size for file in weights)


def modified_of(weights: list[Path]) -> tuple[int, ...]:
    """When each of them was written last, in nanoseconds."""
    return tuple(file.stat().st_mtime_ns for file in weights)


def _gguf(
    path: Path, projector: Path | None, name: str, role: ModelRole, on_progress: OnHashed
) -> ModelChoice:
    header = read_header(path)
    if header.is_projector:
        raise ValueError(f"{path} is a projector: name its model, and this one with --projector")
    if header.is_adapter:
        raise ValueError(f"{path} is an adapter: name its model, and this one with --adapter")
    if not header.architecture or any(word in header.architecture for word in NO_TALKERS):
        kind = header.architecture or "of no architecture"
        raise ValueError(
            f"{path} is {kind}: it cannot answer questions; use a model made for instructions"
        )
    if not header.has_chat_template:
        raise ValueError(f"{path} has no chat template; use a model made for instructions")
    if header.parts > 1:
        raise ValueError(
            f"{path} is one of {header.parts} parts; join them: llama-gguf-split --merge"
        )
    if projector is None and role == "captioner":
        raise ValueError(f"{path} sees no images by itself; add --projector MMPROJ.gguf")
    name, seen = name or header.name or path.stem, _as_it_is([path], on_progress)
    choice = ModelChoice(backend="llama_cpp", model=str(path), name=name, **seen)
    return _with_projector(choice, header, projector, on_progress) if projector else choice


def _with_projector(
    choice: ModelChoice, model: Header, path: Path, on_progress: OnHashed
) -> ModelChoice:
    path, model_path = path.expanduser().absolute(), Path(choice.model)
    if not path.is_file():
        raise ValueError(f"--projector {path} is not there")
    header = read_header(path)
    if not header.is_projector:
        raise ValueError(f"--projector {path} is no projector but a {header.architecture} model")
    widths = header.width, model.width
    if header.projector in FITTED and all(widths) and widths[0] != widths[1]:
        raise ValueError(
            f"--projector {path} does not fit {model_path.name}: its vectors are {widths[0]} "
            f"wide, the model's {widths[1]}; take the mmproj file made for it"
        )
    seen = _as_it_is([path], on_progress, "projector_")
    return msgspec.structs.replace(choice, projector=str(path), **seen)


def _as_it_is(weights: list[Path], on_progress: OnHashed, prefix: str = "") -> dict[str, Any]:
    """What is kept of files, by which a change is noticed. Their time comes first: what is written
    while they are read is a change.
    """
    time = {f"{prefix}modified_ns": modified_of(weights)}
    sha256 = hash_files(weights, on_progress)
    return time | {f"{prefix}sha256": sha256, f"{prefix}bytes": size_of(weights)}


def hash_files(paths: list[Path], on_progress: OnHashed) -> str:
    """The sha256 of one file after the other. Raises OSError where one cannot be read."""
    digest, size, done = hashlib.sha256(), size_of(paths), 0
    for path in paths:
        with path.open("rb") as file:
            while piece := file.read(CHUNK):
                digest.update(piece)
                done += len(piece)
                on_progress(done, size)
    return digest.hexdigest()
