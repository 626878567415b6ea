import { findAccelerator } from "../../../catalog/accelerators";
import { findInstanceType, nearestInstanceTypes } from "../../../catalog/instance-types";
import { modelArchitectures, nearModels } from "../../../catalog/models";
import type { Problems } from "../../../errors";
import { unsupported } from "../../../kubernetes/nodes/check-pools";
import { shown } from "../../../props/shown";
import { leaveOut } from "../../../remedies/remedy";
import { prop, say } from "../../../remedies/sentence";
import { type Cidr, overlaps, parseCidr } from "../../../units/cidr";
import { blockProblem, openBlock } from "../../../units/client-blocks";
import { isKnown } from "../../common/terraform-text";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { checkBudget } from "./check-budget";
import { checkGpuDriver } from "./check-gpu-driver";
import { checkRacks } from "./check-racks";
import { checkSecrets } from "./check-secrets";
import type { KubeRayClusterProps } from "./kube-ray-cluster-props";
import { KUBE_RAY_CLUSTER } from "./kube-ray-cluster-table";

/** Names of node pools. @see https://learn.microsoft.com/azure/aks/create-node-pools#limitations */
const POOL_NAME = /^[a-z][a-z0-9]{0,11}$/;

/** VMs of a single placement group, which `AKSInfinibandSupport` makes a pool's scale set. @see https://learn.microsoft.com/azure/virtual-machines/setup-infiniband */
const MOST_ON_FABRIC = 100;

/**
 * Minor versions in standard support, oldest first, read on 2026-11-27 (1.34 until 2026-11-30).
 * @see https://learn.microsoft.com/azure/aks/supported-kubernetes-versions#aks-kubernetes-release-calendar
 */
const AKS_VERSIONS = ["1.34", "1.35", "1.36", "1.37"];

/** Checks what must hold before anything can be derived. */
export function checkRayCluster(problems: Problems, props: KubeRayClusterProps): void {
  checkVersion(problems, props.kubernetesVersion);
  checkPools(problems, props);
  checkAddresses(problems, props);
  checkSystem(problems, props);
  checkWorkloadPools(problems, props);
  checkModels(problems, props);
  checkExposures(problems, props);
  checkAddressesOfFiles(problems, props);
  checkBudget(problems, props);
  checkGpuDriver(problems, props);
  checkRacks(problems, props);
  checkSecrets(problems, props);
}

/** A version that AKS no longer takes, or not yet. What is no version at all is said by the table. */
function checkVersion(problems: Problems, version: string | undefined): void {
  if (version === undefined || !isKnown(version)) return;
  const minor = /^1\.\d+(?=$|\.\d+$)/.exec(version)?.[0];
  if (minor === undefined || AKS_VERSIONS.includes(minor)) return;
  const message = `kubernetesVersion must be one that AKS supports (${AKS_VERSIONS.join(", ")}), got "${version}"; use "${AKS_VERSIONS.at(-2)}", or leave it out for AKS' default`;
  problems.add("not-allowed", "kubernetesVersion", message);
}

function checkPools(problems: Problems, { pools, network }: KubeRayClusterProps): void {
  if (pools.length === 0) problems.add("required", "pools", "pools must have at least one pool; add a GpuNodePool");
  pools.forEach((pool, i) => {
    const path = `pools[${i}]`;
    const { name, instanceType, nodes, fabric, props } = pool;
    if (pool.network !== network)
      problems.add(
        "conflict",
        path,
        `${path} "${name}" is in another network than the cluster; make it with the same network`,
      );
    if (!POOL_NAME.test(name))
      problems.add(
        "malformed",
        path,
        `${path} must have an id of 1 to 12 lower-case letters and digits, which AKS takes as names of node pools, got "${name}"; use "${suggestedName(name)}"`,
      );
    const accelerator = findAccelerator(instanceType.accelerator ?? "");
    if (accelerator !== undefined && accelerator.vendor !== "nvidia")
      problems.add("not-allowed", path, say`${path} "${name}" ${unsupported(accelerator)}`);
    if (fabric !== undefined && instanceType.architecture === "x86_64" && nodes.max > MOST_ON_FABRIC)
      problems.add(
        "out-of-range",
        `${path}.nodes.max`,
        `${path}.nodes.max of "${name}" must be at most ${MOST_ON_FABRIC} on a fabric: AKS makes the pool one placement group, got ${nodes.max}; use ${MOST_ON_FABRIC}, or SlurmHeadNode`,
      );
    checkUnused(problems, path, pool, { mounts: props.mounts?.length ? props.mounts : undefined });
  });
}

const suggestedName = (name: string): string =>
  name
    .replaceAll(/[^a-z0-9]/g, "")
    .replace(/^\d+/, "")
    .slice(0, 12) || "gpus";

/** Props of a pool that say what nodes are that AKS makes by its own images. */
function checkUnused(
  problems: Problems,
  path: string,
  { name, props }: GpuNodePool,
  { mounts }: Pick<GpuNodePool["props"], "mounts">,
): void {
  if (mounts !== undefined)
    problems.add(
      "conflict",
      path,
      `${path} "${name}" has mounts, which nodes do at boot; on Kubernetes pods mount: leave them out and give the cluster fileSystems: [{ storage, path: "${mounts[0]!.path}" }]`,
    );
  for (const [unused, why] of [
    ["imageVersion", "AKS boots images of its own"],
    ["adminPublicKey", "nodes of AKS are reached by kubectl debug"],
    ["nvmePath", "AKS joins no local disks"],
  ] as const)
    if (props[unused] !== undefined)
      problems.add("conflict", path, say`${path} "${name}" has ${unused}, but ${why}; ${leaveOut(unused)}`);
}

/** Blocks of pods and Services lie beside the network's and beside that of RDMA. */
function checkAddresses(problems: Problems, props: KubeRayClusterProps): void {
  const { network } = props;
  const own = network.vnetCidr === undefined ? undefined : parseCidr(network.vnetCidr);
  if (own === undefined) {
    const message = `network must have a vnetCidr that is an IPv4 block, got ${shown(network.vnetCidr)}; give ClusterNetwork.import the vnetCidr`;
    problems.add("required", "network", message);
  }
  const taken: { readonly name: string; readonly block: Cidr }[] = [
    ...(own ? [{ name: `the network's ${network.vnetCidr}`, block: own }] : []),
    { name: "172.16.0.0/16, which Azure keeps for the RDMA network", block: parseCidr("172.16.0.0/16")! },
  ];
  for (const [name, most, given] of [
    ["podCidr", 20, props.podCidr],
    ["serviceCidr", 24, props.serviceCidr],
  ] as const) {
    const text = given ?? KUBE_RAY_CLUSTER[name].default;
    const block = parseCidr(text);
    if (block === undefined || block.prefix < 12 || block.prefix > most) {
      problems.add(
        "malformed",
        name,
        `${name} must be an IPv4 block from /12 to /${most}, got "${text}"; write one such as "${KUBE_RAY_CLUSTER[name].default}"`,
      );
      continue;
    }
    for (const other of taken.filter((of) => overlaps(of.block, block)))
      problems.add(
        "conflict",
        name,
        `${name} "${text}" overlaps ${other.name}; use a block of its own, such as "${name === "podCidr" ? "192.168.0.0/16" : "10.96.0.0/16"}"`,
      );
    taken.push({ name: `${name} ${text}`, block });
  }
  for (const cidr of (props.publicEndpointCidrs ?? []).filter(isKnown)) {
    const wrong = blockProblem(cidr);
    if (wrong === "malformed")
      problems.add(
        "malformed",
        "publicEndpointCidrs",
        `publicEndpointCidrs must be IPv4 blocks such as "203.0.113.0/24", got "${cidr}"`,
      );
    else if (wrong !== undefined)
      problems.add(
        "not-allowed",
        "publicEndpointCidrs",
        `publicEndpointCidrs must not be "${cidr}", ${wrong === "open" ? openBlock(cidr) : "which is private: nothing comes from it by the internet"}; give the blocks of your offices, or none for a private cluster`,
      );
  }
  for (const id of props.administratorGroupIds ?? [])
    if (isKnown(id) && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
      problems.add(
        "malformed",
        "administratorGroupIds",
        `administratorGroupIds must be object ids of Microsoft Entra groups, got "${id}"; write one such as "11111111-2222-3333-4444-555555555555"`,
      );
}

/** A Ray head takes 2 CPUs and 8 GiB of what the controllers and the kubelet leave of one. */
function checkSystem(problems: Problems, props: KubeRayClusterProps): void {
  const { systemNodes = KUBE_RAY_CLUSTER.systemNodes.default, maxSystemNodes = systemNodes } = props;
  if (maxSystemNodes < systemNodes)
    problems.add(
      "conflict",
      "maxSystemNodes",
      `maxSystemNodes must be at least systemNodes ${systemNodes}, got ${maxSystemNodes}; use ${systemNodes} or leave it out`,
    );
  const name = props.systemInstanceType ?? KUBE_RAY_CLUSTER.systemInstanceType.default;
  const type = findInstanceType(name);
  if (type === undefined || !name.startsWith("Standard_")) {
    problems.add(
      "unknown-name",
      "systemInstanceType",
      `systemInstanceType "${name}" is not an Azure size in the catalog; nearest are ${nearestInstanceTypes(name).join(", ")}`,
    );
    return;
  }
  const { architecture, acceleratorCount, vcpus, memoryGiB } = type;
  if (architecture === "x86_64" && acceleratorCount === 0 && vcpus >= 4 && memoryGiB >= 16) return;
  problems.add(
    "not-allowed",
    "systemInstanceType",
    `systemInstanceType must be an x86_64 size without GPUs, of at least 4 vCPUs and 16 GiB, so that a Ray head fits in addition to the controllers, got "${name}" (${acceleratorCount > 0 ? "which has GPUs" : `${architecture}, ${vcpus} vCPUs, ${memoryGiB} GiB`}); use "Standard_D4as_v5" or larger`,
  );
}

function checkWorkloadPools(problems: Problems, props: KubeRayClusterProps): void {
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

function checkModels(problems: Problems, { serving = [] }: KubeRayClusterProps): void {
  const models = modelArchitectures().map(({ name }) => name);
  serving.forEach(({ model, engine, image }, i) => {
    if (!models.includes(model))
      problems.add(
        "unknown-name",
        `serving[${i}].model`,
        `serving[${i}].model "${model}" is not in the catalog; ${nearModels(model)}`,
      );
    if (engine === "leader-worker-set" && image === undefined)
      problems.add(
        "required",
        `serving[${i}].image`,
        `serving[${i}].image is required with engine "leader-worker-set"; give a vllm/vllm-openai image with its version`,
      );
  });
}

/** Load balancers of Azure end no TLS, and there is no gateway here that does. */
function checkExposures(problems: Problems, { serving = [], triton = [] }: KubeRayClusterProps): void {
  for (const [list, of] of [
    ["serving", serving],
    ["triton", triton],
  ] as const)
    of.forEach(({ exposure }, i) => {
      if (exposure !== "public" && exposure !== "gateway") return;
      const path = `${list}[${i}].exposure`;
      problems.add(
        "not-allowed",
        path,
        `${path} must be "internal" or "cluster" on AKS, whose load balancers end no TLS and ask for no key, got "${exposure}"; use "internal", with an Application Gateway or API Management of yours in front`,
      );
    });
}

/** Only Blob Storage is read with the identity of the pods, and engines stream from other stores. */
function checkAddressesOfFiles(problems: Problems, { serving = [], triton = [] }: KubeRayClusterProps): void {
  const given = [
    ...serving.map(({ weights }, i) => ({ path: `serving[${i}].weights`, address: weights })),
    ...triton.map(({ modelRepository }, i) => ({ path: `triton[${i}].modelRepository`, address: modelRepository })),
  ];
  for (const { path, address } of given)
    if (
      /^https:/.test(address) &&
      isKnown(address) &&
      !/^https:\/\/[a-z0-9]{3,24}\.blob\.core\.windows\.net\/[a-z0-9-]+\//.test(address)
    )
      problems.add(
        "malformed",
        path,
        `${path} must be an address in Blob Storage, got "${address}"; write one such as "https://<account>.blob.core.windows.net/<container>/<prefix>", or bucket.uri("weights/llama")`,
      );
  serving.forEach(({ lora }, i) => {
    if (lora === undefined) return;
    const path = `serving[${i}].lora`;
    problems.add(
      "not-allowed",
      path,
      say`${prop(path)} cannot be served on AKS, since Ray Serve fetches adapters from S3 or Cloud Storage as requests name them; merge the adapter into the weights, or ${leaveOut(path)}`,
    );
  });
  serving.forEach(({ weightsLoading }, i) => {
    if (weightsLoading !== "stream") return;
    const path = `serving[${i}].weightsLoading`;
    problems.add(
      "not-allowed",
      path,
      say`${prop(path)} "stream" reads S3 alone in the engines of the catalog; ${leaveOut(path)}: each node then fetches one copy to its own disk`,
    );
  });
}
