import type { Problems } from "../../errors";
import { checkNamespace } from "../chart/check-names";
import type { Workloads } from "../workloads";

interface Placed {
  readonly namespace: string;
  readonly queue?: string | null;
}

/** Checks the namespaces of workloads; that of a team is told at the team, whose workloads take it over. */
export function checkNamespaces(problems: Problems, of: Workloads): void {
  const { rayClusters, fineTuning, jobs = [], serving, triton, queues } = of;
  const lists: Readonly<Record<string, readonly Placed[]>> = { rayClusters, fineTuning, jobs, serving, triton };
  const teams = queues?.teams ?? [];
  for (const [list, workloads] of Object.entries(lists))
    workloads.forEach(({ namespace, queue }, i) => {
      const ofTeam = teams.some((team) => team.name === queue && team.namespace === namespace);
      if (!ofTeam) checkNamespace(problems, `${list}[${i}].namespace`, namespace);
    });
}
