"""The variables of launchers: each row is what one of them sets, and what it means."""

import pytest

from mxnet._distributed import Launch, read_launch
from mxnet._distributed.environment import first_node
from mxnet._distributed.liveness import timeout
from mxnet.base import MXNetError

TORCHRUN = {
    "RANK": "3", "WORLD_SIZE": "4", "LOCAL_RANK": "1", "LOCAL_WORLD_SIZE": "2",
    "MASTER_ADDR": "alpha", "MASTER_PORT": "29500",
}  # fmt: skip
AGENT = {"TORCHELASTIC_USE_AGENT_STORE": "True", "TORCHELASTIC_RESTART_COUNT": "2"}
DMLC = {
    "DMLC_NUM_WORKER": "2", "DMLC_NUM_SERVER": "1", "DMLC_PS_ROOT_URI": "10.0.0.1",
    "DMLC_PS_ROOT_PORT": "9091",
}  # fmt: skip
OPEN_MPI = {
    "OMPI_COMM_WORLD_SIZE": "4", "OMPI_COMM_WORLD_RANK": "2", "OMPI_COMM_WORLD_LOCAL_RANK": "2",
    "OMPI_COMM_WORLD_LOCAL_SIZE": "4", "PMIX_NAMESPACE": "prterun-alpha-17@1",
}  # fmt: skip
SLURM = {
    "SLURM_JOB_ID": "812", "SLURM_STEP_ID": "0", "SLURM_STEP_NUM_TASKS": "6",
    "SLURM_STEP_NUM_NODES": "2", "SLURM_STEP_NODELIST": "gpu[07-08]", "SLURM_PROCID": "4",
    "SLURM_LOCALID": "1", "SLURM_STEP_TASKS_PER_NODE": "3(x2)",
}  # fmt: skip

ROWS = {
    "nothing": ({}, Launch()),
    "torchrun": (
        TORCHRUN,
        Launch(4, 3, address="alpha", port=29500, local_rank=1, local_size=2),
    ),
    "torchrun with an agent": (
        TORCHRUN | AGENT,
        Launch(4, 3, "worker", "alpha", 29500, "launcher", 1, 2, attempt=2),
    ),
    "one process of torchrun": ({"RANK": "0", "WORLD_SIZE": "1"}, Launch()),
    "torchrun inside of SLURM and MPI": (
        SLURM | OPEN_MPI | TORCHRUN,
        Launch(4, 3, address="alpha", port=29500, local_rank=1, local_size=2),
    ),
    "DMLC worker": (
        DMLC | {"DMLC_ROLE": "worker"},
        Launch(2, None, "worker", "10.0.0.1", 9091, "scheduler", num_servers=1),
    ),
    "DMLC server": (
        DMLC | {"DMLC_ROLE": "server"},
        Launch(2, None, "server", "10.0.0.1", 9091, "scheduler", num_servers=1),
    ),
    "DMLC scheduler inside of torchrun": (
        TORCHRUN | DMLC | {"DMLC_ROLE": "scheduler"},
        Launch(2, None, "scheduler", "10.0.0.1", 9091, "scheduler", 1, 2, num_servers=1),
    ),
    "mxnet launch with servers": (
        TORCHRUN | DMLC | {"DMLC_ROLE": "worker"},
        Launch(4, 3, address="alpha", port=29500, local_rank=1, local_size=2, num_servers=1),
    ),
    "Open MPI on one machine": (
        OPEN_MPI,
        Launch(4, 2, address="127.0.0.1", port=24726, local_rank=2, local_size=4),
    ),
    "Open MPI on several": (
        OPEN_MPI | {"OMPI_COMM_WORLD_LOCAL_SIZE": "2", "MASTER_ADDR": "b", "MASTER_PORT": "5"},
        Launch(4, 2, address="b", port=5, local_rank=2, local_size=2),
    ),
    "MPICH": (
        {"PMI_SIZE": "2", "PMI_RANK": "1", "MPI_LOCALNRANKS": "2", "MPI_LOCALRANKID": "1",
         "MASTER_PORT": "7"},
        Launch(2, 1, address="127.0.0.1", port=7, local_rank=1, local_size=2),
    ),
    "SLURM": (
        SLURM,
        Launch(6, 4, address="gpu07", port=26560, local_rank=1, local_size=3),
    ),
    "the batch script of SLURM, which is one process": (
        {"SLURM_JOB_ID": "812", "SLURM_NTASKS": "6", "SLURM_PROCID": "0"},
        Launch(),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_variables(name):
    variables, expected = ROWS[name]
    assert read_launch(variables) == expected


@pytest.mark.parametrize(
    ("nodes", "first"),
    [
        ("a", "a"),
        ("a,b", "a"),
        ("n[3-7]", "n3"),
        ("n[003,007],m", "n003"),
        ("r1-n[2]-x", "r1-n2-x"),
    ],
)
def test_first_node(nodes, first):
    assert first_node(nodes) == first


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({"RANK": "x", "WORLD_SIZE": "2", "MASTER_PORT": "1"}, "RANK is 'x', expected an integer"),
        ({"RANK": "0", "WORLD_SIZE": "2"}, "MASTER_PORT is not set"),
        (DMLC | {"DMLC_ROLE": "boss"}, "DMLC_ROLE is 'boss', expected worker, server or scheduler"),
        (
            OPEN_MPI | {"OMPI_COMM_WORLD_LOCAL_SIZE": "2"},
            "give the first machine's name: mpirun -x MASTER_ADDR=",
        ),
    ],
)
def test_refused(variables, message):
    with pytest.raises(MXNetError, match=message):
        read_launch(variables)


@pytest.mark.parametrize("text", ["soon", "-1", "0", "nan", "inf"])
def test_times_that_are_refused(text, monkeypatch):
    monkeypatch.setenv("MXNET_KVSTORE_TIMEOUT", text)
    expected = f"MXNET_KVSTORE_TIMEOUT is '{text}', expected a number of seconds"
    with pytest.raises(MXNetError, match=expected):
        timeout()
