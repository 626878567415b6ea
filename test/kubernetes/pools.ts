import { instanceType } from "../../lib/catalog/instance-types";
import { eksPlatform } from "../../lib/clouds/aws/kubernetes/writers/eks-platform";
import { type KubernetesPool, kubernetesPool } from "../../lib/kubernetes/nodes/pool";
import { efaCount, type NicLayout, networkInterfaces } from "../../lib/model/aws/nic-layout";
import { poolFabric } from "../../lib/model/fabric-devices";
import type { NodePool } from "../../lib/model/model";

interface PoolChanges extends Partial<Omit<NodePool, "fabric">> {
  /** Name of the EFA that it is on. */
  readonly fabric?: string;
  readonly nicLayout?: NicLayout;
}

/** A pool as a construct would describe it, with what a test is about on top. */
export function poolOf(
  instanceTypeName: string,
  { fabric, nicLayout = "ip-saving", ...over }: PoolChanges = {},
): KubernetesPool {
  const type = instanceType(instanceTypeName);
  const interfaces = networkInterfaces(type, nicLayout, fabric !== undefined);
  return kubernetesPool(
    {
      name: "gpu",
      instanceType: instanceTypeName,
      nodes: { min: 0, max: 4 },
      capacity: [
        { kind: "on-demand", reservationId: null, nodes: null, availabilityZone: null, startsOn: null, endsOn: null },
      ],
      fabric: fabric === undefined ? null : poolFabric(fabric, type, { devices: efaCount(interfaces) }),
      placement: fabric ? "cluster" : "none",
      availabilityZone: "us-east-2a",
      image: { family: "al2023", pinned: true },
      sharing: { kind: "none" },
      nvmeCache: type.localNvme ? { mountPath: "/mnt/k8s-disks/0", sizeGB: 1 } : null,
      mounts: [],
      rootVolumeGiB: 200,
      encrypted: true,
      aws: { networkInterfaces: interfaces, imdsV2Required: true, imdsHopLimit: 2 },
      healthChecked: true,
      labels: {},
      bootSeconds: 300,
      adoptedBy: null,
      ...over,
    },
    eksPlatform,
  );
}

/** 16 nodes of p5.48xlarge on a fabric, from a Capacity Block with on-demand behind it. */
export const p5 = poolOf("p5.48xlarge", {
  name: "h100",
  fabric: "fabric",
  nodes: { min: 0, max: 16 },
  capacity: [
    {
      kind: "block",
      reservationId: "cr-0123456789abcdef0",
      nodes: 16,
      availabilityZone: "us-east-2a",
      startsOn: null,
      endsOn: null,
    },
    { kind: "on-demand", reservationId: null, nodes: null, availabilityZone: null, startsOn: null, endsOn: null },
  ],
});

/** Spot g6e nodes with 4 L40S each. */
export const g6e = poolOf("g6e.12xlarge", {
  name: "l40s",
  nodes: { min: 0, max: 8 },
  capacity: [
    { kind: "spot", reservationId: null, nodes: null, availabilityZone: null, startsOn: null, endsOn: null },
    { kind: "on-demand", reservationId: null, nodes: null, availabilityZone: null, startsOn: null, endsOn: null },
  ],
});

/** One p4d node, each A100 cut into seven. */
export const mig = poolOf("p4d.24xlarge", {
  name: "a100-mig",
  sharing: { kind: "mig", profile: "1g.5gb", instancesPerGpu: 7 },
});

/** g6e nodes, each L40S for six users at a time. */
export const mps = poolOf("g6e.12xlarge", { name: "l40s-mps", sharing: { kind: "mps", replicas: 6 } });

/** g6 nodes whose L4 serves four users in turns. */
export const sliced = poolOf("g6.xlarge", { name: "l4", sharing: { kind: "time-slicing", replicas: 4 } });
