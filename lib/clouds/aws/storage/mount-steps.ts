import { isObject } from "../../../props/nested-fields";
import { requireArgument } from "../../../props/require-argument";
import { isMount } from "../shared/aws-fields";
import type { BootStep, PoolMount } from "../shared/boot-step";

const isMounts = (mounts: unknown) =>
  Array.isArray(mounts) && mounts.every((mount) => isObject(mount) && isMount(mount));

/** The boot steps of a node's mounts: what mounts of one kind share comes first and once. */
export function mountSteps(mounts: readonly PoolMount[]): BootStep[] {
  requireArgument("mountSteps", "mounts", mounts, isMounts, 'a list of mounts, such as [scratch.mount("/fsx")]');
  const shared = new Map(mounts.flatMap((mount) => mount.clientSteps ?? []).map((step) => [step.name, step]));
  return [...shared.values(), ...mounts.map((mount) => mount.bootStep)];
}
