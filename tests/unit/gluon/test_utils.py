"""Helpers for training: splitting, clipping over devices, downloading."""

from __future__ import annotations

import hashlib
import http.server
import io
import pathlib
import threading
import urllib.request
import warnings

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, autograd, nd
from mxnet.gluon import _download, _http, utils

CONTENT = b"forty-two" * 1000
SUM = hashlib.sha1(CONTENT).hexdigest()


# ----------------------------------------------------------------------------------- clipping


def clip(arrays, max_norm, **options):
    """Clip copies; return the norm and what became of them."""
    copies = [array.copy() for array in arrays]
    norm = utils.clip_global_norm(copies, max_norm, **options)
    return norm, [array.asnumpy() for array in copies]


@pytest.mark.parametrize("check_isfinite", [True, False])
@pytest.mark.parametrize("max_norm", [0.5, 100.0])
@pytest.mark.parametrize("contexts", [1, 3])
def test_clip_global_norm(check_isfinite, max_norm, contexts):
    random = np.random.RandomState(0)
    values = [random.uniform(-1, 1, shape).astype("float32") for shape in ((3, 4), (5,), (1,))]
    arrays = [nd.array(v, ctx=mx.cpu(i % contexts)) for i, v in enumerate(values)]
    norm, actual = clip(arrays, max_norm, check_isfinite=check_isfinite)
    right = np.sqrt(sum((v**2).sum() for v in values))
    if not check_isfinite:
        assert isinstance(norm, nd.NDArray) and norm.shape == (1,)
        norm = norm.asscalar()
    assert norm == pytest.approx(right, rel=1e-6)
    for ours, value in zip(actual, values, strict=True):
        np.testing.assert_allclose(ours, value * min(1, max_norm / right), rtol=1e-5)


def test_clipping_over_gpus(monkeypatch):
    monkeypatch.setenv("MXNET_SIMULATE_GPUS", "2")
    arrays = [nd.ones((2,), ctx=mx.gpu(i)) * 2 for i in range(2)]
    assert utils.clip_global_norm(arrays, 2.0) == 4
    assert [a.context for a in arrays] == [mx.gpu(0), mx.gpu(1)]
    np.testing.assert_allclose(arrays[1].asnumpy(), [1, 1], rtol=1e-6)


@pytest.mark.parametrize("dtype", ["float16", "float64"])
@pytest.mark.parametrize("check_isfinite", [True, False])
def test_clipping_keeps_the_type(dtype, check_isfinite):
    array = nd.ones((4,), dtype=dtype) * 2
    utils.clip_global_norm([array], 1.0, check_isfinite=check_isfinite)
    assert array.dtype is np.dtype(dtype).type
    np.testing.assert_allclose(array.asnumpy(), [0.5] * 4, rtol=1e-3)


def test_one_operator_a_context(monkeypatch):
    """Norms of many arrays are one call on each device, and devices are waited for once."""
    calls = []
    real = nd.multi_sum_sq
    monkeypatch.setattr(nd, "multi_sum_sq", lambda *a, **k: calls.append(len(a)) or real(*a, **k))
    utils.clip_global_norm([nd.ones((2,), ctx=mx.cpu(i % 2)) for i in range(10)], 1.0)
    assert calls == [5, 5]


def test_non_finite_norm_warns():
    with pytest.warns(UserWarning, match="nan or inf is detected. Clipping results"):
        assert np.isnan(utils.clip_global_norm([nd.array([np.nan])], 1.0))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        utils.clip_global_norm([nd.array([np.nan])], 1.0, check_isfinite=False)
    with pytest.raises(AssertionError, match="needs at least one array"):
        utils.clip_global_norm([], 1.0)


# ---------------------------------------------------------------------------------- splitting


def test_slices_are_views_of_the_batch():
    x = nd.zeros((4, 2))
    utils.split_data(x, 2)[1][:] = 7
    assert x.asnumpy()[2:].tolist() == [[7, 7], [7, 7]]


def test_uneven_batches():
    with pytest.raises(ValueError, match=r"shape \(5, 2\) cannot be evenly split into 2 slices"):
        utils.split_and_load(nd.ones((5, 2)), [mx.cpu(0), mx.cpu(1)])
    parts = utils.split_and_load(nd.ones((5, 2)), [mx.cpu(0), mx.cpu(1)], even_split=False)
    assert [(p.shape, p.context) for p in parts] == [((3, 2), mx.cpu(0)), ((2, 2), mx.cpu(1))]


# -------------------------------------------------------------------------------- downloading


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked.append(self.path)
        good = self.path == "/good" or (self.path == "/later" and len(self.server.asked) > 2)
        self.send_response(200 if good else 404)
        self.send_header("Content-Length", str(len(CONTENT)))
        self.end_headers()
        self.wfile.write(CONTENT)

    def log_message(self, *_):
        pass


@pytest.fixture(params=["requests", "urllib"])
def transport(request, monkeypatch):
    """Download with and without the package requests."""
    if request.param == "urllib":
        monkeypatch.setattr(_http, "_requests", lambda: None)
    else:
        pytest.importorskip("requests")


@pytest.fixture
def server(transport):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http_server:
        http_server.asked = []
        http_server.address = f"http://127.0.0.1:{http_server.server_port}"
        threading.Thread(target=http_server.serve_forever, args=(0.01,), daemon=True).start()
        yield http_server
        http_server.shutdown()


class Answer(io.BytesIO):
    """What urlopen returns, from another address than it was asked for."""

    status, address = 200, "http://example.org/x"

    @property
    def headers(self):
        return {"Content-Length": str(len(CONTENT))}

    def geturl(self):
        return self.address


def test_requests_fetches_where_it_is_installed(tmp_path, monkeypatch):
    requests = pytest.importorskip("requests")
    requests_ = []

    def get(url, **options):
        requests_.append((url, options["stream"], options["verify"]))
        response = requests.Response()
        response.status_code, response.raw = 200, io.BytesIO(CONTENT)
        return response

    monkeypatch.setattr(requests, "get", get)
    path = utils.download("https://example.org/x", path=tmp_path / "x", sha1_hash=SUM)
    assert requests_ == [("https://example.org/x", True, True)]
    assert pathlib.Path(path).read_bytes() == CONTENT


@pytest.fixture
def no_requests(monkeypatch):
    monkeypatch.setattr(_http, "_requests", lambda: None)


def test_http_without_a_checksum(no_requests, tmp_path, monkeypatch):
    monkeypatch.setattr(urllib.request, "urlopen", lambda *_, **__: Answer(CONTENT))
    with pytest.warns(
        UserWarning, match="http://example.org/x is downloaded over http without a checksum"
    ):
        utils.download("http://example.org/x", path=tmp_path / "x")
    assert (tmp_path / "x").read_bytes() == CONTENT
    utils.download("http://example.org/x", path=tmp_path / "y", sha1_hash=SUM)


def test_from_https_to_http_without_a_checksum(no_requests, tmp_path, monkeypatch):
    monkeypatch.setattr(urllib.request, "urlopen", lambda *_, **__: Answer(CONTENT))
    with pytest.raises(MXNetError, match="sends on to http://example.org/x, where what comes can"):
        utils.download("https://example.org/x", path=tmp_path / "x", retries=0)
    assert not list(tmp_path.iterdir())
    utils.download("https://example.org/x", path=tmp_path / "x", sha1_hash=SUM)


@pytest.mark.parametrize("name", ["", ".", ".."])
def test_an_address_without_the_name_of_a_file(name, tmp_path):
    with pytest.raises(AssertionError, match="Can't construct file-name from this URL"):
        utils.download(f"https://example.org/{name}", path=tmp_path)


def test_download(server, tmp_path, monkeypatch):
    path = utils.download(f"{server.address}/good", path=str(tmp_path), sha1_hash=SUM)
    assert path == str(tmp_path / "good") and utils.check_sha1(path, SUM)
    assert utils.download(f"{server.address}/good", path=path) == path
    assert server.asked == ["/good"]
    assert utils.download(f"{server.address}/good", path=path, overwrite=True) == path
    assert server.asked == ["/good", "/good"]
    monkeypatch.chdir(tmp_path)
    assert utils.download(f"{server.address}/good") == "good"
    other = utils.download(f"{server.address}/good", path=tmp_path / "new" / "name")
    assert utils.check_sha1(other, SUM)


def test_a_failed_download_leaves_the_old_file(server, tmp_path):
    (tmp_path / "file").write_bytes(b"old")
    with pytest.raises(MXNetError, match=f"cannot download {server.address}/bad.*404"):
        utils.download(f"{server.address}/bad", tmp_path / "file", overwrite=True, retries=1)
    assert server.asked == ["/bad", "/bad"]
    with pytest.raises(MXNetError, match=f"has the SHA-1 sum {SUM}, expected foo"):
        utils.download(f"{server.address}/good", tmp_path / "file", sha1_hash="foo", retries=0)
    assert [p.name for p in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_bytes() == b"old"


def test_a_download_is_tried_again(server, tmp_path):
    path = utils.download(f"{server.address}/later", tmp_path)
    assert utils.check_sha1(path, SUM) and len(server.asked) == 3


class Breaking(Handler):
    """Sends half of what is left, then closes; or everything again, if it knows no ranges."""

    def do_GET(self):
        start = int(self.headers.get("Range", "bytes=0-")[len("bytes=") : -1])
        self.server.asked.append(start)
        if self.path == "/no_ranges":
            start = 0
        left = CONTENT[start:]
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(left)))
        self.end_headers()
        self.wfile.write(left if len(self.server.asked) > 2 else left[: len(left) // 2])


@pytest.mark.parametrize("path", ["ranges", "no_ranges"])
def test_broken_download_resumes(server, tmp_path, path):
    server.RequestHandlerClass = Breaking
    path_of_file = utils.download(f"{server.address}/{path}", tmp_path, sha1_hash=SUM)
    assert utils.check_sha1(path_of_file, SUM)
    half = len(CONTENT) // 2
    assert server.asked[:2] == [0, half]
    assert server.asked[2] == (half if path == "no_ranges" else half + (len(CONTENT) - half) // 2)


def test_broken_download_reports_its_progress(server, tmp_path):
    server.RequestHandlerClass = Breaking
    half = len(CONTENT) // 2
    with pytest.raises(MXNetError, match=f"broke after {half} of {len(CONTENT)} bytes"):
        utils.download(f"{server.address}/ranges", tmp_path, retries=0)
    assert list(tmp_path.iterdir()) == []


class Versioned(Handler):
    """Has a version of its file, and breaks off while the server is configured to."""

    def do_GET(self):
        server, range_ = self.server, self.headers.get("Range")
        self.server.asked.append((range_, self.headers.get("If-Range")))
        start = int(range_[len("bytes=") : -1]) if range_ and server.ranges else 0
        if self.headers.get("If-Range") not in (None, server.version):
            start = 0
        if start >= len(server.content):
            self.send_error(416)
            return
        left = server.content[start:]
        self.send_response(206 if start else 200)
        if server.version:
            self.send_header(server.header, server.version)
        if start:
            end = len(server.content)
            self.send_header("Content-Range", f"bytes {start + server.off}-{end - 1}/{end}")
        self.send_header("Content-Length", str(len(left)))
        self.end_headers()
        self.wfile.write(left[: len(left) // 2] if server.breaks else left)


@pytest.fixture
def versioned(server):
    server.RequestHandlerClass = Versioned
    server.content, server.version, server.header = CONTENT, '"one"', "ETag"
    server.ranges, server.breaks, server.off = True, False, 0
    return server


HALF = len(CONTENT) // 2


def break_download(server, folder, **options):
    """Let a download break off in the middle."""
    server.breaks = True
    with pytest.raises(MXNetError, match=f"broke after {HALF} of {len(CONTENT)} bytes"):
        utils.download(f"{server.address}/file", folder, retries=0, **options)
    server.breaks = False
    server.asked.clear()


def names(folder):
    return sorted(path.name for path in folder.iterdir())


VERSIONS = {
    "etag": ("ETag", '"one"', {}),
    "date": ("Last-Modified", "Wed, 21 Oct 2015 07:28:00 GMT", {}),
    "checksum": ("ETag", "", {"sha1_hash": SUM}),
}


@pytest.mark.parametrize(("header", "version", "options"), VERSIONS.values(), ids=VERSIONS)
def test_later_call_resumes_a_broken_download(versioned, tmp_path, header, version, options):
    versioned.header, versioned.version = header, version
    break_download(versioned, tmp_path, **options)
    assert names(tmp_path) == ["file.partial", "file.partial.json"]
    assert (tmp_path / "file.partial").read_bytes() == CONTENT[:HALF]
    path = utils.download(f"{versioned.address}/file", tmp_path, retries=0, **options)
    assert versioned.asked == [(f"bytes={HALF}-", version or None)]
    assert names(tmp_path) == ["file"] and utils.check_sha1(path, SUM)


@pytest.mark.parametrize("version", ["", 'W/"weak"'])
def test_a_part_that_nobody_could_check_is_not_kept(versioned, tmp_path, version):
    versioned.version = version
    break_download(versioned, tmp_path)
    assert names(tmp_path) == []


def test_old_file_remains_until_the_new_one_is_complete(versioned, tmp_path):
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "file").chmod(0o640)
    break_download(versioned, tmp_path, overwrite=True)
    assert (tmp_path / "file").read_bytes() == b"old"
    assert utils.download(f"{versioned.address}/file", tmp_path) and versioned.asked == []
    utils.download(f"{versioned.address}/file", tmp_path, overwrite=True, retries=0)
    assert names(tmp_path) == ["file"] and (tmp_path / "file").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "file").read_bytes() == CONTENT


def test_changed_file_is_downloaded_again(versioned, tmp_path):
    break_download(versioned, tmp_path)
    versioned.content, versioned.version = b"other" * 2000, '"two"'
    path = utils.download(f"{versioned.address}/file", tmp_path, retries=0)
    assert versioned.asked == [(f"bytes={HALF}-", '"one"')]
    assert names(tmp_path) == ["file"]
    with open(path, "rb") as file:
        assert file.read() == versioned.content


def test_server_that_stops_supporting_ranges(versioned, tmp_path):
    break_download(versioned, tmp_path)
    versioned.ranges = False
    path = utils.download(f"{versioned.address}/file", tmp_path, retries=0)
    assert utils.check_sha1(path, SUM) and names(tmp_path) == ["file"]


@pytest.mark.parametrize("options", [{}, {"sha1_hash": SUM}], ids=["version", "checksum"])
def test_a_part_that_is_all_of_the_file(versioned, tmp_path, options):
    break_download(versioned, tmp_path)
    (tmp_path / "file.partial").write_bytes(CONTENT)
    path = utils.download(f"{versioned.address}/file", tmp_path, retries=0, **options)
    assert utils.check_sha1(path, SUM) and names(tmp_path) == ["file"]
    assert [range_ for range_, _ in versioned.asked] == ([] if options else ["bytes=9000-", None])


def test_a_part_with_the_wrong_bytes(versioned, tmp_path):
    versioned.version = ""
    break_download(versioned, tmp_path, sha1_hash=SUM)
    (tmp_path / "file.partial").write_bytes(b"x" * HALF)
    path = utils.download(f"{versioned.address}/file", tmp_path, retries=0, sha1_hash=SUM)
    assert [range_ for range_, _ in versioned.asked] == [f"bytes={HALF}-", None]
    assert utils.check_sha1(path, SUM) and names(tmp_path) == ["file"]


@pytest.mark.parametrize("note", [None, b"{", b'{"url": "http://127.0.0.1/x", "version": "1"}'])
def test_a_part_of_something_else(versioned, tmp_path, note):
    break_download(versioned, tmp_path)
    (tmp_path / "file.partial").write_bytes(b"x" * HALF)
    (tmp_path / "file.partial.json").unlink()
    if note is not None:
        (tmp_path / "file.partial.json").write_bytes(note)
    path = utils.download(f"{versioned.address}/file", tmp_path, retries=0)
    assert versioned.asked == [(None, None)]
    assert utils.check_sha1(path, SUM) and names(tmp_path) == ["file"]


def test_a_server_that_begins_elsewhere(versioned, tmp_path):
    break_download(versioned, tmp_path)
    versioned.off = 7
    with pytest.raises(MXNetError, match=f"asked for bytes from {HALF} on, the server sends bytes"):
        utils.download(f"{versioned.address}/file", tmp_path, retries=0)
    assert names(tmp_path) == ["file.partial", "file.partial.json"]


def test_a_server_that_is_gone_leaves_the_part(versioned, tmp_path):
    break_download(versioned, tmp_path)
    versioned.RequestHandlerClass = Handler  # which says 404
    with pytest.raises(MXNetError, match="404"):
        utils.download(f"{versioned.address}/file", tmp_path, retries=3)
    assert (tmp_path / "file.partial").read_bytes() == CONTENT[:HALF]


def test_an_interrupted_download_is_kept(versioned, tmp_path, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("tqdm.tqdm.update", interrupt)
    with pytest.raises(KeyboardInterrupt):
        utils.download(f"{versioned.address}/file", tmp_path)
    monkeypatch.undo()
    assert names(tmp_path) == ["file.partial", "file.partial.json"]
    assert utils.check_sha1(utils.download(f"{versioned.address}/file", tmp_path), SUM)


def test_concurrent_downloads_of_the_same_file(versioned, tmp_path):
    with _download.part_of(tmp_path / "file", True) as part:
        part.begin("somewhere", "")
        path = utils.download(f"{versioned.address}/file", tmp_path, sha1_hash=SUM)
        assert utils.check_sha1(path, SUM)
        assert names(tmp_path) == ["file", "file.partial", "file.partial.json"]
        part.file.write(b"first")
    assert names(tmp_path) == ["file"] and (tmp_path / "file").read_bytes() == b"first"


def test_a_folder_that_cannot_be_written_to(versioned, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(MXNetError, match="cannot download http.*file/deeper: .*File exists"):
        utils.download(f"{versioned.address}/file", tmp_path / "file" / "deeper")


def test_files_of_this_machine(tmp_path):
    (tmp_path / "source").write_bytes(CONTENT)
    assert utils.download((tmp_path / "source").as_uri(), tmp_path / "copy", sha1_hash=SUM)
    assert (tmp_path / "copy").read_bytes() == CONTENT


def test_unchecked_certificate_warns(server, tmp_path):
    with pytest.warns(UserWarning, match="Unverified HTTPS request: the certificate of"):
        utils.download(f"{server.address}/good", tmp_path, verify_ssl=False)


def test_bad_arguments():
    with pytest.raises(AssertionError, match="retries should be at least 0, got -1"):
        utils.download("http://127.0.0.1/x", retries=-1)
    with pytest.raises(AssertionError, match="Can't construct file-name from this URL"):
        utils.download("http://127.0.0.1/")


def test_the_repository_may_be_another(monkeypatch):
    monkeypatch.setenv("MXNET_GLUON_REPO", "http://127.0.0.1/mirror")
    address = utils._get_repo_file_url("gluon/models", "net.zip")
    assert address == "http://127.0.0.1/mirror/gluon/models/net.zip"


@pytest.mark.parametrize("check_isfinite", [True, False])
@pytest.mark.parametrize("limit", [nd.array([2.0]), mx.np.array(2.0), mx.np.array([2])])
def test_clip_global_norm_with_an_array_as_the_limit(limit, check_isfinite):
    arrays = [nd.ones((16,))]
    assert utils.clip_global_norm(arrays, limit, check_isfinite) == 4
    np.testing.assert_allclose(arrays[0].asnumpy(), 0.5, rtol=1e-5)


@pytest.mark.parametrize("check_isfinite", [True, False])
def test_clip_global_norm_of_several_types_and_of_variables(check_isfinite):
    arrays = [nd.ones((4,)), nd.ones((5,), dtype="float16"), nd.ones((7,), dtype="float64")]
    arrays[0].attach_grad()
    assert utils.clip_global_norm(arrays, 2.0, check_isfinite) == 4
    for array in arrays:
        np.testing.assert_allclose(array.asnumpy(), 0.5, rtol=1e-3)
    assert [array.dtype for array in arrays] == [np.float32, np.float16, np.float64]
    with autograd.record(), pytest.raises(MXNetError, match="nplace"):
        utils.clip_global_norm([arrays[0] * 100], 2.0)
