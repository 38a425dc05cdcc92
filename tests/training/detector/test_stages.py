"""The text detector's stages in PyTorch compute what onnxruntime computes, and can be trained."""

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training the detector needs torch")
onnx = pytest.importorskip("onnx", reason="reading the text detector needs onnx")
pytest.importorskip("rapidocr", reason="the detector's first stages are in rapidocr's wheel")

import onnxruntime  # noqa: E402

from courtside_training.detector.model import Whole  # noqa: E402
from courtside_training.detector.stages import Stages  # noqa: E402
from courtside_training.detector.text_detector import (  # noqa: E402
    CUTS,
    INPUT,
    cut_stages,
    detector_input,
)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cut_stages(tmp_path_factory.mktemp("stages") / "stages.onnx")


def test_the_maps_are_those_of_onnxruntime(file: Path) -> None:
    seen = detector_input(torch.rand(2, 3, 96, 160))
    maps = Stages(file)(seen)
    reference = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    for expected, given in zip(reference.run(list(CUTS), {INPUT: seen.numpy()}), maps, strict=True):
        assert float((torch.from_numpy(expected) - given).detach().abs().max()) < 1e-3


def test_only_what_follows_the_first_map_is_trained(file: Path) -> None:
    made = Stages(file)
    sum((one.square().mean() for one in made(torch.rand(1, 3, 64, 64))), torch.zeros(())).backward()
    trained = [one for one in made.parameters() if one.requires_grad]
    assert 0 < len(trained) < len(list(made.parameters()))
    assert all(one.grad is not None and bool(one.grad.any()) for one in trained)


def test_a_node_of_another_kind_is_refused(file: Path, tmp_path: Path) -> None:
    model = onnx.load(file)
    last = next(node for node in model.graph.node if node.output[0] == CUTS[-1])
    last.op_type = "Sub"
    onnx.save(model, tmp_path / "other.onnx")
    with pytest.raises(ValueError, match="a node is 'Sub'"):
        Stages(tmp_path / "other.onnx")(torch.rand(1, 3, 64, 64))


def test_settled_pictures_are_normalised_by_the_means_of_many(file: Path) -> None:
    whole = Whole(file)
    norms = [one for one in whole.modules() if isinstance(one, torch.nn.BatchNorm2d)]
    assert norms and all(one.training for one in whole.train() and norms)
    whole.train(settled=True)
    assert whole.training and not any(one.training for one in norms)
