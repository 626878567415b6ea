import { modelArchitecture } from "../../../../lib/catalog/models";
import { coldStartLong } from "../../../../lib/review/rules/inference/cold-start-long";
import { CHAT_8B } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: coldStartLong,
  holds: { "8B from Lustre": at(serving(), CHAT_8B) },
  fails: {
    "70B from a slow store on nodes that boot slowly": [
      at(serving({ instanceType: "g6e.12xlarge", bootSeconds: 900 }), {
        ...CHAT_8B,
        model: modelArchitecture("llama-3.1-70b"),
        precision: "fp8",
      }),
      [{ path: "pools.l40s.nodes.min", allowed: "10 min or less" }],
    ],
  },
  doesNotApply: { "a fixed number of nodes": at(serving({ nodes: { min: 8, max: 8 } }), CHAT_8B) },
};
