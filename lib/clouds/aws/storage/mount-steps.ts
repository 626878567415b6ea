import { requireArgument } from "../../../props/require-argument";
import type { BootStep, PoolMount } from "../shared/boot-step";

/** The boot steps of a node's mounts: what mounts of one kind share comes first and once. */
export function mountSteps(mounts: readonly PoolMount[]): BootStep[] {
  requireArgument("mountSteps", "mounts", mounts, Array.isArray, 'a list of mounts, such as [scratch.mount("/fsx")]');
  const shared = new Map(mounts.flatMap((mount) => mount.clientSteps ?? []).map((step) => [step.name, step]));
  return [...shared.values(), ...mounts.map((mount) => mount.bootStep)];
}
