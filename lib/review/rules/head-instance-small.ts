import { findInstanceType } from "../../catalog/instance-types";
import { checkEach, type Rule } from "../rule";

export const headInstanceSmall: Rule = {
  id: "head-instance-small",
  area: "operations",
  severity: "warning",
  title: "Slurm head with less than 4 vCPUs or 8 GiB",
  why: "slurmctld, slurmdbd and hundreds of RPCs at each job start share it; a burstable or tiny head answers `Socket timed out` under load.",
  fix: "Use m7i.2xlarge, or m7i.large for a handful of nodes.",
  verify: "`sdiag` shows no growing backlog while a large array job starts.",
  source: "https://slurm.schedmd.com/big_sys.html",
  check: (design) =>
    checkEach(
      design.slurm.flatMap((s) => {
        const head = findInstanceType(s.headInstanceType);
        return head ? [{ s, head }] : [];
      }),
      ({ s, head }) => {
        const nodes = design.pools
          .filter((p) => p.pool.adoptedBy?.name === s.name)
          .reduce((n, p) => n + p.pool.nodes.max, 0);
        const small = head.family.startsWith("t") || head.memoryGiB < 8 || (nodes > 8 && head.vcpus < 4);
        if (!small) return null;
        return {
          path: `schedulers.${s.name}.headInstanceType`,
          value: `${head.name}: ${head.vcpus} vCPUs, ${head.memoryGiB} GiB`,
          allowed: `4 vCPUs and 8 GiB, not burstable, for ${nodes} nodes`,
          fix: "set headInstanceType to m7i.2xlarge",
        };
      },
    ),
};
