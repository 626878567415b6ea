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
      allowed: `${workload.precision}, as in the workload`,
      fix: `set the same precision in the served model and in the workload: ${precision} or ${workload.precision}`,
    });
  if (workload.loraAdapters > 0 && lora === null)
    breaches.push({
      path: `${path}.lora`,
      value: "no adapters",
      allowed: `${workload.loraAdapters} adapters, as in the workload`,
      fix: `set lora with maxRank ${workload.loraRank ?? 16}, or loraAdapters in the workload to 0`,
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
    fix: `serve ${workload.model.name}, or set model in the workload to ${all[0]!.model.name}`,
  };
}

export const servedModelDiffers: Rule = {
  id: "served-model-differs",
  area: "inference",
  severity: "error",
  clouds: "all",
  title: "Deployed model differs from the workload",
  why: "The review sizes the service from its workload. If the manifest serves another model, precision or set of adapters, the figures describe a different service.",
  fix: "Use the same `model`, `precision` and adapters in the workload and in the served model.",
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
