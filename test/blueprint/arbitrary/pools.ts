import { findAccelerator } from "../../../lib/catalog/accelerators";
import { regionsInsteadOf } from "../../../lib/catalog/availability";
import { efaInterfaces, instanceType, instanceTypes } from "../../../lib/catalog/instance-types";
import type { InstanceType } from "../../../lib/catalog/types";
import { possibleAlternatives, sameCpus } from "../../../lib/model/alternative-types";
import { defined, from, type Generate, maybe, type Pool, type Scheduler, whole, yes } from "./generate";

/** Any of the catalog's NVIDIA and CPU types for x86; Arm nodes need a head and containers of their own. */
export const types = instanceTypes().filter(
  ({ name, accelerator, architecture, aws }) =>
    (aws?.images.eks ?? []).length > 0 &&
    regionsInsteadOf("us-east-2", name) === undefined &&
    architecture === "x86_64" &&
    (accelerator === null || findAccelerator(accelerator)?.vendor === "nvidia"),
);
export const gpuTypes = types.filter(({ accelerator }) => accelerator !== null);

interface PoolSurroundings {
  readonly type: InstanceType;
  readonly scheduler: Scheduler;
  readonly shares: boolean;
  readonly mounted: readonly string[];
  readonly buckets: readonly string[];
}

/** A type that every adopter takes instead, where the catalog has one. */
function alternativesOf(g: Generate, type: InstanceType, capacity: Pool["capacity"]): string[] | undefined {
  const cards = { layout: "ip-saving", onFabric: efaInterfaces(type) > 0, setsThreads: true } as const;
  const sold = (name: string) =>
    (capacity ?? []).every(({ kind }) => instanceType(name).purchase.includes(kind as never));
  const [other] = type.accelerator === null ? [] : possibleAlternatives(type, cards);
  if (other === undefined || capacity?.some(({ kind }) => kind !== "spot" && kind !== "on-demand")) return undefined;
  return sameCpus(type, instanceType(other)) && sold(other) ? maybe(g, [[other]]) : undefined;
}

export function poolOf(g: Generate, { type, scheduler, shares, mounted, buckets }: PoolSurroundings): Pool {
  const min = whole(g, 0, 2);
  const max = min + whole(g, 1, 6);
  const capacity = capacityOf(g, type, max);
  const sharing = shares ? sharingOf(g, type, scheduler) : {};
  const mounts = mounted.map((name) => ({ fileSystem: name, path: name === "home" ? "/home" : `/mnt/${name}` }));
  return defined<Pool>({
    instanceType: type.name,
    alternativeTypes: alternativesOf(g, type, capacity),
    nodes: { min, max },
    capacity,
    placement: maybe(g, ["none"] as const),
    image:
      scheduler === "kubeRay"
        ? undefined
        : maybe(g, [{ os: "ubuntu-24.04" as const }, { amiId: "ami-0123456789abcdef0" }]),
    // EKS's images mount the local disks themselves
    nvmeCachePath: type.localNvme === null || scheduler === "kubeRay" ? undefined : maybe(g, ["/nvme"]),
    mounts: mounts.length > 0 ? mounts : undefined,
    buckets: buckets.length > 0 ? maybe(g, [buckets.slice(0, 1)]) : undefined,
    ...sharing,
    rootVolumeGiB: maybe(g, [100, 500]),
    rootVolumeIops: maybe(g, [8000, 16_000]),
    rootVolumeMBps: maybe(g, [1000, 2000]),
    volumeKmsKeyArn: maybe(g, ["arn:aws:kms:us-east-2:123456789012:key/01234567-89ab-cdef-0123-456789abcdef"]),
    imdsHopLimit: maybe(g, [1, 2]),
    threadsPerCore:
      scheduler === "kubeRay" || type.cpu.threadsPerCore === 1 || type.name.includes("metal")
        ? undefined
        : maybe(g, [1 as const, 2 as const]),
    detailedMonitoring: maybe(g, [true, false]),
    securityGroupIds: maybe(g, [["sg-0123456789abcdef1"]]),
    tags: maybe(g, [{ project: "llm" }]),
    // a fleet's nodes have nothing that reads them
    labels: scheduler === "fleets" ? undefined : maybe(g, [{ team: "ml" }]),
    permissionsBoundaryArn: maybe(g, ["arn:aws:iam::123456789012:policy/boundary"]),
  });
}

function capacityOf(g: Generate, type: InstanceType, max: number): Pool["capacity"] {
  const sources: NonNullable<Pool["capacity"]> = [];
  // A block of all nodes would leave the sources behind it nothing.
  if (type.purchase.includes("capacity-block") && max > 1 && yes(g)) {
    const dates = yes(g) ? { startsOn: "2027-01-04T11:30:00Z", endsOn: "2027-01-31T11:30:00Z" } : {};
    sources.push({ kind: "block", reservationId: "cr-0123456789abcdef0", nodes: whole(g, 1, max - 1), ...dates });
  }
  if (type.purchase.includes("spot") && yes(g)) sources.push({ kind: "spot" });
  if (type.purchase.includes("on-demand")) sources.push({ kind: "on-demand" });
  // A block alone must hold every node that a fleet may want.
  if (sources.every(({ kind }) => kind === "block")) {
    return [{ kind: "block", reservationId: "cr-0123456789abcdef0", nodes: max }];
  }
  return sources.length === 1 && sources[0]!.kind === "on-demand" && yes(g) ? undefined : sources;
}

type GpuShares = Pick<Pool, "migProfile" | "mpsReplicas" | "timeSlicingReplicas">;

function sharingOf(g: Generate, type: InstanceType, scheduler: Scheduler): GpuShares {
  if (type.accelerator === null || yes(g)) return {};
  const profiles = findAccelerator(type.accelerator)!.migProfiles;
  if (profiles.length > 0 && yes(g)) return { migProfile: from(g, profiles).name };
  // Without a scheduler, nothing counts the users of a GPU.
  if (scheduler === "fleets") return {};
  // The device plugin starts the MPS daemon; elsewhere nobody does. A T4 has room for 16 users.
  if (scheduler === "kubeRay" && yes(g)) return { mpsReplicas: from(g, [2, 16]) };
  return { timeSlicingReplicas: from(g, [2, 4, 48]) };
}
