import { checkEach, type Rule } from "../../rule";

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
}

export const nameUsedTwice: Rule = {
  id: "name-used-twice",
  area: "scheduling",
  severity: "error",
  clouds: "all",
  title: "two parts of one kind with the same name",
  why: "Names find parts: partitions their pools, mounts their file systems, the scheduler its nodes. With two of a name one of them is never reached, and Slurm refuses the configuration.",
  fix: "Give each part a name of its own.",
  verify: "Sort the names of each list in review.json; no two neighbours may be equal.",
  source: "https://slurm.schedmd.com/slurm.conf.html#OPT_PartitionName",
  check: (design) =>
    checkEach(
      [
        ...(["pools", "fabrics", "fileSystems", "schedulers"] as const).map((kind) => ({
          path: kind as string,
          names: design.cluster[kind].map((part) => part.name),
        })),
        ...design.slurm.map((s) => ({
          path: `schedulers.${s.name}.partitions`,
          names: s.partitions.map((p) => p.name),
        })),
        ...design.kubernetes.map((k) => ({
          path: `schedulers.${k.name}.workerGroups`,
          names: k.workerGroups.map((g) => g.name),
        })),
      ].filter(({ names }) => names.length > 1),
      ({ path, names }) =>
        repeated(names).map((name) => ({
          path: `${path}.${name}`,
          value: name,
          allowed: "each name once",
          fix: `rename one of the ${path.split(".").pop()} called ${name}`,
        })),
    ),
};
