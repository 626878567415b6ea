import fc from "fast-check";
import { hostList, hostLists, nodeCount, nodeRanges } from "../../../lib/slurm/files/node-ranges";
import { pool, source } from "../pools";

const ranges = (nodes: { min: number; max: number }, capacity: ReturnType<typeof source>[]) =>
  nodeRanges(pool("h100", "p5.48xlarge", nodes.max, { nodes, capacity }));

describe("nodeRanges", () => {
  it("gives a block's nodes to the block alone and the rest to the other sources in order", () => {
    expect(ranges({ min: 0, max: 24 }, [source("block", { nodes: 16 }), source("spot"), source("on-demand")])).toEqual([
      { kind: "static", prefix: "h100-st-", first: 1, last: 16, sources: [0] },
      { kind: "dynamic", prefix: "h100-dy-", first: 1, last: 8, sources: [1, 2] },
    ]);
  });

  it("numbers the nodes of two blocks through, since blocks end at different times", () => {
    const two = ranges({ min: 0, max: 24 }, [source("block", { nodes: 16 }), source("block", { nodes: 8 })]);
    expect(two.map((range) => [hostList(range), range.sources])).toEqual([
      ["h100-st-[1-16]", [0]],
      ["h100-st-[17-24]", [1]],
    ]);
    expect(hostLists(two)).toBe("h100-st-[1-24]");
  });

  it("keeps nodes.min nodes on from the other sources", () => {
    expect(hostLists(ranges({ min: 2, max: 6 }, [source("on-demand")]))).toBe("h100-st-[1-2],h100-dy-[1-4]");
  });

  it("writes a single node without brackets", () => {
    expect(hostLists(ranges({ min: 0, max: 1 }, [source("on-demand")]))).toBe("h100-dy-1");
  });

  it("names exactly nodes.max nodes whenever a source is open-ended", () => {
    fc.assert(
      fc.property(fc.nat(50), fc.integer({ min: 1, max: 200 }), fc.nat(50), (blockNodes, more, min) => {
        const max = blockNodes + more;
        const capacity =
          blockNodes > 0 ? [source("block", { nodes: blockNodes }), source("on-demand")] : [source("spot")];
        return nodeCount(ranges({ min: Math.min(min, max), max }, capacity)) === max;
      }),
    );
  });
});
