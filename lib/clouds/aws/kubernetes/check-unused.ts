import type { Problems } from "../../../errors";
import type { KubeRayClusterProps } from "./kube-ray-cluster-props";
import { unusedAddOns } from "./platform/unused-add-ons";

interface Range {
  readonly min: number;
  readonly max: number;
}

const isFixed = (range: Range | undefined): range is Range => range !== undefined && range.min === range.max;

/** Checks props that other props leave without effect: whoever gave them expects one. */
export function checkUnused(problems: Problems, { rayClusters = [], serving = [], triton = [] }: KubeRayClusterProps) {
  rayClusters.forEach(({ autoscaling, workers, idleMinutes }, i) => {
    const path = `rayClusters[${i}]`;
    if (autoscaling === true && isFixed(workers))
      problems.add(
        "conflict",
        `${path}.autoscaling`,
        `${path}.autoscaling has nothing to choose from with workers of ${workers.min} to ${workers.max}; raise workers.max, or leave autoscaling out`,
      );
    else if (idleMinutes !== undefined && (autoscaling === false || isFixed(workers)))
      problems.add(
        "conflict",
        `${path}.idleMinutes`,
        `${path}.idleMinutes has no effect on a cluster of a fixed size, whose workers stay; leave it out, or give workers a lower min`,
      );
  });
  const targets = [
    ...serving.map(({ replicas, targetOngoingRequests: target }, i) => ({
      path: `serving[${i}].targetOngoingRequests`,
      replicas,
      target,
    })),
    ...triton.map(({ replicas, targetPendingRequests: target }, i) => ({
      path: `triton[${i}].targetPendingRequests`,
      replicas,
      target,
    })),
  ];
  for (const { path, replicas, target } of targets)
    if (target !== undefined && isFixed(replicas))
      problems.add(
        "conflict",
        path,
        `${path} can start no replica beyond replicas.max ${replicas.max}; raise replicas.max or leave it out`,
      );
}

/** What makes the cluster install an add-on that it otherwise leaves out. */
const INSTALLED_BY: Readonly<Record<string, string>> = {
  "aws-fsx-csi-driver": "fileSystems",
  "aws-mountpoint-s3-csi-driver": "bucketMounts",
  "cert-manager": "tls: true",
};

/** Checks that an add-on whose version is given is installed. */
export function checkAddOnUse(problems: Problems, name: string, props: KubeRayClusterProps): void {
  if (!unusedAddOns(props).includes(name)) return;
  problems.add(
    "conflict",
    "addOnVersions",
    `addOnVersions of "${name}" has no effect: the cluster installs it with ${INSTALLED_BY[name]} alone; leave it out`,
  );
}
