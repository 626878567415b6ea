import { Problems } from "../../../errors";
import { NODE_AGENTS_NAMESPACE } from "../../../kubernetes/nodes/node-agent";
import { type Workloads, workloadNamespaces } from "../../../kubernetes/workloads";
import { shown } from "../../../props/shown";
import { nearest } from "../../../units/nearest";

/** Namespaces whose pods read what one team is granted: its own and, where it serves models, that of the agent that fetches their weights. */
export function grantedNamespaces(workloads: Workloads, name: string, where: string): string[] {
  const names = workloadNamespaces(workloads);
  const problems = new Problems();
  if (!names.includes(name)) {
    const fix =
      names.length === 0
        ? "nothing runs in the cluster: give it a workload first"
        : `use "${nearest(name, names)[0] ?? names[0]}"`;
    problems.add(
      "unknown-name",
      "namespace",
      `namespace must be one that workloads run in (${names.join(", ") || "none"}), got ${shown(name)}; ${fix}`,
    );
  }
  problems.throwIfAny(where);
  const serves = [...workloads.serving, ...workloads.triton].some(({ namespace }) => namespace === name);
  return serves ? [name, NODE_AGENTS_NAMESPACE] : [name];
}
