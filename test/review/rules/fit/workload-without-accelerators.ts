import { workloadWithoutAccelerators } from "../../../../lib/review/rules/fit/workload-without-accelerators";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

const withType = (instanceType: string) => ({ ...p5(), pools: p5().pools.map((pool) => ({ ...pool, instanceType })) });

export const cases: RuleCases = {
  rule: workloadWithoutAccelerators,
  holds: { "p5 nodes": at(p5(), LLAMA_70B) },
  fails: {
    "nodes without accelerators": [
      at(withType("m7i.2xlarge"), LLAMA_70B),
      [{ path: "pools", value: "h100 of m7i.2xlarge" }],
    ],
    "no nodes": [at({ ...p5(), pools: [], schedulers: [] }, LLAMA_70B), [{ path: "pools", value: "none" }]],
  },
  doesNotApply: {
    "a design without a workload": p5(),
    "a type that the catalog lacks": at(withType("p9.48xlarge"), LLAMA_70B),
  },
};
