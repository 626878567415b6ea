import type { Problems } from "../../../errors";
import { scalesWithLoad } from "../../../kubernetes/ray/scales-with-load";
import type { KubeRayClusterProps } from "./kube-ray-cluster-props";
import { RAY_CLUSTER, SERVING, TRITON } from "./kube-ray-workload-tables";
import { unusedAddOns } from "./platform/unused-add-ons";

interface Range {
  readonly min: number;
  readonly max: number;
}

const isFixed = (range: Range | undefined): range is Range => range !== undefined && range.min === range.max;

/** Checks props that other props leave without effect: whoever gave them, and not the default that `warpform expand` writes, expects one. */
export function checkUnused(
  problems: Problems,
  { rayClusters = [], serving = [], triton = [], queues }: KubeRayClusterProps,
) {
  rayClusters.forEach((cluster, i) => {
    const { autoscaling, workers, idleMinutes } = cluster;
    const path = `rayClusters[${i}]`;
    if (autoscaling === true && isFixed(workers))
      problems.add(
        "conflict",
        `${path}.autoscaling`,
        `${path}.autoscaling has nothing to choose from with workers of ${workers.min} to ${workers.max}; raise workers.max, or leave autoscaling out`,
      );
    const scales = !isFixed(workers) && (autoscaling ?? scalesWithLoad(cluster, queues?.scheduler));
    if (idleMinutes !== undefined && idleMinutes !== RAY_CLUSTER.idleMinutes.default && !scales && autoscaling !== true)
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
      usual: SERVING.targetOngoingRequests.default,
    })),
    ...triton.map(({ replicas, targetPendingRequests: target }, i) => ({
      path: `triton[${i}].targetPendingRequests`,
      replicas,
      target,
      usual: TRITON.targetPendingRequests.default,
    })),
  ];
  for (const { path, replicas, target, usual } of targets)
    if (target !== undefined && target !== usual && isFixed(replicas))
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
