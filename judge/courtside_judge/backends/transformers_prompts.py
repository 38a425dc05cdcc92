"""Turns of a conversation as what a transformers model takes. Knows no weights and no judge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from courtside_judge.perception.picture import open_picture

from .chat_template import lay_out
from .protocol import TooLong, Turn

ModelInputs = dict[str, Any]
"""Tensors by the names that a model takes them under: which there are, its kind decides."""


class TransformersPrompts:
    """One model's tokenizer, chat template and image processor."""

    def __init__(self, name: str, words: Any, image_processor: Any, config: Any) -> None:
        """`image_processor`: None where the model reads texts only."""
        self._name = name
        self._words = words
        self._image_processor = image_processor
        self._config = config
        text = config.get_text_config()
        self.size = int(getattr(text, "max_position_embeddings", 4096))

    def inputs(self, turns: Sequence[Turn], room: int, device: Any) -> ModelInputs:
        """Token ids piece by piece: the text of turns is never searched for control words.

        Raises TooLong where they and `room` more tokens do not fit the model's context, ValueError
        where there are images and it sees none.
        """
        ids: list[int] = []
        images: list[Any] = []
        for piece in lay_out(turns, self._layout):
            if piece.image is not None:
                if self._image_processor is None:
                    raise ValueError(f"{self._name} cannot see images")
                images.append(open_picture(piece.image))
                ids += self._image_ids(images[-1])
            else:
                plain = not piece.is_layout
                ids += self._words.encode(
                    piece.text, add_special_tokens=False, split_special_tokens=plain
                )
        if len(ids) + room > self.size:
            raise TooLong(f"{len(ids) + room} tokens do not fit a context of {self.size}")
        return self._tensors(ids, images, device)

    def answer_ids(self, text: str) -> list[int]:
        """The token ids of the answer that the model is to write, with its end."""
        ids: list[int] = self._words.encode(
            text, add_special_tokens=False, split_special_tokens=True
        )
        return [*ids, self._words.eos_token_id]

    def with_answer(self, turns: Sequence[Turn], answer: str, device: Any) -> ModelInputs:
        """The turns and then the answer, with the labels of a training: the answer alone counts."""
        written = self.answer_ids(answer)
        inputs = self.inputs(turns, len(written), device)
        asked = inputs["input_ids"]
        added = torch.tensor([written], device=device)
        labels = torch.cat([torch.full_like(asked, -100), added], 1)
        inputs |= {"input_ids": torch.cat([asked, added], 1), "labels": labels}
        inputs["attention_mask"] = torch.ones_like(inputs["input_ids"])
        if "mm_token_type_ids" in inputs:
            more = torch.zeros_like(added, dtype=torch.int)
            inputs["mm_token_type_ids"] = torch.cat([inputs["mm_token_type_ids"], more], 1)
        return inputs

    def _tensors(self, ids: list[int], images: list[Any], device: Any) -> ModelInputs:
        inputs = {"input_ids": torch.tensor([ids], device=device)}
        inputs["attention_mask"] = torch.ones_like(inputs["input_ids"])
        if images:
            encoded = self._image_processor(images=images, return_tensors="pt")
            inputs |= {name: value.to(device) for name, value in encoded.items()}
            is_image = inputs["input_ids"] == self._config.image_token_id
            inputs["mm_token_type_ids"] = is_image.int()
        return inputs

    def _image_ids(self, image: Any) -> list[int]:
        """The tokens that stand for an image: as many as patches after merging, in their frame."""
        config = self._config
        encoded = self._image_processor(images=[image], return_tensors="pt")
        merged = int(encoded["image_grid_thw"].prod()) // self._image_processor.merge_size**2
        inside = [config.image_token_id] * merged
        return [config.vision_start_token_id, *inside, config.vision_end_token_id]

    def _layout(self, messages: list[dict[str, str]]) -> str:
        text: str = self._words.apply_chat_template(
            messages, tokenize=False, add_generation_prompt=True
        )
        return text
