"""Local files: names, and writing whole or not at all."""

import os
import pathlib
import stat

import pytest

from mxnet._formats.local import local_path, reading, replacing
from mxnet.base import MXNetError


def names_in(folder):
    return sorted(entry.name for entry in folder.iterdir())


def test_names(tmp_path):
    assert local_path("a/b.params") == "a/b.params"
    assert local_path("file:///a/b") == "/a/b"
    assert local_path(pathlib.Path("a") / "b") == os.path.join("a", "b")


@pytest.mark.parametrize("name", [3, None, b"bytes"])
def test_a_name_that_is_none(name):
    with pytest.raises(TypeError, match="fname required to be a string, got"):
        local_path(name)


@pytest.mark.parametrize("name", ["s3://bucket/x", "hdfs://x", "xx://y"])
def test_a_protocol_that_is_not_known(name):
    with pytest.raises(MXNetError, match=f"unknown filesystem protocol {name[:2]}"):
        local_path(name)


def test_a_nul_in_the_name():
    with pytest.raises(MXNetError, match="NUL"):
        local_path("a\0b")


def test_reading_reports_the_size(tmp_path):
    (tmp_path / "file").write_bytes(b"12345")
    with reading(tmp_path / "file") as (stream, size):
        assert size == 5
        assert stream.read() == b"12345"


def test_reading_a_missing_file(tmp_path):
    with (
        pytest.raises(MXNetError, match="cannot read .*nope.*: No such file"),
        reading(tmp_path / "nope"),
    ):
        pass


def test_reading_a_folder_or_device(tmp_path):
    for name in (tmp_path, os.devnull):
        with pytest.raises(MXNetError, match="cannot read .*: (Is a directory|not a regular)"):
            with reading(name):
                pass


def test_a_new_file(tmp_path):
    with replacing(tmp_path / "new") as stream:
        stream.write(b"text")
        assert not (tmp_path / "new").exists()
    assert (tmp_path / "new").read_bytes() == b"text"
    assert names_in(tmp_path) == ["new"]


def test_a_new_file_has_the_usual_mode(tmp_path):
    (tmp_path / "usual").touch()
    with replacing(tmp_path / "new"):
        pass
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_replaced_file_keeps_its_mode(tmp_path):
    path = tmp_path / "file"
    path.touch()
    path.chmod(0o640)
    with replacing(path) as stream:
        stream.write(b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.parametrize("error", [KeyError, KeyboardInterrupt, MemoryError])
def test_failure_leaves_files_unchanged(tmp_path, error):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(error):
        with replacing(path) as stream:
            stream.write(b"new")
            raise error
    assert path.read_bytes() == b"old"
    assert names_in(tmp_path) == ["file"]


def test_full_disk_leaves_files_unchanged(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(MXNetError, match="cannot write .*file.*: No space left"):
        with replacing(path) as stream:
            stream.write(b"new")
            raise OSError(28, os.strerror(28))
    assert path.read_bytes() == b"old"
    assert names_in(tmp_path) == ["file"]


def test_a_missing_folder(tmp_path):
    with pytest.raises(MXNetError, match="cannot write .*nope.*: No such file"):
        with replacing(tmp_path / "nope" / "file"):
            pass


def test_folder_with_the_name_of_the_file(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(MXNetError, match="cannot write .*folder.*: Is a directory"):
        with replacing(tmp_path / "folder"):
            pass
    assert names_in(tmp_path) == ["folder"]


def test_the_longest_name(tmp_path):
    with replacing(tmp_path / ("x" * 255)):
        pass
    assert names_in(tmp_path) == ["x" * 255]


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    with replacing(tmp_path / "link") as stream:
        stream.write(b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_device_is_written_to_not_replaced():
    before = os.stat(os.devnull)
    with replacing(os.devnull) as stream:
        stream.write(b"gone")
    assert os.stat(os.devnull).st_mode == before.st_mode
