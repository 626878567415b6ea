import { accelerators, findAccelerator } from "../../../catalog/accelerators";
import { findInstanceType, nearestInstanceTypes } from "../../../catalog/instance-types";
import type { KubernetesPlatform, PlatformRdma } from "../../../catalog/kubernetes-platforms";
import { findRentedNode, rentedNodes } from "../../../catalog/market/rented-nodes";
import type { Problems } from "../../../errors";
import { checkUnique } from "../../../kubernetes/chart/check-names";
import { GPU_CLOUDS } from "../../../review/clouds/market/gpu-clouds";
import { nearest } from "../../../units/nearest";
import { isKnown } from "../../common/terraform-text";
import type { ExistingKubernetesProps, ExistingPool } from "./existing-kubernetes-props";

/** Checks how the cluster is reached: one way, and no credential as text. */
export function checkConnection(problems: Problems, props: ExistingKubernetesProps): void {
  const { kubeconfigPath, kubeconfigContext, host, clusterCaCertificate, token, exec } = props;
  if ((kubeconfigPath === undefined) === (host === undefined))
    problems.add(
      kubeconfigPath === undefined ? "required" : "conflict",
      "kubeconfigPath",
      `kubeconfigPath or host must be given, and not both, got ${kubeconfigPath === undefined ? "neither" : "both"}; give kubeconfigPath: "~/.kube/config", or host with clusterCaCertificate and exec or token`,
    );
  if (host === undefined && kubeconfigPath !== undefined)
    for (const [name, value] of Object.entries({ clusterCaCertificate, token, exec }))
      if (value !== undefined)
        problems.add("conflict", name, `${name} goes with host, but kubeconfigPath is given; leave it out`);
  if (kubeconfigContext !== undefined && kubeconfigPath === undefined)
    problems.add(
      "conflict",
      "kubeconfigContext",
      "kubeconfigContext is one of a kubeconfig; give kubeconfigPath, or leave it out",
    );
  if (host !== undefined && (token === undefined) === (exec === undefined))
    problems.add(
      "required",
      "exec",
      `host needs exec or token, and not both, got ${token === undefined ? "neither" : "both"}; give exec: { command: "…" }, a program that prints a token for each run`,
    );
  if (isKnown(token))
    problems.add(
      "not-allowed",
      "token",
      "token must be a reference, since Terraform's plan and the synthesized stack would keep it as text; use a sensitive TerraformVariable, or exec",
    );
  if (isKnown(host) && !/^https:\/\/\S+$/.test(host))
    problems.add(
      "malformed",
      "host",
      `host must be an https address, got "${host}"; write it like "https://k8s.example.com:6443"`,
    );
}

/** A node of the catalog, and of no other cloud than the platform's. */
function checkInstanceType(problems: Problems, path: string, name: string, { cloud, title }: KubernetesPlatform): void {
  const provider = GPU_CLOUDS[cloud]?.provider ?? cloud;
  const own = rentedNodes(provider).map((row) => row.name);
  const instead = own.length > 0 ? nearest(name, own, 3) : nearestInstanceTypes(name);
  const use = `use one of ${(instead.length > 0 ? instead : own).join(", ")}, or give node with the shape`;
  const rented = findRentedNode(name);
  if (findInstanceType(name) === undefined)
    problems.add(
      "unknown-name",
      path,
      `${path} "${name}" is not in the catalog; ${instead.length + own.length > 0 ? use : "give node with the shape instead"}`,
    );
  else if (rented !== undefined && rented.provider !== provider)
    problems.add(
      "conflict",
      path,
      `${path} "${name}" is a node of ${rented.provider}, and the cluster is one of ${title}; ${own.length > 0 ? use : "give node with the shape instead"}`,
    );
}

function useAccelerator(name: string): string {
  const all = accelerators().map((row) => row.name);
  // most people leave out form and memory: "H100", "L40S"
  const begun = all.filter((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}-`));
  const near = begun.length > 0 ? begun : nearest(name, all, 1);
  if (near.length > 1) return `use one of ${near.join(", ")}`;
  if (near.length === 1) return `use "${near[0]}"`;
  return 'use a name of `accelerators()`, such as "H100-SXM-80GB"';
}

function checkNode(
  problems: Problems,
  path: string,
  { instanceType, node }: ExistingPool,
  row: KubernetesPlatform,
): void {
  if ((instanceType === undefined) === (node === undefined))
    problems.add(
      "required",
      `${path}.node`,
      `${path} needs instanceType or node, and not both, got ${node === undefined ? "neither" : "both"}; give node: { accelerator: "H100-SXM-80GB", gpus: 8, vcpus: 128, memoryGiB: 2048 }`,
    );
  if (instanceType !== undefined) checkInstanceType(problems, `${path}.instanceType`, instanceType, row);
  if (node !== undefined && findAccelerator(node.accelerator) === undefined)
    problems.add(
      "unknown-name",
      `${path}.node.accelerator`,
      `${path}.node.accelerator "${node.accelerator}" is not in the catalog; ${useAccelerator(node.accelerator)}`,
    );
}

/** A fabric that no resource counts out belongs to one pod of a node. */
function checkWholeNodes(problems: Problems, props: ExistingKubernetesProps, rdma: PlatformRdma | null): void {
  if (rdma === null || rdma.resource !== null) return;
  (props.rayClusters ?? []).forEach(({ pools, gpusPerPod }, i) => {
    for (const { name, node, instanceType, fabric = true } of props.pools) {
      const gpus = node?.gpus ?? findInstanceType(instanceType ?? "")?.acceleratorCount;
      if (!fabric || !pools.includes(name) || gpusPerPod === undefined || gpusPerPod === gpus) continue;
      problems.add(
        "conflict",
        `rayClusters[${i}].gpusPerPod`,
        `rayClusters[${i}].gpusPerPod ${gpusPerPod} would put several workers on one node of pool "${name}", but on this platform one pod takes the whole fabric of a node; use ${gpus}, or set fabric: false on the pool`,
      );
    }
  });
}

/** Checks pools, names of pools, and the fabric, before anything is derived of them. */
export function checkExistingPools(
  problems: Problems,
  props: ExistingKubernetesProps,
  row: KubernetesPlatform,
  rdma: PlatformRdma | null,
): void {
  const names = props.pools.map(({ name }) => name);
  checkUnique(problems, "pools", "pools", names);
  props.pools.forEach((pool, i) => {
    const path = `pools[${i}]`;
    checkNode(problems, path, pool, row);
    if (pool.nodes.min > pool.nodes.max)
      problems.add(
        "out-of-range",
        `${path}.nodes`,
        `${path}.nodes.min ${pool.nodes.min} is more than nodes.max ${pool.nodes.max}; use ${pool.nodes.max} or raise nodes.max`,
      );
    if ((pool.fabric ?? true) && pool.nodes.max > 1 && rdma === null)
      problems.add(
        "required",
        "rdma",
        `rdma is required for pool "${pool.name}": how pods on ${row.title} request the fabric is not published; give rdma: { resource: "…" } as \`kubectl describe node\` lists it, or set fabric: false on the pool`,
      );
  });
  (props.rayClusters ?? []).forEach((cluster, i) => {
    cluster.pools.forEach((name, j) => {
      if (names.includes(name)) return;
      problems.add(
        "unknown-name",
        `rayClusters[${i}].pools[${j}]`,
        `rayClusters[${i}].pools[${j}] "${name}" is not a pool; use ${nearest(name, names)[0] ?? names.join(", ")}`,
      );
    });
  });
  checkWholeNodes(problems, props, rdma);
  (props.volumes ?? []).forEach(({ storageClass, nfs }, i) => {
    if (storageClass !== undefined && nfs !== undefined)
      problems.add("conflict", `volumes[${i}].nfs`, `volumes[${i}] has storageClass and nfs; leave one of them out`);
    else if (storageClass === undefined && nfs === undefined && row.sharedStorageClass === null)
      problems.add(
        "required",
        `volumes[${i}].storageClass`,
        `volumes[${i}] needs storageClass or nfs: the storage class of ${row.title} for ReadWriteMany volumes is not known; take one of \`kubectl get storageclass\``,
      );
  });
}
