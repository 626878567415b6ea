import type { Problems } from "../../../errors";
import { checkName } from "../../../kubernetes/chart/check-names";
import { checkMountPaths } from "../../../kubernetes/storage/check-mount-paths";
import { isLabelKey, isLabelValue } from "../../../model/kubernetes/label-form";
import { blockProblem } from "../../../units/client-blocks";
import { isKnown } from "../../common/terraform-text";
import type { ExistingKubernetesProps, ExistingVolume } from "./existing-kubernetes-props";

type Labels = Readonly<Record<string, string>>;

/** Checks what the API server would refuse, or what no node would ever match. */
export function checkExistingForms(problems: Problems, props: ExistingKubernetesProps): void {
  const { pools, systemNodes, networkCidr, volumes = [] } = props;
  pools.forEach(({ name, nodeLabels, taintKeys = [] }, i) => {
    const path = `pools[${i}]`;
    checkLabels(problems, `${path}.nodeLabels`, nodeLabels);
    if (nodeLabels !== undefined && Object.keys(nodeLabels).length === 0)
      problems.add(
        "required",
        `${path}.nodeLabels`,
        `${path}.nodeLabels must have a label, or pods of pool "${name}" could run on any node; leave it out for "warpform/pool": "${name}", which you set on the nodes`,
      );
    taintKeys.forEach((key, j) => {
      checkKey(problems, `${path}.taintKeys[${j}]`, key, "gpu");
    });
    const twin = pools.slice(0, i).find((other) => nodeLabels !== undefined && sameNodes(other.nodeLabels, nodeLabels));
    if (twin)
      problems.add(
        "duplicate",
        `${path}.nodeLabels`,
        `${path}.nodeLabels are those of pool "${twin.name}", so that both pools select the same nodes; use labels that differ`,
      );
    if (nodeLabels !== undefined && sameNodes(systemNodes.labels, nodeLabels))
      problems.add(
        "conflict",
        "systemNodes.labels",
        `systemNodes.labels are those of pool "${name}", so that Ray heads would run on GPU nodes; use a label of nodes without GPUs`,
      );
  });
  checkLabels(problems, "systemNodes.labels", systemNodes.labels);
  if (networkCidr !== undefined && isKnown(networkCidr) && blockProblem(networkCidr) === "malformed")
    problems.add(
      "malformed",
      "networkCidr",
      `networkCidr must be an IPv4 block such as "10.0.0.0/16", got "${networkCidr}"`,
    );
  checkVolumes(problems, volumes);
  checkRdma(problems, props.rdma);
}

const sameNodes = (a: Labels | undefined, b: Labels) =>
  a !== undefined &&
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([key, value]) => b[key] === value);

function checkKey(problems: Problems, path: string, key: string, example: string): void {
  if (isLabelKey(key)) return;
  problems.add(
    "malformed",
    path,
    `${path} must be up to 63 letters, digits, "-", "_" and ".", optionally after a DNS name and "/", got "${key}"; write it like "${example}"`,
  );
}

function checkLabels(problems: Problems, path: string, labels: Labels = {}): void {
  for (const [key, value] of Object.entries(labels)) {
    checkKey(problems, path, key, "node.kubernetes.io/instance-type");
    if (isLabelValue(value)) continue;
    problems.add(
      "malformed",
      path,
      `${path} must have values of up to 63 letters, digits, "-", "_" and ".", got "${value}" for "${key}"; copy it from \`kubectl get nodes --show-labels\``,
    );
  }
}

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-subdomain-names */
const SUBDOMAIN = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/;

/** Whether a text can name a Secret or a StorageClass. */
export const isSubdomain = (name: string) => SUBDOMAIN.test(name);

function checkVolumes(problems: Problems, volumes: readonly ExistingVolume[]): void {
  checkMountPaths(
    problems,
    volumes.map(({ path, name }, i) => ({ at: `volumes[${i}]`, path, name, isBucket: false })),
  );
  volumes.forEach(({ name, storageClass, nfs }, i) => {
    const path = `volumes[${i}]`;
    checkName(problems, `${path}.name`, name);
    if (storageClass !== undefined && isKnown(storageClass) && !isSubdomain(storageClass))
      problems.add(
        "malformed",
        `${path}.storageClass`,
        `${path}.storageClass must be the name of a StorageClass, lower-case letters, digits, dashes and dots, got "${storageClass}"; take one of \`kubectl get storageclass\``,
      );
    if (nfs === undefined) return;
    if (isKnown(nfs.server) && !/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$|^[0-9a-f:]+$/i.test(nfs.server))
      problems.add(
        "malformed",
        `${path}.nfs.server`,
        `${path}.nfs.server must be only a host name or an address, got "${nfs.server}"; write it like "nas.example.com"`,
      );
    if (isKnown(nfs.path) && !nfs.path.startsWith("/"))
      problems.add(
        "malformed",
        `${path}.nfs.path`,
        `${path}.nfs.path must be absolute, got "${nfs.path}"; use "/${nfs.path}"`,
      );
  });
}

function checkRdma(problems: Problems, rdma: ExistingKubernetesProps["rdma"]): void {
  if (rdma === undefined) return;
  const { resource, capabilities = [], folders = [] } = rdma;
  if (resource && !(resource.includes("/") && isLabelKey(resource)))
    problems.add(
      "malformed",
      "rdma.resource",
      `rdma.resource must be an extended resource as \`kubectl describe node\` lists it, got "${resource}"; write it like "rdma/ib"`,
    );
  capabilities.forEach((name, i) => {
    if (!/^[A-Z]+(_[A-Z]+)*$/.test(name) || name.startsWith("CAP_"))
      problems.add(
        "malformed",
        `rdma.capabilities[${i}]`,
        `rdma.capabilities[${i}] must be a Linux capability in capitals without CAP_, got "${name}"; use "${name.toUpperCase().replace(/^CAP_/, "")}"`,
      );
  });
  folders.forEach(({ name, path, mountPath }, i) => {
    const at = `rdma.folders[${i}]`;
    checkName(problems, `${at}.name`, name);
    for (const [prop, value] of Object.entries({ path, mountPath }))
      if (!value.startsWith("/"))
        problems.add("malformed", `${at}.${prop}`, `${at}.${prop} must be absolute, got "${value}"; use "/${value}"`);
  });
}
