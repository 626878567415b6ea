import { adaptersCrowdOutRequests } from "../../../../lib/review/rules/inference/adapters-crowd-out-requests";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: adaptersCrowdOutRequests,
  holds: { "16 adapters of rank 16": at(serving(), { ...CHAT_8B, loraAdapters: 16, loraRank: 16 }) },
  fails: {
    "100 adapters of rank 64": [
      at(serving(), { ...CHAT_8B, loraAdapters: 100, loraRank: 64 }),
      [{ path: "workload.loraAdapters" }],
    ],
  },
  doesNotApply: { "no adapters": at(serving(), CHAT_8B), training: at(p5(), LLAMA_70B) },
};
