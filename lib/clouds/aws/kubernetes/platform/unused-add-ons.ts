import type { KubeRayClusterProps } from "../kube-ray-cluster-props";
import { MOUNTPOINT } from "./eks-add-ons";

/** Add-ons that nothing of a cluster needs, and that are not installed. */
export function unusedAddOns({
  fileSystems,
  bucketMounts,
  tls,
}: Pick<KubeRayClusterProps, "fileSystems" | "bucketMounts" | "tls">): string[] {
  return [
    ...(fileSystems?.length ? [] : ["aws-fsx-csi-driver"]),
    ...(bucketMounts?.length ? [] : [MOUNTPOINT]),
    ...(tls ? [] : ["cert-manager"]),
  ];
}
