"""Processes of a job find each other, whoever has started them, and end together."""

import threading

from mxnet import nd
from mxnet._distributed import process_group, read_launch
from mxnet.kvstore import kvstore_server

from .jobs import run_job, run_roles


def sum_of_ranks():
    group = process_group()
    array = nd.full(2, group.rank + 1)
    group.all_reduce([array])
    return group.rank, group.size, array.asnumpy().tolist()


def test_workers_meet():
    assert run_job(sum_of_ranks, 2) == [(0, 2, [3, 3]), (1, 2, [3, 3])]


def play_role():
    if read_launch().role == "worker":
        return sum_of_ranks()
    try:
        kvstore_server.serve_and_exit()
    except SystemExit as end:
        # A thread inside torch at the end of Python would make the process abort.
        return end.code, [t.name for t in threading.enumerate() if t.name.startswith("mxnet")]


def test_the_roles_of_mxnets_launcher():
    answers = run_roles(play_role, ["scheduler", "server", "worker", "worker", "worker"])
    assert answers[:2] == [(None, []), (None, [])]
    assert sorted(answers[2:]) == [(rank, 3, [6, 6]) for rank in range(3)]
