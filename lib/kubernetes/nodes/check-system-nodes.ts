import type { Problems } from "../../errors";
import { CLUSTER_PROPS, type ClusterProps, type SystemNodes } from "../cluster-props";

/** What a Ray head takes with the container of its autoscaler, or with the pod that submits its job. */
const HEAD = { cpus: 2.5, memoryGiB: 8.5 } as const;

/** What the two pods of a prefix-aware router take. */
const ROUTER = { cpus: 3, memoryGiB: 6 } as const;

/** Share of the system nodes for Ray heads: the rest runs controllers, CoreDNS and monitoring. */
const HEADS_SHARE = 0.5;

interface Heads {
  readonly rayClusters: readonly { readonly queue: string | null }[];
  readonly fineTuning: readonly { readonly queue: string | null }[];
  readonly serving: readonly { readonly engine: string; readonly routing: string }[];
}

/** Ray heads that may run at once in no queue; one more while a served model is upgraded to a new cluster. */
function headsOutsideQueues({ rayClusters, fineTuning, serving }: Heads): number {
  const served = serving.filter(({ engine }) => engine === "ray").length;
  return [...rayClusters, ...fineTuning].filter(({ queue }) => queue === null).length + served + Math.min(1, served);
}

/** CPUs and memory that pods outside queues take of the system nodes. */
function needOutsideQueues(of: Heads): { readonly heads: number; readonly routers: number } & Record<Unit, number> {
  const heads = headsOutsideQueues(of);
  const routers = of.serving.filter(({ engine, routing }) => engine !== "ray" && routing === "prefix-aware").length;
  const taken = (unit: Unit) => heads * HEAD[unit] + routers * ROUTER[unit];
  return { heads, routers, cpus: taken("cpus"), memoryGiB: taken("memoryGiB") };
}

type Unit = keyof typeof HEAD;

/** CPUs and memory of the system nodes that are left to queues. */
export function systemRoomOfQueues(
  { nodes, mostNodes: most = nodes, cpus, memoryGiB }: SystemNodes,
  of: Heads,
): { readonly cpus: number; readonly memoryGiB: number } {
  const need = needOutsideQueues(of);
  return {
    cpus: Math.max(0, Math.floor(most * cpus * HEADS_SHARE - need.cpus)),
    memoryGiB: Math.max(0, Math.floor(most * memoryGiB * HEADS_SHARE - need.memoryGiB)),
  };
}

/** Checks that the Ray heads that are in no queue find room on the system nodes, those that an autoscaler may add counted. */
export function checkSystemNodes(
  problems: Problems,
  workloads: Heads & { readonly systemNodes?: SystemNodes; readonly props?: ClusterProps },
): void {
  const { systemNodes: system, props = CLUSTER_PROPS } = workloads;
  if (system === undefined) return;
  const need = needOutsideQueues(workloads);
  const routers =
    need.routers > 0 ? ` and ${need.routers} routers (${ROUTER.cpus} CPUs and ${ROUTER.memoryGiB} GiB each)` : "";
  const nodes = Math.ceil(
    Math.max(need.cpus / (system.cpus * HEADS_SHARE), need.memoryGiB / (system.memoryGiB * HEADS_SHARE)),
  );
  const { mostNodes: most = system.nodes } = system;
  if (nodes <= most) return;
  const grown = system.mostNodes === undefined ? "" : `, ${props.mostSystemNodes} ${nodes}`;
  const counted = most > system.nodes ? `${props.mostSystemNodes} ${most}` : `${props.systemNodes} ${system.nodes}`;
  problems.add(
    "out-of-range",
    props.systemNodes,
    `${counted} of ${system.instanceType} leave Ray heads ${most * system.cpus * HEADS_SHARE} CPUs and ${most * system.memoryGiB * HEADS_SHARE} GiB, but ${need.heads} heads (${HEAD.cpus} CPUs and ${HEAD.memoryGiB} GiB each, one more for the upgrade of a served model)${routers} take ${need.cpus} CPUs and ${need.memoryGiB} GiB; use ${props.systemNodes} ${nodes}${grown} or a larger ${props.systemNode}`,
  );
}
