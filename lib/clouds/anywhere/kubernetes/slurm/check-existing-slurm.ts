import type { Problems } from "../../../../errors";
import { checkImage, checkName, checkNamespace } from "../../../../kubernetes/chart/check-names";
import { checkName as checkSlurmName, checkUnique, namePatterns } from "../../../../slurm/definition/check-value";
import { blockProblem, openBlock } from "../../../../units/client-blocks";
import { nearest } from "../../../../units/nearest";
import { isKnown } from "../../../common/terraform-text";
import type { ExistingKubernetesProps } from "../existing-kubernetes-props";
import { checkSlurmConf } from "./check-slurm-conf";
import type { ExistingSlurm, ExistingSlurmLogin, ExistingSlurmPartition } from "./existing-slurm-props";
import { EXISTING_SLURM } from "./existing-slurm-table";

/** Files that slurmctld hands to slurmd. @see SlinkyProject/slurm-operator@v1.2.1 internal/webhook/controller_webhook.go (`knownConfigFiles`) */
const CONFIG_FILES = [
  "acct_gather.conf",
  "burst_buffer.conf",
  "cgroup.conf",
  "cli_filter.lua",
  "gres.conf",
  "helpers.conf",
  "job_container.conf",
  "job_submit.lua",
  "mpi.conf",
  "namespace.yaml",
  "oci.conf",
  "plugstack.conf",
  "topology.conf",
  "topology.yaml",
];

/** Files that the operator writes itself. */
const OPERATORS = ["slurm.conf", "slurmdbd.conf"];

function checkPartition(
  problems: Problems,
  path: string,
  { name, pools, defaultTimeMinutes, maxTimeMinutes }: ExistingSlurmPartition,
  known: readonly string[],
): void {
  checkSlurmName(problems, `${path}.name`, name, "partition");
  if (name.toLowerCase() === "default")
    problems.add(
      "not-allowed",
      `${path}.name`,
      `${path}.name cannot be ${name}, which Slurm reserves for defaults; use main`,
    );
  pools.forEach((pool, i) => {
    if (known.includes(pool)) return;
    problems.add(
      "unknown-name",
      `${path}.pools[${i}]`,
      `${path}.pools[${i}] "${pool}" is not a pool; use ${nearest(pool, known)[0] ?? known.join(", ")}`,
    );
  });
  if (defaultTimeMinutes !== undefined && maxTimeMinutes !== undefined && defaultTimeMinutes > maxTimeMinutes)
    problems.add(
      "conflict",
      `${path}.defaultTimeMinutes`,
      `${path}.defaultTimeMinutes must be at most maxTimeMinutes (${maxTimeMinutes}), got ${defaultTimeMinutes}; use ${maxTimeMinutes}`,
    );
}

/** What a partition promises has to be there: accounts come from the database, nodes from its pools. */
function checkLimits(problems: Problems, slurm: ExistingSlurm, pools: ExistingKubernetesProps["pools"]): void {
  slurm.partitions.forEach((partition, i) => {
    const at = `slurm.partitions[${i}]`;
    for (const prop of ["allowAccounts", "allowQos"] as const)
      if (partition[prop] !== undefined && slurm.accounting === undefined)
        problems.add(
          "conflict",
          `${at}.${prop}`,
          `${at}.${prop} requires slurm.accounting, whose database holds accounts and QoS; add accounting or leave ${prop} out`,
        );
    const nodes = pools.reduce((sum, pool) => sum + (partition.pools.includes(pool.name) ? pool.nodes.max : 0), 0);
    const most = partition.maxNodesPerJob ?? 0;
    if (most > nodes && nodes > 0)
      problems.add(
        "out-of-range",
        `${at}.maxNodesPerJob`,
        `${at}.maxNodesPerJob must be at most ${nodes}, the nodes of its pools, got ${most}; use ${nodes} or leave it out`,
      );
  });
}

function checkPartitions(problems: Problems, slurm: ExistingSlurm, known: readonly string[]): void {
  const { partitions } = slurm;
  checkUnique(
    problems,
    "slurm.partitions",
    partitions.map(({ name }) => name),
  );
  partitions.forEach((partition, i) => {
    checkPartition(problems, `slurm.partitions[${i}]`, partition, known);
  });
  const [first, ...others] = partitions.filter((partition) => partition.default);
  for (const other of others)
    problems.add(
      "conflict",
      `slurm.partitions[${partitions.indexOf(other)}].default`,
      `slurm.partitions[${partitions.indexOf(other)}].default must be true for one partition, got true for ${first!.name} and ${other.name}; leave one out`,
    );
}

/** A pod of slurmd holds its whole node: other pods on a pool of Slurm stay pending. */
function checkPools(problems: Problems, props: ExistingKubernetesProps, slurm: ExistingSlurm): void {
  const { pools, rayClusters = [], teams = [] } = props;
  const taken = new Set(slurm.partitions.flatMap((partition) => partition.pools));
  pools.forEach(({ name, nodes }, i) => {
    if (taken.has(name) && nodes.min !== nodes.max)
      problems.add(
        "conflict",
        `pools[${i}].nodes`,
        `pools[${i}].nodes must have equal min and max, got ${nodes.min} to ${nodes.max}: pods of Slurm hold the nodes of pool "${name}", so that the platform never removes one; use { min: ${nodes.max}, max: ${nodes.max} }`,
      );
  });
  rayClusters.forEach((cluster, i) => {
    cluster.pools.forEach((name, j) => {
      if (!taken.has(name)) return;
      problems.add(
        "conflict",
        `rayClusters[${i}].pools[${j}]`,
        `rayClusters[${i}].pools[${j}] "${name}" is a pool of slurm, whose pods occupy whole nodes; give Ray a dedicated pool, or leave ${name} out of slurm.partitions`,
      );
    });
  });
  teams.forEach(({ gpus }, i) => {
    for (const name of Object.keys(gpus))
      if (taken.has(name))
        problems.add(
          "conflict",
          `teams[${i}].gpus.${name}`,
          `teams[${i}].gpus.${name} belong to a pool of slurm, which Kueue does not manage; leave ${name} out`,
        );
  });
}

function checkLogin(problems: Problems, login: ExistingSlurmLogin, internalIsKnown: boolean, platform: string): void {
  const { service, serviceAnnotations, allowedCidrs = [], rootSshKeys = [] } = login;
  allowedCidrs.forEach((cidr, i) => {
    const at = `slurm.login.allowedCidrs[${i}]`;
    if (!isKnown(cidr)) return;
    const problem = blockProblem(cidr);
    if (problem === "malformed")
      problems.add("malformed", at, `${at} must be an IPv4 block such as "10.0.0.0/16", got "${cidr}"`);
    else if (problem === "open")
      problems.add(
        "not-allowed",
        at,
        `${at} "${cidr}" lets ${openBlock(cidr)} try to log in; use the CIDR blocks of your users`,
      );
  });
  rootSshKeys.forEach((key, i) => {
    const at = `slurm.login.rootSshKeys[${i}]`;
    if (isKnown(key) && !/^(ssh|ecdsa|sk)-[a-z0-9@.-]+ [A-Za-z0-9+/=]+( [^\n]*)?$/.test(key))
      problems.add(
        "malformed",
        at,
        `${at} must be one public key as ssh-keygen writes it, got "${key.slice(0, 24)}"; write it like "ssh-ed25519 AAAA… name"`,
      );
  });
  if (service !== "LoadBalancer") return;
  if (allowedCidrs.length === 0)
    problems.add(
      "required",
      "slurm.login.allowedCidrs",
      'slurm.login.allowedCidrs is required with a load balancer, to limit who can log in; use ["10.0.0.0/8"] for your network',
    );
  if (serviceAnnotations === undefined && !internalIsKnown)
    problems.add(
      "required",
      "slurm.login.serviceAnnotations",
      `slurm.login.serviceAnnotations is required: the annotation that makes a load balancer of ${platform} internal is not known; set it, or {} for an internet-facing one`,
    );
}

function checkFiles(problems: Problems, files: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(files)) {
    const at = `slurm.configFiles.${name}`;
    if (OPERATORS.includes(name))
      problems.add(
        "not-allowed",
        at,
        `${at} cannot be set, since the operator writes it; use slurmConf for options of slurm.conf, and accounting for the database`,
      );
    else if (!CONFIG_FILES.includes(name))
      problems.add(
        "unknown-name",
        at,
        `${at} is not a file that slurmctld sends to nodes; use ${nearest(name, CONFIG_FILES)[0] ?? CONFIG_FILES.join(", ")}`,
      );
  }
}

/** Checks Slurm's part of an existing cluster. */
export function checkExistingSlurm(
  problems: Problems,
  props: ExistingKubernetesProps,
  around: {
    readonly clusterName: string;
    readonly platform: string;
    readonly internalIsKnown: boolean;
    readonly namespaces: readonly string[];
  },
): void {
  const { slurm } = props;
  if (slurm === undefined) return;
  const { clusterName } = around;
  if (!namePatterns.cluster.pattern.test(clusterName))
    problems.add(
      "malformed",
      "slurm",
      `slurm needs an id of the construct that is a name of a Slurm cluster: ${namePatterns.cluster.says}, got "${clusterName}"; use "train"`,
    );
  const namespace = slurm.namespace ?? EXISTING_SLURM.namespace.default;
  checkNamespace(problems, "slurm.namespace", namespace);
  if (around.namespaces.includes(namespace))
    problems.add(
      "conflict",
      "slurm.namespace",
      `slurm.namespace "${namespace}" is one of rayClusters or teams, whose pods could read the Slurm keys; use "slurm" or another dedicated namespace`,
    );
  for (const [prop, image] of Object.entries({ image: slurm.image, "login.image": slurm.login?.image }))
    if (image !== undefined) checkImage(problems, `slurm.${prop}`, image);
  const secrets = {
    keySecret: slurm.keySecret,
    tokenKeySecret: slurm.tokenKeySecret,
    "login.sssdSecret": slurm.login?.sssdSecret,
    "accounting.passwordSecret": slurm.accounting?.passwordSecret,
  };
  for (const [prop, value] of Object.entries(secrets))
    if (value !== undefined && isKnown(value)) checkName(problems, `slurm.${prop}`, value);
  checkPartitions(
    problems,
    slurm,
    props.pools.map(({ name }) => name),
  );
  checkLimits(problems, slurm, props.pools);
  checkPools(problems, props, slurm);
  if (slurm.login) checkLogin(problems, slurm.login, around.internalIsKnown, around.platform);
  if (slurm.configFiles) checkFiles(problems, slurm.configFiles);
  if (slurm.slurmConf) checkSlurmConf(problems, slurm.slurmConf);
}
