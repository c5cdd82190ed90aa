"""Layers: the building blocks of networks."""

from ..._core.lazy import lazy_attributes as _lazy_attributes
from ..._text.reprs import document as _document
from .._parameter_docs import LAYERS as _DOCS
from ..block import Block, HybridBlock, SymbolBlock
from .activations import *  # noqa: F403
from .attention import *  # noqa: F403
from .basic_layers import *  # noqa: F403
from .conv_layers import *  # noqa: F403

__all__ = ["Block", "HybridBlock", "SymbolBlock"]
__all__ += activations.__all__ + attention.__all__  # noqa: F405
__all__ += basic_layers.__all__ + conv_layers.__all__  # noqa: F405

_document(globals(), _DOCS)

_ACTIVATION = "Activation('{}') is such a layer, and other layers take activation='{}'."
_ANY_AXES = "BatchNorm is for data with any number of axes."
_IN_RNN = "mx.gluon.rnn has recurrent layers."
_IN_LOSS = "mx.gluon.loss has losses: SoftmaxCrossEntropyLoss, L2Loss and others."
_ELSEWHERE = {
    "Identity": "mx.gluon.contrib.nn.Identity returns its input.",
    "Input": "A network needs no layer for its input: call it with an array.",
    "Linear": "Dense(units) is the fully connected layer.",
    "Layer": "Block and HybridBlock are the base classes of layers.",
    "Model": "Block and HybridBlock are the base classes of networks.",
    "Module": "Block and HybridBlock are the base classes of networks.",
    "ModuleList": "Sequential keeps layers in order; it has indices and can be iterated over.",
    "Parameter": "self.params.get(name, shape=...) makes a parameter in a Block.",
    "ReLU": _ACTIVATION.format("relu", "relu"),
    "Sigmoid": _ACTIVATION.format("sigmoid", "sigmoid"),
    "Tanh": _ACTIVATION.format("tanh", "tanh"),
    "Softmax": "mx.nd.softmax computes it, and loss.SoftmaxCrossEntropyLoss contains it.",
    "BatchNormalization": _ANY_AXES,
    "BatchNorm1d": _ANY_AXES,
    "BatchNorm2d": _ANY_AXES,
    "LayerNormalization": "LayerNorm is the layer.",
    "MaxPooling2D": "MaxPool2D is the layer.",
    "AveragePooling2D": "AvgPool2D is the layer.",
    "GlobalAveragePooling2D": "GlobalAvgPool2D is the layer.",
    "AdaptiveAvgPool2d": "GlobalAvgPool2D averages each channel; "
    "mx.nd.contrib.AdaptiveAvgPooling2D has a size.",
    "LSTM": _IN_RNN,
    "GRU": _IN_RNN,
    "RNN": _IN_RNN,
    "CrossEntropyLoss": _IN_LOSS,
    "MSELoss": _IN_LOSS,
    "functional": "mx.nd has the functions, and F in hybrid_forward.",
}

# from_repr imports the model zoo, which imports these layers.
__getattr__ = _lazy_attributes(
    __name__, {"from_repr": "mxnet.gluon._from_repr:from_repr"}, _ELSEWHERE
)
