"""Where in EC2's network instances are.
https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeInstanceTopology.html
"""

from aws_client import query

# The most that one DescribeInstanceTopology answers
IDS_PER_CALL = 100


def places(cluster, ids):
    """instance id -> (its network nodes from the top, its NVLink domain or None)."""
    out = {}
    for n in range(0, len(ids), IDS_PER_CALL):
        wanted = {"InstanceId.%d" % (k + 1): i for k, i in enumerate(ids[n : n + IDS_PER_CALL])}
        answer = query(cluster, "DescribeInstanceTopology", wanted)
        for item in answer.findall("./instanceSet/item"):
            path = [node.text for node in item.findall("./networkNodeSet/item")]
            out[item.findtext("instanceId")] = (path, item.findtext("capacityBlockId") or None)
    return out
