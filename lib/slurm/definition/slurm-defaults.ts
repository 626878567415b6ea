import type { SlurmAccountOptions, SlurmQosOptions } from "./slurm-options";
import { type SlurmVersion, slurmFeatures } from "./versions";

const DAY_MINUTES = 24 * 60;
const HALF_LIFE_DAYS = 14;

/** How daemons trust one another: the packages of distributions have munge alone. */
export function defaultAuthentication(version: SlurmVersion, packages: "distribution" | "image"): "munge" | "slurm" {
  return packages === "image" && slurmFeatures(version).authSlurm ? "slurm" : "munge";
}

/**
 * Minutes of a job that asks for none: the most that the partition allows, at most a day, and no more than the QoS of jobs that ask for
 * none allow, in which they would wait indefinitely.
 */
export function defaultTimeMinutes(maxTimeMinutes: number | null | undefined, ofQos: readonly number[] = []): number {
  return Math.min(maxTimeMinutes ?? DAY_MINUTES, DAY_MINUTES, ...ofQos);
}

/** The limits on time of the QoS of jobs without one, with the accounts that have them. */
export function defaultQosLimits({
  accounts = [],
  qos = [],
}: {
  readonly accounts?: readonly SlurmAccountOptions[];
  readonly qos?: readonly SlurmQosOptions[];
}): { readonly account: string; readonly qos: string; readonly minutes: number }[] {
  const limits = new Map(qos.map((each) => [each.name, each.maxTimeMinutes]));
  return accounts.flatMap(({ name, defaultQos }) => {
    const minutes = limits.get(defaultQos ?? "normal");
    return minutes === undefined ? [] : [{ account: name, qos: defaultQos ?? "normal", minutes }];
  });
}

/** Whether jobs that name no partition come to this one: the first, unless it or another says otherwise. */
export function isDefaultPartition(index: number, all: readonly { readonly default?: boolean }[]): boolean {
  const own = all[index]!.default;
  return all.some((partition) => partition.default === true) ? own === true : index === 0 && own !== false;
}

/** Days after which past use counts half; use that starts again at zero does not decay. */
export function defaultHalfLifeDays(usageReset: string): number {
  return usageReset === "none" ? HALF_LIFE_DAYS : 0;
}
