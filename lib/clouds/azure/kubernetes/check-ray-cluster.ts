import { findInstanceType, nearestInstanceTypes } from "../../../catalog/instance-types";
import type { Problems } from "../../../errors";
import { checkMountPaths } from "../../../kubernetes/storage/check-mount-paths";
import { shown } from "../../../props/shown";
import { leaveOut } from "../../../remedies/remedy";
import { prop, say } from "../../../remedies/sentence";
import { type Cidr, overlaps, parseCidr } from "../../../units/cidr";
import { isKnown } from "../../common/terraform-text";
import {
  checkClusterPools,
  checkEndpointCidrs,
  checkServedModels,
  checkSystemNodes,
  checkSystemType,
  checkWorkloadPools,
} from "../../common/workloads/check-cluster";
import { checkFileSystems } from "../../common/workloads/check-file-systems";
import { SECRETS_PATH } from "../../common/workloads/kept-secrets";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { checkBudget } from "./check-budget";
import { checkGpuDriver } from "./check-gpu-driver";
import { checkProvisioner } from "./check-provisioner";
import { checkRacks } from "./check-racks";
import { checkSecrets } from "./check-secrets";
import type { KubeRayClusterProps } from "./kube-ray-cluster-props";
import { KUBE_RAY_CLUSTER } from "./kube-ray-cluster-table";
import { checkRegistry } from "./registry/image-mirror";

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
  checkServedModels(problems, props.serving ?? []);
  checkExposures(problems, props);
  checkAddressesOfFiles(problems, props);
  checkMounts(problems, props.fileSystems ?? []);
  checkBudget(problems, props);
  checkGpuDriver(problems, props);
  checkRacks(problems, props);
  checkProvisioner(problems, props);
  checkRegistry(problems, props.registry);
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

function checkPools(problems: Problems, props: KubeRayClusterProps): void {
  checkClusterPools(problems, props, (path, pool) => {
    const { name, instanceType, nodes, fabric } = pool;
    if (!POOL_NAME.test(name))
      problems.add(
        "malformed",
        path,
        `${path} must have an id of 1 to 12 lower-case letters and digits, which AKS takes as names of node pools, got "${name}"; use "${suggestedName(name)}"`,
      );
    if (fabric !== undefined && instanceType.architecture === "x86_64" && nodes.max > MOST_ON_FABRIC)
      problems.add(
        "out-of-range",
        `${path}.nodes.max`,
        `${path}.nodes.max of "${name}" must be at most ${MOST_ON_FABRIC} on a fabric: AKS makes the pool one placement group, got ${nodes.max}; use ${MOST_ON_FABRIC}, or SlurmHeadNode`,
      );
    checkUnused(problems, path, pool);
  });
}

const suggestedName = (name: string): string =>
  name
    .replaceAll(/[^a-z0-9]/g, "")
    .replace(/^\d+/, "")
    .slice(0, 12) || "gpus";

/** Props of a pool that say what nodes are that AKS makes by its own images. */
function checkUnused(problems: Problems, path: string, { name, props }: GpuNodePool): void {
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
  checkEndpointCidrs(problems, props.publicEndpointCidrs ?? []);
  for (const id of props.administratorGroupIds ?? [])
    if (isKnown(id) && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
      problems.add(
        "malformed",
        "administratorGroupIds",
        `administratorGroupIds must be object ids of Microsoft Entra groups, got "${id}"; write one such as "11111111-2222-3333-4444-555555555555"`,
      );
}

function checkSystem(problems: Problems, props: KubeRayClusterProps): void {
  const { systemNodes = KUBE_RAY_CLUSTER.systemNodes.default, maxSystemNodes = systemNodes } = props;
  checkSystemNodes(problems, systemNodes, maxSystemNodes);
  const name = props.systemInstanceType ?? KUBE_RAY_CLUSTER.systemInstanceType.default;
  checkSystemType(problems, name, {
    type: name.startsWith("Standard_") ? findInstanceType(name) : undefined,
    unknown: `is not an Azure size in the catalog; nearest are ${nearestInstanceTypes(name).join(", ")}`,
    word: "size",
    least: "Standard_D4as_v5",
  });
}

/** Where pods find file systems, apart from where they find their secrets. */
function checkMounts(problems: Problems, fileSystems: NonNullable<KubeRayClusterProps["fileSystems"]>): void {
  const mounts = fileSystems.map(({ path }, i) => ({ at: `fileSystems[${i}]`, path, name: path, isBucket: false }));
  checkMountPaths(problems, mounts, [SECRETS_PATH]);
  checkFileSystems(problems, fileSystems);
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
        `${path} must be "internal" or "cluster" on AKS, whose load balancers neither terminate TLS nor check API keys, got "${exposure}"; use "internal", behind your own Application Gateway or API Management`,
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
