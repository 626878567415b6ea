import { oneInterfaceGbps } from "../../../../catalog/one-interface";
import type { Problems } from "../../../../errors";
import { checkMountPaths } from "../../../../kubernetes/storage/check-mount-paths";
import { checkFileSystems } from "../../../common/workloads/check-file-systems";
import { SECRETS_PATH } from "../../../common/workloads/kept-secrets";
import type { PolicyStatement } from "../../shared/policy";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";
import { LOGIN_PATH } from "./stored-secrets";

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

/** Checks where file systems and buckets are mounted, and what of the buckets. */
export function checkMounts(problems: Problems, { fileSystems, bucketMounts }: KubeRayClusterProps): void {
  const mounts = [
    ...(fileSystems ?? []).map(({ path }, i) => ({ at: `fileSystems[${i}]`, path, name: path, isBucket: false })),
    ...(bucketMounts ?? []).map(({ path }, i) => ({
      at: `bucketMounts[${i}]`,
      path,
      name: bucketVolumeName(path),
      isBucket: true,
    })),
  ];
  checkMountPaths(problems, mounts, [SECRETS_PATH, LOGIN_PATH]);
  checkFileSystems(problems, fileSystems ?? []);
  (bucketMounts ?? []).forEach(({ bucket, prefix }, i) => {
    const at = `bucketMounts[${i}]`;
    if (typeof bucket?.readStatements !== "function")
      problems.add(
        "malformed",
        `${at}.bucket`,
        `${at}.bucket must be a CheckpointBucket; CheckpointBucket.import names an existing one`,
      );
    if (prefix !== undefined && !/^[^/\s][^\s]*\/$/.test(prefix))
      problems.add(
        "malformed",
        `${at}.prefix`,
        `${at}.prefix must be a prefix without a leading slash and with a trailing slash, got "${prefix}"; write it like "imagenet/"`,
      );
  });
}
