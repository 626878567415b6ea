import type { Problems } from "../../../errors";
import type { Workloads } from "../../workloads";

const folder = (address: string) => address.replace(/\/+$/, "");

/**
 * Checks that models which serve the adapters of runs read what these finish, at the rank that they have: vLLM refuses an adapter of a
 * larger one when a request names it.
 * @see vllm-project/vllm vllm/lora/peft_helper.py (`validate_legal`)
 */
export function checkAdapters(problems: Problems, { serving, fineTuning }: Workloads): void {
  serving.forEach(({ lora }, i) => {
    if (lora === null) return;
    const path = `serving[${i}].lora`;
    const place = folder(lora.adapters);
    fineTuning.forEach((run, k) => {
      const of = `fineTuning[${k}]`;
      if (folder(run.adapters) === place && run.rank > lora.maxRank)
        problems.add(
          "conflict",
          `${path}.maxRank`,
          `${path}.maxRank ${lora.maxRank} is less than the rank ${run.rank} of ${of}, whose adapters are served: vLLM would refuse them; use ${run.rank}`,
        );
      if (folder(run.storage) === place)
        problems.add(
          "conflict",
          `${path}.adapters`,
          `${path}.adapters "${lora.adapters}" is where ${of} keeps its checkpoints; use "${run.adapters}", where its finished adapters are`,
        );
    });
  });
}
