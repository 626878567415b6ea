import type { Pool } from "../../clouds/part-kinds";
import type { Path } from "../reader/path";
import type { Blueprint } from "../schema/aws/aws-blueprint";
import type { Emitter } from "./emitter";
import type { Buckets, Parts } from "./parts";

type KubeRay = NonNullable<Blueprint["kubeRay"]>;

const HERE = ["kubeRay"];

/** Ray on Kubernetes with what runs on it. */
export function assembleKubeRay(emitter: Emitter, blueprint: Blueprint, parts: Parts): void {
  const { kubeRay } = blueprint;
  if (kubeRay === undefined) return;
  const { pools: names, buckets = [], addresses = [], fileSystems, bucketMounts, ...others } = kubeRay;
  const { rayClusters, fineTuning, jobs, serving, triton, ...props } = others;
  const pools = poolsOf(emitter, [...HERE, "pools"], names, parts.pools);
  const runs = {
    rayClusters: rayClustersOf(emitter, rayClusters, parts),
    fineTuning: fineTuningOf(emitter, fineTuning, parts),
    jobs: jobsOf(emitter, jobs, parts),
    serving: servingOf(emitter, serving, parts),
    triton: tritonOf(emitter, triton, parts),
    fileSystems: fileSystemsOf(emitter, blueprint, fileSystems, parts),
    bucketMounts: bucketMountsOf(emitter, bucketMounts, parts),
  };
  // What is missing is noted; without it the rest would only be blamed for it.
  if (pools.length < names.length || Object.values(runs).some((part) => part?.includes(MISSING as never))) return;
  const all = { network: parts.network, pools: [...pools, ...standInsOf(runs, pools, parts)], ...props, ...runs };
  const referred = buckets.length > 0 || addresses.length > 0;
  const ray = emitter.construct(HERE, emitter.cloud.parts.KubeRayCluster, "ray", all, referred ? "cluster" : undefined);
  buckets.forEach((name, index) => {
    const bucket = emitter.named([...HERE, "buckets", index], "bucket", name, parts.buckets);
    if (ray !== undefined && bucket !== undefined) emitter.grantReadWrite(ray, bucket);
  });
  if (ray === undefined) return;
  addresses.forEach((address, index) => {
    const here = [...HERE, "addresses", index];
    emitter.construct(here, emitter.cloud.parts.ServiceAddress, `${address.service}-address`, { ray, ...address });
  });
}

/** Pools in place of those that workloads name and that are not there: the cluster has them too, so that all of it is heard. */
function standInsOf(runs: object, pools: readonly Pool[], parts: Parts): Pool[] {
  const workloads: readonly { readonly pool?: Pool; readonly pools?: readonly Pool[] }[] = Object.values(runs).flat();
  const named = workloads.flatMap((of) => of?.pools ?? of?.pool ?? []);
  const known = new Set([...pools, ...parts.pools.values()]);
  return [...new Set(named)].filter((pool) => !known.has(pool));
}

/** Stands for a part whose pool or file system is not there. */
const MISSING = undefined;

function rayClustersOf(emitter: Emitter, rayClusters: KubeRay["rayClusters"], parts: Parts) {
  return rayClusters?.map(({ pools: names, ...rest }, index) => {
    const pools = poolsOf(emitter, [...HERE, "rayClusters", index, "pools"], names, parts.pools);
    return pools.length < names.length ? MISSING : { ...rest, pools };
  });
}

function fineTuningOf(emitter: Emitter, fineTuning: KubeRay["fineTuning"], { pools, buckets }: Parts) {
  return fineTuning?.map(({ pool: name, ...rest }, index) => {
    const pool = emitter.named([...HERE, "fineTuning", index, "pool"], "pool", name, pools);
    const { model, data, storage, adapters } = rest;
    return (
      pool && {
        ...rest,
        pool,
        model: locationOf(emitter, model, buckets),
        data: locationOf(emitter, data, buckets),
        storage: locationOf(emitter, storage, buckets),
        adapters: locationOf(emitter, adapters, buckets),
      }
    );
  });
}

function jobsOf(emitter: Emitter, jobs: KubeRay["jobs"], { pools }: Parts) {
  return jobs?.map(({ pool: name, ...rest }, index) => {
    const pool = emitter.named([...HERE, "jobs", index, "pool"], "pool", name, pools);
    return pool && { ...rest, pool };
  });
}

function servingOf(emitter: Emitter, serving: KubeRay["serving"], { pools, buckets }: Parts) {
  return serving?.map(({ pool: name, weights, lora, ...rest }, index) => {
    const pool = emitter.named([...HERE, "serving", index, "pool"], "pool", name, pools);
    return (
      pool && {
        ...rest,
        pool,
        weights: locationOf(emitter, weights, buckets),
        lora: lora && { ...lora, adapters: locationOf(emitter, lora.adapters, buckets) },
      }
    );
  });
}

function tritonOf(emitter: Emitter, triton: KubeRay["triton"], { pools, buckets }: Parts) {
  return triton?.map(({ pool: name, modelRepository, ...rest }, index) => {
    const pool = emitter.named([...HERE, "triton", index, "pool"], "pool", name, pools);
    return pool && { ...rest, pool, modelRepository: locationOf(emitter, modelRepository, buckets) };
  });
}

function fileSystemsOf(emitter: Emitter, blueprint: Blueprint, mounts: KubeRay["fileSystems"], parts: Parts) {
  return mounts?.map(({ fileSystem: name, path }, index) => {
    const here = [...HERE, "fileSystems", index, "fileSystem"];
    const storage = emitter.named(here, "file system", name, parts.fileSystems);
    const kind = blueprint.fileSystems?.[name]?.kind;
    if (kind === undefined || kind === "lustre") return storage && { storage, path };
    emitter.refuse("not-allowed", here, `pods mount Lustre only, got "${name}", which is ${kind}; name a Lustre one`);
    return MISSING;
  });
}

function bucketMountsOf(emitter: Emitter, mounts: KubeRay["bucketMounts"], { buckets }: Parts) {
  return mounts?.map(({ bucket: name, ...rest }, index) => {
    const bucket = emitter.named([...HERE, "bucketMounts", index, "bucket"], "bucket", name, buckets);
    return bucket && { bucket, ...rest };
  });
}

/** A place for data: `bucket://` (or `s3://`) with the name of one of the blueprint's buckets means that bucket. */
function locationOf(emitter: Emitter, location: string, buckets: Buckets): string {
  const [, name, rest] = /^(?:s3|bucket):\/\/([^/]*)(.*)$/.exec(location) ?? [];
  const bucket = name === undefined ? undefined : buckets.get(name);
  return bucket === undefined ? location : emitter.uri(bucket, rest!);
}

/** The pools of those names; those that are not there are noted, those that could not be built left out. */
export function poolsOf(emitter: Emitter, path: Path, names: readonly string[], pools: Parts["pools"]): Pool[] {
  return names.flatMap((name, index) => emitter.named([...path, index], "pool", name, pools) ?? []);
}
