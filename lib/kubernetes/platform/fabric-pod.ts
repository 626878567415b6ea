import type { EnvironmentVariable } from "../chart/environment";
import type { KubernetesObject } from "../chart/manifest";
import { HUGE_PAGES_RESOURCE } from "../chart/names";
import { memoryQuantity } from "../chart/quantity";
import { RESTRICTED_CONTAINER } from "../security/pod-security";
import type { PodFabric } from "./fabric-driver";

/** Resources of a fabric: its devices, where they are counted, and its huge pages. */
export function fabricResources(
  resource: string | null,
  devices: number,
  hugePagesBytes: number,
): Readonly<Record<string, string>> {
  return {
    ...(resource !== null && devices > 0 ? { [resource]: String(devices) } : {}),
    ...(hugePagesBytes > 0 ? { [HUGE_PAGES_RESOURCE]: memoryQuantity(hugePagesBytes) } : {}),
  };
}

/** Devices that a pod with a share of a node asks for. */
export function devicesOfPod(fabric: PodFabric | null, share: number): number {
  if (fabric === null) return 0;
  return fabric.request === "perPod" ? 1 : Math.floor(fabric.perNode * share);
}

/** What a pod has because it uses a fabric. */
export interface FabricParts {
  readonly environment: readonly EnvironmentVariable[];
  readonly annotations: Readonly<Record<string, string>>;
  /** Of the pod. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** Security settings of the container. */
  readonly security: Readonly<Record<string, unknown>>;
  readonly mounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
  readonly volumes: readonly unknown[];
}

const NONE: FabricParts = {
  environment: [],
  annotations: {},
  spec: {},
  security: RESTRICTED_CONTAINER,
  mounts: [],
  volumes: [],
};

/** What a pod with so many devices has; nothing of its own without any. */
export function fabricParts(fabric: PodFabric | null, devices: number): FabricParts {
  if (fabric === null || devices === 0) return NONE;
  const { environment, hostNetwork, folders, files = [] } = fabric;
  return {
    environment,
    annotations: fabric.annotations(devices),
    spec: hostNetwork ? { hostNetwork: true, dnsPolicy: "ClusterFirstWithHostNet" } : {},
    security: containerSecurity(fabric),
    mounts: [
      ...folders.map(({ name, mountPath, readOnly }) => ({ name, mountPath, ...(readOnly ? { readOnly } : {}) })),
      ...files.map(({ name, folder }) => ({ name, mountPath: folder, readOnly: true })),
    ],
    volumes: [
      ...folders.map(({ name, path }) => ({ name, hostPath: { path } })),
      ...files.map(({ name }) => ({ name, configMap: { name } })),
    ],
  };
}

/** ConfigMaps with the files of the fabrics that pods of a namespace use, each once. */
export function fabricFiles(fabrics: readonly (PodFabric | null)[], namespace: string): KubernetesObject[] {
  const files = fabrics.flatMap((fabric) => fabric?.files ?? []);
  return [...new Map(files.map((one) => [one.name, one])).values()].map(({ name, file, text }) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace },
    data: { [file]: text },
  }));
}

/** No more than the fabric needs. What is added takes effect for root alone: https://github.com/kubernetes/kubernetes/issues/56374 */
function containerSecurity({ privileged, capabilities }: PodFabric) {
  const root = { runAsNonRoot: false, runAsUser: 0 };
  if (privileged) return { privileged, ...root };
  if (capabilities.length === 0) return RESTRICTED_CONTAINER;
  const { capabilities: dropped } = RESTRICTED_CONTAINER;
  return { ...RESTRICTED_CONTAINER, ...root, capabilities: { ...dropped, add: capabilities } };
}

/** Whether pods on a fabric do more than the `restricted` level lets them: a capability, the node's network or its folders. */
export function needsPrivileges(fabric: PodFabric | null): boolean {
  if (fabric === null) return false;
  const { privileged, capabilities, hostNetwork, folders } = fabric;
  return privileged || capabilities.length > 0 || hostNetwork || folders.length > 0;
}
