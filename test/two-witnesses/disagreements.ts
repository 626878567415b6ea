import { isDeepStrictEqual } from "node:util";
import type { TerraformStack } from "cdktf";
import { readParts } from "../../lib/clouds/aws/reading/cluster-of-stack";
import { jsonOf } from "../../lib/clouds/aws/reading/raw-resource";
import { describedParts } from "../../lib/clouds/common/cluster-model";
import { interfacesOf } from "../../lib/model/aws/aws-model";
import type { CapacitySource, Cluster, Network, NodePool } from "../../lib/model/model";
import { type LaunchWitness, launchWitnesses } from "./launch-witness";

/** One fact on which what a construct says and what its Terraform says differ. */
export interface Disagreement {
  readonly part: string;
  readonly fact: string;
  readonly says: unknown;
  readonly reads: unknown;
}

type Facts = Readonly<Record<string, unknown>>;

function differing(part: string, says: Facts, reads: Facts): Disagreement[] {
  return Object.keys(says)
    .filter((fact) => fact in reads && !isDeepStrictEqual(says[fact] ?? null, reads[fact] ?? null))
    .map((fact) => ({ part, fact, says: says[fact], reads: reads[fact] }));
}

const byCard = (pool: NodePool) =>
  [...interfacesOf(pool)].sort((a, b) => a.networkCardIndex - b.networkCardIndex || a.deviceIndex - b.deviceIndex);

/** Where nodes from a source are placed: a block's are already, a reservation's only in a group that was there. */
function placementFrom(pool: NodePool, { kind }: CapacitySource): NodePool["placement"] {
  if (kind === "block") return "none";
  return kind === "reservation" && pool.placement !== "existing" ? "none" : pool.placement;
}

/** What is the same for every launch of a pool, whoever starts its nodes. */
function launchFacts(pool: NodePool, nvmePath: string | null): Facts {
  return {
    instanceType: pool.instanceType,
    securityGroups: pool.securityGroups,
    fabric: pool.fabric && { ...pool.fabric, name: null },
    pinned: pool.image.pinned,
    nvmePath,
    rootVolumeGiB: pool.rootVolumeGiB,
    rootVolumeIops: pool.rootVolumeIops,
    rootVolumeMBps: pool.rootVolumeMBps,
    threadsPerCore: pool.threadsPerCore,
    encrypted: pool.encrypted,
    ...pool.aws,
    networkInterfaces: byCard(pool),
  };
}

/** The pool's source that a launch is from: the only one of its kind or reservation (Karpenter's selectors do not tell blocks from others). */
function sourceOf({ capacity }: NodePool, { read }: LaunchWitness): CapacitySource | undefined {
  const [from] = read.capacity;
  const reserved = capacity.find(({ reservationId }) => reservationId && reservationId === from!.reservationId);
  if (reserved !== undefined) return reserved;
  const alike = capacity.filter(({ kind }) => kind === from!.kind || (kind === "spot" && from!.kind === "on-demand"));
  return alike[0];
}

function poolDisagreements(pool: NodePool, launches: readonly LaunchWitness[]): Disagreement[] {
  const part = `pools.${pool.name}`;
  const own = launches.filter((one) => one.pool === pool.name);
  const missing = own.length === 0 ? [{ part, fact: "launch", says: "nodes", reads: "none" }] : [];
  const facts = own.flatMap((launch) => {
    const source = sourceOf(pool, launch);
    const from = `${part}.${launch.read.capacity[0]!.kind}`;
    if (source === undefined)
      return [{ part: from, fact: "capacity", says: pool.capacity, reads: launch.read.capacity }];
    return [
      ...differing(
        from,
        launchFacts(pool, pool.nvmeCache?.mountPath ?? null),
        launchFacts(launch.read, launch.nvmePath),
      ),
      ...differing(from, { placement: placementFrom(pool, source) }, { placement: launch.read.placement }),
    ];
  });
  return [...missing, ...facts];
}

/** Subnets that the reader finds nodes in; where it finds none it takes all of the VPC's. */
function subnetsRead(ours: Network, theirs: Network): Network {
  const found = theirs.computeSubnets.filter((subnet) =>
    ours.computeSubnets.some((one) => isDeepStrictEqual(one, subnet)),
  );
  return { ...theirs, computeSubnets: found };
}

/** Names are ours on one side and Terraform's on the other. */
function withoutNames(part: Facts): Facts {
  const { name: _, existing: __, ...facts } = part;
  const {
    dataRepositories,
    availabilityZones,
    sshOpenGroups: ___,
    purpose: ____,
    writable: _____,
    aws,
    ...rest
  } = facts;
  return {
    ...rest,
    ...(aws as object | undefined),
    ...(Array.isArray(dataRepositories)
      ? { dataRepositories: dataRepositories.map(({ bucket: _, ...repository }) => repository) }
      : {}),
    // in a network that is imported the subnet is only an id
    ...(Array.isArray(availabilityZones) && availabilityZones.length > 0 ? { availabilityZones } : {}),
  };
}

const KINDS = ["networks", "fileSystems", "buckets", "schedulers", "fabrics", "monitoring"] as const;

/** What the reader cannot know, for a reason of its own. */
const UNREAD: Readonly<Record<string, readonly string[]>> = {
  // queues, workloads and what Karpenter starts are in charts
  schedulers: ["provisioner", "queueing", "gcsFaultTolerance", "workerGroups"],
  // interfaces with and without an address make either layout
  fabrics: ["nicLayout", "availabilityZone"],
  // the agent's own alarms and Prometheus' are not Terraform's
  monitoring: ["idleGpuMinutes", "alarms", "agentPools"],
};

/** Facts of a given security group: the reader may see another group on the interface that is open to itself. */
const ACCOUNT_KNOWS: ReadonlySet<string> = new Set(["selfIngress", "selfEgress"]);

/** What every node calls: what add-ons and workloads call besides is in charts, and not to be seen. */
const FEWER: ReadonlySet<string> = new Set(["calledServices"]);

const isPart = ({ says, reads }: Disagreement): boolean =>
  Array.isArray(says) && Array.isArray(reads) && reads.every((one) => says.includes(one));

/** Everything on which the constructs of a stack and the reader of its Terraform disagree. */
export function disagreements(stack: TerraformStack): Disagreement[] {
  const launches = launchWitnesses(stack);
  const read = readParts(jsonOf(stack), []);
  return describedParts(stack).flatMap(({ construct, part }) => [
    ...(part.pools ?? []).flatMap((pool) => poolDisagreements(pool, launches)),
    ...KINDS.flatMap((kind) =>
      (part[kind] ?? []).flatMap((ours) => {
        const theirs = (read[kind] as Cluster[typeof kind][number][]).filter(({ name }) => {
          const path = read.paths.get(`${kind}.${name}`);
          return path === undefined ? kind === "fabrics" : path.startsWith(`${construct.node.path}/`);
        });
        return theirs.flatMap((their) => {
          const one = kind === "networks" ? subnetsRead(ours as Network, their as Network) : their;
          return differing(`${kind}.${ours.name}`, withoutNames(ours as never), withoutNames(one as never)).filter(
            (found) =>
              !UNREAD[kind]?.includes(found.fact) &&
              !(found.says === null && ACCOUNT_KNOWS.has(found.fact)) &&
              !(FEWER.has(found.fact) && isPart(found)),
          );
        });
      }),
    ),
  ]);
}
