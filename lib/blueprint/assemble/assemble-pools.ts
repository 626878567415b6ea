import { findInstanceType } from "../../catalog/instance-types";
import type { Pool, Sharing, Source } from "../../clouds/part-kinds";
import type { Path } from "../reader/path";
import type { Blueprint } from "../schema/aws/aws-blueprint";
import { joinsFabric, sourcesOf } from "../schema/pool-place";
import { mountsOf } from "./assemble-storage";
import type { Emitter, Named } from "./emitter";
import type { Parts } from "./parts";

type WrittenPool = Blueprint["pools"][string];
type WrittenSource = NonNullable<WrittenPool["capacity"]>[number];
type Surroundings = Omit<Parts, "pools">;

/** The pools, and what their nodes may do with buckets. */
export function assemblePools(emitter: Emitter, blueprint: Blueprint, parts: Surroundings): Named<Pool> {
  const pools = new Map<string, Pool | undefined>();
  for (const [name, pool] of Object.entries(blueprint.pools)) {
    const path = ["pools", name];
    const made = emitter.construct(
      path,
      emitter.cloud.parts.GpuNodePool,
      name,
      poolProps(emitter, path, pool, parts),
      "pool",
    );
    pools.set(name, made);
    (pool.buckets ?? []).forEach((bucketName, index) => {
      const bucket = emitter.named([...path, "buckets", index], "bucket", bucketName, parts.buckets);
      if (made !== undefined && bucket !== undefined) emitter.grantReadWrite(made, bucket);
    });
  }
  return pools;
}

function poolProps(
  emitter: Emitter,
  path: Path,
  pool: WrittenPool,
  { network, fabric, fileSystems, buckets }: Surroundings,
): object {
  const { buckets: _, migProfile, mpsReplicas, timeSlicingReplicas, placementGroupName, ...rest } = pool;
  const { nvmeCachePath, nvmeReadCacheFor, ...props } = rest;
  return {
    network,
    ...props,
    fabric: joinsFabric(pool) ? fabric : undefined,
    capacity: capacityOf(emitter, path, pool.capacity),
    placement: placement(emitter, path, pool.placement, placementGroupName),
    image: image(emitter, [...path, "image"], pool.image, hasGpu(pool) ? "dlami" : "plain"),
    nvmeCache:
      nvmeCachePath === undefined && nvmeReadCacheFor === undefined
        ? undefined
        : emitter.made([...path, "nvmeCachePath"], emitter.cloud.parts.NvmeCache, {
            mountPath: nvmeCachePath,
            readCacheFor:
              nvmeReadCacheFor === undefined
                ? undefined
                : emitter.named([...path, "nvmeReadCacheFor"], "bucket", nvmeReadCacheFor, buckets),
          }),
    mounts: mountsOf(emitter, path, pool.mounts, fileSystems),
    gpuSharing: gpuSharing(emitter, path, { migProfile, mpsReplicas, timeSlicingReplicas }),
  };
}

/** Sources of what stands at a path. Where none could be made, which is noted, the usual one stands in for them. */
export function capacityOf(
  emitter: Emitter,
  path: Path,
  written: readonly WrittenSource[] | undefined,
): Source[] | undefined {
  const made = written?.flatMap((source, index) => capacity(emitter, [...path, "capacity", index], source) ?? []);
  return made?.length === 0 ? undefined : made;
}

function capacity(emitter: Emitter, path: Path, source: WrittenSource): Source | undefined {
  const { title, catalog } = emitter.cloud;
  if (!sourcesOf({ capacity: [source] }).every((kind) => catalog.capacity.includes(kind))) {
    const sold = catalog.capacity.join(", ");
    emitter.refuse("not-allowed", [...path, "kind"], `${title} does not sell ${source.kind}; use one of ${sold}`);
    return undefined;
  }
  switch (source.kind) {
    case "block": {
      const { kind: _, reservationId, ...options } = source;
      return emitter.called(path, emitter.cloud.parts.Capacity, "block", reservationId, options);
    }
    case "reservation": {
      const { kind: _, reservationId, ...options } = source;
      return emitter.called(path, emitter.cloud.parts.Capacity, "reservation", reservationId, options);
    }
    case "buy-block": {
      const { kind: _, ...options } = source;
      return emitter.called(path, emitter.cloud.parts.Capacity, "buyBlock", options);
    }
    case "reserve": {
      const { kind: _, ...options } = source;
      return emitter.called(path, emitter.cloud.parts.Capacity, "reserve", options);
    }
    case "reservation-group": {
      const { kind: _, groupArn, ...options } = source;
      return emitter.called(path, emitter.cloud.parts.Capacity, "reservationGroup", groupArn, options);
    }
    case "spot": {
      const { kind: _, ...options } = source;
      return emitter.called(path, emitter.cloud.parts.Capacity, "spot", options);
    }
    case "on-demand":
      return emitter.called(path, emitter.cloud.parts.Capacity, "onDemand", { nodes: source.nodes });
  }
}

function placement(
  emitter: Emitter,
  path: Path,
  kind: WrittenPool["placement"],
  groupName: WrittenPool["placementGroupName"],
): object | undefined {
  if (groupName === undefined)
    return kind && emitter.called([...path, "placement"], emitter.cloud.parts.Placement, kind);
  if (kind === "none") {
    emitter.refuse(
      "conflict",
      [...path, "placement"],
      `placement must be cluster or left out with placementGroupName "${groupName}", got "none"; leave it out`,
    );
  }
  return emitter.called([...path, "placementGroupName"], emitter.cloud.parts.Placement, "existing", groupName);
}

/** Operating system of images that say none. */
const USUAL_OS = "ubuntu-24.04";

function hasGpu({ instanceType }: WrittenPool): boolean {
  return (findInstanceType(instanceType)?.acceleratorCount ?? 0) > 0;
}

/** The image that was asked for; `usual` is the family of those that are not named. */
export function image(emitter: Emitter, path: Path, asked: WrittenPool["image"], usual: "dlami" | "plain") {
  if (asked === undefined) return undefined;
  const { os = USUAL_OS, amiId, ssmParameter } = asked;
  if (amiId !== undefined && ssmParameter !== undefined) {
    emitter.refuse("conflict", [...path, "ssmParameter"], "amiId and ssmParameter cannot both hold; keep one");
  }
  if (amiId !== undefined) return emitter.called(path, emitter.cloud.parts.Image, "id", amiId, os);
  if (ssmParameter !== undefined)
    return emitter.called(path, emitter.cloud.parts.Image, "ssmParameter", ssmParameter, os);
  return emitter.called(path, emitter.cloud.parts.Image, usual, os);
}

/** How GPUs are shared, where one of the keys for it is given. */
export function gpuSharing(
  emitter: Emitter,
  path: Path,
  {
    migProfile,
    mpsReplicas,
    timeSlicingReplicas,
  }: Partial<Pick<WrittenPool, "migProfile" | "mpsReplicas" | "timeSlicingReplicas">>,
): Sharing | undefined {
  const given = Object.entries({ migProfile, mpsReplicas, timeSlicingReplicas }).filter(([, v]) => v !== undefined);
  if (given.length > 1) {
    const both = given.map(([prop]) => prop).join(" and ");
    const message = `${both} cannot both hold: a GPU is shared in one way; keep only ${given[0]![0]}`;
    emitter.refuse("conflict", [...path, given[1]![0]], message);
    return undefined;
  }
  if (migProfile !== undefined)
    return emitter.called([...path, "migProfile"], emitter.cloud.parts.GpuSharing, "mig", migProfile);
  if (mpsReplicas !== undefined)
    return emitter.called([...path, "mpsReplicas"], emitter.cloud.parts.GpuSharing, "mps", mpsReplicas);
  if (timeSlicingReplicas === undefined) return undefined;
  return emitter.called(
    [...path, "timeSlicingReplicas"],
    emitter.cloud.parts.GpuSharing,
    "timeSlicing",
    timeSlicingReplicas,
  );
}
