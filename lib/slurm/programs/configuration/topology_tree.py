"""topology.conf's tree from EC2's instance topology. Pure.

DescribeInstanceTopology names, for each instance, the network nodes above it, from the top layer to the one it hangs on.
Those become switches; nodes without an instance stay together on a switch of their pool, since Slurm schedules no node
that is in no switch.
https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-topology.html
"""

from host_list import compress


def tree(pools, paths):
    """pools: pool name -> node names; paths: node name -> network nodes from the top. Lines of topology.conf."""
    below, leaves, tops = {}, {}, set()
    for nodes in pools.values():
        for node in nodes:
            path = paths.get(node)
            if not path:
                continue
            names = list(path)
            tops.add(names[0])
            for upper, lower in zip(names, names[1:]):
                below.setdefault(upper, set()).add(lower)
            leaves.setdefault(names[-1], []).append(node)
    for pool, nodes in pools.items():
        rest = [node for node in nodes if not paths.get(node)]
        if rest:
            leaves["pool-" + pool] = rest
            tops.add("pool-" + pool)
    lines = ["SwitchName=%s Nodes=%s" % (name, compress(leaves[name])) for name in sorted(leaves)]
    lines += ["SwitchName=%s Switches=%s" % (name, ",".join(sorted(below[name]))) for name in sorted(below)]
    if len(tops) > 1:
        lines.append("SwitchName=root Switches=%s" % ",".join(sorted(tops)))
    return lines
