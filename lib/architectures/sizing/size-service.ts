import { instanceType } from "../../catalog/instance-types";
import type { Workload } from "../../model/model";
import { designOf } from "../../review/design";
import { figuresOf } from "../../review/figures/figures";
import { replicaSize, type ServingFigures } from "../../review/figures/serving/serving";
import { count, gib, rangeOf } from "../../units/quantity";
import { candidateCluster } from "./candidate-cluster";
import type { Decision } from "./decision";
import type { RankedDesign } from "./ranked-design";
import { requireSizing } from "./require-sizing";
import { checkSharing, type SharingChoice, sharingInWords, sharingOn } from "./sharing-choice";
import { type InstanceChoices, sizeInstances } from "./size-instances";

type Service = Extract<Workload, { kind: "inference" }>;

/** Nodes that a service keeps, so that the loss of one does not end it: the rule `service-on-one-node`. */
const LEAST_NODES = 2;

/** Why a replica has the GPUs, or the part of one, that it has. */
function replicaDecision(workload: Service, serving: ServingFigures, sharing: SharingChoice | undefined): Decision {
  const choice = `${replicaSize(serving)} per replica`;
  if (sharing === undefined) {
    return { choice, why: "the replica size that needs the fewest GPUs" };
  }
  const weights = serving.memoryParts.find(({ name }) => name === "weights")?.value ?? 0;
  const room = `${gib(serving.memoryLimitBytes)} for ${gib(weights)} of weights and ${count(serving.concurrencyPerReplica)} requests at once`;
  const between =
    sharing.kind === "mig"
      ? "memory and compute of its own"
      : "sharing the GPU in turns without isolation: one that fails can stop the others";
  return { choice, why: `given, ${sharingInWords(sharing)}: ${room} of ${workload.model.name}, ${between}` };
}

/** A service's sizes. */
export interface ServiceSize {
  readonly instanceType: string;
  readonly leastNodes: number;
  readonly nodes: number;
  readonly tensorParallel: number;
  readonly replicas: { readonly min: number; readonly max: number };
  /** The design that was chosen, with its figures. */
  readonly design: RankedDesign;
  readonly decisions: readonly Decision[];
}

/**
 * Sizes a service for its requests and latency objectives: nodes, GPUs of a replica, replicas.
 *
 * @throws WarpformError `incomplete-design` where no node meets the objectives
 */
export function sizeService(workload: Service, choices: InstanceChoices): ServiceSize {
  requireSizing("sizeService", workload, choices);
  checkSharing(choices.sharing, choices.instanceType);
  const { design, decision } = sizeInstances(workload, { leastNodes: LEAST_NODES, ...choices });
  const { nodes } = design;
  const { region, cloud, purchase } = choices;
  const sharing = sharingOn(instanceType(design.instanceType), choices.sharing);
  const candidate = { region, cloud, purchase, instanceType: design.instanceType, nodes, sharing, lustre: null };
  const serving = figuresOf(designOf(candidateCluster(candidate, workload))).serving!;
  const perNode = Math.floor(serving.replicasAtMost / nodes);
  const leastNodes = Math.min(nodes, LEAST_NODES);
  const replicas = { min: leastNodes, max: nodes * perNode };
  const decisions: Decision[] = [
    decision,
    replicaDecision(workload, serving, choices.sharing),
    {
      choice: `${replicas.min} to ${replicas.max} replicas on ${leastNodes} to ${nodes} nodes`,
      why: `the peak needs ${serving.replicasNeeded ? rangeOf(serving.replicasNeeded, String) : "unknown"} replicas; two nodes always run, so that losing one does not stop the service`,
    },
  ];
  return {
    instanceType: design.instanceType,
    leastNodes,
    nodes,
    tensorParallel: serving.gpusPerReplica,
    replicas,
    design,
    decisions,
  };
}
