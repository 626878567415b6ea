import type { Part } from "../../clouds/cloud";
import type { DefaultCloud, ILustreStorage, KubeRayClusterProps } from "../../clouds/default-cloud";
import type { Path } from "../reader/path";
import type { Blueprint } from "../schema/aws/aws-blueprint";
import type { Buckets } from "./assemble-storage";
import type { Parts } from "./parts";
import type { Workshop } from "./workshop";

type GpuNodePool = Part<DefaultCloud, "GpuNodePool">;

type KubeRay = NonNullable<Blueprint["kubeRay"]>;

const HERE = ["kubeRay"];

/** Ray on EKS with what runs on it. */
export function assembleKubeRay(workshop: Workshop, blueprint: Blueprint, parts: Parts): void {
  const { kubeRay } = blueprint;
  if (kubeRay === undefined) return;
  const { pools: names, buckets = [], addresses = [], fileSystems, bucketMounts, ...others } = kubeRay;
  const { rayClusters, fineTuning, jobs, serving, triton, ...props } = others;
  const pools = poolsOf(workshop, [...HERE, "pools"], names, parts.pools);
  const runs = {
    rayClusters: rayClustersOf(workshop, rayClusters, parts),
    fineTuning: fineTuningOf(workshop, fineTuning, parts),
    jobs: jobsOf(workshop, jobs, parts),
    serving: servingOf(workshop, serving, parts),
    triton: tritonOf(workshop, triton, parts),
    fileSystems: fileSystemsOf(workshop, blueprint, fileSystems, parts),
    bucketMounts: bucketMountsOf(workshop, bucketMounts, parts),
  };
  // What is missing is noted; without it the rest would only be blamed for it.
  if (pools.length < names.length || Object.values(runs).some((part) => part?.includes(MISSING as never))) return;
  const all = { network: parts.network, pools, ...props, ...runs } as KubeRayClusterProps;
  const referred = buckets.length > 0 || addresses.length > 0;
  const ray = workshop.construct(
    HERE,
    workshop.cloud.parts.KubeRayCluster,
    "ray",
    all,
    referred ? "cluster" : undefined,
  );
  buckets.forEach((name, index) => {
    const bucket = workshop.named([...HERE, "buckets", index], "bucket", name, parts.buckets);
    if (ray !== undefined && bucket !== undefined) workshop.grantReadWrite(ray, bucket);
  });
  if (ray === undefined) return;
  addresses.forEach((address, index) => {
    const here = [...HERE, "addresses", index];
    workshop.construct(here, workshop.cloud.parts.ServiceAddress, `${address.service}-address`, { ray, ...address });
  });
}

/** Stands for a part whose pool or file system is not there. */
const MISSING = undefined;

function rayClustersOf(workshop: Workshop, rayClusters: KubeRay["rayClusters"], parts: Parts) {
  return rayClusters?.map(({ pools: names, ...rest }, index) => {
    const pools = poolsOf(workshop, [...HERE, "rayClusters", index, "pools"], names, parts.pools);
    return pools.length < names.length ? MISSING : { ...rest, pools };
  });
}

function fineTuningOf(workshop: Workshop, fineTuning: KubeRay["fineTuning"], { pools, buckets }: Parts) {
  return fineTuning?.map(({ pool: name, ...rest }, index) => {
    const pool = workshop.named([...HERE, "fineTuning", index, "pool"], "pool", name, pools);
    const { model, data, storage, adapters } = rest;
    return (
      pool && {
        ...rest,
        pool,
        model: locationOf(workshop, model, buckets),
        data: locationOf(workshop, data, buckets),
        storage: locationOf(workshop, storage, buckets),
        adapters: locationOf(workshop, adapters, buckets),
      }
    );
  });
}

function jobsOf(workshop: Workshop, jobs: KubeRay["jobs"], { pools }: Parts) {
  return jobs?.map(({ pool: name, ...rest }, index) => {
    const pool = workshop.named([...HERE, "jobs", index, "pool"], "pool", name, pools);
    return pool && { ...rest, pool };
  });
}

function servingOf(workshop: Workshop, serving: KubeRay["serving"], { pools, buckets }: Parts) {
  return serving?.map(({ pool: name, weights, lora, ...rest }, index) => {
    const pool = workshop.named([...HERE, "serving", index, "pool"], "pool", name, pools);
    return (
      pool && {
        ...rest,
        pool,
        weights: locationOf(workshop, weights, buckets),
        lora: lora && { ...lora, adapters: locationOf(workshop, lora.adapters, buckets) },
      }
    );
  });
}

function tritonOf(workshop: Workshop, triton: KubeRay["triton"], { pools, buckets }: Parts) {
  return triton?.map(({ pool: name, modelRepository, ...rest }, index) => {
    const pool = workshop.named([...HERE, "triton", index, "pool"], "pool", name, pools);
    return pool && { ...rest, pool, modelRepository: locationOf(workshop, modelRepository, buckets) };
  });
}

function fileSystemsOf(workshop: Workshop, blueprint: Blueprint, mounts: KubeRay["fileSystems"], parts: Parts) {
  return mounts?.map(({ fileSystem: name, path }, index) => {
    const here = [...HERE, "fileSystems", index, "fileSystem"];
    const storage = workshop.named(here, "file system", name, parts.fileSystems) as ILustreStorage | undefined;
    const kind = blueprint.fileSystems?.[name]?.kind;
    if (kind === undefined || kind === "lustre") return storage && { storage, path };
    workshop.refuse("not-allowed", here, `pods mount Lustre only, got "${name}", which is ${kind}; name a Lustre one`);
    return MISSING;
  });
}

function bucketMountsOf(workshop: Workshop, mounts: KubeRay["bucketMounts"], { buckets }: Parts) {
  return mounts?.map(({ bucket: name, ...rest }, index) => {
    const bucket = workshop.named([...HERE, "bucketMounts", index, "bucket"], "bucket", name, buckets);
    return bucket && { bucket, ...rest };
  });
}

/** A place for data: `bucket://` (or `s3://`) with the name of one of the blueprint's buckets means that bucket. */
function locationOf(workshop: Workshop, location: string, buckets: Buckets): string {
  const [, name, rest] = /^(?:s3|bucket):\/\/([^/]*)(.*)$/.exec(location) ?? [];
  const bucket = name === undefined ? undefined : buckets.get(name);
  return bucket === undefined ? location : workshop.uri(bucket, rest!);
}

/** The pools of those names; those that are not there are noted, those that could not be built left out. */
export function poolsOf(
  workshop: Workshop,
  path: Path,
  names: readonly string[],
  pools: Parts["pools"],
): GpuNodePool[] {
  return names.flatMap((name, index) => workshop.named([...path, index], "pool", name, pools) ?? []);
}
