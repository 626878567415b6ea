import { findAccelerator } from "../../../catalog/accelerators";
import type { InstanceType } from "../../../catalog/types";
import type { Problems } from "../../../errors";
import { unsupported } from "../../../kubernetes/nodes/check-pools";
import { say } from "../../../remedies/sentence";
import { blockProblem, openBlock } from "../../../units/client-blocks";
import { isKnown } from "../terraform-text";
import { checkServedModel, type ServedModelChoice } from "./served-architecture";

// What must hold of a KubeRayCluster in every cloud that has one.

interface ClusterPool {
  readonly name: string;
  readonly network: unknown;
  readonly instanceType: InstanceType;
  readonly props: { readonly mounts?: readonly { readonly path: string }[] };
}

/** Checks that there are pools, and that each can be one of a cluster's; `own` checks what is of the cloud alone. */
export function checkClusterPools<Pool extends ClusterPool>(
  problems: Problems,
  { pools, network }: { readonly pools: readonly Pool[]; readonly network: unknown },
  own: (path: string, pool: Pool, isSupported: boolean) => void,
): void {
  if (pools.length === 0) problems.add("required", "pools", "pools must have at least one pool; add a GpuNodePool");
  pools.forEach((pool, i) => {
    const path = `pools[${i}]`;
    const { name, props } = pool;
    if (pool.network !== network)
      problems.add(
        "conflict",
        path,
        `${path} "${name}" is in another network than the cluster; make it with the same network`,
      );
    const accelerator = findAccelerator(pool.instanceType.accelerator ?? "");
    const isSupported = accelerator === undefined || accelerator.vendor === "nvidia";
    if (!isSupported) problems.add("not-allowed", path, say`${path} "${name}" ${unsupported(accelerator)}`);
    const [mount] = props.mounts ?? [];
    if (mount !== undefined)
      problems.add(
        "conflict",
        path,
        `${path} "${name}" has mounts, which nodes do at boot; on Kubernetes pods mount: leave them out and give the cluster fileSystems: [{ storage, path: "${mount.path}" }]`,
      );
    own(path, pool, isSupported);
  });
}

interface Named {
  readonly name: string;
}

interface Workloads {
  readonly pools: readonly Named[];
  readonly rayClusters?: readonly { readonly pools: readonly Named[] }[];
  readonly fineTuning?: readonly { readonly pool: Named }[];
  readonly jobs?: readonly { readonly pool: Named }[];
  readonly serving?: readonly { readonly pool: Named }[];
  readonly triton?: readonly { readonly pool: Named }[];
}

/** Checks that what runs on the cluster is on pools of its own. */
export function checkWorkloadPools(problems: Problems, props: Workloads): void {
  const used = [
    ...(props.rayClusters ?? []).flatMap((of, i) =>
      of.pools.map((pool, j) => ({ path: `rayClusters[${i}].pools[${j}]`, pool })),
    ),
    ...(["fineTuning", "jobs", "serving", "triton"] as const).flatMap((list) =>
      (props[list] ?? []).map(({ pool }, i) => ({ path: `${list}[${i}].pool`, pool })),
    ),
  ];
  for (const { path, pool } of used)
    if (!props.pools.includes(pool))
      problems.add("unknown-name", path, `${path} "${pool.name}" is none of the cluster's pools; add it to pools`);
}

/** Checks that models can be sized, and have what their engine needs. */
export function checkServedModels(
  problems: Problems,
  serving: readonly {
    readonly model: ServedModelChoice;
    readonly modelId?: string;
    readonly engine?: string;
    readonly image?: string;
  }[],
): void {
  serving.forEach((of, i) => {
    checkServedModel(problems, `serving[${i}]`, of);
    if (of.engine === "leader-worker-set" && of.image === undefined)
      problems.add(
        "required",
        `serving[${i}].image`,
        `serving[${i}].image is required with engine "leader-worker-set"; give a vllm/vllm-openai image with its version`,
      );
  });
}

/** Checks how many system nodes there may be. */
export function checkSystemNodes(problems: Problems, systemNodes: number, maxSystemNodes: number): void {
  if (maxSystemNodes >= systemNodes) return;
  problems.add(
    "conflict",
    "maxSystemNodes",
    `maxSystemNodes must be at least systemNodes ${systemNodes}, got ${maxSystemNodes}; use ${systemNodes} or leave it out`,
  );
}

/** How a cloud speaks of the types of its instances. */
interface TypeWords {
  /** The type where the cloud has it. */
  readonly type: InstanceType | undefined;
  /** What it says of one that it has not. */
  readonly unknown: string;
  /** `type`, `size`. */
  readonly word: string;
  readonly least: string;
}

/** Checks the type of the system nodes. A Ray head takes 2 CPUs and 8 GiB of what the controllers and the kubelet leave of one. */
export function checkSystemType(problems: Problems, name: string, { type, unknown, word, least }: TypeWords): void {
  const at = "systemInstanceType";
  if (type === undefined) {
    problems.add("unknown-name", at, `${at} "${name}" ${unknown}`);
    return;
  }
  const { architecture, acceleratorCount, vcpus, memoryGiB } = type;
  if (architecture === "x86_64" && acceleratorCount === 0 && vcpus >= 4 && memoryGiB >= 16) return;
  const got = acceleratorCount > 0 ? "which has accelerators" : `${architecture}, ${vcpus} vCPUs, ${memoryGiB} GiB`;
  problems.add(
    "not-allowed",
    at,
    `${at} must be an x86_64 ${word} without GPUs, of at least 4 vCPUs and 16 GiB, so that a Ray head fits in addition to the controllers, got "${name}" (${got}); use "${least}" or larger`,
  );
}

/** Checks who reaches the API from the internet. */
export function checkEndpointCidrs(problems: Problems, cidrs: readonly string[]): void {
  const at = "publicEndpointCidrs";
  for (const cidr of cidrs.filter(isKnown)) {
    const wrong = blockProblem(cidr);
    if (wrong === "malformed")
      problems.add("malformed", at, `${at} must be IPv4 blocks such as "203.0.113.0/24", got "${cidr}"`);
    else if (wrong !== undefined) {
      const what = wrong === "open" ? openBlock(cidr) : "which is private: nothing comes from it by the internet";
      const fix = "give the blocks of your offices, or none for a private endpoint";
      problems.add("not-allowed", at, `${at} must not be "${cidr}", ${what}; ${fix}`);
    }
  }
}

/** Where a cloud keeps a secret: its prop, what is given there, and what that is. */
interface Stored {
  readonly prop: string;
  readonly value: string | undefined;
  readonly what: string;
}

/** Checks that a secret is in one place, with the key that a Secret needs. */
export function checkSecretSource(
  problems: Problems,
  at: string,
  { secret, key }: { readonly secret?: string; readonly key?: string },
  { prop, value, what }: Stored,
): void {
  if (secret !== undefined && value !== undefined)
    problems.add("conflict", `${at}.${prop}`, `${at} has both secret and ${prop}; keep the one that holds the value`);
  else if (secret === undefined && value === undefined)
    problems.add(
      "required",
      `${at}.${prop}`,
      `${at}.${prop} or ${at}.secret is required; give ${what}, or the name of a Secret that you make in the namespace`,
    );
  else if (secret !== undefined && key === undefined)
    problems.add(
      "required",
      `${at}.key`,
      `${at}.key is required with secret "${secret}"; give one of the Secret's keys`,
    );
}
