import { counted } from "../../units/quantity";
import type { Design, PoolFacts } from "../design";
import type { Review } from "../review";

/** One node of the map: the color of each GPU, null for one without work. */
export interface MappedNode {
  readonly number: number;
  readonly colors: readonly (number | null)[];
  /** What its GPUs are: `stage 2`; empty where nothing is known. */
  readonly label: string;
}

/** The nodes of a pool with what each GPU does. */
export interface NodeMap {
  readonly title: string;
  readonly nodes: readonly MappedNode[];
  /** Further nodes that go on in the same way. */
  readonly more: number;
  /** GPUs that stand together: ranks of one tensor group, or one replica. */
  readonly groupOf: number;
  /** Nodes of one UltraServer; null where a node stands alone. */
  readonly nodesPerUltraServer: number | null;
  /** What colors and groups mean. */
  readonly legend: readonly string[];
}

/** What one GPU of the pool does, by its number. */
interface Assignment {
  readonly name: string;
  readonly color: (gpu: number) => number | null;
  readonly groupOf: number;
  readonly legend: readonly string[];
}

function trainingOf({ figures: { training } }: Review, pool: string): Assignment | null {
  const layout = training?.pool === pool ? training.parallel : null;
  if (!layout) return null;
  const { tensor, context, data, pipeline, expert } = layout;
  const model = tensor * context;
  const perStage = model * data;
  const staged = pipeline > 1;
  return {
    name: staged ? "stage" : "replica",
    color: (gpu) => (gpu >= perStage * pipeline ? null : Math.floor(gpu / (staged ? perStage : model))),
    groupOf: tensor,
    legend: [
      staged ? `color: one of ${pipeline} pipeline stages` : `color: one of ${counted(data, "data-parallel replicas")}`,
      tensor > 1 ? `GPUs side by side: a tensor-parallel group of ${tensor}` : "",
      context > 1 ? `${context} groups share each sequence (context parallel)` : "",
      expert > 1 ? `each run of ${expert * (layout.expertTensor ?? 1)} GPUs shares the experts` : "",
      staged ? `each stage has ${counted(data, "data-parallel replicas")}` : "",
    ].filter((text) => text !== ""),
  };
}

function servingOf({ figures: { serving } }: Review, { pool, gpusPerNode }: PoolFacts): Assignment | null {
  if (serving?.pool !== pool.name || !serving.fits) return null;
  const { gpusPerReplica: size, gpuShare, replicasAtMost } = serving;
  const perNode = Math.max(1, Math.floor(gpusPerNode / size));
  const replicaOf = (gpu: number) => {
    if (size >= gpusPerNode) return Math.floor(gpu / size);
    const within = Math.floor((gpu % gpusPerNode) / size);
    return within < perNode ? Math.floor(gpu / gpusPerNode) * perNode + within : null;
  };
  return {
    name: "replica",
    color: (gpu) => {
      const replica = replicaOf(gpu);
      return replica === null || (gpuShare === null && replica >= replicasAtMost) ? null : replica;
    },
    groupOf: size,
    legend: [
      gpuShare === null ? `color: one replica of ${counted(size, "GPUs")}` : `each GPU holds replicas of ${gpuShare}`,
    ],
  };
}

/** `2`, `2–3`, or nothing. */
function rangeText(colors: readonly (number | null)[]): string {
  const used = colors.flatMap((color) => (color === null ? [] : [color + 1]));
  const [low, high] = [Math.min(...used), Math.max(...used)];
  return used.length === 0 ? "" : low === high ? `${low}` : `${low}–${high}`;
}

/** The first nodes of each GPU pool, `most` at once, and what their GPUs do; pools without GPUs have no map. */
export function nodeMapsOf(design: Design, review: Review, most: number): NodeMap[] {
  return design.gpuPools.map((facts) => {
    const { pool, type, gpusPerNode } = facts;
    const work = trainingOf(review, pool.name) ?? servingOf(review, facts);
    const shown = Math.min(pool.nodes.max, most);
    const nodes = Array.from({ length: shown }, (_, node): MappedNode => {
      const colors = Array.from({ length: gpusPerNode }, (__, gpu) => work?.color(node * gpusPerNode + gpu) ?? null);
      const range = rangeText(colors);
      const several = range.includes("–") ? "s" : "";
      return {
        number: node + 1,
        colors,
        label: work === null || range === "" ? "" : `${work.name}${several} ${range}`,
      };
    });
    const spare = work !== null && nodes.some(({ colors }) => colors.includes(null));
    return {
      title: `${pool.name}: ${counted(pool.nodes.max, "nodes")} of ${counted(gpusPerNode, "GPUs")}`,
      nodes,
      more: pool.nodes.max - shown,
      groupOf: work?.groupOf ?? gpusPerNode,
      nodesPerUltraServer: type?.ultraServer?.instances ?? null,
      legend: [...(work?.legend ?? []), ...(spare ? ["gray: spare or unused"] : [])],
    };
  });
}
