import type { KubeRayClusterProps } from "../kube-ray-cluster-props";

/** Security groups that let nodes reach the file systems. */
export function fileSystemGroups({ fileSystems }: Pick<KubeRayClusterProps, "fileSystems">): string[] {
  return (fileSystems ?? []).flatMap(({ storage, path }) => storage.mount(path).clientSecurityGroupId ?? []);
}
