"""Outputs with the gradient of a loss."""

from tests.ops.row import integers, row, uniform, values

SCORES = uniform(4, 3, low=-2, high=2)
CLASSES = values([0, 2, 1, 2])
ODD_CLASSES = values([5, -1, 1.9, -0.5])
CUBE, IMAGE = uniform(2, 3, 4, low=-2, high=2), uniform(2, 3, 2, 2, low=-2, high=2)
NORMALIZATIONS = ("null", "batch", "valid")
IGNORES = [{}, {"use_ignore": True, "ignore_label": 2}, {"ignore_label": 2}, {"use_ignore": True}]
SEQUENCES = uniform(6, 2, 4, low=-2, high=2)
LABELS = values([[1, 2, 0], [3, 3, 1]])


def distribution(*shape):
    return uniform(*shape, low=0, high=1)


def softmax(data, label, **attrs):
    return row("SoftmaxOutput", data, label, **attrs)


def ctc(label, *lengths, data=SEQUENCES, **attrs):
    return row("CTCLoss", data, label, *lengths, grad=(0,), rtol=1e-4, atol=1e-5, **attrs)


ROWS = [
    softmax(SCORES, CLASSES),
    row("Softmax", SCORES, CLASSES),
    softmax(SCORES, ODD_CLASSES),
    softmax(SCORES, CLASSES, grad_scale=2.5),
    *(softmax(SCORES, CLASSES, normalization=normalization, **ignore)
      for normalization in NORMALIZATIONS for ignore in IGNORES),
    *(softmax(data, integers(2, *places, high=3), multi_output=True, normalization=norm, **ignore)
      for data, places in ((CUBE, (4,)), (IMAGE, (2, 2)), (IMAGE, (4,)), (IMAGE, (1, 2, 2)))
      for norm in NORMALIZATIONS for ignore in IGNORES[:3]),
    softmax(SCORES, values([[0], [2], [1], [2]]), multi_output=True),
    softmax(SCORES, values([2, 2, 2, 2]), use_ignore=True, ignore_label=2, normalization="valid"),
    softmax(SCORES, ODD_CLASSES, use_ignore=True, ignore_label=1, normalization="valid"),
    *(softmax(SCORES, CLASSES, smooth_alpha=0.3, **ignore) for ignore in IGNORES),
    softmax(SCORES, ODD_CLASSES, smooth_alpha=0.3),
    softmax(CUBE, integers(2, 4, high=3), multi_output=True, smooth_alpha=0.3),
    softmax(uniform(2, 1), values([0, 0]), smooth_alpha=0.3),
    *(softmax(CUBE, integers(2, 3, high=4), preserve_shape=preserve, normalization=normalization)
      for preserve in (True, False) for normalization in NORMALIZATIONS),
    *(softmax(CUBE, distribution(2, 3, 4), grad_scale=2.0, normalization="batch", **kind)
      for kind in ({}, {"preserve_shape": True}, {"multi_output": True})),
    softmax(uniform(3), distribution(3)),
    *(softmax(SCORES, CLASSES, train=False, grad_scale=scale) for scale in (1.0, 3.0)),
    *(softmax(uniform(2, 3, dtype=dtype), values([2, 1], dtype), grad_scale=9, normalization=norm)
      for dtype in ("float16", "float64") for norm in NORMALIZATIONS),
    *(row(name, *inputs, grad_scale=scale)
      for name in ("LinearRegressionOutput", "LogisticRegressionOutput", "MAERegressionOutput")
      for inputs in ((uniform(3, 4), uniform(3, 4)), (uniform(3, 1), uniform(3)),
                     (uniform(3), uniform(3, 1)), (uniform(2, 3, 2), uniform(2, 6)),
                     (uniform(3), uniform(3)))
      for scale in (1.0, 2.5)),
    *(row(name, uniform(3, 2, dtype=dtype), uniform(3, 2, dtype=dtype))
      for name in ("LinearRegressionOutput", "LogisticRegressionOutput", "MAERegressionOutput")
      for dtype in ("float16", "float64")),
    row("MAERegressionOutput", values([[1, 2, 3]]), values([[1, 3, 2]])),
    *(row("MakeLoss", uniform(*shape), normalization=normalization, grad_scale=2.0, **attrs)
      for shape in ((3, 4), (5,), (2, 3, 2)) for normalization in NORMALIZATIONS
      for attrs in ({}, {"valid_thresh": 0.3}, {"valid_thresh": 5.0})),
    *(row("MakeLoss", uniform(3, 4, dtype=dtype), normalization="valid")
      for dtype in ("float16", "float64")),
    *(row(name, data) for name in ("make_loss", "BlockGrad", "stop_gradient")
      for data in (uniform(3, 4), uniform(2, dtype="float16"), integers(3, dtype="int32"))),
    *(row("SVMOutput", data, label, use_linear=linear, **attrs)
      for data, label in ((SCORES, CLASSES), (SCORES, ODD_CLASSES), (CUBE, integers(2, 3, high=4)),
                          (uniform(2, 3, dtype="float64"), values([2, 1], "float64")))
      for linear in (False, True)
      for attrs in ({}, {"margin": 0.5, "regularization_coefficient": 3.0})),
    ctc(LABELS),
    row("ctc_loss", SEQUENCES, LABELS, grad=(0,), rtol=1e-4, atol=1e-5),
    ctc(values([[1, 2, 0], [3, 3, 1]], "int32")),
    ctc(values([[1, 2, -1], [0, 0, 1]]), blank_label="last"),
    ctc(values([[0, 0, 0], [3, 0, 1]])),
    ctc(LABELS, values([6, 4]), use_data_lengths=True),
    ctc(LABELS, values([4, 5]), values([2, 1]), use_data_lengths=True, use_label_lengths=True),
    ctc(LABELS, values([2, 3]), use_label_lengths=True),
    ctc(values([[1, 2, -1], [0, 0, 7]]), values([5, 6]), values([2, 2]),
        use_data_lengths=True, use_label_lengths=True, blank_label="last"),
    ctc(LABELS, data=uniform(6, 2, 4, low=-30, high=30)),
]  # fmt: skip
