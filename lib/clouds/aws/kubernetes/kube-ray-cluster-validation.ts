import {
  DEFAULT_BOTTLEROCKET_RELEASES,
  DEFAULT_EKS_VERSION,
  DEFAULT_NODE_GROUP_RELEASES,
  DEFAULT_NODE_IMAGE_VERSIONS,
  eksAddOns,
  eksVersions,
  findEksVersion,
} from "../../../catalog/eks";
import { findInstanceType, nearestInstanceTypes } from "../../../catalog/instance-types";
import type { Problems } from "../../../errors";
import type { NodeImage } from "../../../kubernetes/gpus/gpu-stack";
import { nearest } from "../../../units/nearest";
import { checkProps } from "../../common/check-props";
import {
  checkEndpointCidrs,
  checkServedModels,
  checkSystemNodes,
  checkSystemType,
  checkWorkloadPools,
} from "../../common/workloads/check-cluster";
import { headNamespaces } from "../../common/workloads/workload-context";
import { checkPools } from "./check-pools";
import { checkAddOnUse, checkUnused } from "./check-unused";
import { checkAddOnVersion, checkAwsNames, checkCertificates, checkEgressCidrs } from "./kube-ray-cluster-forms";
import type { KubeRayClusterProps } from "./kube-ray-cluster-props";
import { KUBE_RAY_CLUSTER } from "./kube-ray-cluster-table";
import { DEFAULTS } from "./ray-defaults";
import { checkOffline } from "./registry/check-offline";
import { checkRegistry } from "./registry/image-addresses";
import { checkMounts } from "./workloads/bucket-mounts";
import { checkSecrets } from "./workloads/secret-readers";

/** What does not hold and must before anything can be derived. */
export function kubeRayClusterProblems(path: string, props: KubeRayClusterProps): Problems {
  const problems = checkProps(`KubeRayCluster "${path}"`, KUBE_RAY_CLUSTER, props);
  checkNameLength(problems, path, props.network.clusterName);
  checkWayOut(problems, props);
  checkRegistry(problems, props);
  checkOffline(problems, props);
  checkVersion(problems, props.kubernetesVersion ?? DEFAULT_EKS_VERSION);
  checkImages(problems, props);
  checkPools(problems, props);
  checkReferences(problems, props);
  checkMounts(problems, props);
  checkSecrets(problems, props);
  checkSystem(problems, props);
  checkBudget(problems, props);
  checkAwsNames(problems, props);
  checkCertificates(problems, props);
  checkUnused(problems, props);
  for (const [name, version] of Object.entries(props.addOnVersions ?? {})) {
    const names = eksAddOns().map((row) => row.name);
    if (names.includes(name)) {
      checkAddOnVersion(problems, name, version);
      checkAddOnUse(problems, name, props);
    } else
      problems.add(
        "unknown-name",
        "addOnVersions",
        `addOnVersions names "${name}", which the cluster does not install; use ${nearest(name, names)[0] ?? names.join(", ")}`,
      );
  }
  return problems;
}

/** Letters of the longest role: 64, less those of "-aws-ebs-csi-driver". https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
const MAX_NAME_LENGTH = 45;

/** What EKS takes as the name of a cluster, which begins with the network's. */
const NAME = /^[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?$/;

function checkNameLength(problems: Problems, path: string, clusterName: string): void {
  const id = path.split("/").at(-1)!;
  if (!NAME.test(id)) {
    const plain = id.normalize("NFKD").replaceAll(/[^A-Za-z0-9]+/g, "-");
    const message = `the id of a cluster must be letters, digits, dashes and underscores, beginning and ending with a letter or digit, got "${id}"; it names the EKS cluster, roles and log groups, so use "${plain.replaceAll(/^-+|-+$/g, "") || "ray"}"`;
    problems.add("malformed", "id", message);
    return;
  }
  const most = MAX_NAME_LENGTH - clusterName.length - 1;
  if (id.length <= most) return;
  problems.add(
    "out-of-range",
    "id",
    `id must have at most ${most} characters with the cluster's name "${clusterName}", since names of IAM roles hold both, got "${id}"; use "${id.slice(0, most)}"`,
  );
}

/** Where images and charts come from, none of which a VPC endpoint reaches. */
const REGISTRIES = "public.ecr.aws, registry.k8s.io, quay.io, nvcr.io, ghcr.io and docker.io";

function checkWayOut(problems: Problems, { network, registry }: KubeRayClusterProps): void {
  if (network.egress !== "endpoints-only" || registry !== undefined) return;
  problems.add(
    "conflict",
    "network.egress",
    `network.egress must not be "endpoints-only" for a Kubernetes cluster: images of controllers and device plugins come from ${REGISTRIES}, which no VPC endpoint reaches, so no node would ever be Ready; give registry (a mirror, or pullThrough), use egress "nat", or an imported network whose way out is a transit gateway or a proxy`,
  );
}

function checkVersion(problems: Problems, version: string): void {
  if (findEksVersion(version)) return;
  const names = eksVersions().map(({ name }) => name);
  problems.add(
    "not-allowed",
    "kubernetesVersion",
    `kubernetesVersion must be one that EKS supports (${names.join(", ")}), got "${version}"; use "${DEFAULT_EKS_VERSION}"`,
  );
}

function checkImages(
  problems: Problems,
  { nodeImage, nodeImageVersion, provisioner, kubernetesVersion = DEFAULT_EKS_VERSION }: KubeRayClusterProps,
): void {
  if (nodeImageVersion !== undefined)
    checkImageVersion(problems, nodeImage ?? KUBE_RAY_CLUSTER.nodeImage.default, nodeImageVersion, provisioner);
  // EKS' releases of AL2023 begin with the Kubernetes version
  const release = provisioner === "managed" ? /^1\.\d+(?=\.\d+-\d{8}$)/.exec(nodeImageVersion ?? "")?.[0] : undefined;
  if (release !== undefined && nodeImage !== "bottlerocket" && release !== kubernetesVersion)
    problems.add(
      "conflict",
      "nodeImageVersion",
      `nodeImageVersion "${nodeImageVersion}" is of another Kubernetes version than the cluster's ${kubernetesVersion}; use "${DEFAULT_NODE_GROUP_RELEASES[kubernetesVersion] ?? "latest"}"`,
    );
}

/** How releases are written, by who starts the nodes and the image family, with an example of each. */
const IMAGE_VERSIONS = {
  karpenter: {
    al2023: [/^(v\d{8}|latest)$/, DEFAULT_NODE_IMAGE_VERSIONS.al2023],
    bottlerocket: [/^(v?\d+\.\d+\.\d+|latest)$/, DEFAULT_NODE_IMAGE_VERSIONS.bottlerocket],
  },
  managed: {
    al2023: [/^(1\.\d+\.\d+-\d{8}|latest)$/, DEFAULT_NODE_GROUP_RELEASES[DEFAULT_EKS_VERSION]!],
    bottlerocket: [/^(\d+\.\d+\.\d+-[0-9a-f]{8}|latest)$/, DEFAULT_BOTTLEROCKET_RELEASES[DEFAULT_EKS_VERSION]!],
  },
} as const;

function checkImageVersion(
  problems: Problems,
  image: NodeImage,
  version: string,
  provisioner: KubeRayClusterProps["provisioner"] = "karpenter",
): void {
  const format = IMAGE_VERSIONS[provisioner]?.[image];
  if (format === undefined || format[0].test(version)) return;
  problems.add(
    "malformed",
    "nodeImageVersion",
    `nodeImageVersion must be a release of ${image} as provisioner "${provisioner}" takes it, got "${version}"; write it like "${format[1]}"`,
  );
}

function checkReferences(problems: Problems, props: KubeRayClusterProps): void {
  checkWorkloadPools(problems, props);
  checkServedModels(problems, props.serving ?? []);
  (props.serving ?? []).forEach((of, i) => {
    if (of.engine === undefined || of.engine === "ray") return;
    for (const prop of ["rayVersion", "upgradeStrategy"] as const)
      if (of[prop] !== undefined)
        problems.add(
          "conflict",
          `serving[${i}].${prop}`,
          `serving[${i}].${prop} has no effect with engine "${of.engine}", which runs without Ray; leave it out`,
        );
  });
  if (props.gateway && !props.serving?.length && !props.triton?.length)
    problems.add(
      "conflict",
      "gateway",
      "gateway leads to the models of serving and triton, and none is given; add one or leave it out",
    );
  if (props.gateway?.exposure === "public" && props.gateway.subnetIds === undefined)
    problems.add(
      "required",
      "gateway.subnetIds",
      'gateway.subnetIds is required with exposure "public": the network has a public subnet in one zone only, and an Application Load Balancer wants two; give two public subnets',
    );
  if (props.tls && !props.rayClusters?.length)
    problems.add(
      "conflict",
      "tls",
      "tls encrypts traffic between the processes of rayClusters, and none is given; add one or leave it out (certificateArn is for clients of a model)",
    );
  const onRay = (props.serving ?? []).filter(({ engine }) => engine === undefined || engine === "ray");
  const rays = onRay.length + (props.rayClusters?.length ?? 0) + (props.fineTuning?.length ?? 0);
  const { rayFiles = false } = props.podLogs || {};
  if (rayFiles && rays === 0)
    problems.add(
      "conflict",
      "podLogs.rayFiles",
      "podLogs.rayFiles keeps the files of Ray clusters, runs and models on Ray, and this cluster has none; add one or leave it out",
    );
  if (props.gcsStorePerNamespace && !props.gcsFaultTolerance)
    problems.add(
      "conflict",
      "gcsStorePerNamespace",
      "gcsStorePerNamespace has no effect without gcsFaultTolerance; set gcsFaultTolerance: true or leave it out",
    );
  (props.rayClusters ?? []).forEach(({ evictableHead }, i) => {
    if (evictableHead && !props.gcsFaultTolerance)
      problems.add(
        "conflict",
        `rayClusters[${i}].evictableHead`,
        `rayClusters[${i}].evictableHead would lose the cluster with its head, whose state is only in the head; set gcsFaultTolerance: true or leave it out`,
      );
  });
  if (props.gcsNodeType !== undefined && !props.gcsFaultTolerance)
    problems.add(
      "conflict",
      "gcsNodeType",
      `gcsNodeType "${props.gcsNodeType}" has no effect without gcsFaultTolerance; set gcsFaultTolerance: true or leave it out`,
    );
  if (props.gcsFaultTolerance && headNamespaces(props).length === 0)
    problems.add(
      "conflict",
      "gcsFaultTolerance",
      "gcsFaultTolerance keeps the state of heads of rayClusters and of models that Ray serves, and none is given; add one or leave it out",
    );
}

function checkBudget(
  problems: Problems,
  { monthlyBudgetUsd, budgetEmails, budgetTopicArn }: KubeRayClusterProps,
): void {
  if (monthlyBudgetUsd === undefined) {
    if (budgetEmails?.length || budgetTopicArn !== undefined)
      problems.add(
        "required",
        "monthlyBudgetUsd",
        "monthlyBudgetUsd is required with budgetEmails or budgetTopicArn; give the cluster's budget in US dollars a month",
      );
    return;
  }
  if (!problems.has("monthlyBudgetUsd") && !budgetEmails?.length && budgetTopicArn === undefined)
    problems.add(
      "required",
      "budgetEmails",
      "budgetEmails or budgetTopicArn is required with monthlyBudgetUsd, which has no recipient otherwise; give an address",
    );
}

function checkSystem(problems: Problems, props: KubeRayClusterProps): void {
  const release = props.systemImageVersion;
  const version = props.kubernetesVersion ?? DEFAULT_EKS_VERSION;
  if (release !== undefined && !/^(1\.\d+\.\d+-\d{8}|latest)$/.test(release))
    problems.add(
      "malformed",
      "systemImageVersion",
      `systemImageVersion must be a release of AL2023 as EKS names it, got "${release}"; write it like "${DEFAULT_NODE_GROUP_RELEASES[version] ?? DEFAULT_NODE_GROUP_RELEASES[DEFAULT_EKS_VERSION]}"`,
    );
  else if (release !== undefined && release !== "latest" && !release.startsWith(`${version}.`))
    problems.add(
      "conflict",
      "systemImageVersion",
      `systemImageVersion "${release}" is of another Kubernetes version than the cluster's ${version}; use "${DEFAULT_NODE_GROUP_RELEASES[version] ?? "latest"}"`,
    );
  const { systemNodes = DEFAULTS.systemNodes, maxSystemNodes = systemNodes } = props;
  checkSystemNodes(problems, systemNodes, maxSystemNodes);
  const { systemInstanceType: name } = props;
  if (name !== undefined)
    checkSystemType(problems, name, {
      type: findInstanceType(name),
      unknown: `is not in the catalog; nearest are ${nearestInstanceTypes(name).join(", ")}`,
      word: "type",
      least: "m7i.xlarge",
    });
  checkEndpointCidrs(problems, props.publicEndpointCidrs ?? []);
  checkEgressCidrs(problems, props.egressCidrs ?? []);
}
