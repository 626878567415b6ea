import type { Problems } from "../../../errors";
import type { ExistingKubernetesProps } from "./existing-kubernetes-props";
import { EXISTING_SLURM } from "./slurm/existing-slurm-table";

/** Checks that each namespace that exists is one in which something is installed; `ofWorkloads` are those of teams and Ray clusters. */
export function checkExistingNamespaces(
  problems: Problems,
  { existingNamespaces = [], slurm }: ExistingKubernetesProps,
  ofWorkloads: readonly string[],
): void {
  const ofSlurm = slurm ? [slurm.namespace ?? EXISTING_SLURM.namespace.default] : [];
  const used = [...new Set([...ofWorkloads, ...ofSlurm])];
  const use = `use ${used.length > 1 ? "one of " : ""}${used.join(", ")}, or set the namespace of a team, a Ray cluster or Slurm`;
  existingNamespaces.forEach((name, i) => {
    if (used.includes(name)) return;
    const path = `existingNamespaces[${i}]`;
    problems.add(
      "unknown-name",
      path,
      `${path} "${name}" is a namespace in which nothing is installed; ${used.length > 0 ? use : "leave it out"}`,
    );
  });
}
