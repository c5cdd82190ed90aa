"""Networks of Caffe as text, the shapes of their parameters, and a writer of .caffemodel files."""

from __future__ import annotations

import importlib
import pathlib
import re
import struct
import tempfile

import numpy as np

from tests.golden import archive

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "caffe.npz"


def _varint(number: int) -> bytes:
    parts = bytearray()
    while number > 127:
        parts.append(number & 127 | 128)
        number >>= 7
    return bytes([*parts, number])


def field(number: int, content: bytes) -> bytes:
    """Return a field of bytes."""
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def blob(array: np.ndarray, old: bool = False) -> bytes:
    """Return an array as Caffe writes it, with a shape or with four sizes."""
    data = field(5, array.astype("<f4").tobytes())
    if not old:
        return data + field(7, field(1, b"".join(map(_varint, array.shape))))
    sizes = (1,) * (4 - array.ndim) + array.shape
    return b"".join(_varint(i << 3) + _varint(n) for i, n in enumerate(sizes, 1)) + data


def caffemodel(blobs: dict[str, list[np.ndarray]], old: bool = False) -> bytes:
    """Return the bytes of a .caffemodel in the new or the old form."""
    layer, name_field, blob_field = (2, 4, 6) if old else (100, 1, 7)
    return b"".join(
        field(layer, field(name_field, name.encode())
              + b"".join(field(blob_field, blob(array, old)) for array in arrays))
        for name, arrays in blobs.items()
    )  # fmt: skip


def unpacked(numbers) -> bytes:
    """Return floats one by one, as early versions wrote them."""
    return b"".join(_varint(5 << 3 | 5) + struct.pack("<f", number) for number in numbers)


def weights(shapes: dict[str, list[tuple]], seed: int = 0) -> dict[str, list[np.ndarray]]:
    """Return random parameters; a layer with an array of one number is a BatchNorm."""
    random = np.random.RandomState(seed)

    def draw(shape, is_norm):
        if is_norm:
            return random.uniform(0.2, 0.8, shape).astype("f4") if shape != (1,) else COUNT
        return random.normal(0, 0.3, shape).astype("f4")

    return {name: [draw(shape, (1,) in arrays) for shape in arrays]
            for name, arrays in shapes.items()}  # fmt: skip


COUNT = np.float32([2.0])
INPUT = 'input: "data" input_shape {{ dim: 2 dim: {} dim: {} dim: {} }}\n'


def one(kind, options="", channels=3, height=9, width=7, extra=""):
    """Return a network of one layer."""
    layer = f'layer {{ name: "x" type: "{kind}" bottom: "data" top: "x" {options} }}\n'
    return INPUT.format(channels, height, width) + layer + extra


SSD = (
    INPUT.format(3, 24, 24)
    + """
layer { name: "conv" type: "Convolution" bottom: "data" top: "conv"
  convolution_param { num_output: 6 kernel_size: 3 stride: 4 pad: 1 } }
layer { name: "norm" type: "Normalize" bottom: "conv" top: "norm"
  norm_param { across_spatial: false channel_shared: false } }
layer { name: "loc" type: "Convolution" bottom: "norm" top: "loc"
  convolution_param { num_output: 16 kernel_size: 1 } }
layer { name: "loc_p" type: "Permute" bottom: "loc" top: "loc_p"
  permute_param { order: 0 order: 2 order: 3 order: 1 } }
layer { name: "loc_f" type: "Flatten" bottom: "loc_p" top: "loc_f" }
layer { name: "conf" type: "Convolution" bottom: "norm" top: "conf"
  convolution_param { num_output: 12 kernel_size: 1 } }
layer { name: "conf_p" type: "Permute" bottom: "conf" top: "conf_p"
  permute_param { order: 0 order: 2 order: 3 order: 1 } }
layer { name: "conf_r" type: "Reshape" bottom: "conf_p" top: "conf_r"
  reshape_param { shape { dim: 0 dim: -1 dim: 3 } } }
layer { name: "conf_s" type: "Softmax" bottom: "conf_r" top: "conf_s" softmax_param { axis: 2 } }
layer { name: "conf_f" type: "Flatten" bottom: "conf_s" top: "conf_f" }
layer { name: "prior" type: "PriorBox" bottom: "norm" bottom: "data" top: "prior"
  prior_box_param { min_size: 6.0 max_size: 10.0 aspect_ratio: 2 flip: true clip: false
    variance: 0.1 variance: 0.1 variance: 0.2 variance: 0.2 step: 4 offset: 0.5 } }
"""
)
DETECTION = (
    SSD
    + """
layer { name: "out" type: "DetectionOutput" bottom: "loc_f" bottom: "conf_f" bottom: "prior"
  top: "out" detection_output_param { num_classes: 3 share_location: true background_label_id: 0
    nms_param { nms_threshold: 0.45 top_k: 100 } code_type: CENTER_SIZE keep_top_k: 100
    confidence_threshold: 0.3 } }
"""
)
# The variances of the second PriorBox differ, and boxes are coded by their corners.
CORNERS = DETECTION.replace("CENTER_SIZE", "CORNER").replace(
    'layer { name: "out" type: "DetectionOutput" bottom: "loc_f" bottom: "conf_f" bottom: "prior"',
    """layer { name: "last" type: "PriorBox" bottom: "norm" bottom: "data" top: "last"
  prior_box_param { min_size: 4.0 max_size: 9.0 aspect_ratio: 2 flip: true clip: false
    variance: 0.3 variance: 0.1 variance: 0.4 variance: 0.2 } }
layer { name: "priors" type: "Concat" bottom: "prior" bottom: "last" top: "priors"
  concat_param { axis: 2 } }
layer { name: "locs" type: "Concat" bottom: "loc_f" bottom: "loc_f" top: "locs" }
layer { name: "confs" type: "Concat" bottom: "conf_f" bottom: "conf_f" top: "confs" }
layer { name: "out" type: "DetectionOutput" bottom: "locs" bottom: "confs" bottom: "priors\"""",
)
HEADS = {"conv": [(6, 3, 3, 3), (6,)], "norm": [(6,)], "loc": [(16, 6, 1, 1), (16,)],
         "conf": [(12, 6, 1, 1), (12,)]}  # fmt: skip

# name -> (text, shapes of the parameters of layers)
NETS = {
    "convolution": (one("Convolution", "convolution_param { num_output: 4 kernel_h: 3 kernel_w: 2"
                    " pad: 1 stride_h: 2 stride_w: 1 }"), {"x": [(4, 3, 3, 2), (4,)]}),
    "groups": (one("Convolution", "convolution_param { num_output: 4 kernel_size: 3 group: 2"
               " dilation: 2 bias_term: false }", channels=2), {"x": [(4, 1, 3, 3)]}),
    "deconvolution": (one("Deconvolution", "convolution_param { num_output: 3 kernel_size: 4"
                      " stride: 2 pad: 1 group: 3 bias_term: false }"), {"x": [(3, 1, 4, 4)]}),
    "dense": (one("InnerProduct", "inner_product_param { num_output: 5 }"),
              {"x": [(5, 189), (5,)]}),
    "dense, of an axis": (one("InnerProduct", "inner_product_param { num_output: 5 axis: 2 }"),
                          {"x": [(5, 63), (5,)]}),
    "max pool": (one("Pooling", "pooling_param { pool: MAX kernel_size: 3 stride: 2 }"), {}),
    "max pool, padded": (one("Pooling", "pooling_param { pool: MAX kernel_size: 3 stride: 2"
                         " pad: 1 }", height=8, width=8), {}),
    "mean pool": (one("Pooling", "pooling_param { pool: AVE kernel_size: 3 stride: 2 }"), {}),
    "global pool": (one("Pooling", "pooling_param { pool: AVE global_pooling: true }"), {}),
    "relu": (one("ReLU", "relu_param { negative_slope: 0.1 }"), {}),
    "prelu": (one("PReLU"), {"x": [(3,)]}),
    "elu": (one("ELU"), {}),
    "sigmoid": (one("Sigmoid"), {}),
    "tanh": (one("TanH"), {}),
    "abs": (one("AbsVal"), {}),
    "power": (one("Power", "power_param { power: 2 scale: 0.5 shift: 0.25 }"), {}),
    "lrn": (one("LRN", "lrn_param { local_size: 3 alpha: 0.5 beta: 0.75 }", channels=5), {}),
    "lrn within": (one("LRN", "lrn_param { local_size: 3 alpha: 0.5 beta: 0.75"
                   " norm_region: WITHIN_CHANNEL }"), {}),
    "batch norm": (one("BatchNorm", "batch_norm_param { eps: 0.001 }"),
                   {"x": [(3,), (3,), (1,)]}),
    "batch norm and scale": (
        INPUT.format(3, 9, 7)
        + 'layer { name: "bn" type: "BatchNorm" bottom: "data" top: "bn" }\n'
        'layer { name: "sc" type: "Scale" bottom: "bn" top: "bn" scale_param { bias_term: true } }',
        {"bn": [(3,), (3,), (1,)], "sc": [(3,), (3,)]}),
    "scale": (one("Scale", "scale_param { bias_term: true }"), {"x": [(3,), (3,)]}),
    "scale of two axes": (one("Scale", "scale_param { num_axes: 2 bias_term: true }"),
                          {"x": [(3, 9), (3, 9)]}),
    "scale of units": (one("InnerProduct", "inner_product_param { num_output: 5 }",
                       extra='layer { name: "s" type: "Scale" bottom: "x" top: "s" }'),
                       {"x": [(5, 189), (5,)], "s": [(5,)]}),
    "scale by a bottom": (
        one("Pooling", "pooling_param { pool: AVE global_pooling: true }", extra='layer { '
            'name: "f" type: "Flatten" bottom: "x" top: "f" }\nlayer { name: "s" type: "Scale" '
            'bottom: "data" bottom: "f" top: "s" scale_param { axis: 0 } }'), {}),
    "eltwise": (one("ReLU", extra='layer { name: "s" type: "Eltwise" bottom: "x" bottom: "data" '
                'top: "s" eltwise_param { operation: SUM coeff: 1 coeff: -0.5 } }'), {}),
    "product": (one("TanH", extra='layer { name: "s" type: "Eltwise" bottom: "x" bottom: "data" '
                'top: "s" eltwise_param { operation: PROD } }'), {}),
    "maximum": (one("TanH", extra='layer { name: "s" type: "Eltwise" bottom: "x" bottom: "data" '
                'top: "s" eltwise_param { operation: MAX } }'), {}),
    "concat": (one("TanH", extra='layer { name: "s" type: "Concat" bottom: "x" bottom: "data" '
               'top: "s" }'), {}),
    "slice": (INPUT.format(3, 9, 7) + 'layer { name: "x" type: "Slice" bottom: "data" top: "a" '
              'top: "b" slice_param { axis: 1 slice_point: 1 } }\n'
              'layer { name: "y" type: "TanH" bottom: "b" top: "y" }\n'
              'layer { name: "s" type: "Concat" bottom: "y" bottom: "a" top: "s" }', {}),
    "permute": (one("Permute", "permute_param { order: 0 order: 2 order: 3 order: 1 }"), {}),
    "flatten and softmax": (one("Flatten", extra='layer { name: "p" type: "Softmax" bottom: "x" '
                            'top: "p" }'), {}),
    "softmax of a map": (one("Softmax"), {}),
    "crop": (one("Pooling", "pooling_param { kernel_size: 3 stride: 2 }", extra='layer { name: "c" '
             'type: "Crop" bottom: "data" bottom: "x" top: "c" crop_param { axis: 2 offset: 1 '
             'offset: 2 } }'), {}),
    "crop of three axes": (one("Convolution", "convolution_param { num_output: 2 kernel_size: 3 "
                           "stride: 2 }", extra='layer { name: "c" type: "Crop" bottom: "data" '
                           'bottom: "x" top: "c" crop_param { axis: 1 offset: 1 } }'),
                           {"x": [(2, 3, 3, 3), (2,)]}),
    "reshape of an axis": (one("Reshape", "reshape_param { shape { dim: 3 dim: -1 } axis: 2"
                           " num_axes: 1 }"), {}),
    "flatten of two axes": (one("Flatten", "flatten_param { axis: 1 end_axis: 2 }"), {}),
    "in place": (
        'name: "n"\nlayer { name: "data" type: "Input" top: "data" input_param { shape { dim: 2 '
        'dim: 3 dim: 8 dim: 8 } } }\n# a comment\n'
        'layer { name: "c" type: "Convolution" bottom: "data" top: "c" convolution_param { '
        'num_output: 4 kernel_size: 3 } }\n'
        'layer { name: "r" type: "ReLU" bottom: "c" top: "c" }\n'
        'layer { name: "d" type: "Dropout" bottom: "c" top: "c" }\n'
        'layer { name: "f" type: "InnerProduct" bottom: "c" top: "f" inner_product_param { '
        'num_output: 3 } }\n'
        'layer { name: "p" type: "Softmax" bottom: "f" top: "p" }\n',
        {"c": [(4, 3, 3, 3), (4,)], "f": [(3, 144), (3,)]}),
    "prior boxes": (SSD, HEADS),
    "detections": (DETECTION, HEADS),
    "detections, by corners": (CORNERS, HEADS),
}  # fmt: skip


def data_of(text: str) -> np.ndarray:
    """Return an input for a network, the same in each process."""
    sizes = re.findall(r"dim: (\d+)", text)[:4]
    return np.random.RandomState(1).uniform(-1, 1, list(map(int, sizes))).astype("f4")


def write(folder: pathlib.Path, name: str) -> tuple[str, str]:
    """Write the two files of a network; return their paths."""
    text, shapes = NETS[name]
    (folder / "net.prototxt").write_text(text)
    (folder / "net.caffemodel").write_bytes(caffemodel(weights(shapes or {"none": [(2,)]})))
    return str(folder / "net.prototxt"), str(folder / "net.caffemodel")


def answers_of_opencv(cv2) -> dict[str, np.ndarray]:
    """Return the outputs of all networks as OpenCV computes them."""
    answers = {}
    for name in NETS:
        with tempfile.TemporaryDirectory() as folder:
            net = cv2.dnn.readNetFromCaffe(*write(pathlib.Path(folder), name))
        net.setInput(data_of(NETS[name][0]), "data")
        outputs = net.forward(net.getUnconnectedOutLayersNames())
        answers |= {f"{name}/{i}": output for i, output in enumerate(outputs)}
    return answers


if __name__ == "__main__":
    # With OpenCV 4, the last that reads networks of Caffe: python -m tests.unit.contrib.caffe_nets
    archive.save(GOLDEN, answers_of_opencv(importlib.import_module("cv2")))
