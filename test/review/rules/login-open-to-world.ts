import { loginOpenToWorld } from "../../../lib/review/rules/login-open-to-world";
import { p5 } from "../p5-cluster";
import type { RuleCases } from "../rule-cases";

export const cases: RuleCases = {
  rule: loginOpenToWorld,
  holds: {
    "Session Manager only": p5(),
    "a company network": p5({ slurm: { loginCidrs: ["203.0.113.0/24", "10.0.0.0/8"] } }),
  },
  fails: {
    "the whole internet": [
      p5({ slurm: { loginCidrs: ["0.0.0.0/0"] } }),
      [{ path: "schedulers.slurm.loginCidrs", value: "0.0.0.0/0" }],
    ],
    "the internet in two halves": [
      p5({ slurm: { loginCidrs: ["0.0.0.0/1", "128.0.0.0/1"] } }),
      [{ value: "0.0.0.0/1" }, { value: "128.0.0.0/1" }],
    ],
  },
  doesNotApply: { "no login nodes": p5({ slurm: { loginNodes: 0, loginCidrs: ["0.0.0.0/0"] } }) },
};
