"""The streams of random numbers are those of MXNet 1.9.1, and can be saved and restored."""

import random
import threading

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet._ops.random import streams
from mxnet._ops.random.distributions import normal_, uniform_
from mxnet._ops.random.streams import HostGenerator, ParallelStreams
from tests.golden import archive

from . import random_cases

RECORDED = archive.load(random_cases.GOLDEN)


@pytest.fixture(scope="module")
def drawn():
    return random_cases.run(mx)


def test_every_recorded_draw_is_compared(drawn):
    assert sorted(drawn) == sorted(RECORDED)


@pytest.mark.parametrize("group", sorted({name.rpartition("/")[0] for name in RECORDED}))
def test_numbers_are_those_of_1_9_1(drawn, group):
    """Logarithms and powers may differ in the last digit."""
    for name, expected in RECORDED.items():
        if name.rpartition("/")[0] != group:
            continue
        digits = 1e-3 if "float16" in name else 2e-6
        scale = digits * max(1, np.abs(expected).max())
        np.testing.assert_allclose(drawn[name], expected, rtol=digits, atol=scale, err_msg=name)


def test_first_numbers_of_a_process_are_those_of_the_books():
    mx.random.seed(0)  # the seed of a process that sets none
    expected = [[2.2122064, 0.7740038, 1.0434403], [1.1839255, 1.8917114, -1.2347414]]
    np.testing.assert_allclose(mx.nd.random.normal(shape=(2, 3)).asnumpy(), expected, rtol=1e-6)


def test_parallel_streams_are_mersenne_twisters():
    parallel = ParallelStreams(2**32 - 1)  # the next seed is 0
    words = []
    for _ in range(5):
        words.append(parallel.window(2, 700).copy())
        parallel.advance(np.array([700, 699]))
    expected = np.random.RandomState(2**32 - 1).randint(0, 2**32, 3500, np.uint32)
    assert np.concatenate([pair[0] for pair in words]).tolist() == expected.tolist()
    expected = np.random.RandomState(0).randint(0, 2**32, 3500, np.uint32)
    assert np.concatenate([pair[1, :699] for pair in words]).tolist() == expected[:3495].tolist()


def draw_some(generator, choices):
    """Draw numbers of random counts, types and distributions."""
    drawn = []
    for _ in range(choices.randrange(1, 5)):
        count = choices.choice([1, 64, 70, 1000, 90_000])
        out = torch.empty(count, dtype=choices.choice([torch.float32, torch.float64]))
        fill = choices.choice([uniform_, normal_])
        drawn.append(fill(out, generator, single=choices.random() < 0.3))
    return drawn


STATE = HostGenerator.get_state, HostGenerator.set_state
PLACE = HostGenerator.get_position, HostGenerator.return_to
RESTORED = {  # the functions, settings, and whether another generator repeats the numbers
    "state, counted": (STATE, {}, False),
    "state, stored": (STATE, {"_LONG": 3000}, False),
    "state of another, counted": (STATE, {}, True),
    "state of another, stored": (STATE, {"_LONG": 3000}, True),
    "place, undone": (PLACE, {"_LONG": 3000}, False),
    "place, drawn again": (PLACE, {"_LONG": 3000, "_UNDO_BLOCKS": 2}, False),
}


@pytest.mark.parametrize(("functions", "settings", "elsewhere"), RESTORED.values(), ids=RESTORED)
def test_numbers_are_repeated(monkeypatch, functions, settings, elsewhere):
    get, return_to = functions
    for name, value in settings.items():
        monkeypatch.setattr(streams, name, value)
    for seed in range(6):
        choices = random.Random(seed)
        generator = HostGenerator().manual_seed(seed)
        draw_some(generator, choices)
        saved, before = get(generator), choices.getstate()
        expected = draw_some(generator, choices)
        if elsewhere:
            generator = HostGenerator()
        return_to(generator, saved)
        choices.setstate(before)
        actual = draw_some(generator, choices)
        assert all(map(torch.equal, actual, expected))


def pair_of_generators(seed):
    """Return two generators that have drawn the same numbers; the second was then released."""
    pair = []
    for _ in range(2):
        pair.append(HostGenerator().manual_seed(seed))
        draw_some(pair[-1], random.Random(seed))
    pair[1].release()
    assert len(pair[1].parallel._words) == 0
    return pair


def assert_same_draws(pair, seed):
    first, second = (draw_some(generator, random.Random(seed)) for generator in pair)
    assert all(map(torch.equal, first, second))


@pytest.mark.parametrize("seed", range(6))
def test_released_streams_draw_the_same_numbers(seed):
    pair = pair_of_generators(seed)
    for more in range(4):  # of a few streams first, and of more later
        assert_same_draws(pair, seed + more)


@pytest.mark.parametrize("functions", [STATE, PLACE], ids=["state", "place"])
@pytest.mark.parametrize("moment", ["before", "at", "after"])
def test_released_streams_are_saved_and_restored(functions, moment):
    """``moment``: when the state is saved, relative to the release."""
    get, return_to = functions
    pair = pair_of_generators(5)
    if moment == "before":
        pair = pair[:1] * 2
        saved = get(pair[0])
        pair[0].release()  # does nothing, because states are kept
        assert len(pair[0].parallel._words)
    elif moment == "at":
        saved = get(pair[1])
    else:
        assert_same_draws(pair, 1)
        saved = get(pair[1])
    expected = draw_some(pair[0], random.Random(2))
    draw_some(pair[1], random.Random(3))
    return_to(pair[1], saved)
    if moment == "before":
        return_to(pair[0], saved)
    actual = draw_some(pair[1], random.Random(2))
    assert all(map(torch.equal, actual, expected))


def test_a_state_from_elsewhere_replaces_released_streams():
    pair = pair_of_generators(4)
    draw_some(pair[0], random.Random(9))
    pair[1].set_state(pair[0].get_state())
    assert_same_draws(pair, 1)


def test_fewer_streams_than_were_released_return():
    state = HostGenerator().manual_seed(3).get_state()
    generator = HostGenerator().manual_seed(3)
    uniform_(torch.empty(100_000), generator)
    generator.release()
    generator.set_state(state)  # of a time when no stream was used
    expected = uniform_(torch.empty(100_000), HostGenerator().manual_seed(3))
    assert torch.equal(uniform_(torch.empty(100_000), generator), expected)


def test_streams_are_released_once_and_only_if_they_are_short(monkeypatch):
    parallel = ParallelStreams(1)
    parallel.window(3, 10), parallel.advance(np.array([10, 10, 9]))
    parallel.release()
    assert (len(parallel._words), len(parallel._engines)) == (0, 0)
    parallel.window(2, 10)
    parallel.release()  # a program that draws again and again keeps its words
    assert len(parallel._words) == 2
    long = ParallelStreams(1)
    long.window(1, 1), long.advance_first(1)
    monkeypatch.setattr(streams, "_RELEASED", 0)
    long.release()
    assert len(long._words) == 1


def test_prepared_normal_numbers_survive_a_release():
    def draw(count):
        return normal_(torch.empty(count), generator).tolist()

    generator = HostGenerator().manual_seed(7)
    expected = draw(60)
    generator.manual_seed(7)
    first = draw(5)
    generator.release()
    assert first + draw(55) == expected


def test_threads_draw_while_streams_are_released():
    generator = HostGenerator().manual_seed(8)
    drawn = []

    def draw():
        for _ in range(30):
            drawn.extend(uniform_(torch.empty(7, dtype=torch.float64), generator).tolist())
            generator.release()

    threads = [threading.Thread(target=draw) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    whole = HostGenerator().manual_seed(8)
    expected = [uniform_(torch.empty(7, dtype=torch.float64), whole) for _ in range(120)]
    assert sorted(drawn) == sorted(torch.cat(expected).tolist())


def test_a_state_before_many_blocks_is_restored(monkeypatch):
    monkeypatch.setattr(streams, "_UNDO_BLOCKS", 2)
    generator = HostGenerator().manual_seed(1)
    state = generator.get_state()
    expected = uniform_(torch.empty(200_000), generator)
    uniform_(torch.empty(3_000_000), generator)
    generator.set_state(state)
    assert torch.equal(uniform_(torch.empty(200_000), generator), expected)


def test_states_are_restored_in_any_order(monkeypatch):
    monkeypatch.setattr(streams, "_LONG", 1000)
    parallel, states, words = ParallelStreams(2), [], []
    for _ in range(12):
        states.append(parallel.get_state())
        words.append(parallel.window(1, 1000).copy())
        parallel.advance_first(1000)
    for position in (0, 1, 2, 3, 11, 10, 9, 4, 5, 6, 11, 10, 9, 8):
        parallel.set_state(2, *states[position])
        np.testing.assert_array_equal(parallel.window(1, 1000), words[position])
        parallel.advance_first(1000)


def test_nothing_to_draw():
    with mx.util.np_shape(True):
        for draw in (mx.nd.random.uniform, mx.nd.random.normal, mx.nd.random.exponential):
            assert draw(shape=(0, 3)).shape == (0, 3)
        assert mx.nd.random.shuffle(mx.nd.zeros((0, 3))).shape == (0, 3)
        assert mx.np.random.normal(size=(0,)).shape == (0,)


def test_damaged_states_are_rejected():
    generator = HostGenerator().manual_seed(1)
    uniform_(torch.empty(100), generator)
    state = generator.get_state()
    size = torch.Generator().get_state().numel()
    for damage in (state[:-1], state[: size + 16], torch.cat([state, state[:8]])):
        with pytest.raises((RuntimeError, ValueError)):
            HostGenerator().set_state(damage)
    negative = state.clone()
    negative[size + 8 : size + 16] = 255
    with pytest.raises(RuntimeError, match="random streams"):
        HostGenerator().set_state(negative)


def test_a_state_without_streams_seeds_them():
    plain = torch.Generator().manual_seed(5).get_state()
    generator = HostGenerator()
    generator.set_state(plain)
    expected = uniform_(torch.empty(3), HostGenerator().manual_seed(5))
    assert torch.equal(uniform_(torch.empty(3), generator), expected)


def test_threads_never_draw_the_same_numbers():
    mx.random.seed(3)
    drawn = []

    def draw():
        for _ in range(50):
            drawn.extend(mx.nd.random.uniform(shape=(7,), dtype="float64").asnumpy().tolist())

    threads = [threading.Thread(target=draw) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(drawn)) == len(drawn) == 4 * 50 * 7


@pytest.mark.parametrize("normal", [mx.nd.random.normal, mx.np.random.normal])
def test_normal_numbers_prepared_for_later_calls_are_those_of_the_stream(normal):
    def draw(count, seed=None):
        if seed is not None:
            mx.random.seed(seed)
        return normal(0, 1, (count,)).asnumpy().tolist()

    wanted, other = draw(60, seed=3), draw(60, seed=4)
    assert draw(2, seed=3) + draw(8) + draw(50) == wanted
    assert draw(10, seed=4) == other[:10]  # not those prepared after the other seed
    state = mx.random.get_state()
    assert draw(10) == other[10:20]
    mx.nd.random.uniform(shape=3), mx.np.random.uniform(size=(3,))
    assert draw(10) != other[20:30]  # other numbers were drawn in between
    mx.random.set_state(state)
    assert draw(50) == other[10:]
