import { checkpointStallHigh } from "../../../../lib/review/rules/storage/checkpoint-stall-high";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: checkpointStallHigh,
  holds: { "70B to 48 TB of Lustre": at(p5(), LLAMA_70B) },
  fails: {
    "70B every 10 minutes to a small file system": [
      at(p5({ scratch: { capacityGiB: 4800, throughputPerTiB: 125 } }), { ...LLAMA_70B, checkpointMinutes: 10 }),
      [
        {
          path: "workload.checkpointMinutes",
          allowed: "5 % or less",
          fix: expect.stringContaining("raise throughputPerTiB or capacityTiB of Lustre scratch"),
        },
      ],
    ],
    "70B every two minutes to a bucket": [
      at(p5({ pool: { mounts: [] } }), { ...LLAMA_70B, checkpointMinutes: 2 }),
      [
        {
          fix: expect.stringMatching(
            /^set checkpointMinutes to [1-9]\d+, or mount a LustreStorage on the pool, since S3 bucket data is limited/,
          ),
        },
      ],
    ],
    "70B to a small OpenZFS": [
      at(
        p5({
          scratch: {
            ...{ kind: "openzfs", throughputMBps: 160, capacityGiB: 20_000, deploymentType: null, storageType: null },
            ...{ throughputPerTiB: null, dataRepositories: [] },
          },
        }),
        { ...LLAMA_70B, checkpointMinutes: 600 },
      ),
      [{ fix: expect.stringContaining("raise throughputMBps of OpenZFS scratch") }],
    ],
  },
  doesNotApply: { "no workload": p5() },
};
