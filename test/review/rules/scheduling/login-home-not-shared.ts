import { loginHomeNotShared } from "../../../../lib/review/rules/scheduling/login-home-not-shared";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

const mount = (path: string) => ({ fileSystem: "scratch", path, readOnly: false });

export const cases: RuleCases = {
  rule: loginHomeNotShared,
  holds: {
    "one home on login nodes and nodes": p5({
      slurm: { loginNodes: 2, homePath: "/home" },
      pool: { mounts: [mount("/home")] },
    }),
  },
  fails: {
    "homes on the disks of login nodes": [
      p5({ slurm: { loginNodes: 2, homePath: null } }),
      [{ path: "schedulers.slurm.mounts", value: "2 login nodes, home directories on their own disks" }],
    ],
    "a pool that lacks the home of the login nodes": [
      p5({ slurm: { loginNodes: 1, homePath: "/home" }, pool: { mounts: [mount("/fsx")] } }),
      [{ path: "pools.h100.mounts", value: "pool h100 without /home" }],
    ],
  },
  doesNotApply: {
    "no login nodes": p5({ slurm: { loginNodes: 0, homePath: null } }),
    "unknown mounts": p5({ slurm: { loginNodes: 2 } }),
  },
};
