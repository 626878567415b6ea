import { slurmStateNoSnapshots } from "../../../../lib/review/rules/reliability/slurm-state-no-snapshots";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

const keeping = (keep: number) => p5({ slurm: { stateSnapshots: { volumeGiB: 100, everyHours: 24, keep } } });

export const cases: RuleCases = {
  rule: slurmStateNoSnapshots,
  holds: { "one is kept": keeping(1) },
  fails: { "none is kept": [keeping(0), [{ path: "schedulers.slurm.stateSnapshots.keep", value: 0 }]] },
  doesNotApply: { "the state is on a shared file system": p5() },
};
