import type { TrainingWork } from "../../model/workload";
import type { PlanRequest } from "../../sizing/parallelism/plan-search";

/** A job and the GPUs to lay it over. */
export type Asked = Omit<PlanRequest, "most">;

/** A workload that trains. */
export type Training = TrainingWork;
