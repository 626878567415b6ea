import type { KubernetesObject } from "../chart/manifest";
import { manifestYaml } from "../chart/manifest";
import { withOwnPods } from "../pods/own-pods";
import { queueLabels } from "../queues/priorities";
import { type RayClusterProps, rayClusterSpec } from "./ray-cluster";

/** One Serve application of the configuration that Ray Serve reads. @see https://docs.ray.io/en/latest/serve/production-guide/config.html */
export interface ServeApplication {
  readonly name: string;
  readonly route_prefix: string;
  /** `module:application`. */
  readonly import_path: string;
  readonly args?: unknown;
  readonly runtime_env?: unknown;
  readonly deployments?: readonly unknown[];
}

/** `new-cluster`: a second cluster starts next to the first and takes over. `none`: nothing happens until the first is deleted. */
export type UpgradeStrategy = "new-cluster" | "none";

/** As KubeRay names them. @see ray-project/kuberay@v1.7.0 ray-operator/apis/ray/v1/rayservice_types.go (`RayServiceUpgradeType`) */
const UPGRADE_TYPES = { "new-cluster": "NewCluster", none: "None" } as const satisfies Record<UpgradeStrategy, string>;

export interface RayServiceProps {
  readonly name: string;
  readonly namespace: string;
  readonly queue: string | null;
  readonly upgrade: UpgradeStrategy;
  readonly applications: readonly ServeApplication[];
  /** Whether every replica may go: then requests come to the head, whose proxy waits with them for the first. */
  readonly toZero: boolean;
  readonly cluster: RayClusterProps;
}

/** A Serve application on a cluster of its own; a new version starts beside the old one and takes over when it is healthy. */
export function rayService(props: RayServiceProps): KubernetesObject {
  const object = {
    apiVersion: "ray.io/v1",
    kind: "RayService",
    metadata: {
      name: props.name,
      namespace: props.namespace,
      ...queueLabels(props.queue, "production"),
    },
    spec: {
      upgradeStrategy: { type: UPGRADE_TYPES[props.upgrade] },
      // the head runs no replicas: requests go to the workers alone, unless there may be none
      excludeHeadPodFromServeSvc: !props.toZero,
      rayClusterDeletionDelaySeconds: 120,
      serveConfigV2: manifestYaml({
        proxy_location: "EveryNode",
        http_options: { host: "0.0.0.0", port: 8000 },
        applications: props.applications,
      }),
      rayClusterConfig: rayClusterSpec(props.cluster),
    },
  };
  return withOwnPods(object, props.cluster.pods);
}
