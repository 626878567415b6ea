import type { DeployedFineTuning, Workload } from "../../../model/model";
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
                ? `${asked}: ${workload.globalBatchSequences} sequences per step of the workload on ${run.gpus} GPUs`
                : `${asked}, as the workload says`,
            fix:
              key === "batchPerGpu"
                ? `set globalBatchSequences of the workload to ${deployed * run.gpus}`
                : `set ${key} of the run and of the workload to the same`,
          },
        ],
  );
}

export const fineTuningDiffers: Rule = {
  id: "fine-tuning-differs",
  area: "fit",
  severity: "error",
  clouds: "all",
  title: "Deployed fine-tuning run other than the workload's",
  why: "Memory, time and cost are computed for the workload. Where the job's manifest trains with another method, rank, sequence length or batch, they are those of a run that never happens.",
  fix: "Give the workload and the run the same method, rank, `sequenceLength` and sequences per step (`batchPerGpu` times `gpus`).",
  verify: "Compare the entrypoint of the RayJob with the workload.",
  source: "https://docs.ray.io/en/latest/cluster/kubernetes/getting-started/rayjob-quick-start.html",
  check: ({ workload, fineTuned }) =>
    checkEach(workload?.kind === "fine-tuning" && fineTuned !== null ? [{ workload, fineTuned }] : [], (pair) =>
      differences(pair.workload, pair.fineTuned),
    ),
};
