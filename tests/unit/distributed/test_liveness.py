"""Who counts as dead, by a clock and heartbeats that the test moves."""

import threading
from types import SimpleNamespace

import pytest
from torch.distributed import HashStore

from mxnet import MXNetError
from mxnet._distributed import liveness, watch
from mxnet._distributed.environment import Launch
from mxnet._distributed.liveness import ALARM_SILENCE, Liveness
from mxnet._distributed.watch import INTERVAL, Watch


class Clock:
    """Time that passes when the test says so."""

    def __init__(self):
        self.now = 1000.0

    def monotonic(self):
        return self.now

    def pass_time(self, seconds):
        self.now += seconds


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(watch, "time", clock)
    return clock


class Job:
    """Workers whose threads are run by the test, a heartbeat at a time."""

    def __init__(self, size, clock, monkeypatch):
        idle = SimpleNamespace(start=lambda: None)
        threads = SimpleNamespace(Thread=lambda **options: idle, Event=threading.Event)
        monkeypatch.setattr(liveness, "threading", threads)
        store = HashStore()
        self.members = [Liveness(store, Launch(size=size, rank=rank)) for rank in range(size)]
        self.clock = clock

    def beat(self, *ranks, seconds=INTERVAL):
        """Let time pass in which only these workers are alive."""
        for _ in range(round(seconds / INTERVAL)):
            self.clock.pass_time(INTERVAL)
            for rank in ranks:
                self.members[rank]._beat()

    def failures(self):
        return [member.failure for member in self.members]


@pytest.fixture
def job(clock, monkeypatch):
    monkeypatch.setenv("MXNET_KVSTORE_TIMEOUT", "20")
    return Job(3, clock, monkeypatch)


def test_a_silent_worker_is_named_after_the_timeout(job):
    job.beat(0, 1, 2)
    job.beat(0, 2, seconds=19)
    assert job.failures() == [None] * 3
    job.beat(0, 2, seconds=2)
    first, silent, third = job.failures()
    assert first == third == "worker 1 has shown no sign of life for 20 s" and silent is None
    with pytest.raises(MXNetError, match=r"worker 2 gives up pushing: worker 1 .* \(20 s\)"):
        job.members[2].check("pushing")


def test_after_an_alarm_less_silence_is_enough(job):
    job.beat(0, 1, 2)
    job.members[2]._alarmed = True
    job.beat(0, 2, seconds=ALARM_SILENCE)
    assert job.failures() == [None] * 3
    job.beat(0, 2, seconds=2 * INTERVAL)
    assert job.failures()[0] == "worker 1 has shown no sign of life for 6 s"


def test_the_others_name_a_silent_monitor(job):
    job.beat(0, 1, 2)
    job.beat(1, 2, seconds=21)
    assert job.failures()[1:] == ["worker 0 has shown no sign of life for 20 s"] * 2


def test_the_longest_silence_counts(job):
    job.beat(0, 1, 2)
    job.beat(0, 1, seconds=10)
    job.beat(0, seconds=15)
    assert job.failures()[0] == "worker 2 has shown no sign of life for 20 s"


def test_a_pause_of_the_watcher_is_no_silence_of_the_others(clock):
    two = Watch(["a", "b"])
    clock.pass_time(1000)
    two.look({"a": b"1", "b": b""})
    assert two.silences == {"a": 0, "b": 2 * INTERVAL} and two.longest() == ("b", 2 * INTERVAL)


def test_an_error_ends_the_others(job):
    job.beat(0, 1, 2)
    job.members[1]._unpublished = "worker 1 ended with ValueError: no"
    job.beat(1, 0, 2)
    assert job.failures() == ["worker 1 ended with ValueError: no"] * 3


def test_the_job_is_over_when_all_have_ended(job):
    for rank in (2, 0):
        job.members[rank]._status = liveness._ENDED
    job.beat(0, 1, 2, seconds=2)
    assert job.members[1].ended == "worker 0, worker 2" and not job.members[1]._is_over
    job.members[1]._status = liveness._ENDED
    job.beat(0, 1, 2, seconds=2)
    assert all(member._is_over for member in job.members)


def call(job, rank, *operations):
    """Let a worker begin operations, and wait long for the last one."""
    for operation in operations:
        job.members[rank].journal.note(operation)
    job.members[rank].check("waiting", ALARM_SILENCE + 1)


@pytest.mark.parametrize(
    "first, second",
    [
        (("a sum", "the barrier"), ("a sum", "the arrays")),
        (("the barrier",), ("the arrays", "a sum", "a sum")),  # a root of broadcasts is ahead
    ],
)
def test_workers_that_wait_for_different_operations(job, first, second):
    call(job, 1, *first)
    call(job, 2, *second)
    job.beat(0, 1, 2, seconds=1)
    text = "worker 1 waits for the barrier and worker 2 for the arrays; all workers must call the "
    assert all(failure.startswith(text) for failure in job.failures())


def test_workers_that_wait_for_another_one(job):
    call(job, 0, "a sum", "the barrier")
    call(job, 1, "a sum", "the barrier", "the arrays")  # the others get what it has sent
    call(job, 2, "a sum")
    job.beat(0, 1, 2, seconds=1)
    assert job.failures() == [None] * 3
    call(job, 2, "the barrier")
    job.members[2].is_waiting = False
    job.beat(0, 1, 2, seconds=1)
    assert job.failures() == [None] * 3


def test_a_worker_that_is_many_operations_ahead(job):
    call(job, 1, *["the arrays"] * 100)
    call(job, 2, "the barrier")
    job.beat(0, 1, 2, seconds=1)
    assert job.failures() == [None] * 3  # nobody knows any more


@pytest.mark.parametrize("leaver, waiter", [(1, 0), (0, 2)])
def test_a_worker_that_ends_while_another_waits_for_it(job, leaver, waiter):
    job.members[leaver].announce_end()
    job.beat(0, 1, 2, seconds=1)
    job.members[waiter].journal.note("the barrier")
    job.members[waiter].check("waiting", 2 * INTERVAL)
    job.beat(0, 1, 2, seconds=1)
    text = f"worker {leaver} ended while worker {waiter} waits for the barrier; all workers must "
    assert all(failure.startswith(text) for failure in job.failures())


def test_workers_that_end_after_the_others(job):
    job.members[0].journal.note("the arrays")  # sent to workers that do not wait for them
    job.members[0].announce_end()
    call(job, 2, "the arrays")  # it waits for them, which may take long
    job.beat(0, 1, 2, seconds=1)
    job.members[2].is_waiting = False
    job.members[1].announce_end()
    job.beat(0, 1, 2, seconds=1)
    assert job.failures() == [None] * 3
    job.members[2].announce_end()
    job.beat(0, 1, 2, seconds=1)
    assert job.failures() == [None] * 3 and all(member._is_over for member in job.members)
