import { DECLARED } from "../../figures/declared-layout";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

export const parallelismInvalid: Rule = {
  id: "parallelism-invalid",
  area: "fit",
  severity: "error",
  clouds: "all",
  title: "Parallelism that does not divide the model or the cluster",
  why: "Ranks must divide attention heads, layers, experts, sequence and batch, and their product must be the GPUs of the job. The launcher fails at the first step otherwise, with the cluster running.",
  fix: "Change `parallelism` as the finding says, or omit it: the library then chooses a layout.",
  verify: "Multiply tensor, pipeline, context and data ranks; the product must be the world size of the job.",
  source: "https://docs.nvidia.com/nemo-framework/user-guide/latest/nemotoolkit/features/parallelisms.html",
  check: (design) => {
    const { training } = figuresOf(design);
    const declared = training?.chosenBy === "workload" ? [training] : [];
    return checkEach(declared, ({ illegal, alternative }) =>
      illegal.map((message) => ({
        path: DECLARED,
        value: message.split("; ")[0]!,
        allowed: "ranks that divide the model, the batch and the pool's GPUs",
        fix: message.split("; ")[1] ?? (alternative ? `use ${alternative.layout}` : "omit parallelism"),
      })),
    );
  },
};
