"""The command `launch`: environments, exit codes, and that no process is left over."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import pytest

import mxnet
from mxnet.cli import main
from mxnet.cli._placement import _remote_script

TIME_LIMIT = 120  # in seconds, against hangs: far longer than a busy machine takes
SOURCE = str(pathlib.Path(mxnet.__file__).parent.parent)
CLEAN = {
    name: value
    for name, value in os.environ.items()
    if name not in ("RANK", "WORLD_SIZE") and not name.startswith("DMLC_")
}
WRITE_ENVIRONMENT = (
    "import json, os, sys; e = os.environ; "
    "name = e['DMLC_ROLE'] + (e.get('DMLC_WORKER_ID') or e['DMLC_SERVER_ID']); "
    "json.dump([sys.argv[1:], dict(e)], open(name, 'w'))"
)
FAIL_AFTER_THE_OTHER = (
    "import os, sys, time\nif os.environ['RANK'] == '1':\n"
    " while not os.path.exists('pid0'): time.sleep(0.02)\n sys.exit(3)\n"
)
# Says who it is, and then waits for a signal that does not come, with a child that waits too.
WAIT = (
    "import os, subprocess, sys, time; child = subprocess.Popen(['sleep', '300']); "
    "open('pid' + os.environ['RANK'], 'w').write(f'{os.getpid()} {child.pid}'); time.sleep(300)"
)


def launch(folder, *arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "mxnet", "launch", *arguments],
        cwd=folder,
        env={**CLEAN, "PYTHONPATH": SOURCE, "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    )


def environments(folder):
    return {path.name: json.loads(path.read_text()) for path in folder.iterdir()}


def wait_for_pids(folder, count):
    """Return the processes that wrote their numbers, once all of them have."""
    deadline = time.monotonic() + TIME_LIMIT
    while time.monotonic() < deadline:
        texts = [path.read_text().split() for path in folder.glob("pid*")]
        if len(texts) == count and all(len(text) == 2 for text in texts):
            return [int(number) for text in texts for number in text]
        time.sleep(0.02)
    raise AssertionError("the processes did not start")


def is_running(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def assert_gone(pids):
    deadline = time.monotonic() + TIME_LIMIT
    while any(map(is_running, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not [pid for pid in pids if is_running(pid)]


def test_each_process_gets_its_rank(tmp_path):
    job = launch(
        tmp_path, "-n", "2", "-s", "1", "--env", "A:1:2", "--env-worker", "B:w", "--env-server",
        "B:s", sys.executable, "-c", WRITE_ENVIRONMENT, "-n", "5", "--version",
    )  # fmt: skip
    assert job.communicate(timeout=TIME_LIMIT) == ("", "") and job.returncode == 0
    places = environments(tmp_path)
    assert set(places) >= {"worker0", "worker1"}
    for rank in "01":
        arguments, variables = places[f"worker{rank}"]
        assert arguments == ["-n", "5", "--version"]
        place = {"RANK": rank, "LOCAL_RANK": rank, "WORLD_SIZE": "2", "LOCAL_WORLD_SIZE": "2"}
        dmlc = {"DMLC_WORKER_ID": rank, "DMLC_NUM_WORKER": "2", "DMLC_NUM_SERVER": "1"}
        expected = {**place, **dmlc, "MASTER_ADDR": "127.0.0.1", "A": "1:2", "B": "w"}
        assert expected.items() <= variables.items()
        assert variables["MASTER_PORT"] == variables["DMLC_PS_ROOT_PORT"]


def test_one_string_is_a_line_of_shell(tmp_path):
    job = launch(tmp_path, "-n", "1", "A=3; echo $A $RANK >out; exit 7")
    _, errors = job.communicate(timeout=TIME_LIMIT)
    assert (tmp_path / "out").read_text() == "3 0\n" and job.returncode == 7
    assert errors == "mxnet launch: worker 0 ended with status 7, ending the others\n"


def test_a_failing_worker_ends_the_others(tmp_path):
    job = launch(tmp_path, "-n", "2", sys.executable, "-c", FAIL_AFTER_THE_OTHER + WAIT)
    pids = wait_for_pids(tmp_path, 1)
    assert "worker 1 ended with status 3" in job.communicate(timeout=TIME_LIMIT)[1]
    assert job.returncode == 3
    assert_gone(pids)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_end_of_the_launcher_ends_all(tmp_path, number):
    with launch(tmp_path, "-n", "2", sys.executable, "-c", WAIT) as job:
        pids = wait_for_pids(tmp_path, 2)
        job.send_signal(number)
        job.wait(timeout=TIME_LIMIT)
    assert job.returncode == (-number if number == signal.SIGKILL else 128 + number)
    # After SIGKILL the kernel ends the workers alone: their own children are not the launcher's.
    assert_gone(pids[::2] if number == signal.SIGKILL else pids)
    for pid in filter(is_running, pids):
        os.kill(pid, signal.SIGKILL)


def write_program(folder, name, text):
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{text}\n")
    (folder / name).chmod(0o755)


def test_ssh_runs_each_process_on_its_host(tmp_path, monkeypatch):
    # A program in the place of ssh: writes down for whom it was called, and runs the line here.
    write_program(
        tmp_path / "bin", "ssh", 'while [ "$1" = -o ] || [ "$1" = -p ]; do shift 2; done\n'
        'echo "$1" >>../hosts_called; shift; exec env -i PATH=/usr/bin:/bin sh -c "$*"',
    )  # fmt: skip
    monkeypatch.setitem(CLEAN, "PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    (tmp_path / "hosts").write_text("# two machines\nme@alpha:2222\nbeta slots=4\n")
    (tmp_path / "run").mkdir()
    job = launch(
        tmp_path / "run", "-n", "3", "-H", "../hosts", sys.executable, "-c", WRITE_ENVIRONMENT,
        "it's", "$HOME",
    )  # fmt: skip
    assert job.communicate(timeout=TIME_LIMIT) == ("", "") and job.returncode == 0
    called = (tmp_path / "hosts_called").read_text().split()
    assert sorted(called) == ["beta", "me@alpha", "me@alpha"]
    environments_ = environments(tmp_path / "run")
    places = {
        name: (e["RANK"], e["LOCAL_RANK"], e["LOCAL_WORLD_SIZE"], e["MASTER_ADDR"])
        for name, (_, e) in environments_.items()
    }
    assert places == {
        "worker0": ("0", "0", "2", "alpha"),
        "worker1": ("1", "0", "1", "alpha"),
        "worker2": ("2", "1", "2", "alpha"),
    }
    assert environments_["worker0"][0] == ["it's", "$HOME"]
    with launch(tmp_path / "run", "-n", "1", "-H", "../hosts", "exit 5") as failing:
        assert failing.wait(timeout=TIME_LIMIT) == 5
    waiting = launch(tmp_path / "run", "-n", "2", "-H", "../hosts", sys.executable, "-c", WAIT)
    pids = wait_for_pids(tmp_path / "run", 2)
    waiting.send_signal(signal.SIGTERM)
    waiting.communicate(timeout=TIME_LIMIT)
    assert_gone(pids)


def test_a_remote_job_that_ends_before_its_watcher_has_started(tmp_path):
    # In the place of setsid: the watcher, which begins with cat, has no process group yet.
    write_program(
        tmp_path, "setsid", 'case "$3" in cat*) echo $$ >watcher; exec sleep 300; esac\nexec "$@"'
    )
    command = "until test -s watcher; do sleep 0.02; done; exit 5"
    line = _remote_script((command,), {"RANK": "0"}, str(tmp_path))
    path = f"{tmp_path}:{os.environ['PATH']}"
    job = subprocess.run(
        ["sh", "-c", line], cwd=tmp_path, env={"PATH": path}, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=TIME_LIMIT,
    )  # fmt: skip
    assert (job.returncode, job.stdout, job.stderr) == (5, "", "")
    assert_gone([int((tmp_path / "watcher").read_text())])


def test_mpi_gets_one_command(tmp_path, monkeypatch):
    write_program(tmp_path / "bin", "mpirun", 'printf "%s\\n" "$@" >called')
    monkeypatch.setitem(CLEAN, "PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    (tmp_path / "hosts").write_text("alpha\nbeta\n")
    arguments = ["-n", "4", "-H", "hosts", "--launcher", "mpi", "--env", "A:1", "python", "t.py"]
    with launch(tmp_path, *arguments) as job:
        assert job.wait(timeout=TIME_LIMIT) == 0
    command = (tmp_path / "called").read_text().split()
    assert command[:5] == ["-n", "4", "-machinefile", "hosts", "env"]
    assert command[-3:] == ["A=1", "python", "t.py"] and "MASTER_ADDR=alpha" in command
    assert not any(word.startswith(("RANK=", "WORLD_SIZE=")) for word in command)


# What mpirun does on one machine.
MPIRUN = """
test $1 = -n; size=$2; shift 2
for rank in $(seq 0 $((size - 1))); do
    OMPI_COMM_WORLD_RANK=$rank OMPI_COMM_WORLD_SIZE=$size OMPI_COMM_WORLD_LOCAL_RANK=$rank \\
        OMPI_COMM_WORLD_LOCAL_SIZE=$size "$@" &
done
wait
"""
WRITE_LAUNCH = (
    "import dataclasses, json; from mxnet._distributed import read_launch; launch = read_launch(); "
    "json.dump(dataclasses.asdict(launch), open(f'{launch.role}{launch.rank}', 'w'))"
)


def test_mpi_workers_and_servers_get_their_ranks(tmp_path, monkeypatch):
    write_program(tmp_path / "bin", "mpirun", MPIRUN)
    monkeypatch.setitem(CLEAN, "PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    folder = tmp_path / "out"
    folder.mkdir()
    arguments = ["-n", "2", "-s", "1", "--launcher", "mpi", sys.executable, "-c", WRITE_LAUNCH]
    with launch(folder, *arguments) as job:
        assert job.wait(timeout=TIME_LIMIT) == 0
    launches = {path.name: json.loads(path.read_text()) for path in folder.iterdir()}
    assert set(launches) == {"worker0", "worker1"}  # a server does nothing but serve
    for rank in (0, 1):
        own = launches[f"worker{rank}"]
        assert own["port"] == launches["worker0"]["port"] > 0
        assert (own["size"], own["num_servers"], own["address"]) == (2, 1, "127.0.0.1")
        # There is no scheduler, so worker 0 holds the store.
        assert (own["store_host"], own["local_rank"], own["local_size"]) == ("worker", rank, 2)


REFUSED = [
    (["-n", "2"], "no command to run"),
    (["-n", "0", "true"], "at least one worker"),
    (["-n", "1", "--launcher", "yarn", "true"], "launcher 'yarn' is not supported"),
    (["-n", "1", "--launcher", "ssh", "true"], "needs a host file: -H hosts"),
    (["-n", "1", "--launcher", "ssh", "-H", "absent", "true"], "host file 'absent': No such file"),
    (["-n", "1", "--launcher", "local", "-H", "x", "true"], "without a host file"),
    (["-n", "1", "--sync-dst-dir", "x", "true"], "--sync-dst-dir needs the launcher ssh"),
    (["-n", "1", "--env", "NO_SUCH_NAME", "true"], "there is no such variable here"),
    (["-n", "1", "no-such-program", "x"], "worker 0 did not start: .*no-such-program"),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSED)
def test_refused(arguments, message, capsys):
    assert main(["launch", *arguments]) == 1
    pattern = f"mxnet launch: .*{message}"
    assert re.search(pattern, capsys.readouterr().err)
