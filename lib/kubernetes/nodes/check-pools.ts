import type { Accelerator } from "../../catalog/types";
import type { Problems } from "../../errors";
import { GPU_SHARES } from "../../model/gpu-shares";
import { isLabelKey, isLabelValue } from "../../model/kubernetes/label-form";
import { checkValue } from "../../props/check-value";
import { whole } from "../../props/simple-fields";
import { leaveOut, use } from "../../remedies/remedy";
import { part, prop, type Sentence, say } from "../../remedies/sentence";
import { GIB } from "../../units/bytes";
import { nearest } from "../../units/nearest";
import { checkName, checkUnique } from "../chart/check-names";
import { SYSTEM_POOL } from "../chart/names";
import type { NodeImage } from "../gpus/gpu-stack";
import { allocatable } from "./node-resources";
import type { KubernetesPool } from "./pool";

export interface PoolsToCheck {
  readonly pools: readonly KubernetesPool[];
  readonly nodeImage: NodeImage;
  /** Whether the cluster exists, so that nothing else there could take a pool. @default false */
  readonly existing?: boolean;
}

const SHARES = whole(GPU_SHARES);

/**
 * Least memory of an MPS share: a CUDA context with its libraries takes most of a GiB, and shares of 0.8 GiB were seen to
 * fail at their first allocation. @see https://github.com/NVIDIA/k8s-device-plugin/issues/1118
 */
const LEAST_SHARE_GIB = 1;

/** Labels that follow from a pool's sharing, which the user's own must not contradict. */
const SHARING_LABELS = [
  "nvidia.com/mig.config",
  "nvidia.com/device-plugin.config",
  "nvidia.com/mig.strategy",
  "nvidia.com/mps.capable",
];

/** What is said of a pool whose accelerators nothing here sets up. */
export function unsupported({ name }: Pick<Accelerator, "name">): Sentence {
  return say`has ${name}, but ${part("kubernetes")} sets up NVIDIA GPUs only; use a pool of NVIDIA GPUs, or ${part("slurm")} for this one`;
}

/** The same on a cluster that exists. */
function unsupportedThere({ name }: Pick<Accelerator, "name">): Sentence {
  return say`has ${name}, but only NVIDIA GPUs are set up on an existing cluster; use a pool of NVIDIA GPUs, or leave it out`;
}

/** Checks the pools of a Kubernetes cluster. */
export function checkPools(problems: Problems, { pools, nodeImage, existing = false }: PoolsToCheck): void {
  checkUnique(
    problems,
    "pools",
    "pools",
    pools.map(({ pool }) => pool.name),
  );
  pools.forEach((of, i) => {
    const path = `pools[${i}]`;
    const { pool, accelerator } = of;
    checkName(problems, `${path}.name`, pool.name);
    if (pool.name === SYSTEM_POOL)
      problems.add(
        "not-allowed",
        `${path}.name`,
        `${path}.name must not be "${SYSTEM_POOL}", the name of the cluster's own nodes; name the pool after its GPU`,
      );
    if (accelerator && accelerator.vendor !== "nvidia")
      problems.add(
        "not-allowed",
        path,
        say`${path} "${pool.name}" ${(existing ? unsupportedThere : unsupported)(accelerator)}`,
      );
    checkSharing(problems, path, of, nodeImage);
    checkRoom(problems, path, of);
    checkLabels(problems, path, of);
    for (const label of SHARING_LABELS)
      if (label in pool.labels)
        problems.add(
          "conflict",
          `${path}.labels`,
          say`${prop(`${path}.labels`)} has ${label}, which follows from how the pool shares its GPUs; remove the label and set ${prop(`${path}.gpuSharing`)}`,
        );
  });
}

/**
 * Prefixes that a kubelet or Karpenter refuses from users.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#noderestriction
 * @see https://karpenter.sh/docs/concepts/scheduling/#restricted-labels
 */
function isReserved(prefix: string): boolean {
  if (prefix === "node-restriction.kubernetes.io") return false;
  return /(^|\.)(kubernetes\.io|k8s\.io)$/.test(prefix) || /^(karpenter\.sh|warpform)$/.test(prefix);
}

/** Least that a worker can do anything with: a core, and the memory of Ray's own processes. */
const LEAST = { cpuMillicores: 1000, memoryBytes: 2 * GIB } as const;

function checkRoom(problems: Problems, path: string, of: KubernetesPool): void {
  const { cpuMillicores, memoryBytes } = allocatable(of);
  if (cpuMillicores >= LEAST.cpuMillicores && memoryBytes >= LEAST.memoryBytes) return;
  const { vcpus, memoryGiB } = of.type;
  problems.add(
    "out-of-range",
    path,
    `${path} "${of.pool.name}" has nodes of ${vcpus} vCPUs and ${memoryGiB} GiB, of which the kubelet and agents leave pods ${(Math.max(0, cpuMillicores) / 1000).toFixed(1)} and ${(memoryBytes / GIB).toFixed(1)} GiB; use larger nodes, or give what a node really has`,
  );
}

/** A kubelet with a label of another form does not start, so the node never joins. @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/ */
function checkLabels(problems: Problems, path: string, { pool, platform }: KubernetesPool): void {
  for (const [key, value] of Object.entries(pool.labels)) {
    const prefix = key.split("/").slice(0, -1).join("/");
    if (isReserved(prefix) || platform.ownLabels.includes(prefix)) {
      problems.add(
        "not-allowed",
        `${path}.labels`,
        `${path}.labels must not have "${key}": Kubernetes and Karpenter set the labels of ${prefix} themselves, and no node would ever match another value; use a name without that prefix`,
      );
      continue;
    }
    if (isLabelKey(key) && isLabelValue(value)) continue;
    problems.add(
      "malformed",
      `${path}.labels`,
      `${path}.labels must have keys and values of up to 63 letters, digits, "-", "_" and ".", keys optionally after a DNS name and "/", got ${JSON.stringify({ [key]: value })}; use "team": "research", for example`,
    );
  }
}

function checkSharing(
  problems: Problems,
  path: string,
  { pool, type, accelerator }: KubernetesPool,
  nodeImage: NodeImage,
): void {
  const { sharing } = pool;
  if (sharing.kind === "none") return;
  if (pool.fabric)
    problems.add(
      "conflict",
      `${path}.gpuSharing`,
      say`${path} "${pool.name}" shares its GPUs and has a fabric, but NCCL does not work across parts of a GPU; ${leaveOut(`${path}.fabric`)}, or ${leaveOut(`${path}.gpuSharing`)}`,
    );
  if (sharing.kind !== "mig") {
    const whole = checkValue(problems, `${path}.gpuSharing.replicas`, sharing.replicas, SHARES);
    const most = Math.floor((accelerator?.memoryGiB ?? 0) / LEAST_SHARE_GIB);
    if (whole && sharing.kind === "mps" && accelerator && sharing.replicas > most)
      problems.add(
        "out-of-range",
        `${path}.gpuSharing.replicas`,
        say`${prop(`${path}.gpuSharing.replicas`)} ${sharing.replicas} leaves each user of ${accelerator.name} ${(accelerator.memoryGiB / sharing.replicas).toFixed(2)} GiB by MPS, too little for CUDA to start; ${use(most)} or fewer`,
      );
    return;
  }
  const profiles = accelerator?.migProfiles ?? [];
  if (profiles.length === 0) {
    problems.add(
      "not-allowed",
      `${path}.gpuSharing`,
      `${path} "${pool.name}" has ${accelerator?.name ?? type.name}, which has no MIG; use time slicing, or a type with A100, H100, H200 or B200`,
    );
    return;
  }
  const profile = profiles.find(({ name }) => name === sharing.profile);
  if (!profile) {
    const near =
      nearest(
        sharing.profile,
        profiles.map(({ name }) => name),
      )[0] ?? profiles[0]!.name;
    problems.add(
      "unknown-name",
      `${path}.gpuSharing.profile`,
      say`${prop(`${path}.gpuSharing.profile`)} must be one of ${accelerator!.name}'s MIG profiles (${profiles.map(({ name }) => name).join(", ")}), got "${sharing.profile}"; ${use(near)}`,
    );
  } else {
    const instances = whole({ min: 1, max: profile.maxInstances });
    checkValue(problems, `${path}.gpuSharing.instancesPerGpu`, sharing.instancesPerGpu, instances);
  }
  if (nodeImage === "bottlerocket")
    problems.add(
      "conflict",
      `${path}.gpuSharing`,
      `${path} "${pool.name}" uses MIG, whose manager does not run on Bottlerocket; use nodeImage "al2023"`,
    );
}
