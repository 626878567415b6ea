import { programWords } from "../../../../lib/remedies/program-words";
import { set, wordedFix } from "../../../../lib/remedies/remedy";
import { lustreRootNotSquashed } from "../../../../lib/review/rules/security/lustre-root-not-squashed";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

const squashed = (rootSquashed: boolean | undefined) => p5({ scratch: { rootSquashed } });

export const cases: RuleCases = {
  rule: lustreRootNotSquashed,
  holds: { "root is squashed": squashed(true) },
  fails: {
    "root is not squashed": [
      squashed(false),
      [{ path: "fileSystems.scratch.rootSquash", value: "root stays root on every client" }],
    ],
    "controllers are on a site, which mount nothing": [
      { ...squashed(false), schedulers: p5({ slurm: { joins: "dc1" } }).schedulers },
      [{ path: "fileSystems.scratch.rootSquash", fix: wordedFix(set("rootSquash", "65534:65534"), programWords) }],
    ],
  },
  doesNotApply: {
    "nothing is known of it": squashed(undefined),
    "no Slurm, whose users share the nodes": { ...squashed(false), schedulers: [] },
  },
};
