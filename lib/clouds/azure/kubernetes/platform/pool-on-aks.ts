import { findAzureSize } from "../../../../catalog/azure/azure-sizes";
import type { InstanceType } from "../../../../catalog/types";
import { type KubernetesPool, kubernetesPool } from "../../../../kubernetes/nodes/pool";
import type { AdoptedNodes, GpuNodePool } from "../../pools/gpu-node-pool";
import { aksPlatform } from "../writers/aks-platform";
import { SPOT_TAINT } from "../writers/spot-nodes";

/** Largest disk of the operating system on a node's own disk, GiB. @see https://learn.microsoft.com/azure/virtual-machines/ephemeral-os-disks */
const MOST_EPHEMERAL_GIB = 2040;

/** Size of that disk where nothing is said: images and weights are on it. */
const EPHEMERAL_GIB = 1024;

/** What AKS boots and formats: an image of its own, on the node's temporary disk where that is large enough. */
export interface AksNodes {
  readonly osDiskGiB: number;
  readonly osDiskType: "Ephemeral" | "Managed";
  readonly osSku: "Ubuntu2204" | "Ubuntu2404";
}

/** Nodes of a pool as AKS makes them. */
export function nodesOnAks({ instanceType, definition, props }: GpuNodePool): AksNodes {
  const { rootVolumeGiB } = definition;
  const temporary = Math.min(findAzureSize(instanceType.name)?.tempDiskGiB ?? 0, MOST_EPHEMERAL_GIB);
  const wanted = props.rootVolumeGiB ?? Math.min(temporary, EPHEMERAL_GIB);
  const ephemeral = wanted > 0 && wanted <= temporary && wanted >= rootVolumeGiB;
  return {
    osDiskGiB: ephemeral ? wanted : rootVolumeGiB,
    osDiskType: ephemeral ? "Ephemeral" : "Managed",
    osSku: osSkuOf(instanceType),
  };
}

/**
 * Grace processors need Ubuntu 24.04; the driver of InfiniBand is of 22.04 otherwise.
 * @see Azure/ai-infrastructure-on-azure infrastructure_references/aks
 */
const osSkuOf = ({ architecture }: InstanceType) => (architecture === "arm64" ? "Ubuntu2404" : "Ubuntu2204");

/** What of the model follows from it. */
function inTheModel(pool: GpuNodePool): AdoptedNodes {
  const { osDiskGiB, osDiskType, osSku } = nodesOnAks(pool);
  // AKS has no version to pin; a node pool keeps the one it was made with until it is upgraded
  return {
    image: { family: `aks-${osSku.toLowerCase()}`, pinned: true },
    rootVolumeGiB: osDiskGiB,
    ...(osDiskType === "Ephemeral" ? { rootVolumeOnNode: true } : {}),
    nvmeCache: null,
  };
}

/** Sizes whose GPUs AKS's node problem detector checks. @see https://learn.microsoft.com/azure/aks/gpu-health-monitoring#frequently-asked-questions */
const CHECKED_SIZES: readonly string[] = ["Standard_ND96asr_v4", "Standard_ND96isr_H100_v5"];

/**
 * What of the model follows from AKS and from what installs the GPU driver: AKS's node problem detector checks the GPUs of some sizes, on nodes with
 * AKS's own driver.
 * @see https://learn.microsoft.com/azure/aks/gpu-health-monitoring
 */
export const adoptedOnAks = (pool: GpuNodePool, gpuDriver: "aks" | "operator"): AdoptedNodes => ({
  ...inTheModel(pool),
  healthChecked: gpuDriver === "aks" && CHECKED_SIZES.includes(pool.instanceType.name),
});

/** A pool in the terms of manifests. */
export function poolOnAks(pool: GpuNodePool): KubernetesPool {
  const made = kubernetesPool({ ...pool.describe(), ...inTheModel(pool) }, aksPlatform, {
    nodesAreStatic: pool.nodes.min === pool.nodes.max,
  });
  const spot = pool.definition.capacity.kind === "spot";
  return spot
    ? {
        ...made,
        tolerations: [...made.tolerations, { key: SPOT_TAINT.key, operator: "Exists", effect: SPOT_TAINT.effect }],
      }
    : made;
}
