import type { ChartImages } from "../../catalog/chart-images";
import type { KubernetesObject } from "./manifest";

/**
 * Where images of public registries are found instead: prefix by host, `{ "quay.io": "registry.example.com/quay.io" }`; and the digest of
 * single images, by their names with registry and tag, `{ "docker.io/library/python:3.13-slim": "sha256:…" }`.
 */
export type ImageMirror = Readonly<Record<string, string>>;

/** An image with its registry written out: `ray:2` is `docker.io/library/ray:2`. @see https://github.com/distribution/reference */
export function fullImage(image: string): string {
  const [first = "", ...rest] = image.split("/");
  if (rest.length > 0 && (/[.:]/.test(first) || first === "localhost")) return image;
  return rest.length > 0 ? `docker.io/${image}` : `docker.io/library/${image}`;
}

/** Host of an image's registry. */
export function registryOf(image: string): string {
  return fullImage(image).split("/")[0]!;
}

/** A registry, a folder or an image where the mirror has it; what the mirror does not have stays as it is. An image is pinned by its digest, if there is one. */
export function mirrored(address: string, mirror: ImageMirror): string {
  const [host, ...rest] = address.split("/");
  const prefix = mirror[host!];
  const place = prefix === undefined ? address : [prefix, ...rest].join("/");
  // a digest is of an image alone, whose name has a tag: no host has one
  const digest = rest.length > 0 ? mirror[address] : undefined;
  return digest === undefined ? place : `${place}@${digest}`;
}

/** An image in three parts, as NVIDIA's network operator takes it. */
interface ImageParts {
  readonly repository: string;
  readonly image: string;
  readonly version: string;
}

const isParts = (value: object): value is ImageParts =>
  ["repository", "image", "version"].every((key) => typeof (value as Record<string, unknown>)[key] === "string");

function changedParts<T extends ImageParts>(parts: T, change: (image: string) => string): T {
  const [, repository, image, version] = /^(.+)\/([^/:]+):(.+)$/.exec(
    change(`${parts.repository}/${parts.image}:${parts.version}`),
  )!;
  return { ...parts, repository, image, version };
}

/** Texts at the key `image`, of pods wherever a kind has them. */
function eachImage<T>(value: T, change: (image: string) => string): T {
  if (Array.isArray(value)) return value.map((item) => eachImage(item, change)) as T;
  if (value === null || typeof value !== "object") return value;
  if (isParts(value)) return changedParts(value, change);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === "image" && typeof item === "string" ? change(item) : eachImage(item, change),
    ]),
  ) as T;
}

/** Objects whose pods take their images from the mirror. */
export function mirroredObjects(objects: readonly KubernetesObject[], mirror: ImageMirror): KubernetesObject[] {
  if (Object.keys(mirror).length === 0) return [...objects];
  return objects.map((object) => eachImage(object, (image) => mirrored(fullImage(image), mirror)));
}

/** All images of objects, each once, sorted, with their registries. */
export function imagesOf(objects: readonly KubernetesObject[]): string[] {
  const found = new Set<string>();
  eachImage(objects, (image) => {
    found.add(fullImage(image));
    return image;
  });
  return [...found].sort();
}

/** A published chart's values with which its pods take their images from the mirror. */
export function mirroredValues({ values }: ChartImages, mirror: ImageMirror): Readonly<Record<string, string>> {
  return Object.fromEntries(
    values
      .map(({ path, address }) => [path, mirrored(address, mirror), address])
      .filter(([, now, before]) => now !== before),
  );
}
