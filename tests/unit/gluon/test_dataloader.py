"""Batches from worker processes and threads: the same as without, and nothing is left behind."""

from __future__ import annotations

import gc
import io
import multiprocessing
import os
import pickle
import random
import resource
import signal
import threading
import time

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, autograd, nd, recordio
from mxnet.gluon import data
from mxnet.gluon.data import _worker_pool, dataloader

from .loader_samples import Failing, RandomNumbers, Rows, double, keep_list

LOADER_OPTIONS = {
    "processes": {"num_workers": 2},
    "threads": {"num_workers": 2, "thread_pool": True},
    "one process": {"num_workers": 1, "prefetch": 1},
    "no prefetch": {"num_workers": 2, "prefetch": 0},
    "much prefetch": {"num_workers": 2, "prefetch": 100},
    "reload": {"num_workers": 2, "auto_reload": True},
    "pinned": {"num_workers": 2, "pin_memory": True},
}


def values(loader):
    return [[part.asnumpy().tolist() for part in batch] for batch in loader]


@pytest.fixture
def start_method():
    """A function that sets how processes are started."""
    before = multiprocessing.get_start_method(allow_none=True)
    yield lambda name: multiprocessing.set_start_method(name, force=True)
    multiprocessing.set_start_method(before, force=True)


@pytest.mark.parametrize("options", LOADER_OPTIONS.values(), ids=LOADER_OPTIONS)
@pytest.mark.parametrize("last_batch", ["keep", "discard", "rollover"])
def test_workers_give_the_same_batches(options, last_batch):
    here = data.DataLoader(Rows(), 6, last_batch=last_batch)
    there = data.DataLoader(Rows(), 6, last_batch=last_batch, **options)
    for _ in range(3):
        assert values(there) == values(here)
    assert len(there) == len(here)


def test_threads_share_a_loader_with_worker_processes():
    loader = data.DataLoader(Rows(), 2, num_workers=2)
    expected, results = values(data.DataLoader(Rows(), 2)), []
    threads = [threading.Thread(target=lambda: results.append(values(loader))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert results == [expected] * 4


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt()])
def test_a_dataset_that_ends_a_thread(error):
    def end(indices):
        raise error

    loader = data.DataLoader(Rows(), 2, num_workers=1, thread_pool=True, batchify_fn=end)
    with pytest.raises(MXNetError, match=f"thread of the DataLoader was ended by {error!r:.10}"):
        next(iter(loader))


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_every_start_method_of_processes(method, start_method):
    start_method(method)
    rows = Rows(5).transform(double)
    loader = data.DataLoader(rows, 2, num_workers=1, batchify_fn=dataloader.default_mp_batchify_fn)
    assert values(loader) == values(data.DataLoader(rows, 2))


def test_forked_workers_take_lambdas():
    factor = 3
    rows = Rows(4).transform(lambda x, y: (x * factor, y))
    loader = data.DataLoader(rows, 2, num_workers=1, batchify_fn=lambda samples: samples[1][0])
    assert [batch[0].asscalar() for batch in loader] == [3, 9]


@pytest.mark.parametrize("argument", ["dataset", "batchify_fn"])
def test_unpicklable_arguments_for_spawned_workers(argument, start_method):
    start_method("spawn")
    source = Rows(4).transform(lambda x, y: x) if argument == "dataset" else Rows(4)
    batchify = (lambda samples: samples) if argument == "batchify_fn" else None
    with pytest.raises(
        MXNetError, match=r"cannot be sent to worker processes.*'spawn'.*instead of lambdas"
    ):
        data.DataLoader(source, 2, num_workers=1, batchify_fn=batchify)


@pytest.mark.parametrize("workers", ["processes", "threads"])
def test_batches_of_workers_are_in_shared_memory(workers):
    for image, label in data.DataLoader(Rows(), 6, **LOADER_OPTIONS[workers]):
        assert image.context == label.context == mx.Context("cpu_shared", 0)
        assert (image + 1).context == mx.cpu()
        image[:] = 1  # the memory is ours
        assert image.asnumpy().min() == image.asnumpy().max() == 1


@pytest.mark.parametrize("options", [{}, {"num_workers": 1}], ids=["here", "process"])
def test_pinned(options):
    image, label = next(
        iter(data.DataLoader(Rows(), 6, pin_memory=True, pin_device_id=1, **options))
    )
    assert image.context == label.context == mx.cpu_pinned(1)


@pytest.mark.parametrize("size", [0, 1, 5, 20000])
@pytest.mark.parametrize("dtype", ["float32", "float16", "float64", "uint8", "int64", "bool"])
def test_arrays_of_every_kind_travel(size, dtype):
    sent = nd.array(np.arange(size) % 2, dtype=dtype)
    loader = data.DataLoader([sent], 1, num_workers=1, batchify_fn=keep_list)
    (arrived,) = next(iter(loader))
    assert arrived.dtype is sent.dtype and arrived.shape == sent.shape
    np.testing.assert_array_equal(arrived.asnumpy(), sent.asnumpy())


def test_batches_of_any_structure_travel():
    sample = {"picture": nd.ones((100, 100)), "boxes": [np.zeros((2, 4)), "text"], "none": None}
    (batch,) = data.DataLoader([sample] * 3, 3, num_workers=1, batchify_fn=keep_list)
    assert len(batch) == 3 and batch[2]["boxes"][1] == "text" and batch[0]["none"] is None
    assert batch[1]["picture"].asnumpy().sum() == 10000 and batch[1]["boxes"][0].shape == (2, 4)


def test_leaving_an_epoch_early():
    loader = data.DataLoader(Rows(), 2, num_workers=2)
    for _ in range(5):
        for image, _ in loader:
            assert image[0, 0].asscalar() == 0
            break
    assert len(values(loader)) == 10


def test_epochs_at_the_same_time():
    loader = data.DataLoader(Rows(), 2, num_workers=2)
    pairs = list(zip(loader, loader, strict=True))
    assert [int(a[1][0].asscalar()) for a, _ in pairs] == [
        int(b[1][0].asscalar()) for _, b in pairs
    ]
    assert len(pairs) == 10


def test_an_epoch_outlives_its_loader():
    batches = iter(data.DataLoader(Rows(), 10, num_workers=1))
    next(batches)
    gc.collect()
    assert next(batches)[1].asnumpy().tolist() == list(range(100, 200, 10))


def test_reloading():
    loader = data.DataLoader(Rows(4), 2, num_workers=1, auto_reload=True)
    assert loader._iter is not None
    list(loader)
    assert loader._iter is not None  # the next epoch has begun
    loader.clean()
    assert loader._iter is None
    loader.refresh()
    assert len(values(loader)) == 2


# ------------------------------------------------------------------------------------ failures


@pytest.mark.parametrize("workers", ["processes", "threads"])
def test_an_error_in_a_worker_is_raised(workers):
    loader = data.DataLoader(Failing("error"), 4, **LOADER_OPTIONS[workers])
    with pytest.raises(KeyError, match="sample seven is bad") as caught:
        list(loader)
    if workers == "processes":
        assert "in error\n    raise KeyError" in str(caught.value.__cause__)


def test_going_on_after_an_error():
    batches = data.DataLoader(Failing("error"), 4, num_workers=2)._prefetch_iter()
    assert next(batches).asnumpy().tolist() == [0, 1, 2, 3]
    with pytest.raises(KeyError, match="sample seven is bad"):
        next(batches)
    assert [batch.asnumpy()[0] for batch in batches] == [8, 12, 16]


def test_an_epoch_after_an_error():
    loader = data.DataLoader(Failing("error"), 4, num_workers=2)
    for _ in range(3):
        batches = iter(loader)
        next(batches)
        with pytest.raises(KeyError, match="sample seven is bad"):
            next(batches)


@pytest.fixture
def interruptible():
    """Let an interrupt raise: what a shell starts in the background ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupted_epoch():
    loader = data.DataLoader(Rows(), 4, num_workers=2)
    before = [process.pid for process in loader._worker_pool._pool]
    with pytest.raises(KeyboardInterrupt):
        for _ in loader:
            os.kill(os.getpid(), signal.SIGINT)
            for process in before:
                os.kill(process, signal.SIGINT)  # as the terminal does with all of them
            time.sleep(10)
    assert len(values(loader)) == 5
    assert [process.pid for process in loader._worker_pool._pool] == before


@pytest.mark.parametrize("step", ["send", "receive"])
def test_an_interrupt_inside_a_message(step, monkeypatch):
    """Nobody knows where the next message begins: there are new workers."""
    loader = data.DataLoader(Rows(), 4, num_workers=2)
    before = [process.pid for process in loader._worker_pool._pool]

    def interrupt(*args):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(_worker_pool._Worker, step, interrupt)
        list(loader)
    assert len(values(loader)) == 5
    assert not {process.pid for process in loader._worker_pool._pool} & set(before)


class _BrokenHere:
    """Cannot be read outside of the process that made it."""

    def __init__(self):
        self.pid = os.getpid()

    def __setstate__(self, state):
        if os.getpid() != state["pid"]:
            raise LookupError("not in this process")


def test_a_result_that_cannot_be_read():
    pool = dataloader.WorkerPool(1)
    broken, fine = pool.apply_async(_BrokenHere), pool.apply_async(sum, ([1, 2],))
    assert fine.get(60) == 3
    with pytest.raises(LookupError, match="not in this process"):
        broken.get(60)
    pool.terminate()


def test_memory_does_not_grow_with_epochs():
    loader = data.DataLoader(Rows(16, 100_000), 4, num_workers=2)

    def run(epochs):
        for _ in range(epochs):
            for batch in loader:
                batch[0].sum().asscalar()

    def bytes_used():
        pids = [os.getpid(), *(process.pid for process in loader._worker_pool._pool)]
        gc.collect()
        return sum(map(_pages, pids)) * resource.getpagesize()

    run(4)
    before = bytes_used()
    run(21)
    # All epochs have 126 MB. A worker also gets copies of pages of its parent when either writes.
    assert bytes_used() < before + (32 << 20)


def _pages(pid):
    with open(f"/proc/{pid}/statm") as numbers:
        return int(numbers.read().split()[1])


def test_readers_that_are_open_before_the_workers_start(tmp_path):
    writer = recordio.MXIndexedRecordIO(tmp_path / "a.idx", tmp_path / "a.rec", "w")
    records = [bytes([i]) * (1 + i * 37 % 300) for i in range(100)]
    for i, record in enumerate(records):
        writer.write_idx(i, record)
    writer.close()
    reader = recordio.MXIndexedRecordIO(tmp_path / "a.idx", tmp_path / "a.rec", "r")
    reader.read_idx(7)
    source = data.SimpleDataset(range(100)).transform(reader.read_idx)
    loader = data.DataLoader(source, 5, batchify_fn=keep_list, num_workers=3)
    assert [record for batch in loader for record in batch] == records


def test_an_error_that_cannot_be_pickled():
    with pytest.raises(MXNetError, match=r"(?s)in unpicklable.*sample seven is bad: 7"):
        list(data.DataLoader(Failing("unpicklable"), 4, num_workers=1))


@pytest.mark.parametrize(
    ("failure", "message"),
    [
        ("killed", r"process \d+\) was killed by SIGKILL; was there too little memory\?"),
        ("ends", r"process \d+\) ended with exit code 3 while it was at work"),
    ],
)
def test_the_death_of_a_worker_is_an_error(failure, message):
    # No batch is made ahead: else the second one might end a worker before the first one is there.
    loader = data.DataLoader(Failing(failure), 4, num_workers=2, prefetch=0)
    with pytest.raises(MXNetError, match=message):
        list(loader)
    assert next(iter(loader)).asnumpy().tolist() == [0, 1, 2, 3]  # by new workers


def test_batch_that_times_out():
    loader = data.DataLoader(Failing("slow"), 4, num_workers=1, timeout=0.3)
    with pytest.raises(multiprocessing.TimeoutError, match=r"took longer than 0.3 seconds"):
        list(loader)


@pytest.mark.parametrize("timeout", [0, -1])
def test_timeouts_are_positive(timeout):
    with pytest.raises(AssertionError, match=f"timeout must be positive, given {timeout}"):
        data.DataLoader([1], 1, timeout=timeout)


@pytest.mark.parametrize("failure", ["error", "killed", "slow", None])
def test_nothing_is_left_behind(failure):
    def held():
        gc.collect()
        return {*os.listdir("/proc/self/fd"), *multiprocessing.active_children()}

    before = held()
    timeout = (
        0.3 if failure == "slow" else 120
    )  # the other ways end by themselves, on a busy machine late
    loader = data.DataLoader(
        Failing(failure) if failure else Rows(), 4, num_workers=2, timeout=timeout
    )
    batches = iter(loader)
    try:
        next(batches), next(batches)
    except (KeyError, MXNetError, multiprocessing.TimeoutError):
        assert failure
    processes = loader._worker_pool._pool
    del loader, batches
    assert held() <= before  # what earlier tests held may end meanwhile
    assert processes and not any(_is_alive(process) for process in processes)


def _is_alive(process):
    try:
        return process.is_alive()
    except ValueError:  # closed
        return False


def test_keeping_more_batches_than_there_may_be_open_files():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(150, soft), hard))
    try:
        batches = list(data.DataLoader(Rows(400, 10000), 1, num_workers=2))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert [int(label.asscalar()) for _, label in batches] == list(range(0, 4000, 10))


def test_tasks_and_batches_larger_than_a_socket_holds():
    def batches():
        for _ in range(6):
            yield list(range(50_000))

    loader = data.DataLoader(
        range(50_000), batch_sampler=list(batches()), num_workers=2, batchify_fn=keep_list
    )
    assert list(loader) == [list(range(50_000))] * 6


# ------------------------------------------------------------------------- state of the workers


def draw(workers=2, epochs=2):
    """Random numbers of Python, NumPy and MXNet that samples were made of."""
    loader = data.DataLoader(RandomNumbers(8), 2, num_workers=workers, batchify_fn=keep_list)
    samples = [sample for _ in range(epochs) for batch in loader for sample in batch]
    return list(zip(*samples, strict=True))[:3]


def test_random_numbers_of_workers():
    np.random.seed(1)
    for numbers in draw():
        assert len(set(numbers)) == 16  # in every worker and epoch others
    state = np.random.get_state()[1].tolist()
    np.random.seed(1)
    assert np.random.get_state()[1].tolist() == state  # none of the parent's was used


@pytest.mark.parametrize("stream", range(3), ids=["python", "numpy", "mxnet"])
def test_seeds_determine_the_random_numbers_of_workers(stream):
    seed = (random.seed, np.random.seed, mx.random.seed)[stream]
    seed(5)
    numbers = draw()[stream]
    for workers in (1, 2, 3):  # whichever worker makes a batch
        seed(5)
        assert draw(workers)[stream] == numbers
    seed(6)
    assert not set(draw()[stream]) & set(numbers)


def test_workers_neither_record_nor_use_the_parents_device():
    def sample(x, _):
        return autograd.is_recording(), mx.current_context()

    with autograd.record(), mx.cpu(1):
        loader = data.DataLoader(Rows(1).transform(sample), 1, num_workers=1, batchify_fn=keep_list)
        ((recording, context),) = next(iter(loader))
    assert not recording and context == mx.cpu()


@pytest.mark.parametrize("workers", ["processes", "threads"])
def test_record_files_in_workers(workers, tmp_path):
    writer = recordio.MXIndexedRecordIO(tmp_path / "a.idx", tmp_path / "a.rec", "w")
    records = [bytes([i]) * (1 + i * 37 % 300) for i in range(200)]
    for i, record in enumerate(records):
        writer.write_idx(i, record)
    writer.close()
    source = data.RecordFileDataset(str(tmp_path / "a.rec"))
    loader = data.DataLoader(source, 5, batchify_fn=keep_list, **LOADER_OPTIONS[workers])
    assert [record for batch in loader for record in batch] == records


# ----------------------------------------------------------------------- what packages build upon


class _Other(dataloader._MultiWorkerIter):
    """As in GluonCV: a custom function and a custom pool."""

    def _push_next(self):
        samples = next(self._iter, None)
        if samples is None:
            return
        result = self._worker_pool.apply_async(_other_task, (samples, self._batchify_fn))
        self._data_buffer[self._sent_idx] = result
        self._sent_idx += 1


def _other_task(samples, batchify_fn):
    source = Rows()
    buffer = io.BytesIO()
    batch = batchify_fn([source[i] for i in samples])
    dataloader.ForkingPickler(buffer, pickle.HIGHEST_PROTOCOL).dump(batch)
    return buffer.getvalue()


@pytest.mark.parametrize("pool", [multiprocessing.Pool, dataloader.WorkerPool])
def test_iterators_of_other_packages(pool):
    workers = pool(1)
    sampler = data.BatchSampler(data.SequentialSampler(20), 8)
    batches = _Other(workers, dataloader.default_mp_batchify_fn, sampler, prefetch=2)
    assert len(batches) == 3 and values(batches) == values(data.DataLoader(Rows(), 8))
    workers.terminate()
    workers.join()


@pytest.mark.parametrize("kind", [dataloader.Queue, dataloader.SimpleQueue])
def test_queues(kind):
    keys, results = kind(), kind()
    args = (Rows(), keys, results, dataloader.default_mp_batchify_fn)
    worker = multiprocessing.Process(target=dataloader.worker_loop_v1, args=args)
    worker.start()
    keys.put((5, [1, 2]))
    number, (image, label) = results.get()
    keys.put((None, None))
    worker.join()
    assert number == 5 and label.asnumpy().tolist() == [10, 20]
    assert image.asnumpy()[:, 0].tolist() == [1, 2]


def test_fetching_into_a_buffer():
    source, buffer = [(0, [nd.ones(2)]), (1, [nd.array([1, 2, 3])]), (None, None)], {}
    queue = type("Waiting", (), {"get": lambda self: source.pop(0)})()
    dataloader.fetcher_loop_v1(queue, buffer, pin_memory=True)
    assert buffer[1][0].asnumpy().tolist() == [1, 2, 3]
    assert buffer[0][0].context == mx.cpu_pinned()


def test_connections():
    ours, theirs = (dataloader.ConnectionWrapper(end) for end in multiprocessing.Pipe())
    ours.send(("text", nd.arange(20000)))
    text, array = theirs.recv()
    assert text == "text" and array[19999].asscalar() == 19999


def test_the_first_loader():
    loader = dataloader.DataLoaderV1(Rows(), 8, num_workers=1)
    assert values(loader) == values(data.DataLoader(Rows(), 8))


def test_results_of_workers():
    pool = dataloader.WorkerPool(1)
    result = pool.apply_async(divmod, (7, 2))
    result.wait()
    assert result.ready() and result.successful() and result.get() == (3, 1)
    failed = pool.apply_async(divmod, (7, 0))
    with pytest.raises(ZeroDivisionError):
        failed.get(60)
    assert not failed.successful()
    assert pool.apply(sum, ([1, 2],)) == 3
    with pytest.raises(MXNetError, match="cannot send a task to a worker process"):
        pool.apply_async(lambda: 1)
    assert "state=RUN pool_size=1" in repr(pool)
    with pytest.raises(ValueError, match="still running: call terminate"):
        pool.join()
    pool.close()
    with pytest.raises(ValueError, match="have been stopped"):
        pool.apply_async(sum, ([],))
