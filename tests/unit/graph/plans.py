"""What plans of hybridized networks consist of."""

from mxnet._graph.passes.chains import ConvolutionChain


def plans_of(net):
    """Return the inference plans of a network on the current context, None if there are none."""
    executable = net._graph._operator._executable
    prepared = [p for key, p in executable._prepared.items() if key[0] == "inference plans"]
    return prepared[0] if prepared else None


def chains_of(net):
    """Return the chains of convolutions in the plan of a network's last call."""
    plan = next(reversed(plans_of(net)._plans.values()))
    nodes = plan.graph.nodes
    return [n.target for n in nodes if isinstance(n.target, ConvolutionChain)]
