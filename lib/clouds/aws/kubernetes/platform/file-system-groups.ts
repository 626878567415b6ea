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

/** File systems with the fabrics of the pools that mount them: rules of a file system over a fabric name the fabric's group, which needs its own. */
export function fileSystemsWithFabrics(
  props: Pick<KubeRayClusterProps, "fileSystems" | "pools">,
): readonly IConstruct[] {
  const fileSystems = fileSystemsOf(props);
  return fileSystems.length === 0 ? [] : [...fileSystems, ...props.pools.flatMap(({ fabric }) => fabric ?? [])];
}
