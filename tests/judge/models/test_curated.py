"""The short list of models: what each entry must say."""

from __future__ import annotations

import pytest

from courtside_judge.models.curated import Curated, curated, find_curated


@pytest.mark.parametrize("model", curated(), ids=lambda model: model.name)
def test_each_model_says_where_it_is_from_and_how_large_it_is(model: Curated) -> None:
    assert model.licence and model.about and model.page.count("/") == 4
    assert model.file.endswith(".gguf") and model.bytes > 50_000_000
    assert bool(model.projector) == bool(model.projector_bytes) == (model.role == "captioner")
    assert bool(model.package) == bool(model.extra)
    assert model.memory_bytes > model.all_bytes


@pytest.mark.parametrize("model", curated(), ids=lambda model: model.name)
def test_a_reported_agreement_names_its_source(model: Curated) -> None:
    assert bool(model.agreement) == model.source.startswith("https://")


def test_reasoners_come_first_and_the_smallest_of_each_role() -> None:
    ranks = [(model.role == "captioner", model.all_bytes) for model in curated()]
    assert ranks == sorted(ranks) and curated()[0].name == "smollm2"


def test_a_file_of_a_package_is_held_against_a_known_sha256() -> None:
    assert all(model.sha256 for model in curated() if model.package)


def test_a_name_that_is_not_listed_is_answered_with_the_list() -> None:
    with pytest.raises(ValueError, match=r"expected one of smollm2, qwen2\.5-0\.5b"):
        find_curated("gpt")
