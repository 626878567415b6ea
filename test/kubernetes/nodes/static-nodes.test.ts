import { leastNodes, nodesAreStatic } from "../../../lib/kubernetes/nodes/static-nodes";
import type { CapacitySource } from "../../../lib/model/model";

const source = (kind: CapacitySource["kind"], nodes: number | null = null): CapacitySource => ({
  kind,
  nodes,
  reservationId: null,
  availabilityZone: null,
  startsOn: null,
  endsOn: null,
});

describe("leastNodes", () => {
  it("keeps all nodes of a block, the pool's fewest of the first source and none of those behind it", () => {
    const capacity = [source("reservation"), source("block", 4), source("on-demand")];
    const pool = { nodes: { min: 2, max: 16 }, capacity };
    expect(capacity.map((of) => leastNodes(pool, of))).toEqual([2, 4, 0]);
  });

  it("keeps no node of a block that is still to begin", () => {
    const block = { ...source("block", 4), startsOn: "2027-01-04T11:30:00Z" };
    expect(leastNodes({ nodes: { min: 2, max: 4 }, capacity: [block] }, block)).toBe(0);
  });
});

describe("nodesAreStatic", () => {
  it.each([
    ["a block as large as the pool", { min: 0, max: 16 }, [source("block", 16), source("on-demand")], true],
    ["a block one node smaller", { min: 0, max: 16 }, [source("block", 15), source("on-demand")], false],
    ["a pool of fixed size", { min: 8, max: 8 }, [source("on-demand")], true],
    ["a pool that grows", { min: 7, max: 8 }, [source("on-demand")], false],
    [
      "a block and a reservation that keep the pool between them",
      { min: 8, max: 12 },
      [source("reservation"), source("block", 4)],
      true,
    ],
  ])("says of %s whether its nodes are there before pods are", (_, nodes, capacity, stand) => {
    expect(nodesAreStatic({ nodes, capacity })).toBe(stand);
  });
});
