import { openZfsTier } from "../../../../catalog/storage/openzfs-tiers";
import type { OpenZfsTier } from "../../../../catalog/types";
import { checkProps } from "../../../common/check-props";
import { DEFAULT_OPENZFS_TYPE } from "./openzfs-defaults";
import type { SharedHomeOpenZfsProps } from "./shared-home-openzfs-props";
import type { SharedHomeProps } from "./shared-home-props";
import { SHARED_HOME, SHARED_HOME_OPENZFS } from "./shared-home-tables";

/** Checks what a SharedHome was given; throws one error with all problems. */
export function validateSharedHome(path: string, props: SharedHomeProps): void {
  const problems = checkProps(`SharedHome "${path}"`, SHARED_HOME, props);
  const mode = props.throughputMode ?? SHARED_HOME.throughputMode.default;
  const rate = props.provisionedMiBps;
  if (mode === "provisioned" && rate === undefined) {
    problems.add(
      "required",
      "provisionedMiBps",
      "provisionedMiBps is required with throughputMode provisioned; use 256, or throughputMode elastic",
    );
  }
  if ((mode === "elastic" || mode === "bursting") && rate !== undefined) {
    problems.add(
      "conflict",
      "provisionedMiBps",
      `provisionedMiBps needs throughputMode provisioned, got ${mode}; leave it out or use provisioned`,
    );
  }
  if (props.subnetIds?.length === 0) {
    problems.add(
      "required",
      "subnetIds",
      "subnetIds must name at least one subnet, got none; leave it out for the compute subnet",
    );
  }
  problems.throwIfAny(`SharedHome "${path}"`);
}

/** Checks what SharedHome.openZfs was given and finds its tier; throws one error with all problems. */
export function validateSharedHomeOpenZfs(path: string, props: SharedHomeOpenZfsProps): OpenZfsTier {
  const problems = checkProps(`SharedHome.openZfs "${path}"`, SHARED_HOME_OPENZFS, props);
  const deploymentType = props.deploymentType ?? DEFAULT_OPENZFS_TYPE;
  const tier = openZfsTier(deploymentType);
  if (tier !== undefined) {
    const { minCapacityGiB: least, maxCapacityGiB: most } = tier;
    const capacity = props.capacityGiB;
    if (!(Number.isInteger(capacity) && capacity >= least && capacity <= most)) {
      problems.add(
        "out-of-range",
        "capacityGiB",
        `capacityGiB must be a whole number from ${least} to ${most}, got ${capacity}; use ${capacity > most ? most : Math.max(least, Math.ceil(capacity) || least)}`,
      );
    }
    const rate = props.throughputMBps;
    if (rate !== undefined && !tier.throughputMBps.includes(rate)) {
      const up = tier.throughputMBps.find((value) => value > rate) ?? tier.throughputMBps.at(-1);
      problems.add(
        "not-allowed",
        "throughputMBps",
        `throughputMBps must be one of ${tier.throughputMBps.join(", ")} for ${deploymentType}, got ${rate}; use ${up}`,
      );
    }
  }
  problems.throwIfAny(`SharedHome.openZfs "${path}"`);
  return tier!;
}
