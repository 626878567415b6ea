"""A cluster.json for the unit tests."""

from cluster_file import Cluster


def source(kind, template, **more):
    return dict(
        {
            "kind": kind,
            "launchTemplate": {"id": template, "version": "3"},
            "subnetIds": ["subnet-1"],
            "nodes": None,
            "reservationId": None,
            "startsOn": None,
            "endsOn": None,
            "terminationLeadMinutes": 30 if kind == "block" else None,
        },
        **more
    )


def expectation(**more):
    return dict(
        {
            "gpus": 8,
            "neuronDevices": 0,
            "accelerator": "H100-SXM-80GB",
            "mig": None,
            "nvSwitch": True,
            "imex": None,
            "efaDevices": 2,
            "nvmeMountPath": "/local",
            "mounts": [{"path": "/fsx", "kind": "lustre"}],
            "allReduce": {
                "messageGiB": 8,
                "rows": [
                    {"nodes": 1, "expectedGBps": 476.0, "leastGBps": 352.6},
                    {"nodes": 2, "expectedGBps": 448.0, "leastGBps": 331.9},
                    {"nodes": 4, "expectedGBps": 347.0, "leastGBps": 257.0},
                ],
            },
        },
        **more
    )


def span(kind, prefix, last, sources):
    return {
        "kind": kind,
        "prefix": prefix,
        "first": 1,
        "last": last,
        "hostList": "%s[1-%d]" % (prefix, last),
        "sources": sources,
    }


def cluster(launch="per-job", **more):
    block = source("block", "lt-block", nodes=4, reservationId="cr-1", startsOn="2026-01-01T00:00:00Z", endsOn="2026-01-03T00:00:00Z")
    return Cluster(
        dict(
            {
                "format": 1,
                "clusterName": "demo",
                "slurmVersion": "22.05",
                "region": "us-east-1",
                "controllers": ["head"],
                "clusterTag": {"key": "warpform:cluster", "value": "demo"},
                "tags": {"team": "a"},
                "objects": {"bucket": "b", "prefix": "p/"},
                "dns": None,
                "paths": {"state": "/nowhere", "log": "/nowhere", "slurmEtc": "/etc/slurm", "slurmState": "/nowhere"},
                "timeouts": {"resumeSeconds": 900, "suspendSeconds": 120, "idleSeconds": 600, "blockDrainMinutes": 60},
                "maxFailedBoots": 3,
                "partitions": [{"name": "all", "pools": ["h100", "cpu"]}],
                "topology": {"kind": "none"},
                "pools": [
                    {
                        "name": "h100",
                        "instanceType": "p5.48xlarge",
                        "sources": [block, source("on-demand", "lt-od"), source("spot", "lt-spot")],
                        "ranges": [span("static", "h100-st-", 4, [0]), span("dynamic", "h100-dy-", 2000, [1, 2])],
                        "launch": launch,
                        "backoffMinutes": 10,
                        "topologyApi": True,
                        "expect": expectation(),
                    },
                    {
                        "name": "cpu",
                        "instanceType": "c7i.4xlarge",
                        "sources": [source("on-demand", "lt-cpu")],
                        "ranges": [span("dynamic", "cpu-dy-", 100, [0])],
                        "launch": "best-effort",
                        "backoffMinutes": 10,
                        "topologyApi": False,
                        "expect": expectation(gpus=0, nvSwitch=False, efaDevices=0, nvmeMountPath=None, mounts=[]),
                    },
                ],
            },
            **more
        )
    )
