import { stagingDelaysRun } from "../../../../lib/review/rules/storage/staging-delays-run";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

const staged = (toCloudTB: number, linkGbps = 1.25) =>
  at(p5({ slurm: { staging: { toCloudTB, toSitePerMonthTB: 1, linkGbps } } }), LLAMA_70B);

export const cases: RuleCases = {
  rule: stagingDelaysRun,
  holds: { "10 TB over a tunnel of a VPN, before a run of nine days": staged(10) },
  fails: {
    "300 TB over it": [
      staged(300),
      [{ path: "schedulers.slurm.staging.toCloudTB", value: "533 hours for 300 TB over 1.25 Gb/s, 251 % of the run" }],
    ],
  },
  doesNotApply: {
    "nothing is moved": staged(0),
    "a cluster at one site": at(p5(), LLAMA_70B),
    "no workload": p5({ slurm: { staging: { toCloudTB: 300, toSitePerMonthTB: 0, linkGbps: 1.25 } } }),
  },
};
