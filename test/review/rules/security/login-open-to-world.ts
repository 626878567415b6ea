import { loginOpenToWorld } from "../../../../lib/review/rules/security/login-open-to-world";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

const withGroups = (sshOpenGroups: readonly string[]) => ({
  ...p5({ slurm: { loginNodes: 0 } }),
  networks: p5().networks.map((network) => ({ ...network, sshOpenGroups })),
});

export const cases: RuleCases = {
  rule: loginOpenToWorld,
  holds: {
    "Session Manager only": p5(),
    "a company network": p5({ slurm: { loginCidrs: ["203.0.113.0/24", "10.0.0.0/8"] } }),
    "security groups that let nobody in": withGroups([]),
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
    "a security group of the nodes": [
      withGroups(["bastion"]),
      [{ path: "networks.network.sshOpenGroups.bastion", value: "SSH from anywhere through security group bastion" }],
    ],
  },
  doesNotApply: { "no login nodes": p5({ slurm: { loginNodes: 0, loginCidrs: ["0.0.0.0/0"] } }) },
};
