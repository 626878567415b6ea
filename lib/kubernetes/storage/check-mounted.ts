import type { Problems } from "../../errors";
import type { KubernetesPool } from "../nodes/pool";
import { exampleAddress } from "../platform/object-store";
import type { PodVolume } from "./pod-volume";

/** The mount that a path lies on; undefined for a pod's own disk. */
export function mountOf(path: string, volumes: readonly PodVolume[]): PodVolume | undefined {
  return volumes.find(({ mountPath }) => `${path}/`.startsWith(`${mountPath.replace(/\/+$/, "")}/`));
}

/** Images as published hold programs, no models and no data. */
const PUBLISHED = /^(docker\.io\/)?(rayproject|vllm)\/|^nvcr\.io\/nvidia\/tritonserver:/;

/** Whether an image is one that its project publishes, with programs alone. */
export const holdsPrograms = (image: string): boolean => PUBLISHED.test(image);

/** Checks a path that is read: on a mount, or in an image of one's own. */
export function checkMounted(
  problems: Problems,
  path: string,
  address: string,
  {
    volumes,
    image,
    of,
  }: { readonly volumes: readonly PodVolume[]; readonly image: string; readonly of: KubernetesPool },
): void {
  if (!address.startsWith("/") || !holdsPrograms(image) || mountOf(address, volumes)) return;
  const { objects } = of.platform;
  problems.add(
    "conflict",
    path,
    `${path} "${address}" is on no mount, and image "${image}" holds no such files; use ${objects ? `"${exampleAddress(objects)}", or ` : ""}a path on what fileSystems or bucketMounts mount`,
  );
}
