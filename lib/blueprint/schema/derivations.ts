import { findAccelerator } from "../../catalog/accelerators";
import {
  DEFAULT_BOTTLEROCKET_RELEASES,
  DEFAULT_EKS_VERSION,
  DEFAULT_NODE_GROUP_RELEASES,
  DEFAULT_NODE_IMAGE_VERSIONS,
} from "../../catalog/eks";
import { findInstanceType } from "../../catalog/instance-types";
import { openZfsTiers } from "../../catalog/openzfs-tiers";
import type { InstanceType, LustreTier } from "../../catalog/types";
import { FLEET } from "../../clouds/aws/fleet/fleet-adopter";
import { defaultFleetSize } from "../../clouds/aws/fleet/fleet-plan";
import { KUBERNETES } from "../../clouds/aws/kubernetes/platform/kubernetes-adopter";
import {
  defaultImdsHopLimit,
  defaultNvmePath,
  defaultOs,
  defaultPlacement,
} from "../../clouds/aws/pools/pool-defaults";
import { regionOf } from "../../clouds/aws/shared/names";
import { SLURM } from "../../clouds/aws/slurm/slurm-adopter";
import {
  defaultBackupDays,
  defaultCompression,
  defaultMetadataIops,
  defaultThroughputPerTiB,
  isPersistent,
  tiersOf,
} from "../../clouds/aws/storage/lustre/lustre-defaults";
import type { CapacitySource } from "../../model/model";
import { defaultVersion } from "../../slurm/definition/check-cluster";
import { type SlurmVersion, slurmFeatures } from "../../slurm/definition/versions";
import type { Place } from "./key";

// What follows from the rest of a blueprint where a key is left out. The constructs decide; a test holds these against them: a
// blueprint with all of it written down gives the same Terraform.

type Tree = Readonly<Record<string, unknown>>;

const tree = (value: unknown): Tree => (typeof value === "object" && value !== null ? (value as Tree) : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Name of the cluster. */
export function clusterName({ root }: Place): string {
  return String(root.name);
}

export function privateZoneName({ root }: Place): string | undefined {
  const network = tree(root.network);
  // In a network that is there the name goes with the zone's id.
  if (network.existing !== undefined) return undefined;
  return `${network.clusterName ?? root.name}.internal`;
}

/** The other zone of the region: `b`, or `a` where the first is `b`. */
export function secondAvailabilityZone({ owner }: Place): string | null {
  const zone = String(owner.availabilityZone);
  if (owner.existing !== undefined) return null;
  return `${regionOf(zone)}${zone.endsWith("b") ? "a" : "b"}`;
}

function typeOf(pool: Tree): InstanceType | undefined {
  return typeof pool.instanceType === "string" ? findInstanceType(pool.instanceType) : undefined;
}

/** Whether nodes of a pool join the blueprint's fabric. */
export function joinsFabric({ root, owner }: Place): boolean {
  return root.fabric !== undefined && (typeOf(owner)?.maxEfaInterfaces ?? 0) > 0;
}

/** Whether Kubernetes starts the nodes of the pool at a place. */
function onKubernetes({ root, path }: Place): boolean {
  return list(tree(root.kubeRay).pools).includes(path[1]);
}

/** What the kinds of sources that a stack makes are once they are made. */
const MADE_KINDS: Readonly<Record<string, CapacitySource["kind"]>> = {
  "buy-block": "block",
  reserve: "reservation",
  "reservation-group": "reservation",
};

const sourceKind = (kind: unknown): CapacitySource["kind"] =>
  MADE_KINDS[String(kind)] ?? (kind as CapacitySource["kind"]);

export function poolPlacement(place: Place): "cluster" | "none" | null | undefined {
  const { owner } = place;
  if (owner.placementGroupName !== undefined) return null;
  const sources: CapacitySource["kind"][] =
    owner.capacity === undefined ? ["on-demand"] : list(owner.capacity).map((one) => sourceKind(tree(one).kind));
  const onFabric =
    owner.fabric === undefined ? joinsFabric(place) : owner.fabric === true && place.root.fabric !== undefined;
  const placement = defaultPlacement({ onFabric, maxNodes: Number(tree(owner.nodes).max), sources });
  // Beside a block, which must have none, a group can't be asked for; the others get theirs unasked.
  return placement === "cluster" && sources.includes("block") ? undefined : placement;
}

/** Kubernetes brings its own images; a fleet that mounts Lustre needs a system that has the client. */
export function poolImage(place: Place): { os: "ubuntu-22.04" | "ubuntu-24.04" } | undefined {
  if (onKubernetes(place)) return undefined;
  const { root, owner, path } = place;
  const inFleet = Object.values(tree(root.fleets)).some((fleet) => tree(fleet).pool === path[1]);
  const kindOf = (mount: unknown) => tree(tree(root.fileSystems)[String(tree(mount).fileSystem)]).kind;
  const mountsLustre = list(owner.mounts).some((mount) => kindOf(mount) === "lustre");
  return { os: defaultOs({ adopter: inFleet ? FLEET : SLURM, mountsLustre }) };
}

export function nvmeCachePath({ owner }: Place): string | null {
  const type = typeOf(owner);
  return type === undefined ? null : defaultNvmePath(type);
}

export function imdsHopLimit(place: Place): number {
  return defaultImdsHopLimit({ adopter: onKubernetes(place) ? KUBERNETES : undefined });
}

/** As many as `fleetPlan` starts. */
export function fleetSize({ root, owner }: Place): number | undefined {
  const { min, max } = tree(tree(tree(root.pools)[String(owner.pool)]).nodes);
  const size = defaultFleetSize(
    { min: Number(min), max: Number(max) },
    owner.targetGpuUtilizationPercent !== undefined,
  );
  return Number.isNaN(size) ? undefined : size;
}

const made = ({ owner }: Place): LustreTier[] =>
  owner.existing === undefined
    ? tiersOf(owner.deploymentType as string | undefined, owner.storageType as string | undefined)
    : [];

/** The lowest of the tier. */
export function lustreThroughputPerTiB(place: Place): number | null {
  return defaultThroughputPerTiB(made(place));
}

export function lustreMetadataIops(place: Place): number | null | undefined {
  const [tier] = made(place);
  if (tier?.metadataIops === undefined) return null;
  return defaultMetadataIops(tier) ?? undefined;
}

export function lustreBackupDays(place: Place): number | null {
  const { owner } = place;
  const [tier] = made(place);
  const linked = owner.importFrom !== undefined || list(owner.dataRepositories).length > 0;
  if (tier === undefined || !isPersistent(tier) || linked) return null;
  return defaultBackupDays(tier, linked);
}

export function lustreCompression(place: Place): boolean | null {
  const [tier] = made(place);
  return tier === undefined ? null : defaultCompression(tier);
}

export const onHdd = ({ owner }: Place): boolean => owner.storageType === "HDD";
export const isElastic = ({ owner }: Place): boolean => owner.storageType === "INTELLIGENT_TIERING";

/** Whether a part is made, and not there already. */
export const isMade = ({ owner }: Place): boolean => owner.existing === undefined;

export function openZfsThroughputMBps({ owner }: Place): number | undefined {
  const tier = openZfsTiers().find(
    ({ deploymentType }) => deploymentType === (owner.deploymentType ?? "SINGLE_AZ_HA_2"),
  );
  return tier && Math.min(...tier.throughputMBps);
}

const DAY_MINUTES = 24 * 60;

export function defaultTimeMinutes({ owner }: Place): number {
  return Math.min(Number(owner.maxTimeMinutes ?? DAY_MINUTES), DAY_MINUTES);
}

/** The first partition, unless another says that it is. */
export function defaultPartition({ root, path }: Place): boolean | undefined {
  const others = list(tree(root.slurm).partitions).filter((_, index) => index !== path.at(-1));
  const chosen = others.some((one) => tree(one).default === true);
  return !chosen && path.at(-1) === 0;
}

export function slurmAuthentication({ owner }: Place): "munge" | "slurm" {
  if ((owner.slurmPackages ?? "distribution") === "distribution") return "munge";
  return slurmFeatures((owner.version ?? defaultVersion) as SlurmVersion).authSlurm ? "slurm" : "munge";
}

export function slurmContainers({ owner }: Place): boolean {
  return owner.slurmPackages === "image" || owner.containerPackages !== undefined;
}

export function slurmClusterName({ root }: Place): string {
  return String(tree(root.network).clusterName ?? root.name);
}

/** Whether jobs are accounted in a database of yours. */
export const isExternal = ({ owner }: Place): boolean => owner.kind === "external";
export const isAccounted = ({ owner }: Place): boolean => owner.kind !== "none";

export function metricsGiB({ root }: Place): number {
  return Math.floor(Number(tree(root.slurm).stateVolumeGiB ?? 100) / 4);
}

export function halfLifeDays({ owner }: Place): number {
  return (owner.usageReset ?? "none") === "none" ? 14 : 0;
}

/** The namespace of the queue's team. */
export function rayNamespace({ root, owner }: Place): string {
  const teams = list(tree(tree(root.kubeRay).queues).teams).map(tree);
  const team = teams.find(({ name }) => owner.queue !== undefined && name === owner.queue);
  return team === undefined ? "ray" : String(team.namespace ?? `team-${team.name}`);
}

/** Kueue admits a workload as it is; KAI also takes the workers that come later. */
export function scalesWithLoad({ root, owner }: Place): boolean {
  const { min, max } = tree(owner.workers);
  const elastic = min !== undefined && Number(min) < Number(max);
  return owner.queue === undefined || tree(tree(root.kubeRay).queues).scheduler === "kai" || elastic;
}

const poolNamed = (root: Tree, name: unknown): Tree => tree(tree(root.pools)[String(name)]);

/** All GPUs of one node. */
export function nodeGpus({ root, owner }: Place): number | undefined {
  return typeOf(poolNamed(root, owner.pool))?.acceleratorCount;
}

/** How many parts each GPU of a pool is advertised as; undefined where it has no such MIG profile. */
function partsOfGpu(pool: Tree): number | undefined {
  const replicas = pool.mpsReplicas ?? pool.timeSlicingReplicas;
  if (replicas !== undefined) return Number(replicas);
  if (pool.migProfile === undefined) return 1;
  const gpu = findAccelerator(String(typeOf(pool)?.accelerator));
  return gpu?.migProfiles.find(({ name }) => name === pool.migProfile)?.maxInstances;
}

/** From one to as many as the pool's GPUs, or parts of them, carry. */
export function servingReplicas({ root, owner }: Place): { min: number; max: number } | undefined {
  const pool = poolNamed(root, owner.pool);
  const [count, parts] = [typeOf(pool)?.acceleratorCount, partsOfGpu(pool)];
  if (count === undefined || parts === undefined) return undefined;
  const gpus = count * parts;
  const perReplica = Number(owner.tensorParallel ?? 1) * Number(owner.pipelineParallel ?? 1);
  return { min: 1, max: Math.max(1, Math.floor((Number(tree(pool.nodes).max) * gpus) / perReplica)) };
}

export const servingExposure = ({ root }: Place): "gateway" | "internal" =>
  tree(root.kubeRay).gateway === undefined ? "internal" : "gateway";

/** From one to as many as the pool's nodes carry. */
export function tritonReplicas({ root, owner }: Place): { min: number; max: number } | undefined {
  const pool = poolNamed(root, owner.pool);
  const [count, parts] = [typeOf(pool)?.acceleratorCount, partsOfGpu(pool)];
  if (count === undefined || parts === undefined) return undefined;
  const perNode = Math.max(1, Math.floor((count * parts) / Number(owner.gpusPerReplica ?? 1)));
  return { min: 1, max: Math.max(1, Number(tree(pool.nodes).max) * perNode) };
}

export const servesByRay = ({ owner }: Place): boolean => owner.engine !== "leader-worker-set";

export function defaultNodeImageVersion({ owner }: Place): string | undefined {
  if ((owner.provisioner ?? "karpenter") !== "karpenter")
    return owner.nodeImage === "bottlerocket"
      ? DEFAULT_BOTTLEROCKET_RELEASES[String(owner.kubernetesVersion ?? DEFAULT_EKS_VERSION)]
      : nodeGroupRelease({ owner });
  return DEFAULT_NODE_IMAGE_VERSIONS[(owner.nodeImage ?? "al2023") as keyof typeof DEFAULT_NODE_IMAGE_VERSIONS];
}

/** Release of AL2023 that node groups boot unless told otherwise. */
export function nodeGroupRelease({ owner }: Pick<Place, "owner">): string | undefined {
  return DEFAULT_NODE_GROUP_RELEASES[String(owner.kubernetesVersion ?? DEFAULT_EKS_VERSION)];
}

/** The usual rank, where there are adapters. */
export function loraRank({ owner }: Place): number | null {
  const adapters = owner.kind === "fine-tuning" ? owner.method !== "full" : Number(owner.loraAdapters ?? 0) > 0;
  return adapters ? 16 : null;
}

/** Key of the state where there is one stack; of several regions each has its own. */
export function ownStateKey({ root }: Place): string | null {
  return tree(root.architecture).kind === "inferenceRegions" ? null : `${root.name}/terraform.tfstate`;
}

/** Region of the nodes, the first of several. */
export function stateRegion({ root }: Place): string | undefined {
  return regionOf(String(tree(root.network).availabilityZone));
}
