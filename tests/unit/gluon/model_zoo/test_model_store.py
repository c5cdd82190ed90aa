"""Files of trained parameters are found, checked, and downloaded whole or not at all."""

from __future__ import annotations

import concurrent.futures
import functools
import hashlib
import http.server
import pathlib
import threading
import zipfile

import pytest

import mxnet as mx
from mxnet import MXNetError
from mxnet.gluon.model_zoo import model_store, vision
from tests.unit.gluon.model_zoo import cases

CONTENT = b"parameters"
SUM = hashlib.sha1(CONTENT).hexdigest()
FILE = f"little-{SUM[:8]}.params"


@pytest.fixture(autouse=True)
def little(monkeypatch, tmp_path):
    """Add a model as other packages do; leave no repository to download from."""
    monkeypatch.setitem(model_store._model_sha1, "little", SUM)
    monkeypatch.setenv("MXNET_GLUON_REPO", (tmp_path / "nowhere").as_uri())


@pytest.fixture
def repository(monkeypatch, tmp_path):
    """Serve a folder on this machine as the repository; return its folder of models."""
    models = tmp_path / "repository" / "gluon" / "models"
    models.mkdir(parents=True)
    handler = functools.partial(Quiet, directory=str(tmp_path / "repository"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        monkeypatch.setenv("MXNET_GLUON_REPO", f"http://127.0.0.1:{server.server_port}")
        yield models
        server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


def store(models, content=CONTENT, name=FILE):
    with zipfile.ZipFile(models / f"{FILE.removesuffix('.params')}.zip", "w") as packed:
        packed.writestr(name, content)


def test_short_hash():
    assert model_store.short_hash("resnet18_v1") == "a0666292"
    with pytest.raises(ValueError, match="Pretrained model for nothing is not available"):
        model_store.short_hash("nothing")


def test_every_model_has_a_sum():
    with pytest.raises(ValueError, match="not supported") as error:
        vision.get_model("")
    assert set(str(error.value).split("\n\t")[1:]) == set(model_store._model_sha1) - {"little"}


@pytest.mark.parametrize("name", [FILE, "little.params"])
def test_files_put_there_by_hand(tmp_path, name):
    (tmp_path / name).write_bytes(CONTENT)
    assert model_store.get_model_file("little", root=tmp_path) == str(tmp_path / name)


def test_downloads(tmp_path, repository):
    store(repository)
    root = tmp_path / "new" / "models"
    path = model_store.get_model_file("little", root=str(root))
    assert path == str(root / FILE)
    assert (root / FILE).read_bytes() == CONTENT
    assert [file.name for file in root.iterdir()] == [FILE]


def test_concurrent_downloads(tmp_path, repository):
    store(repository)
    root = tmp_path / "models"
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        paths = list(pool.map(lambda _: model_store.get_model_file("little", root), range(8)))
    assert set(paths) == {str(root / FILE)}
    assert [path.name for path in root.iterdir()] == [FILE]


def test_a_wrong_file_is_replaced(tmp_path, repository, caplog):
    store(repository)
    (tmp_path / FILE).write_bytes(b"broken")
    model_store.get_model_file("little", root=str(tmp_path))
    assert (tmp_path / FILE).read_bytes() == CONTENT
    assert f"{tmp_path / FILE} is not that of the model little" in caplog.text


@pytest.mark.parametrize(
    ("content", "name", "error", "text"),
    [
        (b"others", FILE, ValueError, "Downloaded file has different hash.*model little"),
        (CONTENT, "other.params", MXNetError, f"not an archive with {FILE}"),
    ],
)
def test_a_wrong_download_leaves_nothing(tmp_path, repository, content, name, error, text):
    store(repository, content, name)
    root = tmp_path / "models"
    with pytest.raises(error, match=text):
        model_store.get_model_file("little", root=str(root))
    assert list(root.iterdir()) == []


def test_a_repository_that_is_a_folder(tmp_path, monkeypatch):
    models = tmp_path / "copy" / "gluon" / "models"
    models.mkdir(parents=True)
    store(models)
    monkeypatch.setenv("MXNET_GLUON_REPO", str(tmp_path / "copy"))
    path = model_store.get_model_file("little", root=str(tmp_path / "models"))
    assert pathlib.Path(path).read_bytes() == CONTENT


def test_no_archive(tmp_path, repository):
    (repository / f"little-{SUM[:8]}.zip").write_bytes(b"<html>")
    with pytest.raises(MXNetError, match=rf"little-{SUM[:8]}.zip is not an archive"):
        model_store.get_model_file("little", root=str(tmp_path / "models"))


def test_offline_error_names_the_remedy(tmp_path, repository):
    with pytest.raises(MXNetError, match=r"cannot download .*Without a network, put") as error:
        model_store.get_model_file("little", root=str(tmp_path / "models"))
    for part in (str(tmp_path / "models" / FILE), SUM, "MXNET_GLUON_REPO"):
        assert part in str(error.value)
    assert list((tmp_path / "models").iterdir()) == []


def test_purge(tmp_path):
    for name in ("a.params", "b.txt"):
        (tmp_path / name).write_bytes(b"")
    model_store.purge(str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["b.txt"]
    model_store.purge(str(tmp_path / "nowhere"))


def test_pretrained(tmp_path, monkeypatch):
    trained = vision.mobilenet0_25(classes=3)
    picture = cases.filled(mx, trained, 32)
    trained.save_parameters(str(tmp_path / "mobilenet0.25.params"))
    digest = hashlib.sha1((tmp_path / "mobilenet0.25.params").read_bytes()).hexdigest()
    monkeypatch.setitem(model_store._model_sha1, "mobilenet0.25", digest)
    options = {"pretrained": True, "root": tmp_path}
    net = vision.get_model("mobilenet0.25", **options, classes=3, ctx=mx.cpu(1))
    assert net.output.weight.list_ctx() == [mx.cpu(1)]
    actual = net(picture.as_in_context(mx.cpu(1)))
    assert (actual.asnumpy() == trained(picture).asnumpy()).all()
    with pytest.raises(AssertionError, match="mobilenet1_dense0|shape"):
        vision.get_model("mobilenet0.25", **options, classes=4)


def test_home_is_asked_for_at_the_time_of_use(tmp_path, monkeypatch):
    monkeypatch.setenv("MXNET_HOME", str(tmp_path))
    monkeypatch.setattr(model_store, "check_sha1", lambda path, sha1: True)
    (tmp_path / "models").mkdir()
    path = tmp_path / "models" / "alexnet.params"
    path.write_bytes(b"")
    assert model_store.get_model_file("alexnet") == str(path)
    model_store.purge()
    assert not path.exists()
