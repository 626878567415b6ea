import type { Problems } from "../../errors";
import { checkValue } from "../../props/check-value";
import { whole } from "../../props/simple-fields";
import { hostListCount } from "../files/host-list-count";
import { nodeCount, nodeRanges } from "../files/node-ranges";
import { checkTree } from "./check-tree";
import type { SlurmOptions } from "./slurm-options";

/** What can be wrong with a topology that is given. */
export function checkTopology(options: SlurmOptions, problems: Problems): void {
  const { topology } = options;
  if (topology?.kind === "tree" && topology.switches.length === 0 && !topology.refresh) {
    problems.add("required", "topology", `topology "tree" must have at least one switch, got none; use kind "none"`);
  }
  if (topology?.kind === "tree") {
    const leaves = topology.switches.map(({ nodes }) => nodes);
    checkNodes(options, leaves, "topology.switches", problems);
    checkTree(topology.switches, problems);
  }
  if (topology?.kind === "block") {
    const lists = topology.blocks.map(({ nodes }) => nodes);
    checkNodes(options, lists, "topology.blocks", problems);
  }
  checkBlocks(options, problems);
}

/** slurmctld ends over a node that it does not know: https://slurm.schedmd.com/topology.conf.html */
function checkNodes({ pools }: SlurmOptions, lists: readonly (string | null)[], of: string, problems: Problems): void {
  const known = pools.flatMap(({ pool }) => nodeRanges(pool));
  lists.forEach((list, index) => {
    for (const { text, prefix, first, last } of list === null ? [] : runsOf(list)) {
      const there = known.filter((range) => range.prefix === prefix);
      const count = there.reduce(
        (sum, range) => sum + Math.max(0, Math.min(last, range.last) - Math.max(first, range.first) + 1),
        0,
      );
      if (count === last - first + 1) continue;
      const path = `${of}[${index}].nodes`;
      const names = [...new Set(known.map((range) => `${range.prefix}1`))].slice(0, 8).join(", ");
      problems.add(
        "unknown-name",
        path,
        `${path} must be nodes of the pools, got ${text}; names are ${names} and so on`,
      );
    }
  });
}

/** `h100-st-[1-4,7]` as the runs 1 to 4 and 7. What is no such list is a run of a name that nothing has. */
function runsOf(list: string) {
  return (list.match(/[^,[]+(\[[^\]]*\])?/g) ?? []).flatMap((part) => {
    const match = /^(.*?\D)(?:(\d+)|\[([\d,-]+)\])$/.exec(part.trim());
    if (match === null) return [{ text: part, prefix: "", first: 1, last: 1 }];
    return (match[2] ?? match[3]!).split(",").map((range) => {
      const [first = 0, last = first] = range.split("-").map(Number);
      // a run that counts down is one that nothing has
      return { text: part, prefix: last < first ? "" : match[1]!, first, last: Math.max(first, last) };
    });
  });
}

/** slurmctld does not start with a block of fewer nodes than BlockSizes says: https://slurm.schedmd.com/topology.conf.html */
function checkBlocks({ topology, pools }: SlurmOptions, problems: Problems): void {
  if (topology?.kind !== "block") return;
  const { blockSize, blocks, refresh } = topology;
  const nodes = pools.reduce((sum, { pool }) => sum + nodeCount(nodeRanges(pool)), 0);
  checkValue(problems, "topology.blockSize", blockSize, whole({ min: 1, max: Math.max(1, nodes), unit: "nodes" }));
  if (blocks.length === 0 && !refresh) {
    problems.add(
      "required",
      "topology.blocks",
      'topology.blocks must have at least one block, got none; use kind "none"',
    );
  }
  blocks.forEach((block, index) => {
    const count = hostListCount(block.nodes);
    if (!(count < blockSize)) return;
    const path = `topology.blocks[${index}].nodes`;
    problems.add(
      "out-of-range",
      path,
      `${path} must be at least blockSize (${blockSize}) nodes, got ${count} in ${block.nodes}; use a smaller blockSize or join blocks`,
    );
  });
}
