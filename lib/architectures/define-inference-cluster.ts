import type { CapacitySource, Workload } from "../model/model";
import type { Place } from "./sizing/candidate-cluster";
import { purchaseOf } from "./sizing/purchase-of";
import type { SharingChoice } from "./sizing/sharing-choice";
import { type ServiceSize, sizeService } from "./sizing/size-service";
import { type InferenceWorkloadOptions, inferenceWorkload } from "./workloads";

/** What decides an inference cluster. */
export interface InferenceDesign {
  readonly workload: InferenceWorkloadOptions;
  readonly instanceType?: string;
  readonly nodes?: number;
  readonly capacity?: readonly Pick<CapacitySource, "kind">[];
  readonly gpuSharing?: SharingChoice;
  /** What the user says of the served model and its Ray cluster beside that. */
  readonly serving?: { readonly replicas?: ServiceSize["replicas"] };
  readonly ray?: { readonly monitoring?: unknown };
}

/** An inference cluster: what it is for, how large it is, and how its model is served. */
export interface InferenceDefinition {
  readonly workload: Extract<Workload, { kind: "inference" }>;
  readonly size: ServiceSize;
  /** Seconds to the first token that replicas are added for; undefined where they follow the requests alone. */
  readonly targetTimeToFirstTokenSeconds: number | undefined;
  /** Undefined for the served model's default: a new version next to the old one, which takes the fewest replicas twice. */
  readonly upgradeStrategy: "none" | undefined;
}

/** Objectives that replicas can be scaled for: what `ServingOptions.targetTimeToFirstTokenSeconds` takes. */
const LEAST_TARGET_SECONDS = 0.02;
const MOST_TARGET_SECONDS = 120;

/**
 * An inference cluster with every size that follows from its requests.
 * @throws WarpformError where no design meets the latency objectives
 */
export function defineInferenceCluster(of: InferenceDesign, place: Place): InferenceDefinition {
  const workload = inferenceWorkload(of.workload);
  const { instanceType, nodes, capacity = [], gpuSharing: sharing } = of;
  const size = sizeService(workload, { ...place, purchase: purchaseOf(capacity), instanceType, nodes, sharing });
  return {
    workload,
    size,
    targetTimeToFirstTokenSeconds: firstTokenTarget(workload, of.serving?.replicas ?? size.replicas, of.ray),
    upgradeStrategy: 2 * size.replicas.min > size.replicas.max ? "none" : undefined,
  };
}

/** The objective, where the cluster measures it, and there are more replicas to add. */
function firstTokenTarget(
  { timeToFirstTokenSeconds: objective }: InferenceDefinition["workload"],
  replicas: ServiceSize["replicas"],
  ray: InferenceDesign["ray"],
): number | undefined {
  if (objective === null || ray?.monitoring === false || replicas.min === replicas.max) return undefined;
  return objective >= LEAST_TARGET_SECONDS && objective <= MOST_TARGET_SECONDS ? objective : undefined;
}
