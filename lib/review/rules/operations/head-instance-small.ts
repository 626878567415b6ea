import { findInstanceType } from "../../../catalog/instance-types";
import { set } from "../../../remedies/remedy";
import { counted } from "../../../units/quantity";
import { factsOf } from "../../clouds/list";
import { checkEach, type Rule } from "../../rule";

/** t2, t3, t3a, t4g; not trn1. */
const BURSTABLE = /^t\d/;
/** Nodes up to which two vCPUs will do. */
const MOST_NODES_OF_TWO = 8;

export const headInstanceSmall: Rule = {
  id: "head-instance-small",
  area: "operations",
  severity: "warning",
  clouds: "all",
  title: "Slurm head node undersized or burstable",
  why: "The head node runs slurmctld and slurmdbd and handles hundreds of RPCs per job start. Under load, a burstable head, one with less than 8 GiB, or one with 2 vCPUs for more than eight nodes returns `Socket timed out`.",
  fix: "Use a type of at least 4 vCPUs and 8 GiB that is not burstable; 2 vCPUs are enough for eight nodes or fewer.",
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
        const small =
          BURSTABLE.test(head.family) || head.memoryGiB < 8 || (nodes > MOST_NODES_OF_TWO && head.vcpus < 4);
        if (!small) return null;
        const suggested = factsOf(design)?.types?.head[head.architecture];
        return {
          path: `schedulers.${s.name}.headInstanceType`,
          value: `${head.name}: ${counted(head.vcpus, "vCPUs")}, ${head.memoryGiB} GiB`,
          allowed: `${nodes > MOST_NODES_OF_TWO ? 4 : 2} vCPUs and 8 GiB, not burstable, for ${counted(nodes, "nodes")}`,
          fix: suggested === undefined ? "use a larger type that is not burstable" : set("instanceType", suggested),
        };
      },
    ),
};
