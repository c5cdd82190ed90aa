"""The list of names of MXNet 1.9.1 that are unsupported, different or need downloads.

``mxnet check`` reads it. An entry such as ``mxnet.rtc`` includes everything below it.
``tests/divergences.txt`` has every difference in behavior.
"""

from __future__ import annotations

# Names that raise an error here -> what to use instead.
REFUSED = {
    "mxnet.rtc": "CUDA kernels as text: compute in an autograd.Function or a CustomOp",
    "mxnet.library.load": "compiled operators: write them in Python (mx.operator.CustomOp)",
    "mxnet.base._LIB": "there is no C library of MXNet: use the Python functions",
    "mxnet.base.check_call": "there is no C library of MXNet: use the Python functions",
    "mxnet.libinfo.find_lib_path": "there is no C library of MXNet",
    "mxnet.autograd.get_symbol": "set MXNET_RECORD_SYMBOLS=1, or trace: net(mx.sym.var('data'))",
    "mxnet.notebook": "charts in notebooks: use mx.contrib.tensorboard or matplotlib",
    "mxnet.th": "Torch 7 is not supported: use net.to_torch() and NDArray.to_dlpack_for_read()",
    "mxnet.torch": "Torch 7 is not supported: use net.to_torch() and NDArray.to_dlpack_for_read()",
    "mxnet.caffe": "convert the network: mxnet convert net.prototxt net.caffemodel out",
    "mxnet.symbol.CaffeOp": "convert the network: mxnet convert net.prototxt net.caffemodel out",
    "mxnet.symbol.CaffeLoss": "use a loss of mx.gluon.loss, or SoftmaxOutput",
    "mxnet.io.CaffeDataIter": "pack the images: mxnet im2rec",
    "mxnet.symbol.WarpCTC": "use mx.sym.CTCLoss",
    "mxnet.contrib.tensorrt": "export to ONNX (mx.onnx.export_model), which TensorRT reads",
    "tvm": "built for MXNet's C library: export to ONNX instead",
}

# Names that work, with results that differ from 1.9.1.
DIFFERS = {
    "mxnet.random.seed": "dropout, gamma and Poisson numbers and those on GPUs are not MXNet's",
}

# Names that need files from MXNet's former servers, and the folders that are searched.
DOWNLOADS = {
    **{
        f"mxnet.gluon.data.vision.{name}": f"put its files into ~/.mxnet/datasets/{name.lower()}"
        for name in ("MNIST", "CIFAR10", "CIFAR100")
    },
    "mxnet.gluon.data.vision.FashionMNIST": "put its files into ~/.mxnet/datasets/fashion-mnist",
    "mxnet.gluon.contrib.data.WikiText2": "put its archive into ~/.mxnet/datasets/wikitext-2",
    "mxnet.gluon.contrib.data.WikiText103": "put its archive into ~/.mxnet/datasets/wikitext-103",
    "mxnet.test_utils.get_mnist": "put the four files of MNIST into the folder data",
    "mxnet.test_utils.get_mnist_iterator": "put the four files of MNIST into the folder data",
    "mxnet.test_utils.get_cifar10": "put the files of CIFAR-10 into the folder data",
}
DEAD_HOSTS = (
    "data.mxnet.io", "data.dmlc.ml", "repo.mxnet.io", "apache-mxnet.s3", "s3.amazonaws.com/mxnet",
    "yann.lecun.com/exdb", "webdocs.cs.ualberta.ca", "fetch_mldata", "mldata.org",
)  # fmt: skip

# Packages that MXNet required, so that old scripts import them without listing them.
REQUIRED_BY_MXNET = ("graphviz", "requests")

# Removed names of other libraries that no shim provides.
REMOVED = {
    "scipy.misc.imread": "mx.image.imread", "scipy.misc.imresize": "mx.image.imresize",
    "scipy.misc.imsave": "cv2.imwrite", "scipy.misc.toimage": "PIL.Image.fromarray",
    "scipy.misc.imrotate": "mx.image.imrotate",
    "sklearn.datasets.fetch_mldata": "sklearn.datasets.fetch_openml",
    "sklearn.cross_validation": "sklearn.model_selection", "sklearn.externals": "import joblib",
    "sklearn.datasets.load_boston": "another data set",
    "urllib2": "urllib.request", "urllib.urlopen": "urllib.request.urlopen",
    "urllib.urlretrieve": "urllib.request.urlretrieve", "urllib.urlencode": "urllib.parse",
    "Queue": "queue", "ConfigParser": "configparser", "StringIO": "io", "cStringIO": "io",
    "Tkinter": "tkinter", "os.getcwdu": "os.getcwd", "sys.maxint": "sys.maxsize",
    "platform.linux_distribution": "platform",
    "cgi.escape": "html.escape", "tensorflow.contrib": "nothing", "moviepy.editor": "moviepy",
    "cv2.cv": "cv2", "cv2.SIFT": "cv2.SIFT_create",
    "matplotlib.pyplot.hold": "nothing: figures are kept",
}  # fmt: skip
# Built-in functions and types of Python 2 that the file does not define itself.
REMOVED_BUILTINS = {
    "xrange": "range", "unicode": "str", "basestring": "str", "long": "int", "raw_input": "input",
    "unichr": "chr", "reduce": "functools.reduce", "execfile": "exec", "cmp": "a key function",
    "reload": "importlib.reload", "apply": "function(*args)", "buffer": "memoryview",
}  # fmt: skip
# Methods, whatever they are called on.
REMOVED_METHODS = {
    "has_key": "the operator in", "iteritems": "items", "iterkeys": "keys",
    "itervalues": "values", "itemset": "a[index] = value", "as_matrix": "to_numpy",
    "newbyteorder": "a.view(a.dtype.newbyteorder(...))",
}  # fmt: skip
