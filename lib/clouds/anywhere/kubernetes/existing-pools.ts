import { addDescribedType, instanceType } from "../../../catalog/instance-types";
import type { InstanceType } from "../../../catalog/types";
import { TOLERATE_GPU } from "../../../kubernetes/chart/names";
import { type KubernetesPool, poolOfType } from "../../../kubernetes/nodes/pool";
import type { Platform } from "../../../kubernetes/platform/platform";
import { poolFabric } from "../../../model/fabric-devices";
import type { NodePool } from "../../../model/model";
import type { ExistingPool, NodeShape } from "./existing-kubernetes-props";
import { NODE_SHAPE } from "./existing-kubernetes-table";

/** Name of the one fabric in the model. */
export const EXISTING_FABRIC = "fabric";

/** A row for a node that the catalog does not have: what is of a cloud's own ways stays unknown. */
function rowOf(shape: NodeShape): InstanceType {
  const gbps = shape.fabricGbps ?? 0;
  return {
    name: `${shape.gpus}x ${shape.accelerator}, ${shape.vcpus} vCPUs, ${shape.memoryGiB} GiB${gbps > 0 ? `, ${gbps} Gb/s` : ""}`,
    family: "own",
    architecture: shape.architecture ?? NODE_SHAPE.architecture.default,
    accelerator: shape.accelerator,
    acceleratorCount: shape.gpus,
    acceleratorMemoryGiB: null,
    vcpus: shape.vcpus,
    memoryGiB: shape.memoryGiB,
    networkCards: [],
    networkGbps: gbps,
    networkIsBurst: false,
    networkBaselineGbps: gbps,
    gpuDirectRdma: null,
    localNvme: null,
    interconnect: { name: "NVLink", accelerators: shape.gpus, gbPerSecondPerAccelerator: null },
    purchase: [],
    cpu: { model: null, sockets: null, coresPerSocket: null, threadsPerCore: 1, numaNodes: null },
    quota: { onDemand: null, spot: null },
    ultraServer: null,
    source: "given by the user",
    checkedOn: "",
  };
}

/** A pool of an existing cluster in the terms of manifests. */
export function existingPool(of: ExistingPool, platform: Platform): KubernetesPool {
  const type = of.node ? rowOf(of.node) : instanceType(of.instanceType!);
  // so that the review finds the node by its name, as it finds those of the catalog
  if (of.node) addDescribedType(type);
  const { nodes } = of;
  const pool: NodePool = {
    name: of.name,
    instanceType: type.name,
    nodes,
    capacity: [
      { kind: "on-demand", reservationId: null, nodes: null, availabilityZone: null, startsOn: null, endsOn: null },
    ],
    fabric: (of.fabric ?? true) ? poolFabric(EXISTING_FABRIC, type) : null,
    placement: "none",
    availabilityZone: null,
    image: { family: "given", pinned: true },
    sharing: { kind: "none" },
    nvmeCache: null,
    mounts: [],
    rootVolumeGiB: 0,
    encrypted: true,
    healthChecked: true,
    labels: {},
    // nodes of a pool that the platform scales: twice what a large instance takes to boot
    bootSeconds: 600,
    adoptedBy: null,
  };
  const made = poolOfType(pool, type, platform, { nodesAreStatic: nodes.min === nodes.max });
  return {
    ...made,
    selector: of.nodeLabels ?? made.selector,
    tolerations: [...TOLERATE_GPU, ...(of.taintKeys ?? []).map((key) => ({ key, operator: "Exists" as const }))],
  };
}
