import { oneInterfaceGbps } from "../../../../catalog/one-interface";
import type { Problems } from "../../../../errors";
import { SERVING_PROGRAMS_PATH } from "../../../../kubernetes/serving/serving-latency";
import { WEIGHTS_PATH } from "../../../../kubernetes/storage/stored-files";
import type { PolicyStatement } from "../../shared/policy";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";
import { LOGIN_PATH, SECRETS_PATH } from "./stored-secrets";

/** Name of a mounted bucket's claim, from where it is mounted: a bucket's own name may be known to Terraform alone. */
export function bucketVolumeName(path: string): string {
  const words = path.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return ["bucket", ...words].join("-");
}

/** The mounted buckets in plain terms. */
export function bucketVolumes({ bucketMounts, network, pools }: KubeRayClusterProps) {
  return (bucketMounts ?? []).map(({ bucket, path, prefix, readOnly }) => ({
    path,
    name: bucketVolumeName(path),
    bucket: bucket.bucketName,
    prefix: prefix ?? null,
    region: network.region,
    readOnly: readOnly ?? true,
    nodeGbps: Math.max(...pools.map((pool) => oneInterfaceGbps(pool.instanceType))),
  }));
}

/** What the driver of mounted buckets may do. */
export function bucketStatements({ bucketMounts }: KubeRayClusterProps): PolicyStatement[] {
  return (bucketMounts ?? []).flatMap(({ bucket, prefix, readOnly }) =>
    (readOnly ?? true) ? bucket.readStatements(prefix) : bucket.readWriteStatements(prefix),
  );
}

/** Folders that containers have or that are mounted anyhow. */
const TAKEN = [
  ...["/", "/dev", "/dev/shm", "/etc", "/home", "/home/ray", "/proc", "/sys", "/tmp", "/tmp/ray", "/usr", "/var"],
  ...["/programs", "/ray-objects", SERVING_PROGRAMS_PATH, WEIGHTS_PATH],
  ...[SECRETS_PATH, LOGIN_PATH],
];

/** Names of volumes and labels end here. @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/ */
const LONGEST_NAME = 63;

/** Checks where file systems and buckets are mounted, and what of the buckets. */
export function checkMounts(problems: Problems, { fileSystems, bucketMounts }: KubeRayClusterProps): void {
  const mounts = [
    ...(fileSystems ?? []).map(({ path }, i) => ({ at: `fileSystems[${i}]`, path, name: path })),
    ...(bucketMounts ?? []).map(({ path }, i) => ({ at: `bucketMounts[${i}]`, path, name: bucketVolumeName(path) })),
  ];
  mounts.forEach(({ at, path, name }, i) => {
    if (!path.startsWith("/"))
      problems.add("malformed", `${at}.path`, `${at}.path must be absolute, got "${path}"; use "/${path}"`);
    else if (TAKEN.includes(path.replace(/(?<=.)\/+$/, "")))
      problems.add("not-allowed", `${at}.path`, `${at}.path "${path}" would hide what containers need; use "/data"`);
    if (name.length > LONGEST_NAME)
      problems.add("out-of-range", `${at}.path`, `${at}.path must be shorter, got ${path.length} letters; use "/data"`);
    const other = mounts.slice(0, i).find((before) => before.path === path || before.name === name);
    if (other)
      problems.add(
        "conflict",
        `${at}.path`,
        `${at}.path "${path}" is where ${other.at} is mounted ("${other.path}") or reads like it; use another`,
      );
  });
  (bucketMounts ?? []).forEach(({ bucket, prefix }, i) => {
    const at = `bucketMounts[${i}]`;
    if (typeof bucket?.readStatements !== "function")
      problems.add(
        "malformed",
        `${at}.bucket`,
        `${at}.bucket must be a CheckpointBucket; CheckpointBucket.import names one that is there`,
      );
    if (prefix !== undefined && !/^[^/\s][^\s]*\/$/.test(prefix))
      problems.add(
        "malformed",
        `${at}.prefix`,
        `${at}.prefix must be a folder without a slash before it and with one behind it, got "${prefix}"; write it like "imagenet/"`,
      );
  });
}
