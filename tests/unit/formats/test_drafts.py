"""Drafts: several files at one moment, on the disk, and nothing left behind."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading

import pytest

from mxnet._formats import drafts
from mxnet._formats.local import reading_together, replacing, together
from mxnet.base import MXNetError


def names_in(folder):
    return sorted(entry.name for entry in folder.iterdir())


def write(path, text):
    with replacing(path) as stream:
        stream.write(text)


def write_pair(folder, text):
    with together():
        write(folder / "a", text)
        write(folder / "b", text)


def read_pair(folder):
    paths = folder / "a", folder / "b"
    return reading_together(paths, lambda: [path.read_bytes() for path in paths])


# ------------------------------------------------------------------------------------ together


def test_files_take_their_names_at_the_end(tmp_path):
    write_pair(tmp_path, b"old")
    with together():
        write(tmp_path / "a", b"new")
        with together():  # a part of the larger save
            write(tmp_path / "b", b"new")
        assert read_pair(tmp_path) == [b"old"] * 2
    assert read_pair(tmp_path) == [b"new"] * 2
    assert names_in(tmp_path) == ["a", "b"]


@pytest.mark.parametrize("error", [KeyError, KeyboardInterrupt])
def test_a_failure_leaves_all_files_as_they_were(tmp_path, error):
    write_pair(tmp_path, b"old")
    with pytest.raises(error), together():
        write(tmp_path / "a", b"new")
        raise error
    assert read_pair(tmp_path) == [b"old"] * 2 and names_in(tmp_path) == ["a", "b"]
    write(tmp_path / "a", b"new")  # the next save stands alone
    assert (tmp_path / "a").read_bytes() == b"new"


def test_folder_with_the_name_of_the_second_file(tmp_path):
    (tmp_path / "b").mkdir()
    with pytest.raises(MXNetError, match="cannot write .*b'?: Is a directory"):
        write_pair(tmp_path, b"new")
    assert names_in(tmp_path) == ["b"]


def test_several_folders(tmp_path):
    for name in ("x", "y"):
        (tmp_path / name).mkdir()
    with together():
        for name in ("x", "y"):
            write(tmp_path / name / "a", b"1")
            write(tmp_path / name / "b", b"1")
    assert [read_pair(tmp_path / name) for name in ("x", "y")] == [[b"1"] * 2] * 2


def test_threads_save_by_themselves(tmp_path):
    with together():
        thread = threading.Thread(target=write, args=(tmp_path / "a", b"1"))
        thread.start()
        thread.join()
        assert names_in(tmp_path) == ["a"]


INTERRUPTED = """
import os, signal, sys
from mxnet._formats.local import replacing, together
folder, left, replace = sys.argv[1], int(sys.argv[2]), os.replace
def killed(*names):
    global left
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
    left -= 1
    return replace(*names)
with together():
    for name in "ab":
        with replacing(f"{folder}/{name}") as stream:
            stream.write(b"new")
    os.replace = killed
    os.unlink = lambda path: os.kill(os.getpid(), signal.SIGKILL)
"""


def run(code, *arguments):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)], env=environment
    ).returncode


@pytest.mark.parametrize("renames", [0, 1, 2])
@pytest.mark.parametrize("finisher", ["reader", "saver"])
def test_a_save_that_was_interrupted_is_finished(tmp_path, renames, finisher):
    """The process ends after the journal and some of the renames."""
    write_pair(tmp_path, b"old")
    assert run(INTERRUPTED, tmp_path, 1 + renames) == -signal.SIGKILL
    assert any(name.endswith(".commit") for name in names_in(tmp_path))
    if finisher == "saver":
        write(tmp_path / "c", b"other")
        assert [(tmp_path / name).read_bytes() for name in "ab"] == [b"new"] * 2
    assert read_pair(tmp_path) == [b"new"] * 2
    assert names_in(tmp_path) == ["a", "b", "c"][: 3 if finisher == "saver" else 2]


def test_interrupt_between_two_renames_is_repaired(tmp_path, monkeypatch):
    write_pair(tmp_path, b"old")
    replace = os.replace

    def interrupt(source, target):
        if target.endswith("b"):
            raise KeyboardInterrupt
        replace(source, target)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(os, "replace", interrupt)
        write_pair(tmp_path, b"new")
    assert read_pair(tmp_path) == [b"new"] * 2 and names_in(tmp_path) == ["a", "b"]


def test_readers_never_see_two_saves(tmp_path):
    """One thread saves all the time; every pair that others read is of one save."""
    write_pair(tmp_path, b"0")
    done = threading.Event()

    def save():
        for number in range(1, 60):
            write_pair(tmp_path, str(number).encode())
        done.set()

    thread = threading.Thread(target=save)
    thread.start()
    while not done.is_set():
        with contextlib.suppress(MXNetError):  # "all the time", which it is
            first, second = read_pair(tmp_path)
            assert first == second
    thread.join()
    assert read_pair(tmp_path) == [b"59"] * 2


def test_reader_without_permission_reports_an_unfinished_save(tmp_path, monkeypatch):
    (tmp_path / ".mxnet-0123456789abcdef.commit").write_text("[]")
    monkeypatch.setattr(drafts, "MAX_WAIT", 0.02)

    def deny(path):
        raise PermissionError

    monkeypatch.setattr(os, "unlink", deny)
    with pytest.raises(MXNetError, match="are of two saves: .*0123456789abcdef.commit"):
        read_pair(tmp_path)


@pytest.mark.parametrize(
    "content",
    [
        "", "[", "5", "[5]", "[[]]", '[["a", "b"]]', '[["/etc/passwd", "b"]]', "[" * 100_000,
        '[[".mxnet-0000000000000000.tmp", "../escaped"]]',
        '[[".mxnet-0000000000000000.tmp", "/escaped"]]',
        '[[".mxnet-0000000000000000.tmp", ""]]', '[[".mxnet-0000000000000000.tmp", "a\\u0000"]]',
        '[[".mxnet-0000000000000000.tmp", 5]]', '[["../x.mxnet-0000000000000000.tmp", "b"]]',
    ],
)  # fmt: skip
def test_journals_of_strangers_rename_nothing(tmp_path, content):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / ".mxnet-0000000000000001.commit").write_text(content)
    (folder / ".mxnet-0000000000000000.tmp").write_bytes(b"draft")
    write(folder / "a", b"own")
    assert names_in(folder) == ["a"] and names_in(tmp_path) == ["folder"]


# ------------------------------------------------------------------------------ left behind


KILLED = """
import os, signal, sys
from mxnet._formats.local import replacing
with replacing(sys.argv[1]) as stream:
    stream.write(b"half")
    stream.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_next_save_removes_files_of_a_killed_save(tmp_path):
    assert run(KILLED, tmp_path / "a") == -signal.SIGKILL
    assert len(names_in(tmp_path)) == 1
    write(tmp_path / "b", b"x")
    assert names_in(tmp_path) == ["b"]


def test_drafts_of_running_processes_are_kept(tmp_path):
    with replacing(tmp_path / "a") as stream:
        stream.write(b"1")
        write(tmp_path / "b", b"2")
    assert names_in(tmp_path) == ["a", "b"]


def test_unrelated_files_are_kept(tmp_path):
    others = [".mxnet-1.tmp", ".mxnet-zzzzzzzzzzzzzzzz.tmp", "x.mxnet-0000000000000000.tmp"]
    for name in others:
        (tmp_path / name).touch()
    (tmp_path / ".mxnet-0000000000000000.tmp").symlink_to("x")
    write(tmp_path / "b", b"x")
    assert names_in(tmp_path) == sorted([*others, ".mxnet-0000000000000000.tmp", "b"])


# ------------------------------------------------------------------------------------- the disk


@pytest.mark.parametrize("switch, expected", [(None, True), ("1", True), ("0", False)])
def test_the_disk_has_a_file_before_its_name_and_then_the_name(
    tmp_path, monkeypatch, switch, expected
):
    events = []
    fsync, replace = os.fsync, os.replace

    def kind(descriptor):
        return "folder" if os.path.isdir(f"/proc/self/fd/{descriptor}") else "file"

    monkeypatch.setattr(os, "fsync", lambda fd: (events.append(kind(fd)), fsync(fd)))
    monkeypatch.setattr(os, "replace", lambda a, b: (events.append("name"), replace(a, b)))
    monkeypatch.delenv("MXNET_FSYNC", raising=False)
    if switch is not None:
        monkeypatch.setenv("MXNET_FSYNC", switch)
    write(tmp_path / "a", b"x")
    assert events == (["file", "name", "folder"] if expected else ["name"])
    events.clear()
    write_pair(tmp_path, b"x")
    commit = ["file", "file", "file", "name", "folder"]
    rest = ["name", "name", "folder", "folder"]
    assert events == (commit + rest if expected else ["name"] * 3)


def test_a_disk_that_fails_at_the_end_leaves_the_old_file(tmp_path, monkeypatch):
    write(tmp_path / "a", b"old")

    def failing(descriptor):
        raise OSError(5, os.strerror(5))

    monkeypatch.setenv("MXNET_FSYNC", "1")
    monkeypatch.setattr(os, "fsync", failing)
    with pytest.raises(MXNetError, match="cannot write .*a'?: Input/output error"):
        write(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"old" and names_in(tmp_path) == ["a"]


def test_a_journal_is_json(tmp_path, monkeypatch):
    seen = {}
    rename = drafts._rename

    def look(folder, pairs):
        (name,) = [n for n in os.listdir(folder) if n.endswith(".commit")]
        seen[name] = json.loads((tmp_path / name).read_text())
        rename(folder, pairs)

    monkeypatch.setattr(drafts, "_rename", look)
    write_pair(tmp_path, b"x")
    (rows,) = seen.values()
    assert [target for _, target in rows] == ["a", "b"]
