import { findInstanceType } from "../../../catalog/instance-types";
import { factsOf } from "../../clouds/list";
import { checkEach, type Rule } from "../../rule";

export const cpuArchitecturesMixed: Rule = {
  id: "cpu-architectures-mixed",
  area: "operations",
  severity: "error",
  clouds: "all",
  title: "Slurm head node and nodes differ in CPU architecture",
  why: "Programs on the shared file system are built for one architecture. On the other, jobs, prolog and epilog fail with `Exec format error`.",
  fix: "Use a head node instance type with the architecture of the nodes.",
  verify: "`uname -m` prints the same on the head node and on a compute node.",
  source: "https://docs.aws.amazon.com/parallelcluster/latest/ug/HeadNode-v3.html",
  check: (design) =>
    checkEach(
      design.slurm.flatMap((s) => {
        const head = findInstanceType(s.headInstanceType);
        const nodes = design.pools.filter((p) => p.pool.adoptedBy?.name === s.name && p.type !== null);
        return head && nodes.length > 0 ? [{ s, head, nodes }] : [];
      }),
      ({ s, head, nodes }) => {
        const other = nodes.find((p) => p.type?.architecture !== head.architecture);
        if (other?.type == null) return null;
        const heads = factsOf(design)?.types?.head;
        const suggested = heads?.[other.type.architecture];
        // Racks with Grace in a cloud whose heads are x86_64 alone
        if (heads && suggested === undefined) return null;
        return {
          path: `schedulers.${s.name}.headInstanceType`,
          value: `${head.name} is ${head.architecture}`,
          allowed: `${other.type.architecture}, as ${other.pool.instanceType} of pool ${other.pool.name}`,
          fix: `use ${suggested ?? "a type of that architecture"}`,
        };
      },
    ),
};
