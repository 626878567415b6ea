import type { DeployedFineTuning, Workload } from "../../../model/model";
import { counted } from "../../../units/quantity";
import { type Breach, checkEach, type Rule } from "../../rule";

type FineTuning = Extract<Workload, { kind: "fine-tuning" }>;

function differences(workload: FineTuning, run: DeployedFineTuning): Breach[] {
  const pairs = [
    ["method", run.method, workload.method],
    ["rank", run.rank, workload.loraRank ?? run.rank],
    ["sequenceLength", run.sequenceLength, workload.sequenceLength],
    ["batchPerGpu", run.batchPerGpu, workload.globalBatchSequences / run.gpus],
  ] as const;
  return pairs.flatMap(([key, deployed, asked]) =>
    deployed === asked
      ? []
      : [
          {
            path: `fineTuning.${run.name}.${key}`,
            value: deployed,
            allowed:
              key === "batchPerGpu"
                ? `${asked}: ${workload.globalBatchSequences} sequences per step in the workload on ${counted(run.gpus, "GPUs")}`
                : `${asked}, as in the workload`,
            fix:
              key === "batchPerGpu"
                ? `set globalBatchSequences in the workload to ${deployed * run.gpus}`
                : `set ${key} to the same value in the run and in the workload`,
          },
        ],
  );
}

export const fineTuningDiffers: Rule = {
  id: "fine-tuning-differs",
  area: "fit",
  severity: "error",
  clouds: "all",
  title: "Deployed fine-tuning settings differ from the workload",
  why: "The review computes memory, time and cost for the declared workload. If the job manifest trains with another method, rank, sequence length or batch size, those figures describe a different run.",
  fix: "Use the same method, rank, `sequenceLength` and sequences per step (`batchPerGpu` times `gpus`) in the workload and in the run.",
  verify: "Compare the RayJob's entrypoint with the workload.",
  source: "https://docs.ray.io/en/latest/cluster/kubernetes/getting-started/rayjob-quick-start.html",
  check: ({ workload, fineTuned }) =>
    checkEach(workload?.kind === "fine-tuning" && fineTuned !== null ? [{ workload, fineTuned }] : [], (pair) =>
      differences(pair.workload, pair.fineTuned),
    ),
};
