"""What plans of hybridized networks consist of."""

from mxnet._graph.passes.chains import ConvolutionChain


def chains_of(net):
    """Return the chains of convolutions in the plan of a network's last call."""
    (of_context,) = net._graph._operator._plans.values()
    plan = next(reversed(of_context._plans.values()))
    nodes = plan.graph.nodes
    return [n.target for n in nodes if isinstance(n.target, ConvolutionChain)]
