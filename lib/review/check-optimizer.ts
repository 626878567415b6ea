import type { Workload } from "../model/model";
import {
  DEFAULT_OPTIMIZER,
  OPTIMIZERS,
  TRAINING_FRAMEWORKS,
  type TrainingFrameworkName,
  type TrainingWork,
} from "../model/workload";
import type { Check } from "../sizing/inputs/check-shape";
import { optimizer, optimizersOf } from "../sizing/memory/optimizer-state";
import { trainingFramework, trainingFrameworks } from "../sizing/time/training-framework";

const isAdapter = (run: TrainingWork) => run.kind === "fine-tuning" && run.method !== "full";

/** The framework that trains where a run names none. */
function frameworkOf(run: TrainingWork): TrainingFrameworkName {
  return run.framework ?? (run.kind === "fine-tuning" && run.method === "qlora" ? "peft" : "megatron-core");
}

const named = (run: TrainingWork) =>
  `framework "${frameworkOf(run)}"${run.framework === undefined ? " (the default)" : ""}`;

/** What a workload's optimizer and master weights conflict with: key, and the message after it. */
function conflicts(run: TrainingWork): (readonly ["optimizer" | "masterWeights", string])[] {
  const { optimizer: name = DEFAULT_OPTIMIZER, masterWeights = "fp32", parallelism } = run;
  const framework = frameworkOf(run);
  const offered = optimizersOf(framework);
  const pure = trainingFrameworks().flatMap(({ name: other, pureBf16 }) => (pureBf16 ? [other] : []));
  const found: (readonly ["optimizer" | "masterWeights", string])[] = [];
  if (!offered.includes(name))
    found.push([
      "optimizer",
      `must be ${offered.join(" or ")} with ${named(run)}, got ${name}; use framework ${optimizer(name).frameworks.join(", ")}, or optimizer ${DEFAULT_OPTIMIZER}`,
    ]);
  if (masterWeights === "none" && isAdapter(run))
    found.push(["masterWeights", "must be fp32 with adapters, whose weights are in FP32, got none; omit it"]);
  else if (masterWeights === "none" && !trainingFramework(framework).pureBf16)
    found.push(["masterWeights", `must be fp32 with ${named(run)}, got none; use framework ${pure.join(", ")}`]);
  if ((parallelism?.offload ?? "none") === "none") return found;
  if (name !== DEFAULT_OPTIMIZER)
    found.push([
      "optimizer",
      `must be ${DEFAULT_OPTIMIZER} with parallelism.offload "${parallelism?.offload}", which runs Adam on the host, got ${name}; omit one of the two`,
    ]);
  if (masterWeights === "none")
    found.push([
      "masterWeights",
      `must be fp32 with parallelism.offload "${parallelism?.offload}", whose host keeps FP32 weights, got none; omit one of the two`,
    ]);
  return found;
}

/** An optimizer that its framework offers, and master weights that go with it. */
export const OPTIMIZED: Check = (problems, path, value) => {
  const workload = value as Workload;
  if (workload.kind !== "training" && workload.kind !== "fine-tuning") return true;
  const { framework = "megatron-core", optimizer: name = DEFAULT_OPTIMIZER } = workload;
  if (!TRAINING_FRAMEWORKS.includes(framework) || !OPTIMIZERS.includes(name)) return true;
  const found = conflicts(workload);
  for (const [key, message] of found) problems.add("conflict", `${path}.${key}`, `${path}.${key} ${message}`);
  return found.length === 0;
};
