import type { InstanceType } from "../catalog/types";

/** Nodes with GPUs were seen at 4 to 7 minutes (aws/aws-parallelcluster#6842); on other clouds it is not measured, and counted alike. */
const BOOT_SECONDS = { gpu: 420, cpu: 180 } as const;

/** Seconds from launch to a node that takes work, where nobody says otherwise: of pools, of what is read and of designs that are only judged. */
export function bootSeconds({ acceleratorCount }: Pick<InstanceType, "acceleratorCount">): number {
  return acceleratorCount > 0 ? BOOT_SECONDS.gpu : BOOT_SECONDS.cpu;
}
