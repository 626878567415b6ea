import { checkEach, type Rule } from "../../rule";

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
}

export const nameUsedTwice: Rule = {
  id: "name-used-twice",
  area: "scheduling",
  severity: "error",
  clouds: "all",
  title: "Duplicate resource name",
  why: "Partitions, mounts and schedulers reference other resources by name. With a duplicate, one resource is never used, and Slurm rejects the configuration.",
  fix: "Use a unique name for each resource.",
  verify: "Sort the names of each list in review.json; all must be unique.",
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
          allowed: "unique names",
          fix: `rename one of the ${path.split(".").pop()} called ${name}`,
        })),
    ),
};
