import { taskDoesNotFit } from "../../../../lib/review/rules/fit/task-does-not-fit";
import { images } from "../../batch-work";
import { p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: taskDoesNotFit,
  holds: { "all of a GPU's memory": at(p5(), images({ memoryGiBPerGpu: 80 })) },
  fails: {
    "more than a GPU has": [
      at(p5(), images({ memoryGiBPerGpu: 90 })),
      [{ path: "pools.h100.instanceType", value: "80 GiB per GPU" }],
    ],
    "more than a MIG device has": [
      at(p5({ pool: { sharing: { kind: "mig", profile: "1g.10gb", instancesPerGpu: 7 } } }), {
        ...images({ memoryGiBPerGpu: 20 }),
        benchmark: null,
        unitsPerHourPerGpu: 100,
      }),
      [{ path: "pools.h100.instanceType" }],
    ],
  },
  doesNotApply: { "memory of a task not known": at(p5(), images()), "no workload": p5() },
};
