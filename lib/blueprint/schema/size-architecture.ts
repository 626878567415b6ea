import { defineFineTuningCluster } from "../../architectures/define-fine-tuning-cluster";
import { defineInferenceCluster } from "../../architectures/define-inference-cluster";
import { defineSingleNode, type SingleNodeDefinition } from "../../architectures/define-single-node";
import { defineTrainingCluster } from "../../architectures/define-training-cluster";
import type { Decision } from "../../architectures/sizing/decision";
import { peakShares, type RegionRouting, sharesOf } from "../../architectures/sizing/region-shares";
import type { SharingChoice } from "../../architectures/sizing/sharing-choice";
import type {
  FineTuningWorkloadOptions,
  InferenceWorkloadOptions,
  TrainingWorkloadOptions,
} from "../../architectures/workloads";
import { BUILT_CLOUDS, type BuiltCloud } from "../../clouds/by-name";
import { CLOUD_NAMES } from "../../clouds/names";
import type { CapacitySource } from "../../model/model";
import type { CloudFacts } from "../../review/clouds/cloud-facts";
import { factsNamed } from "../../review/clouds/list";
import type { Place } from "./key";
import { sourcesOf } from "./pool-place";
import type { WorkloadBlueprint } from "./schema-workload";

interface ArchitectureChoices {
  readonly region: string;
  readonly cloud: CloudFacts;
  readonly capacity: readonly { readonly kind: CapacitySource["kind"] }[] | undefined;
  readonly instanceType: string | undefined;
  readonly nodes: number | undefined;
  readonly spareNodes: number | undefined;
  readonly gpuSharing: SharingChoice | undefined;
}

type Tree = Readonly<Record<string, unknown>>;

/** What sizing reads of a blueprint. */
interface SizedBlueprint {
  readonly cloud?: BuiltCloud;
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
  readonly decisions: {
    readonly nodes?: Decision | undefined;
    readonly spareNodes?: Decision | undefined;
    readonly lustre?: Decision | undefined;
  };
}

/** What is sized already: a search for designs takes a second. */
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
  const cloud = (root as SizedBlueprint).cloud ?? BUILT_CLOUDS[0];
  const region = CLOUD_NAMES[cloud].regionOf(String(zone));
  const workload = ofRegion ?? (root as SizedBlueprint).workload;
  if (workload === undefined || region === undefined) return undefined;
  const choices: ArchitectureChoices = {
    region,
    cloud: factsNamed(cloud)!,
    capacity: capacity === undefined ? undefined : sourcesOf({ capacity }).map((source) => ({ kind: source })),
    instanceType: instanceType as string | undefined,
    nodes: (nodes ?? nodesPerRun) as number | undefined,
    spareNodes: spareNodes as number | undefined,
    gpuSharing: sharing(migProfile as string | undefined, timeSlicingReplicas as number | undefined),
  };
  const sort = ofRegion === undefined ? String(kind) : "inference";
  const id = JSON.stringify([sort, workload, { ...choices, cloud }]);
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

/** What the definition of an architecture says; nothing of a workload that is not of its kind, which is refused elsewhere. */
function size(
  kind: string,
  { kind: of, ...workload }: WorkloadBlueprint,
  { region, cloud, ...design }: ArchitectureChoices,
): ArchitectureSize | undefined {
  const place = { region, cloud };
  if (kind === "training" && of === "training") {
    const { size } = defineTrainingCluster({ ...design, workload: workload as TrainingWorkloadOptions }, place);
    const [nodes, spareNodes, lustre] = size.decisions;
    return { ...size, decisions: { nodes, spareNodes, lustre } };
  }
  if (kind === "inference" && of === "inference") {
    const { size } = defineInferenceCluster({ ...design, workload: workload as InferenceWorkloadOptions }, place);
    return { ...size, decisions: { nodes: size.decisions[0] } };
  }
  if (of !== "fine-tuning") return undefined;
  const run = { ...design, workload: workload as FineTuningWorkloadOptions };
  if (kind === "singleNode") return sizeOf(defineSingleNode(run, place));
  if (kind !== "fineTuning") return undefined;
  const { design: chosen, decisions } = defineFineTuningCluster({ ...run, nodesPerRun: design.nodes }, place);
  return sizeOf({ design: chosen, decision: decisions.nodes });
}

const sizeOf = ({ design, decision }: Pick<SingleNodeDefinition, "design" | "decision">): ArchitectureSize => ({
  instanceType: design.instanceType,
  nodes: design.nodes,
  decisions: { nodes: decision },
});

/** Why an architecture chose as it did, in one line. */
export function reason(
  size: ArchitectureSize | undefined,
  about: keyof ArchitectureSize["decisions"],
): string | undefined {
  const decision = size?.decisions[about];
  return decision && `${decision.choice}: ${decision.why}`;
}
