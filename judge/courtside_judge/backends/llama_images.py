"""Images for a llama.cpp model, through its projector file. Knows no judge."""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Iterator
from functools import partial
from typing import Any

import llama_cpp.mtmd_cpp as mtmd

from courtside_judge.perception.picture import open_picture

from .llama_kv_cache import BATCH, PromptImage, PromptUnit, Token


class Projector:
    """A projector (mmproj) beside a loaded model."""

    def __init__(self, path: str, model: Any, threads: int) -> None:
        """Raises ValueError where the file is no projector, or one for another model."""
        params = mtmd.mtmd_context_params_default()
        params.n_threads = threads
        params.print_timings = False
        params.warmup = False
        self._context = mtmd.mtmd_init_from_file(path.encode(), model, params)
        if not self._context:
            raise ValueError(f"{path} does not fit the model: take the mmproj file made for it")
        if not mtmd.mtmd_support_vision(self._context):
            raise ValueError(f"{path} is no projector for images")
        self._marker = mtmd.mtmd_default_marker()

    def close(self) -> None:
        """Frees the projector."""
        mtmd.mtmd_free(self._context)

    def look(self, image: bytes) -> list[PromptUnit]:
        """The units that stand for an image: marks of the model's own, and the picture's slices.

        Raises OSError where the image cannot be read.
        """
        shown = open_picture(image)
        name = hashlib.sha256(image).hexdigest()
        bitmap = mtmd.mtmd_bitmap_init(
            shown.width,
            shown.height,
            (ctypes.c_uint8 * (shown.width * shown.height * 3)).from_buffer_copy(shown.tobytes()),
        )
        chunks = mtmd.mtmd_input_chunks_init()
        text = mtmd.mtmd_input_text(self._marker, len(self._marker), False, True)
        bitmaps = (mtmd.mtmd_bitmap_p_ctypes * 1)(bitmap)
        try:
            code = mtmd.mtmd_tokenize(self._context, chunks, ctypes.byref(text), bitmaps, 1)
            if code:
                raise OSError(f"the projector could not take an image (code {code})")
            return list(self._units(chunks, name))
        finally:
            mtmd.mtmd_input_chunks_free(chunks)
            mtmd.mtmd_bitmap_free(bitmap)

    def _units(self, chunks: Any, name: str) -> Iterator[PromptUnit]:
        for n in range(mtmd.mtmd_input_chunks_size(chunks)):
            chunk = mtmd.mtmd_input_chunks_get(chunks, n)
            if mtmd.mtmd_input_chunk_get_type(chunk) == mtmd.MTMD_INPUT_CHUNK_TYPE_TEXT:
                length = ctypes.c_size_t()
                tokens = mtmd.mtmd_input_chunk_get_tokens_text(chunk, ctypes.byref(length))
                yield from (Token(tokens[i]) for i in range(length.value))
            else:
                yield PromptImage(
                    f"{name}/{n}",
                    mtmd.mtmd_input_chunk_get_n_pos(chunk),
                    mtmd.mtmd_input_chunk_get_n_tokens(chunk),
                    partial(self._put, _Chunk(mtmd.mtmd_input_chunk_copy(chunk))),
                )

    def _put(self, own: _Chunk, context: Any, at: int, number: int) -> int:
        after = ctypes.c_int32()
        code: int = mtmd.mtmd_helper_eval_chunk_single(
            self._context, context, own.chunk, at, number, BATCH, True, ctypes.byref(after)
        )
        return code


class _Chunk:
    """A copy of one chunk, freed with us."""

    def __init__(self, chunk: Any) -> None:
        self.chunk = chunk

    def __del__(self) -> None:
        mtmd.mtmd_input_chunk_free(self.chunk)
