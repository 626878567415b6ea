import { type LocalChart, localChart } from "../../../../kubernetes/chart/chart";
import type { KubernetesObject } from "../../../../kubernetes/chart/manifest";
import { namespaceObject } from "../../../../kubernetes/security/pod-security";
import { podVolume, volumeMount } from "../../../../kubernetes/storage/pod-volume";
import { livesInNamespace, sharedVolume } from "../../../../kubernetes/storage/storage";
import { gresType } from "../../../../slurm/definition/node-hardware";
import { TASK_PLUGINS } from "../../../../slurm/files/cgroup-conf";
import { partitionLimits } from "../../../../slurm/files/partition-lines";
import { recordedGres, USAGE_GATHERER } from "../../../../slurm/files/priority-lines";
import { MIB } from "../../../../units/bytes";
import { LOG_PRINTER, type SlurmOnKubernetes, slinkyImage } from "./define-existing-slurm";
import { nodeSet, TASK_PROLOG, taskPrologs } from "./node-set";

/** Kinds of the operator. @see SlinkyProject/slurm-operator@v1.2.1 config/crd/bases */
const API = "slinky.slurm.net/v1beta1";

/** Name of the controller, of slurmdbd and of slurmrestd. */
export const SLURM = "slurm";

/** Namespace of the operator, whose requests to slurmrestd drain nodes. */
const OPERATOR_NAMESPACE = "slinky";

const CONFIG_FILES = "slurm-config-files";
const SSH_PORT = 22;
const REST_PORT = 6820;

const keys = (of: SlurmOnKubernetes) => ({
  slurmKeyRef: { name: of.keySecret, key: "slurm.key" },
  jwtKeyRef: { name: of.tokenKeySecret, key: "jwt.key" },
});

const onSystemNodes = ({ systemNodes }: SlurmOnKubernetes) =>
  Object.keys(systemNodes).length > 0 ? { template: { spec: { nodeSelector: systemNodes } } } : {};

/** Memory by CPU and CPUs by GPU of a job that asks for neither, the least of the partition's pools: else a job with one GPU takes the node. */
function defaultsPerJob(of: SlurmOnKubernetes, pools: readonly string[]): string[] {
  const sets = of.nodeSets.filter((set) => pools.includes(set.of.pool.name)).map(({ worker }) => worker);
  const memory = sets.map(({ memoryBytes, cpuMillicores }) => Math.floor(memoryBytes / MIB / (cpuMillicores / 1000)));
  const cpus = sets.flatMap(({ gpus, cpuMillicores }) =>
    gpus > 0 ? [Math.max(1, Math.floor(cpuMillicores / 1000 / gpus))] : [],
  );
  return [`DefMemPerCPU=${Math.min(...memory)}`, ...(cpus.length > 0 ? [`DefCpuPerGPU=${Math.min(...cpus)}`] : [])];
}

/**
 * Settings that the operator leaves at Slurm's defaults, by which nothing holds a job to its GPUs, no use is gathered, the locked
 * memory of the login shell follows a job that registers it for RDMA, and a node whose pod was replaced stays DOWN: the operator sets
 * it so when the old pod ends.
 * @see SlinkyProject/slurm-operator@v1.2.1 internal/builder/workerbuilder/worker_app.go (`PreStop`)
 */
function settings({ nodeSets, accounting }: SlurmOnKubernetes): string[] {
  const types = nodeSets.flatMap(({ of: { accelerator } }) => (accelerator === null ? [] : [gresType(accelerator)]));
  const recorded = recordedGres("gpu", types);
  return [
    "GresTypes=gpu",
    `TaskPlugin=${TASK_PLUGINS}`,
    `TaskProlog=${TASK_PROLOG.path}`,
    // without a database, slurmctld warns that use is gathered and lost
    ...(accounting === null ? [] : [`JobAcctGatherType=${USAGE_GATHERER}`]),
    ...(accounting === null || recorded.length === 0 ? [] : [`AccountingStorageTRES=${recorded.join(",")}`]),
    "PropagateResourceLimitsExcept=MEMLOCK",
    "LaunchParameters=use_interactive_step",
    "ReturnToService=2",
  ];
}

/** Plugins without which slurmctld and the commands do not run a script that is there. */
const SCRIPTS = [
  { file: "job_submit.lua", option: "JobSubmitPlugins", value: "lua" },
  { file: "cli_filter.lua", option: "CliFilterPlugins", value: "cli_filter/lua" },
] as const;

/** Options as they are given, and those that turn on scripts which are given without them. */
function givenOptions({ slurmConf, configFiles }: SlurmOnKubernetes): string[] {
  const given = new Set(Object.keys(slurmConf).map((name) => name.toLowerCase()));
  return [
    ...SCRIPTS.flatMap(({ file, option, value }) =>
      file in configFiles && !given.has(option.toLowerCase()) ? [`${option}=${value}`] : [],
    ),
    ...Object.entries(slurmConf).map(([name, value]) => `${name}=${String(value).trim()}`),
  ];
}

/** Lines behind those that the operator writes: how jobs run, and the partitions over its node sets. */
export function extraConf(of: SlurmOnKubernetes): string {
  const partitions = of.partitions.map((queue) =>
    [
      `PartitionName=${queue.name}`,
      `Nodes=${queue.pools.join(",")}`,
      ...(queue.default ? ["Default=YES"] : []),
      "State=UP",
      ...partitionLimits(queue),
      ...defaultsPerJob(of, queue.pools),
    ].join(" "),
  );
  return [...settings(of), ...givenOptions(of), ...partitions].join("\n");
}

function controller(of: SlurmOnKubernetes): KubernetesObject {
  return {
    apiVersion: API,
    kind: "Controller",
    metadata: { name: SLURM, namespace: of.namespace },
    spec: {
      clusterName: of.clusterName,
      ...keys(of),
      ...(of.accounting === null ? {} : { accountingRef: { name: SLURM } }),
      slurmctld: { image: slinkyImage("slurmctld") },
      reconfigure: { image: slinkyImage("slurmctld") },
      logfile: LOG_PRINTER,
      ...onSystemNodes(of),
      configFileRefs: [{ name: CONFIG_FILES }],
      extraConf: extraConf(of),
      persistence: {
        enabled: true,
        accessModes: ["ReadWriteOnce"],
        resources: { requests: { storage: `${of.stateGiB}Gi` } },
        ...(of.stateStorageClass === null ? {} : { storageClassName: of.stateStorageClass }),
      },
    },
  };
}

/** slurmrestd, which the operator asks before it takes a node away: a node with jobs is drained first. */
function restApi(of: SlurmOnKubernetes): KubernetesObject {
  return {
    apiVersion: API,
    kind: "RestApi",
    metadata: { name: SLURM, namespace: of.namespace },
    spec: {
      controllerRef: { name: SLURM },
      replicas: 1,
      slurmrestd: { image: slinkyImage("slurmrestd") },
      ...onSystemNodes(of),
    },
  };
}

function accounting(of: SlurmOnKubernetes): KubernetesObject[] {
  if (of.accounting === null) return [];
  const { databaseHost, databasePort, databaseName, databaseUser, passwordSecret } = of.accounting;
  return [
    {
      apiVersion: API,
      kind: "Accounting",
      metadata: { name: SLURM, namespace: of.namespace },
      spec: {
        ...keys(of),
        slurmdbd: { image: slinkyImage("slurmdbd") },
        ...onSystemNodes(of),
        storageConfig: {
          host: databaseHost,
          port: databasePort,
          database: databaseName,
          username: databaseUser,
          passwordKeyRef: { name: passwordSecret, key: "password" },
        },
      },
    },
  ];
}

function loginSet(of: SlurmOnKubernetes): KubernetesObject[] {
  if (of.login === null) return [];
  const { replicas, sssdSecret, rootSshKeys, service, serviceAnnotations, allowedCidrs, image } = of.login;
  const balanced = service === "LoadBalancer";
  const { template } = onSystemNodes(of) as { readonly template?: { readonly spec: object } };
  return [
    {
      apiVersion: API,
      kind: "LoginSet",
      metadata: { name: "slurm-login", namespace: of.namespace },
      spec: {
        controllerRef: { name: SLURM },
        replicas,
        sssdConfRef: { name: sssdSecret, key: "sssd.conf" },
        ...(rootSshKeys.length > 0 ? { rootSshAuthorizedKeys: rootSshKeys.join("\n") } : {}),
        login: { image, volumeMounts: of.mounts.map(volumeMount) },
        initconf: LOG_PRINTER,
        template: { spec: { ...template?.spec, volumes: of.mounts.map(podVolume) } },
        service: {
          ...(Object.keys(serviceAnnotations).length > 0 ? { metadata: { annotations: serviceAnnotations } } : {}),
          port: SSH_PORT,
          spec: { type: service, ...(balanced ? { loadBalancerSourceRanges: allowedCidrs } : {}) },
        },
      },
    },
  ];
}

/** Who reaches the pods: those of the namespace, the operator at the port of the REST API, and login clients at that of SSH. */
function networkPolicy({ namespace, login }: SlurmOnKubernetes): KubernetesObject[] {
  const clients = (login?.allowedCidrs ?? []).map((cidr) => ({ ipBlock: { cidr } }));
  const operator = { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": OPERATOR_NAMESPACE } } };
  const ingress = [
    { from: [{ podSelector: {} }] },
    { from: [operator], ports: [{ protocol: "TCP", port: REST_PORT }] },
    ...(clients.length > 0 ? [{ from: clients, ports: [{ protocol: "TCP", port: SSH_PORT }] }] : []),
  ];
  return [
    {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: "slurm", namespace },
      spec: { podSelector: {}, policyTypes: ["Ingress"], ingress },
    },
  ];
}

/** The chart of Slurm's objects; the operator makes pods and slurm.conf of them. */
export function slurmChart(of: SlurmOnKubernetes): LocalChart {
  const { namespace } = of;
  return localChart({
    name: "slurm",
    description: "Slurm on the GPU nodes of one Kubernetes cluster",
    groups: {
      // slurmd is privileged: it makes the cgroups of its jobs
      namespace: [
        ...(of.namespaceExists
          ? []
          : [namespaceObject(namespace, "privileged", { kept: of.volumes.some(livesInNamespace) })]),
        ...networkPolicy(of),
        ...of.volumes.flatMap((volume) => sharedVolume(volume, namespace)),
      ],
      files: [
        { apiVersion: "v1", kind: "ConfigMap", metadata: { name: CONFIG_FILES, namespace }, data: of.configFiles },
        ...taskPrologs(of),
      ],
      cluster: [controller(of), restApi(of), ...accounting(of), ...loginSet(of)],
      "node-sets": of.nodeSets.map((set) => nodeSet(set, of)),
    },
  });
}
