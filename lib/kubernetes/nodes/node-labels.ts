import type { NodePool } from "../../model/model";
import { POOL_LABEL, USE_LABEL } from "../chart/names";
import type { KubernetesPool } from "./pool";

/** What a pool's nodes are for: training and fine-tuning nodes are kept while they work, serving nodes may be packed. */
export type GpuPodUse = "training" | "serving";

/**
 * Labels of a pool's nodes: the pool, what the DaemonSets of NVIDIA and of the fabric look for, the sharing configuration, and the
 * user's own.
 */
export function nodeLabels(of: KubernetesPool, use: GpuPodUse): Record<string, string> {
  const { pool, type } = of;
  return {
    ...pool.labels,
    [POOL_LABEL]: pool.name,
    [USE_LABEL]: use,
    ...(type.acceleratorCount > 0 ? { "nvidia.com/gpu.present": "true" } : {}),
    ...of.fabric?.nodeLabels,
    ...(pool.sharing.kind === "mig" ? { "nvidia.com/mig.config": migConfigName(pool.sharing) } : {}),
    // what the daemon of MPS waits for
    ...(pool.sharing.kind === "mps" ? { "nvidia.com/mps.capable": "true" } : {}),
    ...(pool.sharing.kind === "none" ? {} : { "nvidia.com/device-plugin.config": sharingConfigName(of) }),
  };
}

/**
 * Key of an entry in the MIG manager's configuration. GPUs hold different numbers of one profile (four of `1g.10gb` an A100 of 40 GB,
 * seven an H100), and a label's value takes no plus (`1g.10gb+me`).
 */
export function migConfigName({ profile, instancesPerGpu }: Extract<NodePool["sharing"], { kind: "mig" }>): string {
  return `all-${profile.replace("+", ".")}-${instancesPerGpu}`;
}

/** Key of the pool's entry in the device plugin's configuration. */
export function sharingConfigName({ pool }: KubernetesPool): string {
  const { sharing } = pool;
  if (sharing.kind === "none") return "default";
  return sharing.kind === "mig" ? "mig" : `${sharing.kind}-${sharing.replicas}`;
}
