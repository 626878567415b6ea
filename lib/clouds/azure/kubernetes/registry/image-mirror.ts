import type { Problems } from "../../../../errors";
import type { ImageMirror } from "../../../../kubernetes/chart/image-mirror";
import type { RegistryOptions } from "./registry-props";

/** A registry that Azure's caches. */
interface Upstream {
  /** Folder of its repositories. */
  readonly folder: string;
  /** Whether Azure caches it only with a login. */
  readonly login: boolean;
}

/** @see https://learn.microsoft.com/azure/container-registry/artifact-cache-overview#upstream-support (read 2026-11-28); nvcr.io is not among them */
export const UPSTREAMS: Readonly<Record<string, Upstream>> = {
  "docker.io": { folder: "docker-hub", login: true },
  "ghcr.io": { folder: "github", login: false },
  "public.ecr.aws": { folder: "ecr-public", login: false },
  "quay.io": { folder: "quay", login: false },
  "registry.k8s.io": { folder: "kubernetes", login: false },
};

/** Registries that a cache has: those that take no login, or have one. */
export function cachedUpstreams({ pullThrough, mirrors = {} }: RegistryOptions): [string, Upstream][] {
  if (pullThrough === undefined) return [];
  const loggedIn = pullThrough.dockerHubUsernameSecretId !== undefined;
  return Object.entries(UPSTREAMS).filter(([host, { login }]) => !(host in mirrors) && (!login || loggedIn));
}

/** Where nodes find the images of each registry; nothing where they pull from those that publish them. */
export function imageMirror(registry: RegistryOptions | undefined): ImageMirror {
  if (registry === undefined) return {};
  const server = `${registry.pullThrough?.registryName.toLowerCase()}.azurecr.io`;
  const cached = cachedUpstreams(registry).map(([host, { folder }]) => [host, `${server}/${folder}`]);
  return { ...Object.fromEntries(cached), ...registry.mirrors };
}

/** Checks what of `registry` goes together. */
export function checkRegistry(problems: Problems, registry: RegistryOptions | undefined): void {
  if (registry === undefined) return;
  const { pullThrough, mirrors = {} } = registry;
  if (pullThrough === undefined && Object.keys(mirrors).length === 0)
    problems.add(
      "required",
      "registry.pullThrough",
      'registry has no images; give pullThrough: { registryName: "trainimages" }, or mirrors by host',
    );
  const { dockerHubUsernameSecretId: name, dockerHubTokenSecretId: token } = pullThrough ?? {};
  if ((name === undefined) === (token === undefined)) return;
  const missing = name === undefined ? "dockerHubUsernameSecretId" : "dockerHubTokenSecretId";
  const at = `registry.pullThrough.${missing}`;
  problems.add("required", at, `${at} is required too, since name and token are one login; add it`);
}
