import { accelerator } from "../lib/catalog/accelerators";
import { instanceType } from "../lib/catalog/instance-types";
import { modelArchitecture } from "../lib/catalog/models";
import { instanceInterconnect } from "../lib/sizing/fabric/interconnect";
import { TRAINING_PRECISIONS } from "../lib/sizing/memory/model-memory";
import { countPlans } from "../lib/sizing/parallelism/plan-search";
import { gpuSpec } from "../lib/sizing/time/kernel-efficiency";
import { TRAINING_SOFTWARE } from "../lib/sizing/time/training-software";

/** Plans a second that enumeration, memory and step time together must reach. */
const WANTED = 100_000;

const type = instanceType("p5.48xlarge");
const gpu = accelerator(type.accelerator!);

/** The best of a few runs, since other programs share the machine. */
function plansPerSecond(model: string, gpus: number, globalBatchSequences: number): number {
  const request = {
    model: modelArchitecture(model),
    gpus,
    globalBatchSequences,
    sequenceLength: 8192,
    precision: "bf16" as const,
    state: TRAINING_PRECISIONS["bf16-adam-fp32-grad"],
    gpu: gpuSpec(gpu),
    link: instanceInterconnect(type, gpu),
    software: TRAINING_SOFTWARE["megatron-core"],
  };
  let best = 0;
  for (let run = 0; run < 8; run++) {
    const start = performance.now();
    const plans = countPlans(request);
    best = Math.max(best, (1000 * plans) / (performance.now() - start));
  }
  return best;
}

for (const [model, gpus, batch] of [
  ["llama-3.1-70b", 512, 2048],
  ["llama-3.1-405b", 16384, 4096],
  ["deepseek-v3", 1024, 8192],
] as const) {
  const ratio = plansPerSecond(model, gpus, batch) / WANTED;
  console.log(`plan ${model} on ${gpus} GPUs: ${ratio.toFixed(1)} x the wanted ${WANTED} plans/s`);
}
