import { GP3 } from "../../../model/aws/gp3";
import { DETAILED_MONITORING, ROOT_VOLUME } from "../../../model/aws/pool-defaults";
import { optional, type Table } from "../../../props/field";
import { can, list, made, map, part, says, saysOneOf } from "../../../props/nested-fields";
import { flag, oneOf, text, whole } from "../../../props/simple-fields";
import { gpuSharingField } from "../../common/pools/gpu-sharing-field";
import { TAINTS } from "../../common/pools/taint-table";
import { fabric } from "../fabric/fabric-field";
import { network } from "../network/network-field";
import { bootSteps, kmsKey, mounts, policy, securityGroups, tags } from "../shared/aws-fields";
import type { Capacity } from "./capacity/capacity";
import type { GpuNodePoolProps } from "./gpu-node-pool-props";
import { image } from "./image";
import type { NvmeCache } from "./nvme/nvme-cache";
import type { Placement } from "./placement";

/** Only its makers know what a source was made with (`options`), which `{ kind: "spot" }` lacks. */
const isCapacity = (value: object) => says("kind")(value) && "options" in value && "givenOptions" in value;

const capacity = () => made<Capacity>("a Capacity, such as Capacity.onDemand()", isCapacity);

/** What a GpuNodePool takes. */
export const GPU_NODE_POOL = {
  network: network(),
  instanceType: text({
    known: "the network-card layout follows from it",
    example: "p5.48xlarge",
    catalog: ["instanceTypeWithAccelerators", "instanceTypeWithoutAccelerators"],
  }),
  alternativeTypes: optional(
    list(text({ catalog: ["instanceTypeWithAccelerators", "instanceTypeWithoutAccelerators"] }), { unique: true }),
    [],
  ),
  nodes: part<GpuNodePoolProps["nodes"]>({ min: whole({ min: 0 }), max: whole({ min: 1 }) }),
  fabric: optional(fabric()),
  capacity: optional(list(capacity(), { words: "a list of Capacity, such as [Capacity.onDemand()]" })),
  placement: optional(
    made<Placement>("a Placement, such as Placement.cluster()", saysOneOf("kind", "cluster", "existing", "none")),
  ),
  image: optional(image('Image.dlami("ubuntu-24.04")')),
  nvmeCache: optional(made<NvmeCache>("an NvmeCache, such as new NvmeCache()", can("bootSteps"))),
  mounts: optional(mounts()),
  gpuSharing: optional(gpuSharingField()),
  bootSteps: optional(bootSteps()),
  rootVolumeGiB: optional(
    whole({ min: ROOT_VOLUME.leastGiB, max: 65_536, unit: "GiB", later: true }),
    ROOT_VOLUME.sizeGiB,
  ),
  rootVolumeIops: optional(whole(GP3.iops)),
  rootVolumeMBps: optional(whole({ ...GP3.throughputMBps, unit: "MiB/s" }), ROOT_VOLUME.throughputMBps),
  volumeKmsKeyArn: optional(kmsKey()),
  imdsHopLimit: optional(whole({ min: 1, max: 64, unit: "hops", later: true })),
  threadsPerCore: optional(oneOf([1, 2])),
  detailedMonitoring: optional(flag(), DETAILED_MONITORING),
  instanceProfileName: optional(text({ example: "gpu-nodes" })),
  permissionsBoundaryArn: optional(policy()),
  securityGroupIds: optional(securityGroups(), []),
  labels: optional(map(text(), { words: 'an object of texts, such as { team: "vision" }' }), {}),
  taints: optional(TAINTS(), []),
  tags: optional(tags(), {}),
} satisfies Table<GpuNodePoolProps>;
