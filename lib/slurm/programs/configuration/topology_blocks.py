"""topology.conf's blocks from EC2's instance topology. Pure.

DescribeInstanceTopology gives the instances of one UltraServer the same capacityBlockId, some time after their launch. Nodes of one
such domain become a block. slurmctld ends with a fatal error over a block of fewer than BlockSizes nodes, so a domain of which
some nodes are off is filled up with nodes that are not placed yet, and what fills no block joins another.
https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_InstanceTopology.html
https://slurm.schedmd.com/topology.conf.html
"""

from host_list import compress


def block_lines(pools, domains, size):
    """pools: pool name -> node names; domains: node name -> its NVLink domain. Lines of topology.conf."""
    blocks, small = [], []
    for nodes in pools.values():
        free = [node for node in nodes if not domains.get(node)]
        groups = {}
        for node in nodes:
            if domains.get(node):
                groups.setdefault(domains[node], []).append(node)
        for domain in sorted(groups):
            missing = max(0, size - len(groups[domain]))
            group, free = groups[domain] + free[:missing], free[missing:]
            add(blocks, small, group, size)
        add(blocks, small, free, size)
    if len(small) >= size or not blocks:
        add(blocks, [], small, min(size, len(small)))
    else:
        blocks[-1] = blocks[-1] + small
    lines = ["BlockName=block%d Nodes=%s" % (n + 1, compress(nodes)) for n, nodes in enumerate(blocks)]
    return lines + ["BlockSizes=%d" % size]


def add(blocks, small, nodes, size):
    """Cuts nodes into blocks, of which the last takes what is left over; too few for one go to `small`."""
    whole = len(nodes) // size if size else 0
    if whole == 0:
        small += nodes
    for n in range(whole):
        blocks.append(nodes[n * size : (n + 1) * size if n < whole - 1 else None])
