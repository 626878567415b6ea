import { tellsTopology } from "../../catalog/instance-types";
import { takesAlternatives } from "../../model/alternative-types";
import { interfacesOf } from "../../model/aws/aws-model";
import { efaCount } from "../../model/aws/nic-layout";
import { terminationLeadMinutes } from "../definition/block-end";
import { expectedAllReduce } from "../definition/expected-all-reduce";
import { hasImex } from "../definition/has-imex";
import type { SlurmCluster, SlurmPool, SlurmTopology } from "../definition/slurm-cluster";
import { type SlurmVersion, slurmFeatures } from "../definition/versions";
import type { ClusterFile, ClusterFileExpectation, ClusterFilePool, ClusterFileSource } from "./cluster-file";
import { hostList } from "./node-ranges";
import { slurmPaths } from "./program-paths";

/** What only the cloud layer knows: where things are and what nodes are launched from. Values may be references of Terraform. */
export interface ClusterSite {
  readonly region: string;
  readonly clusterTag: ClusterFile["clusterTag"];
  readonly tags: Readonly<Record<string, string>>;
  readonly objects: ClusterFile["objects"];
  readonly cloud?: ClusterFile["cloud"];
  readonly dns: ClusterFile["dns"];
  /** Folders of a controller that is not of the stack. @default - those of a head node */
  readonly paths?: Partial<ClusterFile["paths"]>;
  /** @default - no metrics */
  readonly metricsNamespace?: string;
  /** What a pool's source launches from, by its index in the pool's capacity. */
  launchOf(
    pool: string,
    source: number,
  ): Pick<ClusterFileSource, "launchTemplate" | "machine" | "subnetIds" | "reservationId">;
  /** Kind of a file system of the model by its name: `lustre`, `efs` … */
  kindOf(fileSystem: string): string;
}

/** The text of `cluster.json`. */
export function clusterFile(cluster: SlurmCluster, site: ClusterSite): string {
  const file: ClusterFile = {
    format: 1,
    clusterName: cluster.name,
    slurmVersion: cluster.version,
    region: site.region,
    controllers: cluster.controllers,
    clusterTag: site.clusterTag,
    tags: site.tags,
    objects: site.objects,
    ...(site.cloud && { cloud: site.cloud }),
    dns: site.dns,
    metricsNamespace: site.metricsNamespace ?? null,
    paths: {
      state: slurmPaths.programState,
      stateMount: slurmPaths.stateMount,
      slurmState: slurmPaths.state,
      log: slurmPaths.programLog,
      slurmEtc: slurmPaths.etc,
      ...site.paths,
    },
    maxFailedBoots: cluster.maxFailedBoots,
    healthChecks: cluster.healthChecks,
    jobPrograms: { prolog: cluster.jobPrograms.prolog !== null, epilog: cluster.jobPrograms.epilog !== null },
    timeouts: {
      resumeSeconds: cluster.resumeTimeoutSeconds,
      suspendSeconds: cluster.suspendTimeoutSeconds,
      idleSeconds: cluster.suspendSeconds,
      blockDrainMinutes: cluster.blockDrainMinutes,
    },
    partitions: cluster.partitions.map(({ name, pools }) => ({ name, pools })),
    topology: topologyOf(cluster.topology),
    pools: cluster.pools.map((pool) => poolOf(pool, site, cluster.version)),
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}

function topologyOf(topology: SlurmTopology): ClusterFile["topology"] {
  switch (topology.kind) {
    case "none":
      return { kind: "none" };
    case "tree":
      return { kind: "tree", refresh: topology.refresh };
    case "block":
      return { kind: "block", blockSize: topology.blockSize, refresh: topology.refresh };
  }
}

function poolOf(pool: SlurmPool, site: ClusterSite, version: SlurmVersion): ClusterFilePool {
  return {
    name: pool.name,
    instanceType: pool.instance.name,
    sources: pool.capacity.map((source, index) => ({
      kind: source.kind,
      nodes: source.nodes,
      startsOn: source.startsOn,
      endsOn: source.endsOn,
      terminationLeadMinutes: source.kind === "block" ? terminationLeadMinutes(pool.instance) : null,
      ...site.launchOf(pool.name, index),
      ...(pool.model.alternativeTypes && takesAlternatives(source)
        ? { instanceTypes: [pool.instance.name, ...pool.model.alternativeTypes] }
        : {}),
    })),
    // The programs start and end nodes: those that somebody owns are none of theirs.
    ranges: pool.ranges.flatMap(({ kind, ...range }) =>
      kind === "owned" ? [] : [{ kind, ...range, hostList: hostList({ kind, ...range }) }],
    ),
    launch: pool.launch,
    backoffMinutes: pool.backoffMinutes,
    replaceAtOnce: pool.replaceAtOnce,
    topologyApi: infinibandOf(pool) ? true : tellsTopology(pool.instance),
    expect: expectationOf(pool, site, version),
  };
}

/** NVSwitch inside an instance, or between the instances of an NVL72 rack: `NVSwitch (NVLink 4)`, `NVLink 5 (NVL72)`. */
const JOINED_BY_SWITCHES = /nvswitch|\bnvl\d+/i;

function expectationOf(pool: SlurmPool, site: ClusterSite, version: SlurmVersion): ClusterFileExpectation {
  const { model, instance, hardware } = pool;
  const efaDevices = efaCount(interfacesOf(model));
  const infiniband = infinibandOf(pool);
  const amd = pool.accelerator?.vendor === "amd";
  const mig = model.sharing.kind === "mig" ? model.sharing.profile : null;
  return {
    gpus: amd ? 0 : (hardware.gpu?.devices ?? 0),
    ...(amd && { amdGpus: hardware.gpu!.devices }),
    neuronDevices: hardware.neuron?.devices ?? 0,
    accelerator: pool.accelerator?.name ?? null,
    mig: mig === null ? null : { profile: mig, instances: hardware.gpu?.count ?? 0 },
    nvSwitch: instance.interconnect !== null && JOINED_BY_SWITCHES.test(instance.interconnect.name),
    imex: !hasImex(pool) ? null : slurmFeatures(version).imexSwitch ? "channel-per-job" : "channel-shared",
    ...(infiniband && { infiniband }),
    efaDevices,
    nvmeMountPath: model.nvmeCache?.mountPath ?? null,
    mounts: model.mounts.map(({ path, fileSystem }) => ({ path, kind: site.kindOf(fileSystem) })),
    allReduce: expectedAllReduce(pool, efaDevices > 0, infiniband),
  };
}

/** Ports of a fabric of InfiniBand that the node has, all of them on the fabric. */
function infinibandOf({ model, instance }: SlurmPool): ClusterFileExpectation["infiniband"] {
  if (model.fabric === null || instance.infiniband === undefined) return undefined;
  const { devices, gbpsPerDevice } = instance.infiniband;
  return { devices, gbpsPerDevice };
}
