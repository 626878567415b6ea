import type { KubernetesPlatform, PlatformRdma } from "../../../catalog/kubernetes-platforms";
import type { InstanceType } from "../../../catalog/types";
import type { Platform, UsableNode } from "../../../kubernetes/platform/platform";
import { GIB } from "../../../units/bytes";
import { rdmaDriver } from "./rdma-driver";

/**
 * What a kubelet and the platform's agents leave of a node: a tenth of CPU and memory less than it has. An allowance: what platforms keep
 * differs and is published by few; `kubectl describe node` shows it under Allocatable.
 */
const USABLE = 0.9;

/** CPU and memory that this library's own agents ask for on a GPU node. */
const AGENTS = { millicores: 1000, bytes: 2 * GIB };

function usable({ vcpus, memoryGiB }: InstanceType): UsableNode {
  return {
    cpuMillicores: vcpus * 1000 * USABLE - AGENTS.millicores,
    memoryBytes: memoryGiB * GIB * USABLE - AGENTS.bytes,
  };
}

/** A platform of the catalog as the writers see it. */
export function existingPlatform(
  row: KubernetesPlatform,
  rdma: PlatformRdma | null,
  systemNodes: Readonly<Record<string, string>>,
): Platform {
  return {
    name: row.title,
    cloud: row.name,
    fabric: rdmaDriver(row, rdma),
    balancers: {
      annotations: ({ exposure }) => (exposure === "internal" ? (row.internalLoadBalancer ?? {}) : {}),
      certificate: null,
      gateway: null,
    },
    // 6443 where the control plane is one of kubeadm or RKE2
    apiPorts: [443, 6443],
    credentials: null,
    secretInstead: (variable) =>
      `leave it out and pass it with each job: ray job submit --runtime-env-json '{"env_vars": {"${variable}": "<value>"}}'`,
    objects: null,
    pythonImage: "docker.io/library/python:3.13-slim",
    ownLabels: [],
    systemNodes,
    usable,
  };
}
