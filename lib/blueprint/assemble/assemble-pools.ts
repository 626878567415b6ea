import { findInstanceType } from "../../catalog/instance-types";
import type { Part } from "../../clouds/cloud";
import type { DefaultCloud, GpuNodePoolProps } from "../../clouds/default-cloud";
import type { Path } from "../reader/path";
import type { Blueprint } from "../schema/aws/aws-blueprint";
import { joinsFabric, sourcesOf } from "../schema/pool-place";
import { mountsOf } from "./assemble-storage";
import type { Parts } from "./parts";
import type { Named, Workshop } from "./workshop";

type Capacity = Part<DefaultCloud, "Capacity">;
type GpuNodePool = Part<DefaultCloud, "GpuNodePool">;
type GpuSharing = Part<DefaultCloud, "GpuSharing">;
type Image = Part<DefaultCloud, "Image">;
type Placement = Part<DefaultCloud, "Placement">;

type Pool = Blueprint["pools"][string];
type Source = NonNullable<Pool["capacity"]>[number];
type Surroundings = Omit<Parts, "pools">;

/** The pools, and what their nodes may do with buckets. */
export function assemblePools(workshop: Workshop, blueprint: Blueprint, parts: Surroundings): Named<GpuNodePool> {
  const pools = new Map<string, GpuNodePool | undefined>();
  for (const [name, pool] of Object.entries(blueprint.pools)) {
    const path = ["pools", name];
    const made = workshop.construct(
      path,
      workshop.cloud.parts.GpuNodePool,
      name,
      poolProps(workshop, path, pool, parts),
      "pool",
    );
    pools.set(name, made);
    (pool.buckets ?? []).forEach((bucketName, index) => {
      const bucket = workshop.named([...path, "buckets", index], "bucket", bucketName, parts.buckets);
      if (made !== undefined && bucket !== undefined) workshop.grantReadWrite(made, bucket);
    });
  }
  return pools;
}

function poolProps(
  workshop: Workshop,
  path: Path,
  pool: Pool,
  { network, fabric, fileSystems, buckets }: Surroundings,
): GpuNodePoolProps {
  const { buckets: _, migProfile, mpsReplicas, timeSlicingReplicas, placementGroupName, ...rest } = pool;
  const { nvmeCachePath, nvmeReadCacheFor, ...props } = rest;
  return {
    network,
    ...props,
    fabric: joinsFabric(pool) ? fabric : undefined,
    capacity: pool.capacity?.flatMap((source, index) => capacity(workshop, [...path, "capacity", index], source) ?? []),
    placement: placement(workshop, path, pool.placement, placementGroupName),
    image: image(workshop, [...path, "image"], pool.image, hasGpu(pool) ? "dlami" : "plain"),
    nvmeCache:
      nvmeCachePath === undefined && nvmeReadCacheFor === undefined
        ? undefined
        : workshop.made([...path, "nvmeCachePath"], workshop.cloud.parts.NvmeCache, {
            mountPath: nvmeCachePath,
            readCacheFor:
              nvmeReadCacheFor === undefined
                ? undefined
                : workshop.named([...path, "nvmeReadCacheFor"], "bucket", nvmeReadCacheFor, buckets),
          }),
    mounts: mountsOf(workshop, path, pool.mounts, fileSystems),
    gpuSharing: gpuSharing(workshop, path, { migProfile, mpsReplicas, timeSlicingReplicas }),
  };
}

export function capacity(workshop: Workshop, path: Path, source: Source): Capacity | undefined {
  const { title, catalog } = workshop.cloud;
  if (!sourcesOf({ capacity: [source] }).every((kind) => catalog.capacity.includes(kind))) {
    const sold = catalog.capacity.join(", ");
    workshop.refuse("not-allowed", [...path, "kind"], `${title} does not sell ${source.kind}; use one of ${sold}`);
    return undefined;
  }
  switch (source.kind) {
    case "block": {
      const { kind: _, reservationId, ...options } = source;
      return workshop.called(path, workshop.cloud.parts.Capacity, "block", reservationId, options);
    }
    case "reservation": {
      const { kind: _, reservationId, ...options } = source;
      return workshop.called(path, workshop.cloud.parts.Capacity, "reservation", reservationId, options);
    }
    case "buy-block": {
      const { kind: _, ...options } = source;
      return workshop.called(path, workshop.cloud.parts.Capacity, "buyBlock", options);
    }
    case "reserve": {
      const { kind: _, ...options } = source;
      return workshop.called(path, workshop.cloud.parts.Capacity, "reserve", options);
    }
    case "reservation-group": {
      const { kind: _, groupArn, ...options } = source;
      return workshop.called(path, workshop.cloud.parts.Capacity, "reservationGroup", groupArn, options);
    }
    case "spot":
      return workshop.called(path, workshop.cloud.parts.Capacity, "spot", { nodes: source.nodes });
    case "on-demand":
      return workshop.called(path, workshop.cloud.parts.Capacity, "onDemand", { nodes: source.nodes });
  }
}

function placement(
  workshop: Workshop,
  path: Path,
  kind: Pool["placement"],
  groupName: Pool["placementGroupName"],
): Placement | undefined {
  if (groupName === undefined)
    return kind && workshop.called([...path, "placement"], workshop.cloud.parts.Placement, kind);
  if (kind === "none") {
    workshop.refuse(
      "conflict",
      [...path, "placement"],
      `placement must be cluster or left out with placementGroupName "${groupName}", got "none"; leave it out`,
    );
  }
  return workshop.called([...path, "placementGroupName"], workshop.cloud.parts.Placement, "existing", groupName);
}

/** Operating system of images that say none. */
const USUAL_OS = "ubuntu-24.04";

function hasGpu({ instanceType }: Pool): boolean {
  return (findInstanceType(instanceType)?.acceleratorCount ?? 0) > 0;
}

/** The image that was asked for; `usual` is the family of those that are not named. */
export function image(
  workshop: Workshop,
  path: Path,
  asked: Pool["image"],
  usual: "dlami" | "plain",
): Image | undefined {
  if (asked === undefined) return undefined;
  const { os = USUAL_OS, amiId, ssmParameter } = asked;
  if (amiId !== undefined && ssmParameter !== undefined) {
    workshop.refuse("conflict", [...path, "ssmParameter"], "amiId and ssmParameter can't both hold; keep one");
  }
  if (amiId !== undefined) return workshop.called(path, workshop.cloud.parts.Image, "id", amiId, os);
  if (ssmParameter !== undefined)
    return workshop.called(path, workshop.cloud.parts.Image, "ssmParameter", ssmParameter, os);
  return workshop.called(path, workshop.cloud.parts.Image, usual, os);
}

/** How GPUs are shared, where one of the keys for it is given. */
export function gpuSharing(
  workshop: Workshop,
  path: Path,
  {
    migProfile,
    mpsReplicas,
    timeSlicingReplicas,
  }: Partial<Pick<Pool, "migProfile" | "mpsReplicas" | "timeSlicingReplicas">>,
): GpuSharing | undefined {
  const given = Object.entries({ migProfile, mpsReplicas, timeSlicingReplicas }).filter(([, v]) => v !== undefined);
  if (given.length > 1) {
    const both = given.map(([prop]) => prop).join(" and ");
    const message = `${both} can't both hold: a GPU is shared in one way; keep only ${given[0]![0]}`;
    workshop.refuse("conflict", [...path, given[1]![0]], message);
    return undefined;
  }
  if (migProfile !== undefined)
    return workshop.called([...path, "migProfile"], workshop.cloud.parts.GpuSharing, "mig", migProfile);
  if (mpsReplicas !== undefined)
    return workshop.called([...path, "mpsReplicas"], workshop.cloud.parts.GpuSharing, "mps", mpsReplicas);
  if (timeSlicingReplicas === undefined) return undefined;
  return workshop.called(
    [...path, "timeSlicingReplicas"],
    workshop.cloud.parts.GpuSharing,
    "timeSlicing",
    timeSlicingReplicas,
  );
}
