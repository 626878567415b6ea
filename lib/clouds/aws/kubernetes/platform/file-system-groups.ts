import type { IConstruct } from "constructs";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";

/** Security groups that let nodes reach the file systems. */
export function fileSystemGroups({ fileSystems }: Pick<KubeRayClusterProps, "fileSystems">): string[] {
  return (fileSystems ?? []).flatMap(({ storage, path }) => storage.mount(path).clientSecurityGroupId ?? []);
}

/** The file systems that pods mount. */
export function fileSystemsOf({ fileSystems }: Pick<KubeRayClusterProps, "fileSystems">): readonly IConstruct[] {
  return (fileSystems ?? []).flatMap(({ storage, path }) => storage.mount(path).source ?? []);
}
