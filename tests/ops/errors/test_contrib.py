"""Calls that the operators of ``contrib`` refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

MAPS, BOXES = nd.ones((1, 4, 6, 6)), nd.array([[0, 0, 0, 3, 3]])
ROWS = nd.ones((3, 6))
ANCHORS, LABELS, SCORES = nd.ones((1, 5, 4)), nd.ones((2, 1, 5)), nd.ones((2, 3, 5))
RPN = (nd.ones((1, 24, 2, 2)), nd.ones((1, 48, 2, 2)), nd.array([[32, 32, 1]]))
SIZE = {"pooled_size": (2, 2), "spatial_scale": 1.0}
PARTS = {"spatial_scale": 1.0, "output_dim": 1, "pooled_size": 2}
C = nd.contrib


def encode(samples=(2, 3), matches=(2, 3), anchors=(2, 3, 4), refs=(2, 5, 4), stds=4):
    shapes = (samples, matches, anchors, refs, (4,), (stds,))
    return C.box_encode(*(nd.ones(shape) for shape in shapes))


def hawkes(**changed):
    shapes = {
        "lda": (2, 3), "alpha": (3,), "beta": (3,), "state": (2, 3), "lags": (2, 4),
        "marks": (2, 4), "valid_length": (2,), "max_time": (2,),
    }  # fmt: skip
    arrays = {
        name: nd.ones(shape, dtype="int32" if name == "marks" else "float32")
        for name, shape in shapes.items()
    }
    return C.hawkesll(**{**arrays, **changed})


CASES = [
    (lambda: C.box_iou(nd.ones((3,)), nd.ones((3, 4))), r"lhs must have dim >= 2, got \[3\]"),
    (lambda: C.box_iou(nd.ones((3, 4)), nd.ones((3, 5))), r"last dimension of rhs must be 4"),
    (lambda: C.box_iou(ROWS, ROWS, format="corners"), r"Invalid Input: 'corners'"),
    (lambda: C.box_nms(nd.ones((6,))), r"input must have dim >= 2.*\[6\] provided"),
    (lambda: C.box_nms(nd.ones((3, 4))), r"at least 5 elements, 4 provided"),
    (lambda: C.box_nms(nd.ones((3, 5)), id_index=0), r"at least 6 elements, 5 provided"),
    (lambda: C.box_nms(ROWS, score_index=6), r"score_index: 6 out of range"),
    (lambda: C.box_nms(ROWS, score_index=3), r"score_index: 3 conflict with coordinates: \(2, 5\)"),
    (lambda: C.box_nms(ROWS, coord_start=3), r"coordinates: \(3, 6\) out of range"),
    (lambda: C.box_nms(ROWS, id_index=1), r"id_index: 1 conflict with score_index"),
    (lambda: C.box_nms(ROWS.astype("int32")), r"only support floating point types, not int32"),
    (lambda: C.bipartite_matching(nd.ones(3), threshold=0), r"score matrix must have dim >= 2"),
    (lambda: C.bipartite_matching(ROWS), r"threshold"),
    (lambda: encode(samples=(2, 4)), r"samples \[2,4\].*do not match"),
    (lambda: encode(refs=(2, 4)), r"refs must be \(batch, boxes, 4\), got \[2,4\]"),
    (lambda: encode(refs=(2, 1, 4)), r"matches must be from 0 to 0"),
    (lambda: encode(stds=3), r"stds must have shape \[4\]"),
    (lambda: C.box_decode(ROWS, ANCHORS), r"data shape must have dim == 3, 2 provided"),
    (
        lambda: C.box_decode(nd.ones((2, 3, 4)), ANCHORS),
        r"anchors must be \[1,3,4\], got \[1,5,4\]",
    ),
    (lambda: C.MultiBoxPrior(ROWS), r"Input data should be 4D"),
    (lambda: C.MultiBoxPrior(MAPS, steps=(0.1, -0.1)), r"Must specify both step_y and step_x"),
    (lambda: C.MultiBoxPrior(MAPS, offsets=(0.5, 2)), r"offsets must be two numbers from 0 to 1"),
    (lambda: C.MultiBoxPrior(MAPS, sizes=()), r"at least one of sizes"),
    (lambda: C.MultiBoxTarget(nd.ones((2, 5, 4)), LABELS, SCORES), r"anchor must be shared"),
    (lambda: C.MultiBoxTarget(ANCHORS, LABELS, nd.ones((2, 3, 4))), r"Number of anchors mismatch"),
    (lambda: C.MultiBoxTarget(ANCHORS, nd.ones((2, 1, 4)), SCORES), r"Label should be .*\[2,1,4\]"),
    (lambda: C.MultiBoxTarget(ANCHORS, LABELS[:1], SCORES), r"1 labels do not match 2 predict"),
    (lambda: C.MultiBoxTarget(ANCHORS, LABELS, SCORES, variances=(1,)), r"Variance size must be 4"),
    (
        lambda: C.MultiBoxTarget(ANCHORS, nd.array([[[-1, 0, 0, 1, 1]]] * 2), SCORES),
        r"a label whose class is -1 is padding",
    ),
    (
        lambda: C.MultiBoxDetection(SCORES, nd.ones((2, 8)), ANCHORS),
        r"expected \[2,20\], got \[2,8\]",
    ),
    (lambda: C.Proposal(*(nd.concat(a, a, dim=0) for a in RPN)), r"takes one image, got 2"),
    (lambda: C.MultiProposal(*RPN, scales=(1, 2)), r"3 ratios and 2 scales, got 24"),
    (lambda: C.MultiProposal(*RPN, feature_stride=8), r"says 4 x 4 elements"),
    (lambda: C.MultiProposal(RPN[0], RPN[0], RPN[2]), r"bbox_pred must have shape \[1,48,2,2\]"),
    (lambda: C.ROIAlign(MAPS[0], BOXES, **SIZE), r"data should be a 4D tensor"),
    (lambda: C.ROIAlign(MAPS, ROWS, **SIZE), r"bbox should be a 2D tensor of shape \[batch, 5\]"),
    (lambda: C.ROIAlign(MAPS, BOXES, pooled_size=(2,), spatial_scale=1), r"two positive numbers"),
    (
        lambda: C.ROIAlign(MAPS, BOXES, pooled_size=(3, 3), spatial_scale=1, position_sensitive=1),
        r"Input channels should be divided",
    ),
    (
        lambda: C.ROIAlign(MAPS, nd.array([[0, 3, 3, 1, 1]]), aligned=True, **SIZE),
        r"with aligned, boxes must have a width",
    ),
    (lambda: C.RROIAlign(MAPS, BOXES, **SIZE), r"shape \[batch, 6\], got \[1,5\]"),
    (lambda: C.PSROIPooling(MAPS, BOXES, **{**PARTS, "output_dim": 2}), r"= 8 channels, got 4"),
    (lambda: C.DeformablePSROIPooling(MAPS, BOXES, group_size=2, **PARTS), r"needs trans"),
    (
        lambda: C.DeformablePSROIPooling(MAPS, BOXES, nd.ones((1, 2, 3, 3)), group_size=2, **PARTS),
        r"trans should be \[1, 2 \* classes, 2, 2\].*got \[1,2,3,3\]",
    ),
    (lambda: C.BilinearResize2D(ROWS, height=2, width=2), r"data should be 4D"),
    (lambda: C.BilinearResize2D(MAPS, height=0), r"height and width must be at least 1"),
    (lambda: C.BilinearResize2D(MAPS, mode="like"), r"needs a second input, like"),
    (lambda: C.BilinearResize2D(MAPS, MAPS), r"mode='size' does not go with a second input"),
    (lambda: C.BilinearResize2D(MAPS, scale_height=2), r"both scale_height and scale_width"),
    (lambda: C.BilinearResize2D(MAPS, mode="odd_scale"), r"both scale_height and scale_width"),
    (lambda: C.AdaptiveAvgPooling2D(MAPS, output_size=0), r"output_size must be positive"),
    (
        lambda: C.interleaved_matmul_selfatt_qk(nd.ones((2, 3, 8)), heads=2),
        r"multiple of 3 \* heads",
    ),
    (
        lambda: C.interleaved_matmul_selfatt_valatt(nd.ones((2, 3, 12)), ROWS, heads=2),
        r"attention should be \[6, seq_length, 2\], got \[3,6\]",
    ),
    (
        lambda: C.interleaved_matmul_encdec_qk(nd.ones((2, 3, 4)), nd.ones((2, 3, 12)), heads=2),
        r"twice its numbers",
    ),
    (lambda: C.boolean_mask(ROWS, nd.ones(2)), r"index must have shape \[3\], got \[2\]"),
    (lambda: C.index_copy(ROWS, nd.array([0, 3]), ROWS[:2]), r"has 0 to 3, there are 3 rows"),
    (lambda: C.index_copy(ROWS, nd.array([0]), ROWS[:2]), r"one for each of index_vector"),
    (lambda: C.arange_like(ROWS, axis=2), r"cannot handle param.axis 2"),
    (lambda: C.index_array(ROWS, axes=(2,)), r"axis 2 exceeds"),
    (lambda: C.allclose(ROWS, MAPS), r"must have the same shape"),
    (lambda: C.fft(nd.ones((2, 2, 2))), r"data should be 2D or 4D"),
    (lambda: C.ifft(nd.ones((2, 3))), r"real and imaginary parts are pairs, got 3"),
    (
        lambda: C.count_sketch(ROWS, nd.ones((1, 6)) * 4, nd.ones((1, 6)), out_dim=4),
        r"h has 4 to 4, expected 0 to out_dim - 1 = 3",
    ),
    (lambda: C.count_sketch(ROWS, nd.ones(6), nd.ones((1, 6)), out_dim=4), r"h must be \[1,6\]"),
    (lambda: hawkes(alpha=nd.ones(2)), r"alpha must have shape \[3\], got \[2\]"),
    (lambda: hawkes(marks=nd.ones((2, 4))), r"marks must be int32"),
    (lambda: hawkes(marks=nd.ones((2, 4), dtype="int32") * 3), r"marks must be from 0 to 2, got 3"),
    (lambda: C.group_adagrad_update(ROWS, ROWS, nd.ones(2), lr=1), r"expected grad .* history"),
]
CASES += [
    (lambda: C.getnnz(ROWS), r"counts the stored values of a sparse \(csr\) array"),
    (lambda: C.getnnz(ROWS.tostype("csr"), axis=-1), r"Unexpected value for axis\(-1\)"),
]
DGL = {"return_mapping": True}
SPARSE = {
    "_contrib_edge_id": lambda: C.edge_id(ROWS, ROWS, ROWS),
    "_contrib_dgl_adjacency": lambda: C.dgl_adjacency(ROWS),
    "_contrib_dgl_subgraph": lambda: C.dgl_subgraph(ROWS, ROWS, num_args=2, **DGL),
    "_contrib_dgl_graph_compact": lambda: C.dgl_graph_compact(ROWS, graph_sizes=(3,), **DGL),
    "_contrib_dgl_csr_neighbor_uniform_sample": (
        lambda: C.dgl_csr_neighbor_uniform_sample(ROWS, ROWS, num_args=2)
    ),
    "_contrib_dgl_csr_neighbor_non_uniform_sample": (
        lambda: C.dgl_csr_neighbor_non_uniform_sample(ROWS, ROWS, ROWS, num_args=3)
    ),
}


@pytest.mark.parametrize(("call", "message"), CASES)
def test_refused(call, message):
    with pytest.raises(mx.MXNetError, match=message):
        call()


@pytest.mark.parametrize("name", SPARSE)
def test_operators_on_sparse_arrays_refuse_dense_ones(name):
    with pytest.raises(mx.MXNetError, match=f"{name}.* works on graphs in sparse .*tostype"):
        SPARSE[name]()


def test_statistics_over_several_devices_are_not_there():
    arrays = [nd.ones((2, 3, 4)), *(nd.ones(3) for _ in range(4))]
    text = "SyncBatchNorm.*ndev=2.* this job has 1 .*use ndev=1"
    with mx.autograd.train_mode(), pytest.raises(mx.MXNetError, match=text):
        C.SyncBatchNorm(*arrays, key="layer", ndev=2)
    assert C.SyncBatchNorm(*arrays, key="layer", ndev=2).shape == (2, 3, 4)


def test_too_few_negatives():
    anchors, labels = nd.array([[[0, 0, 1, 1]] * 3]), nd.array([[[0, 0, 0, 1, 1]]])
    with pytest.raises(mx.MXNetError, match=r"there are \[0\] anchors .* expected \[2\] negatives"):
        C.MultiBoxTarget(
            anchors, labels, nd.ones((1, 2, 3)), negative_mining_ratio=3, overlap_threshold=1.0
        )
