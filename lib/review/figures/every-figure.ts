import type { BatchFigures } from "./batch";
import type { CostFigures } from "./cost";
import type { DataFigures } from "./data";
import type { MarginalFigures } from "./marginal/marginal-choice";
import type { PowerFigures } from "./power";
import type { PurchaseFigures } from "./purchases";
import type { ReliabilityFigures } from "./reliability";
import type { RunFigures } from "./run-figures";
import type { FineTuningServiceFigures } from "./services/fine-tuning-service";
import type { ManagedApiFigures } from "./services/managed-api";
import type { ServingFigures } from "./serving/serving";
import type { TrainingFigures } from "./training";

/** The numbers an architect asks for; null where the design has no such thing or the catalog no figure. */
export interface Figures {
  readonly cost: CostFigures;
  readonly training: TrainingFigures | null;
  readonly reliability: ReliabilityFigures | null;
  readonly run: RunFigures | null;
  readonly data: DataFigures | null;
  readonly serving: ServingFigures | null;
  /** Independent tasks and their speed; null for other workloads, and where no rate is known. */
  readonly batch: BatchFigures | null;
  /** A managed API for the served model against the cluster; null where no price is known of either. */
  readonly managedApi: ManagedApiFigures | null;
  /** A fine-tuning service for the model against the run; null where no price is known of either. */
  readonly fineTuningService: FineTuningServiceFigures | null;
  readonly power: PowerFigures | null;
  readonly purchases: PurchaseFigures | null;
  /**
   * What the next node, a better use of the GPUs or another purchase would buy; null where nothing can be said. Worked out when
   * it is first read, since it sizes the design's neighbors.
   */
  readonly marginal: MarginalFigures | null;
}
