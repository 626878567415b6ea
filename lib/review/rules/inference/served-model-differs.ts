import type { DeployedModel, Workload } from "../../../model/model";
import { deployments } from "../../design";
import { type Breach, checkEach, type Rule } from "../../rule";

type Inference = Extract<Workload, { kind: "inference" }>;

function differences(workload: Inference, served: DeployedModel): Breach[] {
  const path = `serving.${served.name}`;
  const { lora, precision } = served;
  const breaches: Breach[] = [];
  if (precision !== workload.precision)
    breaches.push({
      path: `${path}.precision`,
      value: precision,
      allowed: `${workload.precision}, as the workload says`,
      fix: `set precision of the served model and of the workload to the same: ${precision} or ${workload.precision}`,
    });
  if (workload.loraAdapters > 0 && lora === null)
    breaches.push({
      path: `${path}.lora`,
      value: "no adapters",
      allowed: `${workload.loraAdapters} adapters, as the workload says`,
      fix: `set lora with maxRank ${workload.loraRank ?? 16}, or loraAdapters of the workload to 0`,
    });
  if (lora !== null && workload.loraRank !== null && workload.loraRank > lora.maxRank)
    breaches.push({
      path: `${path}.lora.maxRank`,
      value: lora.maxRank,
      allowed: `${workload.loraRank} or more, the rank of the workload's adapters`,
      fix: `set lora.maxRank to ${workload.loraRank}`,
    });
  return breaches;
}

/** Where the cluster serves models, but not the workload's. */
function otherModel(workload: Inference, all: readonly DeployedModel[]): Breach {
  const names = [...new Set(all.map(({ model }) => model.name))].join(", ");
  return {
    path: all.length === 1 ? `serving.${all[0]!.name}.model` : "serving",
    value: names,
    allowed: `${workload.model.name}, the workload's model`,
    fix: `serve ${workload.model.name}, or set model of the workload to ${all[0]!.model.name}`,
  };
}

export const servedModelDiffers: Rule = {
  id: "served-model-differs",
  area: "inference",
  severity: "error",
  clouds: "all",
  title: "Deployed model other than the workload's",
  why: "The review judges the service by its workload. Where the manifest serves another model, precision or set of adapters, what is judged is not what runs.",
  fix: "Name the same `model`, `precision` and adapters in the workload and in the served model.",
  verify:
    "Compare `engine_kwargs` and `model_source` in the RayService (or the LeaderWorkerSet's arguments) with the workload.",
  source: "https://docs.vllm.ai/en/latest/configuration/engine_args.html",
  check: ({ workload, served, cluster }) => {
    const all = deployments(cluster).serving;
    return checkEach(workload?.kind === "inference" && all.length > 0 ? [workload] : [], (asked) =>
      served === null ? otherModel(asked, all) : differences(asked, served),
    );
  },
};
