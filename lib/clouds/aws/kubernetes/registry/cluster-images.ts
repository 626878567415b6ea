import type { Construct } from "constructs";
import { Problems } from "../../../../errors";
import { mirrored } from "../../../../kubernetes/chart/image-mirror";
import type { RayDefinition } from "../define-ray-cluster";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";
import type { ClusterReleases } from "../workloads/cluster-releases";
import { cachePrefix, checkDigests, checkImages } from "./image-addresses";
import { PullThroughCache } from "./pull-through-cache";

/** The cache that `registry.pullThrough` asks for, which the nodes of all pools may fill. */
export function buildImageCache(scope: Construct, props: KubeRayClusterProps): PullThroughCache | undefined {
  const { network, pools, registry } = props;
  if (registry?.pullThrough === undefined) return undefined;
  const cache = new PullThroughCache(scope, "images", {
    network,
    prefix: cachePrefix(props),
    credentials: registry.pullThrough.credentials ?? {},
    without: Object.keys(registry.mirrors ?? {}),
  });
  for (const pool of pools) pool.nodeRole?.grant(...cache.nodeStatements);
  return cache;
}

/**
 * Where nodes look for each image, with repositories for those that the cache does not fill.
 * @throws WarpformError where nodes reach no place that has an image
 */
export function settleImages(
  path: string,
  props: KubeRayClusterProps,
  { imageMirror }: RayDefinition,
  { images, ownImages }: Pick<ClusterReleases, "images" | "ownImages">,
  cache: PullThroughCache | undefined,
): Readonly<Record<string, string>> {
  const problems = new Problems();
  checkImages(problems, props, imageMirror, images);
  checkDigests(problems, props, ownImages);
  problems.throwIfAny(`KubeRayCluster "${path}"`);
  cache?.repositoriesFor(images);
  return Object.fromEntries(images.map((image) => [image, mirrored(image, imageMirror)]));
}
