import {
  inTiB,
  isLustreCapacity,
  lustreCapacitiesInWords,
  lustreCapacityGiB,
  nearestLustreCapacities,
} from "../../../../catalog/storage/lustre-capacity";
import { lustreLimit, lustreTiers } from "../../../../catalog/storage/lustre-tiers";
import type { LustreTier } from "../../../../catalog/types";
import type { Problems } from "../../../../errors";
import { leaveOut } from "../../../../remedies/remedy";
import { prop, say } from "../../../../remedies/sentence";
import { nearest } from "../../../../units/nearest";
import { isKnown } from "../../../common/terraform-text";
import { DEFAULT_TIER } from "./lustre-defaults";
import type { LustreStorageProps } from "./lustre-storage-props";

/** Whether the servers speak EFA. */
export function efaEnabledOf(props: LustreStorageProps): boolean {
  return props.efaEnabled ?? props.fabric !== undefined;
}

/** Finds the tier that was asked for, and notes what it cannot have. */
export function checkLustreTier(problems: Problems, props: LustreStorageProps): LustreTier | undefined {
  const tier = findTier(problems, props);
  if (tier !== undefined) {
    checkEfa(problems, props, tier);
    checkCapacity(problems, props, tier);
    checkElastic(problems, props, tier);
    checkMetadata(problems, props, tier);
  }
  return tier;
}

function findTier(problems: Problems, props: LustreStorageProps): LustreTier | undefined {
  const deploymentType = props.deploymentType ?? DEFAULT_TIER.deploymentType;
  const storageType = props.storageType ?? DEFAULT_TIER.storageType;
  const deployments = lustreTiers().filter((tier) => tier.deploymentType === deploymentType);
  if (deployments.length === 0) {
    const names = [...new Set(lustreTiers().map((tier) => tier.deploymentType))];
    problems.add(
      "not-allowed",
      "deploymentType",
      `deploymentType must be one of ${names.join(", ")}, got "${deploymentType}"; use ${nearest(deploymentType, names, 1)[0] ?? "PERSISTENT_2"}`,
    );
    return undefined;
  }
  const tiers = deployments.filter((tier) => tier.storageType === storageType);
  if (tiers.length === 0) {
    const names = [...new Set(deployments.map((tier) => tier.storageType))];
    problems.add(
      "not-allowed",
      "storageType",
      `storageType must be ${names.join(" or ")} for ${deploymentType}, got "${storageType}"; use ${names[0]}`,
    );
    return undefined;
  }
  const throughputs = tiers.flatMap((tier) => tier.throughputPerTiB ?? []);
  if (throughputs.length === 0) {
    if (props.throughputPerTiB !== undefined) {
      const instead = tiers[0]!.throughputStepMBps === undefined ? "leave it out" : "use throughputMBps";
      problems.add(
        "not-allowed",
        "throughputPerTiB",
        `throughputPerTiB cannot be set for ${deploymentType} ${storageType}, got ${props.throughputPerTiB}; ${instead}`,
      );
    }
    return tiers[0];
  }
  const wanted = props.throughputPerTiB ?? Math.min(...throughputs);
  const tier = tiers.find((candidate) => candidate.throughputPerTiB === wanted);
  if (tier === undefined) {
    problems.add(
      "not-allowed",
      "throughputPerTiB",
      `throughputPerTiB must be ${inWords(throughputs)} MB/s/TiB for ${deploymentType} ${storageType}, got ${wanted}; use ${nearestAllowed(throughputs, wanted)}`,
    );
  }
  return tier;
}

function checkEfa(problems: Problems, props: LustreStorageProps, tier: LustreTier): void {
  if (!efaEnabledOf(props)) return;
  if (tier.deploymentType !== "PERSISTENT_2") {
    const key = props.efaEnabled === undefined ? "fabric" : "efaEnabled";
    problems.add(
      "conflict",
      key,
      say`${prop(key)} needs deploymentType PERSISTENT_2, the only type that supports EFA, got ${tier.deploymentType}; use PERSISTENT_2 or ${leaveOut(key)}`,
    );
  }
}

function checkCapacity(problems: Problems, props: LustreStorageProps, tier: LustreTier): void {
  const capacity = props.capacityTiB;
  if (tier.throughputStepMBps !== undefined) {
    if (capacity !== undefined) {
      problems.add(
        "not-allowed",
        "capacityTiB",
        `capacityTiB cannot be set for INTELLIGENT_TIERING, which grows with its content, got ${capacity}; leave it out`,
      );
    }
    return;
  }
  const efaEnabled = efaEnabledOf(props) && tier.efaStepGiB !== null;
  const words = lustreCapacitiesInWords(tier, efaEnabled);
  if (capacity === undefined) {
    problems.add("required", "capacityTiB", `capacityTiB is required for ${tier.storageType}; give ${words}`);
    return;
  }
  if (!isKnown(capacity)) {
    problems.add(
      "unresolved-token",
      "capacityTiB",
      "capacityTiB must be known at synth, since it is checked against FSx's steps; write it as a number",
    );
    return;
  }
  const gib = lustreCapacityGiB(capacity);
  const most = lustreLimit("storage-capacity-max").value;
  if (capacity > 0 && gib <= most && isLustreCapacity(tier, efaEnabled, gib)) return;
  const near = Number.isFinite(gib) ? Math.min(gib, most) : 0;
  const around = nearestLustreCapacities(tier, efaEnabled, near)
    .filter((one) => one <= most)
    .map(inTiB);
  const upTo = gib > most ? `, at most ${inTiB(most)}` : "";
  problems.add(
    "out-of-range",
    "capacityTiB",
    `capacityTiB must be ${words} for ${nameOf(tier)}${efaEnabled ? " with EFA" : ""}${upTo}, got ${capacity}; use ${around.join(" or ")}`,
  );
}

function checkElastic(problems: Problems, props: LustreStorageProps, tier: LustreTier): void {
  const step = tier.throughputStepMBps;
  const throughput = props.throughputMBps ?? step;
  if (step === undefined || tier.readCacheGiBPerStep === undefined) {
    for (const prop of ["throughputMBps", "readCacheGiB"] as const) {
      if (props[prop] !== undefined) {
        problems.add(
          "not-allowed",
          prop,
          `${prop} is for storageType INTELLIGENT_TIERING only, got ${props[prop]} with ${tier.storageType}; use ${prop === "readCacheGiB" ? "hddReadCache for HDD" : "throughputPerTiB"}`,
        );
      }
    }
    return;
  }
  const highest = lustreLimit("intelligent-tiering-throughput-max").value;
  if (throughput === undefined || !(throughput > 0 && throughput <= highest && throughput % step === 0)) {
    const up = Math.min(highest, Math.max(1, Math.ceil((throughput ?? 0) / step)) * step);
    problems.add(
      "out-of-range",
      "throughputMBps",
      `throughputMBps must be a multiple of ${step} up to ${highest} for INTELLIGENT_TIERING, got ${throughput}; use ${Number.isFinite(up) ? up : step}`,
    );
    return;
  }
  const { min, max } = tier.readCacheGiBPerStep;
  const [least, most] = [(min * throughput) / step, (max * throughput) / step];
  const cache = props.readCacheGiB;
  if (cache !== undefined && cache !== 0 && !(Number.isInteger(cache) && cache >= least && cache <= most)) {
    problems.add(
      "out-of-range",
      "readCacheGiB",
      `readCacheGiB must be 0 or a whole number from ${least} to ${most} at ${throughput} MB/s, got ${cache}; use ${cache > most ? most : least}`,
    );
  }
}

function checkMetadata(problems: Problems, props: LustreStorageProps, tier: LustreTier): void {
  const iops = props.metadataIops;
  if (iops === undefined) return;
  if (tier.metadataIops === undefined) {
    problems.add(
      "not-allowed",
      "metadataIops",
      `metadataIops can be set for PERSISTENT_2 only, got ${iops} with ${tier.deploymentType}; leave it out`,
    );
  } else if (!tier.metadataIops.includes(iops)) {
    const why = efaEnabledOf(props) ? ", and EFA requires a metadata configuration" : "";
    problems.add(
      "out-of-range",
      "metadataIops",
      `metadataIops must be one of ${tier.metadataIops.join(", ")} for ${tier.deploymentType} ${tier.storageType}${why}, got ${iops}; use ${nearestAllowed(tier.metadataIops, iops)}`,
    );
  }
}

function nameOf(tier: LustreTier): string {
  const rate = tier.throughputPerTiB === null ? "" : ` at ${tier.throughputPerTiB} MB/s/TiB`;
  return `${tier.deploymentType} ${tier.storageType}${rate}`;
}

function inWords(values: readonly number[]): string {
  return [values.slice(0, -1).join(", "), values.at(-1)].filter((part) => part !== "").join(" or ");
}

/** The allowed values next to a wrong one. */
function nearestAllowed(allowed: readonly number[], wanted: number): string {
  const below = allowed.filter((value) => value < wanted).at(-1);
  const above = allowed.find((value) => value > wanted);
  return inWords([below, above].filter((value) => value !== undefined)) || String(allowed[0]);
}
