"""What the network is asked for, and that it can learn it."""

from collections.abc import Iterator

import pytest

torch = pytest.importorskip("torch", reason="training the detector needs torch")

from courtside_training.detector.model import Network  # noqa: E402
from courtside_training.detector.targets import assign, loss, places_of  # noqa: E402
from courtside_training.detector.text_detector import CHANNELS  # noqa: E402


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """On a busy machine several threads of torch wait for each other longer than they compute."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def test_a_box_is_asked_of_places_near_its_middle_and_of_levels_of_its_size() -> None:
    places = places_of(128, 128)
    which = assign(torch.tensor([[40.0, 40.0, 70.0, 60.0]]), places)
    asked = places.middles[which == 0]
    assert len(asked) > 0
    assert ((asked - torch.tensor([55.0, 50.0])).abs() < 16).all()
    assert set(places.level[which == 0].tolist()) == {0}


def test_of_nested_boxes_the_inner_one_has_the_places_of_its_size_and_the_outer_others() -> None:
    boxes = torch.tensor([[0.0, 0.0, 500.0, 400.0], [240.0, 190.0, 260.0, 210.0]])
    which = assign(boxes, places_of(416, 512))
    assert set(which.tolist()) == {-1, 0, 1}


def test_rows_of_a_long_list_have_places_of_their_own() -> None:
    boxes = torch.tensor([[0.0, 18.0 * row, 900.0, 18.0 * row + 16] for row in range(8)])
    which = assign(boxes, places_of(160, 960))
    assert set(which.tolist()) == {-1, *range(8)}


def test_a_box_smaller_than_a_place_is_asked_for_too() -> None:
    which = assign(torch.tensor([[33.0, 33.0, 37.0, 37.0]]), places_of(64, 64))
    assert 0 in which.tolist()


def test_without_boxes_nothing_is_asked_for() -> None:
    assert set(assign(torch.zeros(0, 4), places_of(64, 64)).tolist()) == {-1}


def test_a_step_down_the_loss_lowers_it() -> None:
    torch.manual_seed(0)
    network = Network()
    maps = [
        torch.rand(2, channels, 64 // s, 96 // s)
        for channels, s in zip(CHANNELS, (4, 8, 16), strict=True)
    ]
    boxes = [torch.tensor([[10.0, 10.0, 50.0, 30.0]]), torch.zeros(0, 4)]
    roles = [torch.tensor([1]), torch.zeros(0, dtype=torch.long)]
    optimiser = torch.optim.SGD(network.parameters(), 0.02)
    seen = []
    for _ in range(8):
        total = sum(loss(network(*maps), boxes, roles).values())
        optimiser.zero_grad()
        total.backward()
        optimiser.step()
        seen.append(float(total.detach()))
    assert seen[-1] < seen[0]
