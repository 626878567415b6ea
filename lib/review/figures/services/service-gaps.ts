import { apiPrices } from "../../../catalog/market/api-prices";
import { fineTuningPrices } from "../../../catalog/market/fine-tuning-prices";
import type { Workload } from "../../../model/workload";
import { countParameters } from "../../../sizing/memory/parameters";
import { counted } from "../../../units/quantity";
import type { Design } from "../../design";
import type { Gap } from "../../gap";
import type { Figures } from "../figures";

function fineTuningGap({ workload }: Design): Gap[] {
  if (workload?.kind !== "fine-tuning") return [];
  const { objective = "sft", model, method } = workload;
  if (objective === "sft" || fineTuningPrices(countParameters(model).total, method !== "full").length === 0) return [];
  return [
    {
      path: "workload.objective",
      figure: "fine-tuning service against own GPUs",
      reason: `the catalog has services' prices only of SFT, not of ${objective.toUpperCase()}`,
      fix: `ask a service for its price of ${objective.toUpperCase()}`,
      severity: "info",
    },
  ];
}

/** Why no managed API is comparable with a service; null where one is. */
function unknownApi({ model, loraAdapters }: Extract<Workload, { kind: "inference" }>): Omit<Gap, "figure"> | null {
  if (loraAdapters > 0)
    return {
      path: "workload.loraAdapters",
      reason: "the catalog has managed API prices of base models only, not of your own adapters",
      fix: "ask a provider for its price of serving your adapters",
    };
  if (apiPrices(model.name).length > 0) return null;
  return {
    path: "workload.model",
    reason: `the catalog has no managed API price of ${model.name}`,
    fix: "ask a provider for its price of serving this model",
  };
}

function managedApiGap({ workload }: Design, { serving, cost }: Figures): Gap[] {
  if (workload?.kind !== "inference" || serving?.replicasNeeded == null || cost.usdPerHour === 0) return [];
  const of = { figure: "managed API against own GPUs", severity: "info" } as const;
  const unknown = unknownApi(workload);
  if (unknown !== null) return [{ ...unknown, ...of }];
  const { replicasNeeded: needed, replicasAtMost: most } = serving;
  if (needed.expected <= most) return [];
  return [
    {
      path: "workload.requestsPerSecond",
      reason: `the stated rate needs ${counted(needed.expected, "replicas")}, ${most} may start`,
      fix: "start as many replicas as the rate needs",
      ...of,
    },
  ];
}

/** Services that would do the work instead, where they cannot be compared. */
export function comparisonGaps(design: Design, figures: Figures): Gap[] {
  return [...fineTuningGap(design), ...managedApiGap(design, figures)];
}
