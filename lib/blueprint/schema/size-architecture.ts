import type { Purchase } from "../../architectures/candidate-cluster";
import type { Decision } from "../../architectures/decision";
import { peakShares, type RegionRouting, sharesOf } from "../../architectures/region-shares";
import type { SharingChoice } from "../../architectures/sharing-choice";
import { sizeMachines } from "../../architectures/size-machines";
import { sizeService } from "../../architectures/size-service";
import { sizeTraining } from "../../architectures/size-training";
import { regionOf } from "../../clouds/default-names";
import type { Workload } from "../../model/model";
import { workloadOf } from "../assemble/workload";
import type { Place } from "./key";
import type { WorkloadBlueprint } from "./schema-workload";

type Tree = Readonly<Record<string, unknown>>;

/** What sizing reads of a blueprint. */
interface SizedBlueprint {
  readonly workload?: WorkloadBlueprint;
  readonly architecture?: {
    readonly kind: string;
    readonly regions?: readonly { readonly share?: number }[];
    readonly routing?: RegionRouting;
  };
}

/** What an architecture makes of its workload. */
export interface ArchitectureSize {
  readonly instanceType: string;
  readonly nodes: number;
  readonly spareNodes?: number;
  readonly lustre?: { readonly capacityTiB: number; readonly throughputPerTiB: number };
  readonly decisions: readonly Decision[];
}

/** What is sized already: a search for machines takes a second. */
const sized = new Map<string, ArchitectureSize | undefined>();

/** The sizes at a place in an architecture, as they follow from the workload and all that is given there but `key`. */
export function sizeWithout(key: string, place: Place): ArchitectureSize | undefined {
  const { root, owner } = place;
  const ofRegion = place.path[1] === "regions" ? regionPart(root as SizedBlueprint, Number(place.path[2])) : undefined;
  const zone = ofRegion === undefined ? (root.network as Tree).availabilityZone : owner.availabilityZone;
  const { kind, instanceType, nodes, nodesPerRun, spareNodes, capacity, migProfile, timeSlicingReplicas } = {
    ...owner,
    [key]: undefined,
  } as Tree;
  const first = (capacity as readonly Tree[] | undefined)?.[0]?.kind;
  const region = regionOf(String(zone));
  const workload = ofRegion ?? (root as SizedBlueprint).workload;
  if (workload === undefined || region === undefined) return undefined;
  const choices = {
    region,
    purchase: (first === "block" ? "capacity-block" : "on-demand") as Purchase,
    instanceType: instanceType as string | undefined,
    nodes: (kind === "singleNode" ? 1 : (nodes ?? nodesPerRun)) as number | undefined,
    spareNodes: spareNodes as number | undefined,
    sharing: sharing(migProfile as string | undefined, timeSlicingReplicas as number | undefined),
  };
  const sort = ofRegion === undefined ? String(kind) : "inference";
  const id = JSON.stringify([sort, workload, choices]);
  if (!sized.has(id)) sized.set(id, size(sort, workload, choices));
  return sized.get(id);
}

/** The requests that a region must be able to take; undefined where the regions' shares do not fit together. */
function regionPart({ architecture, workload }: SizedBlueprint, index: number): WorkloadBlueprint | undefined {
  const regions = architecture?.kind === "inferenceRegions" ? architecture.regions : undefined;
  if (regions === undefined || workload?.kind !== "inference") return undefined;
  const shares = sharesOf(
    "architecture",
    regions.map(({ share }) => share),
  );
  const peak = peakShares(shares, architecture?.routing ?? "latency")[index]!;
  return { ...workload, requestsPerSecond: workload.requestsPerSecond * peak };
}

function sharing(profile: string | undefined, replicas: number | undefined): SharingChoice | undefined {
  if (profile !== undefined) return { kind: "mig", profile, replicas: 1 };
  return replicas === undefined ? undefined : { kind: "time-slicing", profile: undefined, replicas };
}

function size(
  kind: string,
  blueprint: WorkloadBlueprint,
  choices: Parameters<typeof sizeTraining>[1],
): ArchitectureSize | undefined {
  const workload = workloadOf(blueprint) as Workload;
  if (kind === "training" && workload.kind === "training") {
    const { instanceType, nodes, spareNodes, lustre, decisions } = sizeTraining(workload, choices);
    return { instanceType, nodes, spareNodes, lustre, decisions };
  }
  if (kind === "inference" && workload.kind === "inference") {
    const { instanceType, nodes, decisions } = sizeService(workload, choices);
    return { instanceType, nodes, decisions };
  }
  if ((kind !== "fineTuning" && kind !== "singleNode") || workload.kind !== "fine-tuning") return undefined;
  const { design, decision } = sizeMachines(workload, choices);
  return { instanceType: design.instanceType, nodes: design.nodes, decisions: [decision] };
}

/** Why an architecture chose as it did, in one line: the decision whose choice has a word. */
export function reason(size: ArchitectureSize | undefined, word: RegExp): string | undefined {
  const decision = size?.decisions.find(({ choice }) => word.test(choice));
  return decision && `${decision.choice}: ${decision.why}`;
}
