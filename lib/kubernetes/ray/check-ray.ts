import type { Problems } from "../../errors";
import { checkValue, checkValues, upTo } from "../../props/check-value";
import { nearest } from "../../units/nearest";
import { checkEnvironment, checkImage, checkName, checkServiceName, checkUnique } from "../chart/check-names";
import { gpuResource, type KubernetesPool } from "../nodes/pool";
import { PRIORITIES } from "../queues/priorities";
import { FEWEST, MOST, RAY_NUMBERS } from "../workload-numbers";
import type { NamedRayCluster } from "../workloads";
import { checkOneShare, checkOrder } from "./check-replicas";
import type { RayWorkerGroup } from "./ray-cluster";
import { workerResources } from "./worker-resources";

/** First Ray version with authentication by token. @see https://docs.ray.io/en/latest/ray-security/token-auth.html */
const TOKEN_AUTH = [2, 52];

/** Pods of the head in a workload of Kueue. @see kubernetes-sigs/kueue@v0.19.2 pkg/controller/jobs/raycluster/raycluster_webhook.go */
const KUEUE_HEAD = "head";

/** Checks long-lived Ray clusters. */
export function checkRayClusters(
  problems: Problems,
  clusters: readonly NamedRayCluster[],
  queues: readonly string[],
  scheduler: "kueue" | "kai",
): void {
  checkUnique(
    problems,
    "rayClusters",
    "clusters",
    clusters.map(({ namespace, name }) => `${namespace}/${name}`),
  );
  clusters.forEach((cluster, i) => {
    const path = `rayClusters[${i}]`;
    checkServiceName(problems, `${path}.name`, cluster.name, "ray");
    checkImage(problems, `${path}.image`, cluster.image);
    checkRayVersion(problems, `${path}.rayVersion`, cluster.rayVersion, cluster.image);
    checkEnvironment(problems, path, cluster.env);
    checkQueue(problems, `${path}.queue`, cluster.queue, queues);
    checkPriority(problems, `${path}.priority`, cluster.priority, cluster.queue);
    checkValue(problems, `${path}.idleMinutes`, cluster.idleMinutes, RAY_NUMBERS.idleMinutes);
    checkScale(problems, path, cluster, scheduler);
    if (cluster.workerGroups.length === 0)
      problems.add("required", `${path}.pools`, `${path}.pools must have at least one pool; add one`);
    const groups = cluster.workerGroups.map(({ name }) => name);
    for (const name of new Set(groups.filter((one, j) => groups.indexOf(one) !== j)))
      problems.add("duplicate", `${path}.pools`, `${path}.pools has "${name}" twice; name each pool once`);
    checkFaultTolerance(problems, `${path}.gcsFaultTolerance`, cluster);
    cluster.workerGroups.forEach((group, j) => {
      checkWorkerGroup(problems, path, `${path}.pools[${j}]`, group, cluster.image);
      if (cluster.queue !== null && group.name === KUEUE_HEAD)
        problems.add(
          "not-allowed",
          `${path}.pools[${j}]`,
          `${path}.pools[${j}] must not be called "${KUEUE_HEAD}" with a queue, which counts Ray's own head by that name; rename the pool`,
        );
    });
  });
}

/** A queued cluster has a fixed size, or may be elastic where Kueue does not choose its nodes. */
function checkScale(problems: Problems, path: string, cluster: NamedRayCluster, scheduler: "kueue" | "kai"): void {
  const { autoscaling, queue, workerGroups } = cluster;
  const placed = workerGroups.find(({ of }) => of.placedByTopology);
  if (queue !== null && autoscaling && scheduler === "kueue" && placed)
    problems.add(
      "conflict",
      `${path}.workers`,
      `${path} must have a fixed size in queue "${queue}" on pool "${placed.of.pool.name}", whose pods Kueue places by topology, which it cannot do for a cluster that grows; use workers: { min: ${placed.maxReplicas}, max: ${placed.maxReplicas} }`,
    );
  const moving = workerGroups.find(({ minReplicas, maxReplicas }) => minReplicas < maxReplicas);
  if (!autoscaling && moving)
    problems.add(
      "conflict",
      `${path}.workers`,
      `${path}.workers must have one number as min and max with autoscaling: false, got ${moving.minReplicas} and ${moving.maxReplicas}; leave out autoscaling or use ${moving.maxReplicas} for both`,
    );
}

/** Version of Ray in the name of a published image; undefined for other images. */
const publishedVersion = (image: string) =>
  /^(?:docker\.io\/)?rayproject\/ray(?:-llm|-ml)?:(\d+\.\d+\.\d+)\b/.exec(image)?.[1];

export function checkRayVersion(problems: Problems, path: string, version: string, image: string): void {
  const published = publishedVersion(image);
  if (published !== undefined && published !== version) {
    problems.add(
      "conflict",
      path,
      `${path} must be the ${published} of image "${image}", got "${version}": KubeRay writes commands and authentication for the version that it is told; use rayVersion "${published}", or an image of ${version}`,
    );
    return;
  }
  const parts = /^(\d+)\.(\d+)\.\d+$/.exec(version)?.slice(1).map(Number);
  const old =
    parts !== undefined && (parts[0]! < TOKEN_AUTH[0]! || (parts[0] === TOKEN_AUTH[0] && parts[1]! < TOKEN_AUTH[1]!));
  if (parts === undefined || old)
    problems.add(
      parts ? "out-of-range" : "malformed",
      path,
      `${path} must be a version from 2.52.0 on, which authenticates by token, got "${version}"; use "2.52.0"`,
    );
}

/** A queue that a workload names must be one of the teams'. */
export function checkQueue(problems: Problems, path: string, queue: string | null, queues: readonly string[]): void {
  if (queue === null || queues.includes(queue)) return;
  const known = queues.length > 0 ? `; known are ${queues.join(", ")}` : `; add a team "${queue}"`;
  problems.add("unknown-name", path, `${path} "${queue}" is not one of the teams${known}`);
}

/** A priority orders what is in a queue. */
export function checkPriority(problems: Problems, path: string, priority: string | null, queue: string | null): void {
  if (priority === null) return;
  const known = Object.keys(PRIORITIES);
  if (!known.includes(priority))
    problems.add(
      "unknown-name",
      path,
      `${path} must be one of ${known.join(", ")}, got "${priority}"; use "${nearest(priority, known)[0] ?? "normal"}"`,
    );
  else if (queue === null)
    problems.add(
      "conflict",
      path,
      `${path} "${priority}" orders what waits in a queue, but the workload starts at once; give it a queue or leave out priority`,
    );
}

/** A group fits its pool: its pods divide a node evenly, and all of them find room. */
function checkWorkerGroup(problems: Problems, path: string, own: string, group: RayWorkerGroup, image: string): void {
  const { of, gpusPerPod, minReplicas, maxReplicas } = group;
  const perNode = gpuResource(of).perNode;
  checkName(problems, own, group.name);
  if (!checkValue(problems, `${path}.gpusPerPod`, gpusPerPod, upTo(Math.max(1, perNode), RAY_NUMBERS.gpusPerPod)))
    return;
  if (!checkOneShare(problems, `${path}.gpusPerPod`, of, gpusPerPod)) return;
  if (perNode % gpusPerPod !== 0)
    problems.add(
      "not-allowed",
      `${path}.gpusPerPod`,
      `${path}.gpusPerPod must divide the ${perNode} GPUs of a ${of.type.name}, got ${gpusPerPod}: ${perNode % gpusPerPod} would never be used; use ${nearestDivisor(perNode, gpusPerPod)}`,
    );
  const most = of.pool.nodes.max * Math.floor(perNode / gpusPerPod);
  const workers = { min: minReplicas, max: maxReplicas };
  if (checkValues(problems, `${path}.workers`, workers, { min: FEWEST, max: MOST })) {
    checkOrder(problems, `${path}.workers.min`, workers);
    if (maxReplicas > most)
      problems.add(
        "out-of-range",
        `${path}.workers.max`,
        `${path}.workers.max ${maxReplicas} is more than pool "${of.pool.name}" holds: ${of.pool.nodes.max} nodes with room for ${Math.floor(perNode / gpusPerPod)} such pods each; use ${most} or raise nodes.max`,
      );
  }
  if (of.fabric === null) return;
  const { perNode: devices } = of.fabric;
  const { name, unit } = of.platform.fabric;
  if (workerResources(of, gpusPerPod).fabricDevices === 0)
    problems.add(
      "conflict",
      `${path}.gpusPerPod`,
      `${path} takes ${gpusPerPod} of ${perNode} GPUs on pool "${of.pool.name}", whose ${devices} ${name} ${devices === 1 ? unit : `${unit}s`} cannot be divided so far: its pods would get none and fall back to TCP; use gpusPerPod ${perNode}`,
    );
  checkFabricImage(problems, `${path}.image`, of, image);
}

/** Not every image can use the fabric, Ray's published ones least of all. */
export function checkFabricImage(problems: Problems, path: string, of: KubernetesPool, image: string): void {
  const { fabric } = of.platform;
  if (!fabric.missingFrom(image)) return;
  problems.add(
    "not-allowed",
    path,
    `image "${image}" has no ${fabric.name} software, so NCCL on pool "${of.pool.name}" would fall back to TCP; build one with ${fabric.software}`,
  );
}

function nearestDivisor(of: number, wanted: number): number {
  for (let n = Math.min(wanted, of); n > 1; n--) if (of % n === 0) return n;
  return 1;
}

function checkFaultTolerance(problems: Problems, path: string, { gcsFaultTolerance }: NamedRayCluster): void {
  if (!gcsFaultTolerance) return;
  const { redisAddress } = gcsFaultTolerance;
  if (redisAddress.includes(","))
    problems.add(
      "not-allowed",
      `${path}.redisAddress`,
      `${path}.redisAddress must be one address, got ${redisAddress.split(",").length}: Ray cannot use Redis in cluster mode; give the primary endpoint of a group with cluster mode off`,
    );
  if (!redisAddress.startsWith("rediss://"))
    problems.add(
      "not-allowed",
      `${path}.redisAddress`,
      `${path}.redisAddress must start with rediss://, so that the password and the cluster's state travel by TLS, got "${redisAddress}"; use "rediss://${redisAddress.replace(/^[a-z]+:\/\//, "")}"`,
    );
}
