import { sizeInstances } from "../../../lib/architectures/sizing/size-instances";
import { fineTuningWorkload, trainingWorkload } from "../../../lib/architectures/workloads";
import { modelArchitecture } from "../../../lib/catalog/models";
import { unsizedTraining } from "../../../lib/sizing/inputs/unsized-training";
import { messageOf } from "../../clouds/aws/synthesized";

const RUN = { tokens: 1e12, sequenceLength: 8192, globalBatchSequences: 512 };
const HYBRID = trainingWorkload({ model: "qwen3-next-80b-a3b", ...RUN });
const LATENT = fineTuningWorkload({ model: "deepseek-v3", method: "lora", ...RUN });

describe("a run that is not sized", () => {
  const size = (run: typeof HYBRID | typeof LATENT) => () =>
    sizeInstances(run, { region: "us-east-1", purchase: "on-demand" });

  it("is refused with the words of the review, not with the advice to take more nodes", () => {
    const { reason, fix } = unsizedTraining(modelArchitecture("qwen3-next-80b-a3b"), false)!;
    expect(messageOf(size(HYBRID))).toContain(`workload.model: ${reason}; ${fix}`);
  });

  it("is one of adapters on latent attention, too", () => {
    expect(messageOf(size(LATENT))).toContain(
      'workload.method: adapters on the multi-head latent attention of deepseek-v3 are not sized; measure one step, or use method "full"',
    );
  });
});
