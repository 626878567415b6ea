import { manifestYaml } from "../chart/manifest";
import { GPU_RESOURCE } from "../chart/names";
import { migConfigName, sharingConfigName } from "../nodes/node-labels";
import type { KubernetesPool } from "../nodes/pool";

/** One configuration of the NVIDIA device plugin, `version: v1`. @see https://github.com/NVIDIA/k8s-device-plugin#configuration-option-details */
function pluginConfig({ pool }: KubernetesPool) {
  const { sharing } = pool;
  const resources = (replicas: number) => [{ name: GPU_RESOURCE, replicas }];
  switch (sharing.kind) {
    case "mig":
      // `mixed`: each profile is a resource of its own, so a pod that wants a whole GPU cannot be given a slice
      return { version: "v1", flags: { migStrategy: "mixed" } };
    case "time-slicing":
      return {
        version: "v1",
        flags: { migStrategy: "none" },
        sharing: {
          timeSlicing: {
            renameByDefault: true,
            failRequestsGreaterThanOne: true,
            resources: resources(sharing.replicas),
          },
        },
      };
    case "mps":
      // the plugin refuses a request for two shares of its own accord, and MPS does not work on GPUs with MIG
      return {
        version: "v1",
        flags: { migStrategy: "none" },
        sharing: { mps: { renameByDefault: true, resources: resources(sharing.replicas) } },
      };
    default:
      return { version: "v1", flags: { migStrategy: "none" } };
  }
}

/**
 * Configurations of the device plugin by name: `default`, and one for each way that some pool shares its GPUs. A node picks
 * its own by the label `nvidia.com/device-plugin.config`.
 */
export function devicePluginConfigs(pools: readonly KubernetesPool[]): Record<string, string> {
  const sharing = pools.filter(({ pool }) => pool.sharing.kind !== "none");
  const named = new Map(sharing.map((of) => [sharingConfigName(of), manifestYaml(pluginConfig(of))]));
  const plain = manifestYaml({ version: "v1", flags: { migStrategy: "none" } });
  return { default: plain, ...Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/**
 * Configuration of NVIDIA's MIG manager: profile name to what each GPU of the node is cut into.
 * @see https://github.com/NVIDIA/mig-parted
 */
export function migConfigs(pools: readonly KubernetesPool[]): string {
  const named = new Map<string, unknown>();
  for (const { pool } of pools) {
    const { sharing } = pool;
    if (sharing.kind !== "mig") continue;
    const devices = { [sharing.profile]: sharing.instancesPerGpu };
    named.set(migConfigName(sharing), [{ devices: "all", "mig-enabled": true, "mig-devices": devices }]);
  }
  return manifestYaml({
    version: "v1",
    "mig-configs": { "all-disabled": [{ devices: "all", "mig-enabled": false }], ...Object.fromEntries(named) },
  });
}
