import { findAccelerator } from "../../../catalog/accelerators";
import { findAzureSize } from "../../../catalog/azure/azure-sizes";
import { azureInstanceTypes, findInstanceType, nearestInstanceTypes } from "../../../catalog/instance-types";
import type { InstanceType, PurchaseOption } from "../../../catalog/types";
import { ROOT_VOLUME_GIB } from "../../../model/azure/pool-defaults";
import { byDefault, type Definition, defined, derived, given } from "../../../model/definition";
import type { Table } from "../../../props/field";
import { checkProps } from "../../common/check-props";
import { checkMountPaths, isMountPath } from "../../common/mount-paths";
import { checkTaints } from "../../common/pools/check-taints";
import type { GpuSharing } from "../../common/pools/gpu-sharing";
import { checkGpuSharing } from "../../common/pools/gpu-sharing-field";
import { leastAboveMost } from "../../common/pools/pool-problems";
import { INFINIBAND_FABRIC } from "../fabric/infiniband-fabric-table";
import { LATEST, SKU } from "../shared/image";
import { NAME_PATTERN } from "../shared/names";
import { Capacity } from "./capacity";
import type { GpuNodePoolProps } from "./gpu-node-pool-props";
import { GPU_NODE_POOL } from "./gpu-node-pool-table";

/** Most VMs of a single placement group, and of a flexible set in one fault domain. @see https://learn.microsoft.com/azure/virtual-machine-scale-sets/virtual-machine-scale-sets-orchestration-modes */
const MOST_NODES = { uniform: 100, flexible: 1000 };

/** Series that a capacity reservation group cannot hold. @see https://learn.microsoft.com/azure/virtual-machines/capacity-reservation-overview */
const NOT_RESERVED = /^(ND|NCads_H100)/;

/** Where the local NVMe disks are mounted where nothing is said; null without disks. */
export const defaultNvmePath = ({ localNvme }: InstanceType): string | null => (localNvme ? "/scratch-local" : null);

export interface PoolValues {
  readonly type: InstanceType;
  readonly capacity: Capacity;
  readonly image: { readonly sku: string; readonly version: string };
  readonly rootVolumeGiB: number;
  readonly nvmePath: string | null;
  /** Null for whole GPUs. */
  readonly gpuSharing: GpuSharing | null;
}

export type PoolDefinition = Definition<PoolValues>;

/**
 * A pool with every default and derived value.
 * @throws WarpformError with all problems of the props at once
 */
export function definePool(
  props: GpuNodePoolProps,
  { path, id }: { readonly path: string; readonly id: string },
): PoolDefinition {
  const where = `GpuNodePool "${path}"`;
  const problems = checkProps(where, GPU_NODE_POOL as unknown as Table<GpuNodePoolProps>, props);
  const { instanceType, nodes, fabric, capacity = [Capacity.onDemand()] } = props;
  const add = (
    code: "out-of-range" | "unknown-name" | "not-allowed" | "conflict" | "malformed",
    at: string,
    message: string,
  ) => problems.add(code, at, `${at} ${message}`);
  if (!NAME_PATTERN.test(id))
    add("malformed", "id", `must be 2 to 30 lower-case letters, digits and dashes, got "${id}"`);
  const size = findAzureSize(instanceType);
  const type = size && findInstanceType(instanceType);
  if (type === undefined || size === undefined) {
    const names = instanceType.startsWith("Standard_")
      ? nearestInstanceTypes(instanceType)
      : azureInstanceTypes()
          .slice(2, 5)
          .map(({ name }) => name);
    add(
      "unknown-name",
      "instanceType",
      `"${instanceType}" is not an Azure size in the catalog; nearest are ${names.join(", ")}`,
    );
  }
  if (nodes.min > nodes.max) problems.add("conflict", "nodes.min", leastAboveMost(nodes));
  const most = fabric ? MOST_NODES[fabric.orchestration] : MOST_NODES.flexible;
  if (nodes.max > most)
    add(
      "out-of-range",
      "nodes.max",
      `must be at most ${most} in one scale set (${fabric?.orchestration ?? INFINIBAND_FABRIC.orchestration.default}), got ${nodes.max}; split the pool`,
    );
  const rack = size?.rackNodes;
  if (rack && (nodes.min % rack !== 0 || nodes.max % rack !== 0)) {
    add(
      "out-of-range",
      "nodes",
      `of ${instanceType} must be multiples of ${rack}, whole racks, got ${nodes.min} and ${nodes.max}; use min ${Math.ceil(nodes.min / rack) * rack}, max ${Math.ceil(nodes.max / rack) * rack}`,
    );
  }
  if (rack && fabric?.orchestration === "uniform") {
    add(
      "conflict",
      "fabric",
      `of ${instanceType} must be flexible: racks refuse a single placement group; leave out orchestration`,
    );
  }
  if (fabric && fabric.network !== props.network)
    add("conflict", "fabric", `"${fabric.node.id}" is in another network than the pool; make both in one network`);
  if (capacity.length !== 1)
    add(
      "not-allowed",
      "capacity",
      `must have 1 entry, got ${capacity.length}: a scale set buys in one way; make a pool for each`,
    );
  const source = capacity[0] as Capacity | undefined;
  if (source && type && source.groupId === null && !type.purchase.includes(source.kind as PurchaseOption)) {
    add("not-allowed", "capacity", `cannot be ${source.kind} for ${instanceType}; use ${type.purchase.join(", ")}`);
  }
  if (source?.kind === "reservation" && type && NOT_RESERVED.test(type.family)) {
    add(
      "not-allowed",
      "capacity",
      `cannot be a reservation for ${instanceType}, which capacity reservation groups do not take; use Capacity.onDemand(), or Capacity.block() where you bought a block`,
    );
  }
  if (source && source.groupId !== null && fabric?.orchestration === "uniform") {
    add("conflict", "capacity", `cannot be a ${source.kind} in a single placement group; use a flexible fabric`);
  }
  if (source?.block && nodes.max > source.block.nodes) {
    add(
      "conflict",
      "nodes.max",
      `must be at most the ${source.block.nodes} nodes of its block, which its VMs come from alone, got ${nodes.max}; use ${source.block.nodes}`,
    );
  }
  if (props.nvmePath !== undefined && type && type.localNvme === null) {
    add("not-allowed", "nvmePath", `has no use: ${instanceType} has no NVMe disks in the catalog; leave it out`);
  }
  const { nvmePath = type ? defaultNvmePath(type) : null } = props;
  if (props.nvmePath !== undefined && !problems.has("nvmePath") && !isMountPath(props.nvmePath))
    add(
      "not-allowed",
      "nvmePath",
      `must not hide a directory of the system, got "${props.nvmePath}"; use "/scratch-local"`,
    );
  if (type && !problems.has("gpuSharing")) checkGpuSharing(problems, props.gpuSharing, type);
  if (!problems.has("mounts")) checkMountPaths(problems, props.mounts ?? [], nvmePath ? [[nvmePath, "nvmePath"]] : []);
  if (!problems.has("taints")) checkTaints(problems, props.taints, ["kubernetes.azure.com"]);
  problems.throwIfAny(where);
  return defined<PoolValues>({
    type: derived(type!, "instanceType"),
    capacity: props.capacity ? given(props.capacity[0])! : byDefault(source!),
    image: derived({ sku: editionOf(type!), version: props.imageVersion ?? LATEST }, "instanceType", "imageVersion"),
    rootVolumeGiB: given(props.rootVolumeGiB) ?? byDefault(ROOT_VOLUME_GIB),
    nvmePath: given(props.nvmePath) ?? derived(defaultNvmePath(type!), "instanceType"),
    gpuSharing: given(props.gpuSharing) ?? byDefault(null),
  });
}

/** Edition of the image with the drivers of a size. @see Azure/azhpc-images @8e9d055 README.md */
const editionOf = ({ architecture, accelerator }: InstanceType): string => {
  if (architecture === "arm64") return `${SKU}-gb`;
  return findAccelerator(accelerator ?? "")?.vendor === "amd" ? `${SKU}-rocm` : SKU;
};
