"""What may be used as a model, and the one line that says why something may not."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from ggufs import FITTING, QUERY, a_gguf, a_projector, an_adapter, write_gguf
from msgspec.structs import replace

from courtside_judge.backends.chosen import ModelChoice, ModelRole
from courtside_judge.models import gguf_file
from courtside_judge.models.examine import examine, with_adapter
from courtside_judge.models.gguf_file import read_header


def look(where: object, projector: Path | None = None, role: ModelRole = "reasoner") -> ModelChoice:
    return examine(str(where), projector, "", role, lambda *_: None)


def refused(where: object, projector: Path | None = None, role: ModelRole = "reasoner") -> str:
    with pytest.raises((ValueError, OSError)) as raised:
        look(where, projector, role)
    assert "\n" not in str(raised.value)
    return str(raised.value)


def test_a_model_made_for_instructions_is_taken_with_its_sha256(tmp_path: Path) -> None:
    path = a_gguf(tmp_path / "a.gguf")
    progress: list[tuple[int, int]] = []
    choice = examine(str(path), None, "", "reasoner", lambda *done: progress.append(done))
    assert choice == ModelChoice(
        backend="llama_cpp",
        model=str(path),
        name="small",
        sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
        bytes=path.stat().st_size,
        modified_ns=(path.stat().st_mtime_ns,),
    )
    assert progress[-1] == (choice.bytes, choice.bytes)


def test_a_captioner_needs_a_projector_that_fits(tmp_path: Path) -> None:
    path = a_gguf(tmp_path / "a.gguf")
    projector = a_projector(tmp_path / "projector.gguf")
    assert look(path, projector, "captioner").projector == str(projector)
    assert "add --projector" in refused(path, None, "captioner")
    assert "is a projector" in refused(projector)
    assert "is no projector but a qwen2 model" in refused(path, path)
    assert "is not there" in refused(path, tmp_path / "none.gguf")
    wide = a_projector(tmp_path / "wide.gguf", 128)
    assert "vectors are 128 wide, the model's 64" in refused(path, wide)


def test_an_adapter_goes_with_a_model_of_its_kind(tmp_path: Path) -> None:
    def refused_adapter(choice: ModelChoice, adapter: Path) -> str:
        with pytest.raises(ValueError) as error:
            with_adapter(choice, adapter, lambda *_: None)
        assert "\n" not in str(error.value)
        return str(error.value)

    model, adapter = look(a_gguf(tmp_path / "a.gguf")), an_adapter(tmp_path / "adapter.gguf")
    adapted = with_adapter(model, adapter, lambda *_: None)
    sha256 = hashlib.sha256(adapter.read_bytes()).hexdigest()
    size = adapter.stat().st_size
    assert adapted == replace(
        model,
        adapter=str(adapter),
        adapter_sha256=sha256,
        adapter_bytes=size,
        adapter_modified_ns=(adapter.stat().st_mtime_ns,),
    )
    assert "is an adapter: name its model" in refused(adapter)
    assert "is a folder; name the adapter.gguf in it" in refused_adapter(model, tmp_path)
    assert "is not there" in refused_adapter(model, tmp_path / "none.gguf")
    assert "is no adapter but a qwen2 model" in refused_adapter(model, Path(model.model))
    other = an_adapter(tmp_path / "other.gguf", "llama")
    assert "is for llama models; a.gguf is qwen2" in refused_adapter(model, other)
    empty = an_adapter(tmp_path / "empty.gguf", tensors={})
    assert "has no tensors" in refused_adapter(model, empty)
    half = an_adapter(tmp_path / "half.gguf", tensors={f"{QUERY}.lora_a": (8, 2)})
    assert f"no pair lora_a and lora_b for {QUERY}" in refused_adapter(model, half)
    large = {f"{QUERY}.lora_a": (16, 2), f"{QUERY}.lora_b": (2, 16)}
    wide = an_adapter(tmp_path / "wide.gguf", tensors=large)
    assert "its blk.0.attn_q.weight is 16 x 16, the model's 8 x 8" in refused_adapter(model, wide)
    deep = {name.replace("0", "9"): shape for name, shape in FITTING.items()}
    deep_adapter = an_adapter(tmp_path / "deep.gguf", tensors=deep)
    assert "changes blk.9.attn_q.weight, which the model" in refused_adapter(model, deep_adapter)
    folder = replace(model, backend="transformers")
    assert "has it as its folder `adapter`" in refused_adapter(folder, adapter)


@pytest.mark.parametrize("lost", [1, 100, 255])
def test_a_file_that_was_cut_off_says_what_is_missing(tmp_path: Path, lost: int) -> None:
    path = a_gguf(tmp_path / "a.gguf")
    whole = path.read_bytes()
    path.write_bytes(whole[:-lost])
    assert f"it has {len(whole) - lost:,} bytes, its weights end at {len(whole):,}" in refused(path)


def test_wherever_a_header_is_cut_it_is_one_line(tmp_path: Path) -> None:
    whole = a_gguf(tmp_path / "a.gguf").read_bytes()
    path = tmp_path / "cut.gguf"
    for length in range(0, len(whole) - 256, 7):
        path.write_bytes(whole[:length])
        assert "cut off" in refused(path) or "no GGUF" in refused(path)


def test_a_damaged_header_is_one_line(tmp_path: Path) -> None:
    whole = bytearray(a_gguf(tmp_path / "a.gguf").read_bytes())
    path = tmp_path / "odd.gguf"
    for at in range(4, len(whole) - 256):
        odd = bytes([*whole[:at], whole[at] ^ 0xFF, *whole[at + 1 :]])
        path.write_bytes(odd)
        try:
            read_header(path)
        except ValueError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("facts", "named"),
    [
        ({"without": "tokenizer.chat_template"}, "no chat template"),
        ({"general__architecture": "nomic-bert"}, "cannot answer questions"),
        ({"general__architecture": "t5encoder"}, "cannot answer questions"),
        ({"without": "general.architecture"}, "cannot answer questions"),
        ({"split__count": 3}, "one of 3 parts"),
        ({"version": 1}, "GGUF version 1"),
    ],
)
def test_a_gguf_of_another_kind_is_refused(
    tmp_path: Path, facts: dict[str, int | str], named: str
) -> None:
    version = int(facts.pop("version", 3))
    without = str(facts.pop("without", ""))
    assert named in refused(a_gguf(tmp_path / "a.gguf", without=without, version=version, **facts))


def test_what_is_no_gguf_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "page.gguf"
    page.write_text("<!doctype html>not found")
    assert "is no GGUF file: it begins with b'<!do'" in refused(page)
    assert "is not there" in refused(tmp_path / "none.gguf")


def test_a_folder_of_transformers_weights_is_taken(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    assert "no config.json" in refused(folder)
    (folder / "config.json").write_text("{")
    assert "config.json" in refused(folder)
    (folder / "config.json").write_text("{}")
    assert "no model_type" in refused(folder)
    (folder / "config.json").write_text(json.dumps({"model_type": "qwen2"}))
    assert "no weights" in refused(folder)
    (folder / "model-2.safetensors").write_bytes(b"two")
    (folder / "model-1.safetensors").write_bytes(b"one")
    assert look(folder) == ModelChoice(
        backend="transformers",
        model=str(folder),
        name="model",
        sha256=hashlib.sha256(b"onetwo").hexdigest(),
        bytes=6,
        modified_ns=tuple((folder / f"model-{n}.safetensors").stat().st_mtime_ns for n in (1, 2)),
    )
    (folder / "adapter").mkdir()
    (folder / "adapter" / "adapter_model.safetensors").write_bytes(b"three")
    assert look(folder).bytes == 11, "another adapter is another model"
    assert "sees no images" in refused(folder, role="captioner")
    (folder / "config.json").write_text(
        json.dumps({"model_type": "qwen2_5_vl", "vision_config": {}})
    )
    assert look(folder, role="captioner").backend == "transformers"
    assert "--projector" in refused(folder, folder / "x")


def test_the_reader_agrees_with_the_formats_own_library(tmp_path: Path) -> None:
    gguf = pytest.importorskip("gguf", reason="gguf is not installed")
    path = a_gguf(tmp_path / "a.gguf")
    read = gguf.GGUFReader(path)
    assert read.get_field("general.architecture").contents() == read_header(path).architecture
    last = read.tensors[-1]
    assert last.data_offset + last.n_bytes == read_header(path).needs_bytes == path.stat().st_size
    from courtside_judge.models import gguf_file

    theirs = {int(kind): tuple(size) for kind, size in gguf.GGML_QUANT_SIZES.items()}
    assert {kind: theirs[kind] for kind in gguf_file._BLOCKS} == gguf_file._BLOCKS


def test_a_file_without_weights_is_whole(tmp_path: Path) -> None:
    assert read_header(write_gguf(tmp_path / "v.gguf", {"general.architecture": "x"})).needs_bytes


def test_the_sizes_of_blocks_are_those_of_the_gguf_package() -> None:
    constants = pytest.importorskip("gguf.constants", reason="gguf is not installed")
    theirs = {int(kind): sizes for kind, sizes in constants.GGML_QUANT_SIZES.items()}
    assert {kind: sizes for kind, sizes in gguf_file._BLOCKS.items() if kind in theirs} == theirs
