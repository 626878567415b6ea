import { type KubernetesPool, sharedMemoryPath } from "../../../../kubernetes/nodes/pool";
import type { PodFabric } from "../../../../kubernetes/platform/fabric-driver";
import { devicesOfPod } from "../../../../kubernetes/platform/fabric-pod";
import { resourceList, type WorkerResources, workerResources } from "../../../../kubernetes/ray/worker-resources";
import type { PodVolume } from "../../../../kubernetes/storage/pod-volume";
import type { SharedVolume } from "../../../../kubernetes/storage/storage";
import { withDefaults } from "../../../../props/with-defaults";
import { gresType } from "../../../../slurm/definition/node-hardware";
import type { SlurmQueue } from "../../../../slurm/definition/slurm-cluster";
import { queueOf } from "../../../../slurm/definition/slurm-queue";
import { CONSTRAINED } from "../../../../slurm/files/cgroup-conf";
import type { ExistingSlurm, ExistingSlurmAccounting, ExistingSlurmLogin } from "./existing-slurm-props";
import { EXISTING_SLURM, EXISTING_SLURM_ACCOUNTING, EXISTING_SLURM_LOGIN } from "./existing-slurm-table";

/** Slurm of the operator's images. @see SlinkyProject/slurm-operator@v1.2.1 helm/slurm/values.yaml */
export const SLINKY_SLURM_VERSION = "26.05";

/** One of Slinky's images, in the release that the operator is published with. @see SlinkyProject/slurm-operator@v1.2.1 helm/slurm/values.yaml */
export const slinkyImage = (program: string): string =>
  `ghcr.io/slinkyproject/${program}:${SLINKY_SLURM_VERSION}-ubuntu26.04`;

/** Container that prints a daemon's log file. @see SlinkyProject/slurm-operator@v1.2.1 helm/slurm/values.yaml (`logfile`) */
export const LOG_PRINTER = { image: "docker.io/library/alpine:3.22" } as const;

/** GPUs by NVIDIA's driver, without a library in the image. @see https://slurm.schedmd.com/gres.conf.html#OPT_AutoDetect */
const GRES_CONF = "AutoDetect=nvidia\n";

/**
 * A job has its own cores, memory and GPUs, and no others. The first two lines are what the operator writes where it is given no
 * cgroup.conf: there is no systemd in slurmd's pod.
 * @see SlinkyProject/slurm-operator@v1.2.1 internal/builder/controllerbuilder/controller_config.go (`buildCgroupConf`)
 */
const CGROUP_CONF = `CgroupPlugin=cgroup/v2\nIgnoreSystemd=yes\n${CONSTRAINED}`;

/** Nodes of one pool, each held by a pod with slurmd. */
export interface SlurmNodeSet {
  readonly of: KubernetesPool;
  /** Pods, one per node. */
  readonly nodes: number;
  /** GPUs of a node as Slurm counts them: `gpu:h100:8`; null without. */
  readonly gres: string | null;
  readonly worker: WorkerResources;
  /** Requests and limits of the pod, whole CPUs. */
  readonly resources: Readonly<Record<string, string>>;
  readonly sharedMemoryPath: string;
  readonly fabric: PodFabric | null;
  readonly fabricDevices: number;
}

type Login = ReturnType<typeof loginOf>;
type Accounting = ReturnType<typeof accountingOf>;

/** Slurm on a cluster, with every default and derived value. */
export interface SlurmOnKubernetes {
  readonly clusterName: string;
  readonly namespace: string;
  /** Whether the namespace is somebody else's to make, label and delete. */
  readonly namespaceExists: boolean;
  readonly nodeSets: readonly SlurmNodeSet[];
  readonly partitions: readonly SlurmQueue[];
  readonly keySecret: string;
  readonly tokenKeySecret: string;
  readonly login: Login | null;
  readonly accounting: Accounting | null;
  readonly stateStorageClass: string | null;
  readonly stateGiB: number;
  readonly image: string;
  readonly configFiles: Readonly<Record<string, string>>;
  readonly slurmConf: Readonly<Record<string, string | number>>;
  readonly volumes: readonly SharedVolume[];
  readonly mounts: readonly PodVolume[];
  /** Nodes without GPUs, for the controller and login pods. */
  readonly systemNodes: Readonly<Record<string, string>>;
}

/** What Slurm shares with everything else on the cluster. */
export interface SlurmSurroundings {
  readonly clusterName: string;
  readonly existingNamespaces: readonly string[];
  readonly pools: ReadonlyMap<string, KubernetesPool>;
  readonly volumes: readonly SharedVolume[];
  readonly mounts: readonly PodVolume[];
  readonly systemNodes: Readonly<Record<string, string>>;
  /** Annotations of a Service whose load balancer stays in the platform's network; null where unknown. */
  readonly internalLoadBalancer: Readonly<Record<string, string>> | null;
}

/** Names of the pools that Slurm holds, in the order of its partitions. */
export const poolsOfSlurm = (slurm: Pick<ExistingSlurm, "partitions"> | undefined): string[] => [
  ...new Set((slurm?.partitions ?? []).flatMap(({ pools }) => pools)),
];

/** The pod holds its node: all GPUs and devices, and whole CPUs, since slurmd counts those. */
function nodeSetOf(of: KubernetesPool): SlurmNodeSet {
  const whole = workerResources(of, of.type.acceleratorCount);
  const worker = { ...whole, cpuMillicores: Math.floor(whole.cpuMillicores / 1000) * 1000 };
  return {
    of,
    nodes: of.pool.nodes.max,
    gres: of.accelerator === null ? null : `gpu:${gresType(of.accelerator)}:${of.type.acceleratorCount}`,
    worker,
    resources: resourceList(worker),
    sharedMemoryPath: sharedMemoryPath(of),
    fabric: of.fabric,
    fabricDevices: devicesOfPod(of.fabric, 1),
  };
}

function loginOf(login: ExistingSlurmLogin, internal: SlurmSurroundings["internalLoadBalancer"]) {
  const given = withDefaults(EXISTING_SLURM_LOGIN, login);
  return {
    ...given,
    rootSshKeys: given.rootSshKeys ?? [],
    allowedCidrs: given.allowedCidrs ?? [],
    serviceAnnotations: given.serviceAnnotations ?? (given.service === "LoadBalancer" ? (internal ?? {}) : {}),
    image: given.image ?? slinkyImage("login"),
  };
}

const accountingOf = (accounting: ExistingSlurmAccounting) => withDefaults(EXISTING_SLURM_ACCOUNTING, accounting);

/** Slurm with every default and derived value. */
export function defineExistingSlurm(slurm: ExistingSlurm, around: SlurmSurroundings): SlurmOnKubernetes {
  const given = withDefaults(EXISTING_SLURM, slurm);
  return {
    clusterName: around.clusterName,
    namespace: given.namespace,
    namespaceExists: around.existingNamespaces.includes(given.namespace),
    nodeSets: poolsOfSlurm(slurm).map((name) => nodeSetOf(around.pools.get(name)!)),
    partitions: slurm.partitions.map((each, index, all) => queueOf(each, index, all)),
    keySecret: given.keySecret,
    tokenKeySecret: given.tokenKeySecret,
    login: slurm.login === undefined ? null : loginOf(slurm.login, around.internalLoadBalancer),
    accounting: slurm.accounting === undefined ? null : accountingOf(slurm.accounting),
    stateStorageClass: slurm.stateStorageClass ?? null,
    stateGiB: given.stateGiB,
    image: slurm.image ?? slinkyImage("slurmd"),
    configFiles: { "gres.conf": GRES_CONF, "cgroup.conf": CGROUP_CONF, ...slurm.configFiles },
    slurmConf: slurm.slurmConf ?? {},
    volumes: around.volumes,
    mounts: around.mounts,
    systemNodes: around.systemNodes,
  };
}
