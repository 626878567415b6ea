import { eksRegistryHost } from "../../../../catalog/eks";
import type { Problems } from "../../../../errors";
import { type ImageMirror, registryOf } from "../../../../kubernetes/chart/image-mirror";
import { nearest } from "../../../../units/nearest";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";
import { COPIED_REGISTRY, UPSTREAMS } from "./pull-through-cache";

/** Where charts of AWS's take EKS' images from; EKS replicates them to each region. */
const EKS_IMAGES = "602401143452.dkr.ecr.us-west-2.amazonaws.com";

/** Registries that charts, this library's programs and most workloads take images from. */
const PUBLIC_REGISTRIES: readonly string[] = [
  "docker.io",
  "ghcr.io",
  "nvcr.io",
  "public.ecr.aws",
  "quay.io",
  "registry.k8s.io",
];

type Props = Pick<KubeRayClusterProps, "registry" | "network">;

/** First folder of the cache's repositories. */
export const cachePrefix = ({ registry, network }: Props): string =>
  registry?.pullThrough?.prefix ?? network.clusterName;

/** Where nodes find the images of each registry; nothing where they pull from the internet. */
export function imageMirror(props: Props, cacheAccount: string): ImageMirror {
  const { registry, network } = props;
  if (registry === undefined) return {};
  const { mirror, mirrors = {}, pullThrough, digests = {} } = registry;
  const eks = eksRegistryHost(network.region);
  const places = [mirror, pullThrough].filter((of) => of !== undefined).length + Object.keys(mirrors).length;
  const all = mirror === undefined ? [] : PUBLIC_REGISTRIES.map((host) => [host, `${mirror}/${host}`]);
  const cache = `${cacheAccount}.dkr.ecr.${network.region}.amazonaws.com/${cachePrefix(props)}`;
  const cached =
    pullThrough === undefined
      ? []
      : [
          ...Object.entries(UPSTREAMS)
            .filter(([host, { login }]) => !login || pullThrough.credentials?.[host] !== undefined)
            .map(([host, { folder }]) => [host, `${cache}/${folder}`]),
          [COPIED_REGISTRY, `${cache}/${COPIED_REGISTRY}`],
        ];
  return {
    ...(eks === undefined || places === 0 ? {} : { [EKS_IMAGES]: eks }),
    ...Object.fromEntries([...all, ...cached]),
    ...mirrors,
    ...digests,
  };
}

/** Checks that digests are of images that the library's own chart has. */
export function checkDigests(problems: Problems, { registry }: Props, own: readonly string[]): void {
  for (const image of Object.keys(registry?.digests ?? {})) {
    if (own.includes(image)) continue;
    const [near] = nearest(image, own);
    problems.add(
      "unknown-name",
      `registry.digests.${image}`,
      `registry.digests has "${image}", which is no image of the library's own chart here${near === undefined ? "" : `; the nearest is "${near}"`}`,
    );
  }
}

/** Checks what of `registry` goes together. */
export function checkRegistry(problems: Problems, props: Props): void {
  const { registry } = props;
  if (registry === undefined) return;
  const { mirror, mirrors = {}, pullThrough, digests = {} } = registry;
  const others = Object.keys(mirrors).length + Object.keys(digests).length;
  if (mirror === undefined && pullThrough === undefined && others === 0)
    problems.add(
      "required",
      "registry.mirror",
      'registry has no images; give mirror ("registry.example.com/mirror"), mirrors by host, or pullThrough: {}',
    );
  if (mirror !== undefined && pullThrough !== undefined)
    problems.add(
      "conflict",
      "registry.pullThrough",
      "registry.pullThrough and registry.mirror both cover the images of all registries; keep one, and list exceptions in mirrors",
    );
  if (pullThrough !== undefined && cachePrefix(props).length > LONGEST_PREFIX)
    problems.add(
      "out-of-range",
      "registry.pullThrough.prefix",
      `registry.pullThrough.prefix is required with a clusterName of more than ${LONGEST_PREFIX} characters ("${cachePrefix(props)}"): ECR's prefixes end at 30; use "${cachePrefix(props).slice(0, LONGEST_PREFIX).replace(/-$/, "")}"`,
    );
  const logins = Object.entries(UPSTREAMS).flatMap(([host, { login }]) => (login ? [host] : []));
  for (const host of Object.keys(pullThrough?.credentials ?? {}))
    if (!logins.includes(host))
      problems.add(
        "unknown-name",
        `registry.pullThrough.credentials.${host}`,
        `registry.pullThrough.credentials.${host} is not used; ECR accepts credentials for ${logins.join(" and ")} here`,
      );
}

/** ECR takes 30 characters, less those of "/docker-hub". @see https://docs.aws.amazon.com/AmazonECR/latest/APIReference/API_CreatePullThroughCacheRule.html */
const LONGEST_PREFIX = 19;

/** Checks that nodes without a way out find all images. */
export function checkImages(
  problems: Problems,
  { network }: Props,
  mirror: ImageMirror,
  images: readonly string[],
): void {
  if (network.egress !== "endpoints-only") return;
  const reached = (host: string) => host in mirror || /\.dkr\.ecr\.[a-z0-9-]+\.amazonaws\.com$/.test(host);
  const hosts = [...new Set(images.map(registryOf))].filter(
    (host) => !reached(host) && PUBLIC_REGISTRIES.includes(host),
  );
  for (const host of hosts) {
    const [first, ...more] = images.filter((image) => registryOf(image) === host);
    const others = more.length === 0 ? "" : ` and ${more.length} more`;
    const fix = UPSTREAMS[host]?.login
      ? `give registry.pullThrough.credentials["${host}"], which ECR wants for it, or registry.mirrors["${host}"]`
      : `give registry.mirrors["${host}"]`;
    problems.add(
      "required",
      `registry.mirrors.${host}`,
      `registry has no place for images of ${host} (${first}${others}), which nodes do not reach with network.egress "endpoints-only"; ${fix}`,
    );
  }
}
