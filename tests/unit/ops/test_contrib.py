"""Operators of ``contrib`` that 1.9.1 cannot record rows of, and where we do better."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._ops.contrib import box_means, few_proposals

RANDOM = np.random.RandomState(5)


def differentiate(function, *arrays, head):
    """Return the result and the gradients of a call."""
    inputs = [nd.array(a) for a in arrays]
    for array in inputs:
        array.attach_grad()
    with autograd.record():
        result = function(*inputs)
    result.backward(nd.array(head))
    return result.asnumpy(), [array.grad.asnumpy() for array in inputs]


# ------------------------------------------------------------------------------------------ masks


@pytest.mark.parametrize("dtype", ["float32", "int32", "bool", "float64"])
def test_boolean_mask(dtype):
    data = nd.arange(12).reshape((4, 3))
    data.attach_grad()
    with autograd.record():
        rows = nd.contrib.boolean_mask(data, nd.array([0, 1, 0, 1], dtype=dtype))
    assert rows.asnumpy().tolist() == [[3, 4, 5], [9, 10, 11]]
    rows.backward(nd.array([[1, 2, 3], [4, 5, 6]]))
    assert data.grad.asnumpy().tolist() == [[0, 0, 0], [1, 2, 3], [0, 0, 0], [4, 5, 6]]


def test_boolean_mask_keeps_types_and_may_keep_nothing():
    data = nd.arange(4, dtype="int64")
    assert nd.contrib.boolean_mask(data, nd.array([0.5, 0, -1, 0])).asnumpy().tolist() == [0, 2]
    assert nd.contrib.boolean_mask(data, nd.zeros(4)).shape == (0,)
    assert nd.contrib.boolean_mask(data, nd.ones(4)).dtype == np.int64


def test_boolean_mask_along_another_axis():
    data = nd.arange(6).reshape((2, 3))
    picked = nd.contrib.boolean_mask(data, nd.array([1, 0, 1]), axis=1)
    assert picked.asnumpy().tolist() == [[0, 2], [3, 5]]


def test_boolean_mask_in_a_hybridized_block():
    class Mask(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, data, index):
            return F.contrib.boolean_mask(data, index) * 2

    block = Mask()
    block.hybridize()
    data = nd.arange(4)
    for mask in ([0, 1, 0, 1], [1, 1, 1, 0]):
        expected = [2 * i for i, kept in enumerate(mask) if kept]
        assert block(data, nd.array(mask)).asnumpy().tolist() == expected


# --------------------------------------------------------------------------------------- on GPUs


@pytest.mark.parametrize("shape", [(3, 5), (2, 2, 3, 4)])
def test_fft_is_that_of_numpy(shape):
    data = RANDOM.normal(size=shape).astype("float32")
    head = RANDOM.normal(size=(*shape[:-1], 2 * shape[-1])).astype("float32")
    result, (grad,) = differentiate(nd.contrib.fft, data, head=head)
    expected = np.fft.fft(data)
    np.testing.assert_allclose(result[..., ::2], expected.real, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(result[..., 1::2], expected.imag, rtol=1e-4, atol=1e-5)
    expected = np.fft.ifft(head[..., ::2] + 1j * head[..., 1::2]).real * shape[-1]
    np.testing.assert_allclose(grad, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("shape", [(3, 10), (2, 2, 3, 8)])
def test_ifft_is_that_of_numpy_times_the_length(shape):
    data = RANDOM.normal(size=shape).astype("float32")
    length = shape[-1] // 2
    head = RANDOM.normal(size=(*shape[:-1], length)).astype("float32")
    result, (grad,) = differentiate(nd.contrib.ifft, data, head=head)
    expected = np.fft.ifft(data[..., ::2] + 1j * data[..., 1::2]).real * length
    np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-5)
    expected = np.fft.fft(head)
    np.testing.assert_allclose(grad[..., ::2], expected.real, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(grad[..., 1::2], expected.imag, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("shape", [(3, 5), (2, 2, 3, 5)])
def test_count_sketch(shape):
    data, places = RANDOM.normal(size=shape).astype("float32"), np.array([[0, 3, 3, 1, 0]])
    signs = np.array([[1, -1, 1, 1, -1]], "float32")
    head = RANDOM.normal(size=(*shape[:-1], 4)).astype("float32")

    def sketch(array):
        return nd.contrib.count_sketch(array, nd.array(places), nd.array(signs), out_dim=4)

    result, (grad,) = differentiate(sketch, data, head=head)
    expected = np.zeros(head.shape)
    for i, place in enumerate(places[0]):
        expected[..., place] += data[..., i] * signs[0, i]
    np.testing.assert_allclose(result, expected, rtol=1e-5)
    np.testing.assert_allclose(grad, head[..., places[0]] * signs, rtol=1e-5)


# -------------------------------------------------------------------------------- sparse and dense


@pytest.mark.parametrize(("axis", "counts"), [(None, [3]), (0, [1, 1, 1]), (1, [2, 1])])
def test_getnnz_counts_stored_values(axis, counts):
    stored = nd.array([[1, 0, 3], [0, 2, 0]]).tostype("csr")
    count = nd.contrib.getnnz(stored, axis=axis)
    assert count.asnumpy().tolist() == counts
    assert count.dtype == np.int64


def test_group_adagrad_update_has_a_rate_for_each_row():
    weight, grad = RANDOM.normal(size=(2, 3, 4)).astype("float32")
    history = np.array([[0.1], [0.2], [0.3]], "float32")
    arrays = [nd.array(a) for a in (weight, grad, history)]
    attrs = {"lr": 0.1, "rescale_grad": 2.0, "clip_gradient": 0.7, "epsilon": 0.01}
    nd.contrib.group_adagrad_update(*arrays, out=arrays[0], **attrs)
    grad = np.clip(grad * 2, -0.7, 0.7)
    history = history + np.square(grad).mean(1, keepdims=True)
    np.testing.assert_allclose(arrays[2].asnumpy(), history, rtol=1e-5)
    expected = weight - 0.1 * grad / np.sqrt(history + 0.01)
    np.testing.assert_allclose(arrays[0].asnumpy(), expected, rtol=1e-5, atol=1e-6)


def test_the_gradient_of_a_sparse_embedding_is_dense_where_its_place_is():
    weight = nd.ones((3, 2))
    weight.attach_grad()
    with autograd.record():
        rows = nd.contrib.SparseEmbedding(nd.array([1, 1]), weight, input_dim=3, output_dim=2)
    rows.backward()
    assert weight.grad.asnumpy().tolist() == [[0, 0], [2, 2], [0, 0]]


# -------------------------------------------------------------------------------------- suppression


def test_few_boxes_are_suppressed_like_many_with_their_gradient():
    """Up to 512 boxes are decided by NumPy, more by torch; boxes without a score do not count."""
    corner = RANDOM.rand(2, 40, 2)
    columns = RANDOM.randint(0, 2, (2, 40, 1)), RANDOM.rand(2, 40, 1), corner, corner + 0.3
    few = np.concatenate(columns, 2)
    many = np.concatenate([few, np.zeros((2, 600, 6))], 1)

    def suppress(boxes):
        boxes = nd.array(boxes)
        boxes.attach_grad()
        with autograd.record():
            kept = nd.contrib.box_nms(boxes, overlap_thresh=0.3, id_index=0, topk=30)
        kept.backward(nd.arange(boxes.shape[1]).reshape((1, -1, 1)).broadcast_like(boxes) + 1)
        return kept.asnumpy()[:, :40], boxes.grad.asnumpy()[:, :40]

    for one, other in zip(suppress(few), suppress(many), strict=True):
        assert (one > 0).any()
        np.testing.assert_array_equal(one, other)


# --------------------------------------------------------------------------------- Hawkes processes


def test_events_that_do_not_count_may_hold_anything():
    """Neither their times nor processes without intensity reach results or gradients."""
    arrays = {
        "lda": [[0.5, 0.0], [0.5, 0.0]],
        "alpha": [0.2, 0.3],
        "beta": [1.0, 2.0],
        "state": [[0.0, 0.0], [1.0, 0.0]],
        "lags": [[1.0, np.nan, np.inf], [1.0, 0.5, 0.25]],
        "valid_length": [1, 3],
        "max_time": [2.0, 3.0],
    }
    arrays = {name: nd.array(values) for name, values in arrays.items()}
    marks = nd.array([[0, 1, 1], [0, 0, 0]], dtype="int32")
    for name in ("lda", "alpha", "beta"):
        arrays[name].attach_grad()
    with autograd.record():
        likelihood, state = nd.contrib.hawkesll(marks=marks, **arrays)
    likelihood.backward()
    assert likelihood[0].asscalar() == pytest.approx(np.log(0.5) - 1 - 0.2 * (1 - np.exp(-1)))
    np.testing.assert_allclose(state[0].asnumpy(), [np.exp(-1), 0], rtol=1e-6)
    np.testing.assert_allclose(arrays["lda"].grad[0].asnumpy(), [1 / 0.5 - 2, -2], rtol=1e-6)
    for name in ("lda", "alpha", "beta"):
        assert np.isfinite(arrays[name].grad.asnumpy()).all()


# ------------------------------------------------------------------------------ regions of interest


@pytest.mark.parametrize("name", ["ROIAlign", "PSROIPooling"])
def test_a_box_of_no_image_gives_zeros(name):
    attrs = {"pooled_size": (2, 2)} if name == "ROIAlign" else {"pooled_size": 2, "output_dim": 1}
    boxes = nd.array([[-1, 0, 0, 3, 3], [0, 0, 0, 3, 3], [7, 0, 0, 3, 3]])
    pooled = getattr(nd.contrib, name)(nd.ones((1, 4, 6, 6)), boxes, spatial_scale=1.0, **attrs)
    assert pooled[1].asnumpy().min() == 1
    assert not pooled[0].asnumpy().any()
    assert not pooled[2].asnumpy().any()


def _pool_regions(data, boxes, groups):
    """Return what PSROIPooling makes of data, and the gradient of the data."""
    data, boxes = nd.array(data), nd.array(boxes)
    data.attach_grad()
    with mx.autograd.record():
        attrs = {"spatial_scale": 0.5, "pooled_size": 3, "output_dim": 2}
        attrs["group_size"] = groups
        pooled = nd.contrib.PSROIPooling(data, boxes, **attrs)
    pooled.backward(nd.arange(pooled.size).reshape(pooled.shape) / pooled.size)
    return pooled.asnumpy(), data.grad.asnumpy()


@pytest.mark.parametrize("groups", [3, 2])
def test_means_of_regions_are_those_of_an_integral_image(monkeypatch, groups):
    """The elements of each bin are summed, or the sums from the corner of the image on are used."""
    random = np.random.RandomState(0)
    data = random.rand(2, 20, 7, 9)  # more channels than are read
    boxes = np.concatenate([random.randint(-1, 3, (32, 1)), random.rand(32, 4) * 30 - 5], 1)
    boxes[:4, 1:] = [[0.5, 1.5, 6.5, 8.5], [-0.5, -1.5, 2.5, 3.5], [5, 5, 2, 2], [40, 40, 50, 50]]
    boxes[4, 1] = np.inf
    for name in ("_INTEGRAL", "_LOOKUPS"):
        monkeypatch.setattr(box_means, name, 1000)
    results = _pool_regions(data, boxes, groups)
    for name in ("_INTEGRAL", "_LOOKUPS"):
        monkeypatch.setattr(box_means, name, 0)
    for one, other in zip(results, _pool_regions(data, boxes, groups), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-6)
    assert results[0].any()


def test_boxes_without_an_image_do_not_affect_other_boxes():
    """1.9.1 writes a 0 into the first boxes for each of them."""
    boxes = nd.array([[0, 0, 0, 3, 3]] + [[-1, 0, 0, 3, 3]] * 5)
    pooled = nd.contrib.ROIAlign(
        nd.ones((1, 4, 6, 6)), boxes, pooled_size=(2, 2), spatial_scale=1.0
    )
    assert pooled[0].asnumpy().tolist() == np.ones((4, 2, 2)).tolist()


def test_no_boxes_at_all():
    pooled = nd.contrib.ROIAlign(
        nd.ones((1, 4, 6, 6)), nd.empty((0, 5)), pooled_size=(2, 3), spatial_scale=1.0
    )
    assert pooled.shape == (0, 4, 2, 3)


def test_the_gradient_of_a_turned_box():
    """The mean of four places in a box that fits elements is that of these."""
    data = nd.zeros((1, 1, 6, 6))
    data.attach_grad()
    with autograd.record():
        pooled = nd.contrib.RROIAlign(
            data,
            nd.array([[0, 2.5, 2.5, 2, 2, 90]]),
            pooled_size=(1, 1),
            spatial_scale=1.0,
            sampling_ratio=2,
        )
    pooled.backward()
    expected = np.zeros((6, 6))
    expected[2:4, 2:4] = 0.25
    np.testing.assert_allclose(data.grad[0, 0].asnumpy(), expected, atol=1e-6)


@pytest.mark.parametrize("sample_ratio", [-1, 2])
def test_roi_align_has_second_gradients(sample_ratio):
    data = nd.array(RANDOM.normal(size=(1, 2, 5, 5)))
    data.attach_grad()
    boxes = nd.array([[0, 0.5, 0.5, 4, 4], [0, 1, 1, 3, 3.5]])
    with autograd.record():
        pooled = nd.contrib.ROIAlign(
            data, boxes, pooled_size=(2, 2), spatial_scale=1.0, sample_ratio=sample_ratio
        )
        (first,) = autograd.grad((pooled**3).sum(), data, create_graph=True)
        norm = (first**2).sum()
    norm.backward()
    step, numeric = 1e-2, []

    def square(array):
        array = nd.array(array)
        array.attach_grad()
        with autograd.record():
            pooled = nd.contrib.ROIAlign(
                array, boxes, pooled_size=(2, 2), spatial_scale=1.0, sample_ratio=sample_ratio
            )
            total = (pooled**3).sum()
        total.backward()
        return float((array.grad.asnumpy().astype("float64") ** 2).sum())

    base = data.asnumpy()
    for place in ((0, 0, 1, 1), (0, 1, 3, 2)):
        moved = [base.copy(), base.copy()]
        moved[0][place] += step
        moved[1][place] -= step
        numeric.append((square(moved[0]) - square(moved[1])) / (2 * step))
        np.testing.assert_allclose(data.grad.asnumpy()[place], numeric[-1], rtol=2e-2, atol=1e-3)


# ------------------------------------------------------------------------------------ suppression


def plain_suppression(boxes, threshold):
    """Go through sorted boxes one by one."""
    kept = []
    for i, box in enumerate(boxes):
        others = boxes[kept]
        sides = np.minimum(box[2:], others[:, 2:]) - np.maximum(box[:2], others[:, :2])
        common = np.clip(sides, 0, None).prod(1)
        areas = (box[2:] - box[:2]).prod() + (others[:, 2:] - others[:, :2]).prod(1)
        if not (common / (areas - common) > threshold).any():
            kept.append(i)
    return kept


def rows_of_boxes(count):
    """Rows of class, falling score and box; there are more boxes of some classes than of others."""
    corner = RANDOM.uniform(0, 1, (count, 2))
    boxes = np.concatenate([corner, corner + RANDOM.uniform(0.05, 0.4, (count, 2))], 1)
    kinds = RANDOM.choice(5, (count, 1), p=[0.7, 0.2, 0.07, 0.02, 0.01])
    scores = np.linspace(1, 0.1, count)[:, None]
    return np.concatenate([kinds, scores, boxes], 1).astype("float32")


@pytest.mark.parametrize("threshold", [0.1, 0.5, 0.9])
def test_suppression_over_many_blocks(threshold):
    rows = rows_of_boxes(900)
    kept = plain_suppression(rows[:, 2:], threshold)
    result = nd.contrib.box_nms(nd.array(rows), overlap_thresh=threshold).asnumpy()
    assert result[: len(kept)].tolist() == rows[kept].tolist()
    assert (result[len(kept) :] == -1).all()


@pytest.mark.parametrize("count", [1, 40, 200])
def test_proposals_are_the_first_that_are_not_suppressed(count):
    """More boxes than are compared at once, most of which are needed only for many proposals."""
    scores = RANDOM.permutation(12 * 12 * 12).astype("float32").reshape(1, 12, 12, 12)
    arrays = np.concatenate([scores, scores], 1), np.zeros((1, 48, 12, 12)), [[192, 192, 1]]

    def propose(threshold, count):
        return nd.contrib.Proposal(
            *map(nd.array, arrays), threshold=threshold, rpn_post_nms_top_n=count,
            rpn_pre_nms_top_n=1500, rpn_min_size=0, scales=(1, 2, 3, 4),
        ).asnumpy()  # fmt: skip

    ranked = propose(1.0, 1500)
    kept = plain_suppression(ranked[:, 1:] + [0, 0, 1, 1], 0.5)[:count]
    assert propose(0.5, count).tolist() == ranked[kept].tolist()


@pytest.mark.parametrize("iou_loss", [False, True])
@pytest.mark.parametrize("height", [1, 6])
def test_proposals_of_few_anchors_are_those_of_many(monkeypatch, height, iou_loss):
    """Images with padding, small boxes, and fewer proposals than wanted."""
    shape = 12, height, 5
    arrays = RANDOM.rand(2, 24, *shape[1:]), RANDOM.randn(2, 48, *shape[1:]) * 0.5
    info = [[16 * height, 80, 1.0], [16 * height, 70, 0.5]]

    def propose():
        return nd.contrib.MultiProposal(
            *map(nd.array, (*arrays, info)), threshold=0.6, rpn_post_nms_top_n=60,
            rpn_pre_nms_top_n=250, rpn_min_size=14, scales=(0.5, 1, 2, 4), output_score=True,
            iou_loss=iou_loss,
        )  # fmt: skip

    few = propose()
    monkeypatch.setattr(few_proposals, "ANCHORS", 0)
    for one, other in zip(few, propose(), strict=True):
        np.testing.assert_allclose(one.asnumpy(), other.asnumpy(), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    ("images", "count"),
    [(1, 40), (1, 900), (3, 700), (9, 100), (70, 60), (300, 4)],
    ids=lambda number: str(number),
)
@pytest.mark.parametrize("by_class", [True, False])
def test_suppression_of_many_images_and_classes(images, count, by_class):
    """Few pairs and many, groups from one box to several blocks, images with fewer valid boxes."""
    rows = np.stack([rows_of_boxes(count) for _ in range(images)])
    least = 0.3
    rows[0, :, 1] *= 0.5
    result = nd.contrib.box_nms(
        nd.array(rows), overlap_thresh=0.4, valid_thresh=least, id_index=0,
        force_suppress=not by_class,
    ).asnumpy()  # fmt: skip
    for image, actual in zip(rows, result, strict=True):
        valid = image[image[:, 1] > least]
        kept = []
        for kind in range(5) if by_class else [valid[:, 0]]:
            places = np.flatnonzero(valid[:, 0] == kind)
            kept += places[plain_suppression(valid[places, 2:], 0.4)].tolist()
        assert actual[: len(kept)].tolist() == valid[sorted(kept)].tolist()
        assert (actual[len(kept) :] == -1).all()


def test_suppression_of_boxes_without_end():
    """What is not finite meets nothing, and does not take out others either."""
    rows = [[0, 0.9, 0, 0, np.inf, np.inf], [0, 0.8, 0, 0, 2, 2], [0, 0.7, np.nan, 0, 2, 2]]
    rows += [[0, 0.6, 0, 0, 2, 2], [0, 0.5, 5, 5, 5, 5], [0, 0.4, 5, 5, 5, 5]]
    rows = np.array(rows, "float32")
    result = nd.contrib.box_nms(nd.array(rows)).asnumpy()
    np.testing.assert_array_equal(result[:5], rows[[0, 1, 2, 4, 5]])


def test_statistics_of_the_moving_kind_have_a_true_gradient_with_relu():
    data = nd.array([[[-1.0], [2.0]]])
    data.attach_grad()
    ones, zeros = nd.ones(2), nd.zeros(2)
    with autograd.record(train_mode=False):
        result = nd.contrib.BatchNormWithReLU(data, ones, zeros, zeros, ones, eps=0.0)
    result.backward()
    assert data.grad.asnumpy().ravel().tolist() == [0, 1]


@pytest.mark.parametrize(("dtype", "error"), [("float16", 2e-3), ("float64", 1e-6)])
def test_other_floats(dtype, error):
    projections = nd.array(RANDOM.normal(size=(3, 2, 12)), dtype=dtype)
    scores = nd.contrib.interleaved_matmul_selfatt_qk(projections, heads=2)
    exact = nd.contrib.interleaved_matmul_selfatt_qk(projections.astype("float32"), heads=2)
    assert scores.dtype == np.dtype(dtype)
    np.testing.assert_allclose(scores.asnumpy(), exact.asnumpy(), error, error)
    anchors = nd.contrib.MultiBoxPrior(nd.zeros((1, 1, 2, 2), dtype=dtype), sizes=(0.5,))
    assert anchors.dtype == np.dtype(dtype)
    assert anchors[0, 0].asnumpy().tolist() == [0, 0, 0.5, 0.5]


def test_hawkesll_ignores_events_after_the_valid_length():
    arrays = [nd.array([[1.5, 2.0]]), nd.array([0.2, 0.3]), nd.array([1.0, 2.0])]
    results = []
    for padding in (0.5, np.nan, np.inf):
        for array in arrays:
            array.attach_grad()
        lags, marks = nd.array([[0.3, 1.2, padding]]), nd.array([[0, 1, 1]], dtype="int32")
        rest = (lags, marks, nd.array([2]), nd.array([4]))
        with autograd.record():
            likelihood, state = nd.contrib.hawkesll(*arrays, nd.zeros((1, 2)), *rest)
        likelihood.backward()
        results.append([a.asnumpy() for a in (likelihood, state, *(a.grad for a in arrays))])
    for other in results[1:]:
        for one, another in zip(results[0], other, strict=True):
            np.testing.assert_array_equal(one, another)


@pytest.mark.parametrize("angle", [None, 30.0])
def test_regions_much_larger_than_the_map(angle):
    """Only the places in the map are computed; all of them are where their number is given."""
    data = nd.array(np.random.RandomState(0).rand(1, 2, 5, 6))
    box = [0.0, -60.0, -70.0, 140.0, 130.0] if angle is None else [0.0, 3, 2, 200, 200, angle]
    name = "ROIAlign" if angle is None else "RROIAlign"
    ratio = "sample_ratio" if angle is None else "sampling_ratio"

    def align(**options):
        call = getattr(nd.contrib, name)
        return call(
            data, nd.array([box]), pooled_size=(2, 2), spatial_scale=1.0, **options
        ).asnumpy()

    np.testing.assert_allclose(align(), align(**{ratio: 100}), rtol=1e-6)
    assert align().max() > 0


@pytest.mark.parametrize("layout", ["corner", "center"])
@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("large", [8, 1000])
@pytest.mark.parametrize(
    "count, kinds", [(40, [-1, 0, 1, 2]), (300, range(9)), (300, [4] * 99 + [1])]
)
def test_few_boxes_are_suppressed_as_many_are(monkeypatch, layout, force, count, kinds, large):
    """All pairs are compared, those of each class, and all because one class is much larger."""
    monkeypatch.setattr("mxnet._ops.contrib.few_boxes.LARGE", large)
    monkeypatch.setattr("mxnet._ops.contrib.few_boxes.BLOCK", 5)
    random = np.random.RandomState(5)
    corner = random.rand(3, count, 2) * 20
    kind = random.choice(kinds, (3, count, 1))
    data = nd.array(np.concatenate([kind, random.rand(3, count, 1), corner, corner + 8], -1))
    options = {"overlap_thresh": 0.3, "valid_thresh": 0.2, "topk": count * 5 // 8, "id_index": 0}
    options |= {"background_id": -1, "in_format": layout, "force_suppress": force}
    few = nd.contrib.box_nms(data, **options).asnumpy()
    monkeypatch.setattr("mxnet._ops.contrib.few_boxes.PAIRS", -1)
    np.testing.assert_array_equal(few, nd.contrib.box_nms(data, **options).asnumpy())
    assert 0 < (few[..., 1] > 0).sum() < 3 * options["topk"]


@pytest.mark.parametrize("layout", ["corner", "center"])
@pytest.mark.parametrize("counts", [(7, 3), (3, 7)])
def test_few_boxes_overlap_as_many_do(monkeypatch, layout, counts):
    random = np.random.RandomState(7)
    corners = [random.rand(count, 2) for count in counts]
    boxes = [nd.array(np.hstack([corner, corner + 0.5])) for corner in corners]
    few = nd.contrib.box_iou(*boxes, format=layout).asnumpy()
    monkeypatch.setattr("mxnet._ops.contrib.few_boxes.OVERLAPS", -1)
    np.testing.assert_array_equal(few, nd.contrib.box_iou(*boxes, format=layout).asnumpy())
    assert few.any()


def test_few_boxes_are_encoded_as_many_are(monkeypatch):
    random = np.random.RandomState(6)
    corner, other = random.rand(2, 20, 2), random.rand(2, 5, 2)
    arrays = [
        random.rand(2, 20) > 0.5, random.randint(0, 5, (2, 20)), np.dstack([corner, corner + 1]),
        np.dstack([other, other + 2]), [0, 0, 0.1, 0.1], [0.1, 0.1, 0.2, 0.2],
    ]  # fmt: skip
    arrays = [nd.array(array) for array in arrays]
    few = nd.contrib.box_encode(*arrays)
    monkeypatch.setattr("mxnet._ops.contrib.few_boxes.NUMBERS", -1)
    for ours, expected in zip(few, nd.contrib.box_encode(*arrays), strict=True):
        np.testing.assert_allclose(ours.asnumpy(), expected.asnumpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("layout", ["corner", "center"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("count", [0, 1, 50])
def test_boxes_are_decoded_with_numpy_as_with_torch(monkeypatch, layout, dtype, count):
    random = np.random.RandomState(9)
    predicted, corner = random.randn(2, count, 4) * 3, random.rand(1, count, 2)
    arrays = [nd.array(a, dtype=dtype) for a in (predicted, np.dstack([corner, corner + 2]))]
    options = {"std0": 0.1, "std1": 0.2, "std2": 0.3, "std3": 0.4, "clip": 0.5, "format": layout}
    few = nd.contrib.box_decode(*arrays, **options).asnumpy()
    monkeypatch.setattr("mxnet._ops.contrib.boxes.is_few", lambda *_: False)
    expected = nd.contrib.box_decode(*arrays, **options).asnumpy()
    assert few.dtype == dtype
    np.testing.assert_allclose(few, expected, rtol=1e-5, atol=1e-6)


def _few_and_many(monkeypatch, limits, call):
    """Return the results of a call with NumPy, and with torch."""
    few = call()
    for limit in limits:
        monkeypatch.setattr(f"mxnet._ops.contrib.{limit}", -1)
    return [[array.asnumpy() for array in results] for results in (few, call())]


@pytest.mark.parametrize("ratio", [-1.0, 1.5])
def test_few_anchors_have_the_targets_of_many(monkeypatch, ratio):
    random = np.random.RandomState(8)
    anchors, corner = random.rand(1, 30, 2), random.rand(3, 4, 2)
    labels = np.dstack([random.randint(0, 3, (3, 4)), corner, corner + 0.4])
    labels[1, 2:] = labels[2] = -1
    arrays = [np.dstack([anchors, anchors + 0.4]), labels, random.randn(3, 4, 30)]
    arrays = [nd.array(array) for array in arrays]
    few, many = _few_and_many(
        monkeypatch,
        ["few_anchors.OVERLAPS"],
        lambda: nd.contrib.MultiBoxTarget(
            *arrays, negative_mining_ratio=ratio, negative_mining_thresh=0.4
        ),
    )
    for ours, expected in zip(few, many, strict=True):
        np.testing.assert_allclose(ours, expected, rtol=1e-5, atol=1e-6)
    assert (few[2][0] > 0).any() and (-1 in few[2][0]) == (ratio > 0)
    assert set(few[2][2]) == {-1}


@pytest.mark.parametrize("options", [
    {}, {"nms_topk": 20}, {"force_suppress": True}, {"nms_threshold": 0}, {"threshold": 2},
])  # fmt: skip
def test_few_anchors_have_the_detections_of_many(monkeypatch, options):
    random = np.random.RandomState(9)
    anchors = random.rand(1, 200, 2)
    arrays = [
        random.rand(2, 4, 200), random.randn(2, 800) * 0.3, np.dstack([anchors, anchors + 0.4])
    ]  # fmt: skip
    arrays = [nd.array(array) for array in arrays]
    options = {"threshold": 0.8, **options}
    (few,), (many,) = _few_and_many(
        monkeypatch,
        ["few_anchors.ANCHORS"],
        lambda: [nd.contrib.MultiBoxDetection(*arrays, **options)],
    )
    np.testing.assert_allclose(few, many, rtol=1e-5, atol=1e-6)
    assert (few[..., 0] >= 0).any() == (options["threshold"] < 1)


def test_few_scores_are_matched_as_many_are(monkeypatch):
    scores = nd.array(np.random.RandomState(10).rand(2, 9, 6).round(1))
    few, many = _few_and_many(
        monkeypatch,
        ["few_boxes.SEARCHES"],
        lambda: nd.contrib.bipartite_matching(scores, threshold=0.5),
    )
    for ours, expected in zip(few, many, strict=True):
        np.testing.assert_array_equal(ours, expected)
    assert (few[0] >= 0).sum() == (few[1] >= 0).sum() > 0


@pytest.mark.parametrize("hole", [0.0, np.inf])
def test_few_boxes_are_aligned_as_many_are(monkeypatch, hole):
    """Also beside an infinite element, which only boxes that contain it read."""
    random = np.random.RandomState(11)
    data, head = random.rand(2, 3, 9, 8), random.rand(5, 3, 2, 3)
    data[0, 1, 8, 7] = hole
    boxes = [[0, 1, 2, 5, 6], [1, -3, 0, 9, 9], [0, 0, 0, 0, 0], [2, 1, 1, 4, 4], [1, 6, 5, 2, 1]]

    def align(array):
        return nd.contrib.ROIAlign(array, nd.array(boxes), pooled_size=(2, 3), spatial_scale=0.9)

    few = differentiate(align, data, head=head)
    monkeypatch.setattr("mxnet._ops.contrib.roi.FEW", -1)
    many = differentiate(align, data, head=head)
    np.testing.assert_allclose(few[0], many[0], rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(few[1], many[1], rtol=1e-5, atol=1e-6)
    assert np.isfinite(few[0]).all() and not few[0][3].any()
