import type { SlurmOptions } from "../../../lib/slurm/definition/slurm-options";
import { messageOf, options } from "../options";

describe("checkTopology refuses", () => {
  it.each<[string, SlurmOptions, string]>([
    [
      "a switch over nodes that there are not",
      options({
        topology: {
          kind: "tree",
          refresh: false,
          switches: [
            { name: "leaf1", nodes: "h100-dy-[1-4]", switches: null },
            { name: "leaf2", nodes: "h100-dy-[5-9]", switches: null },
            { name: "spine", nodes: null, switches: "leaf[1-2]" },
          ],
        },
      }),
      "topology.switches[1].nodes must be nodes of the pools, got h100-dy-[5-9]; names are h100-dy-1 and so on",
    ],
    [
      "a block of nodes by another name",
      options({
        version: "24.11",
        topology: { kind: "block", refresh: false, blockSize: 1, blocks: [{ name: "b1", nodes: "h100-st-1" }] },
      }),
      "topology.blocks[0].nodes must be nodes of the pools, got h100-st-1; names are h100-dy-1 and so on",
    ],
    [
      "a misspelt key of a switch",
      options({
        topology: {
          kind: "tree",
          refresh: false,
          switches: [{ name: "leaf1", nodes: "h100-dy-[1-8]", switches: null, node: "x" } as never],
        },
      }),
      "topology.switches[0].node is not a prop; known are name, nodes, switches",
    ],
    [
      "a tree without its switches",
      options({ topology: { kind: "tree", refresh: true } as never }),
      "topology.switches is required; give a list of switches, which may be empty with refresh: true",
    ],
    [
      "blocks without their size",
      options({ version: "24.11", topology: { kind: "block", refresh: true, blocks: [] } as never }),
      "topology.blockSize is required; give the nodes of one block, such as the 18 of an UltraServer",
    ],
    [
      "switches by their names alone",
      options({ topology: { kind: "tree", refresh: false, switches: ["leaf1"] } as never }),
      'topology.switches[0] must be an object with name, nodes, switches, got "leaf1"',
    ],
    [
      "a switch over a list of nodes",
      options({
        topology: { kind: "tree", refresh: false, switches: [{ name: "s", nodes: ["n1"], switches: null }] } as never,
      }),
      'topology.switches[0].nodes must be text, got ["n1"]',
    ],
    [
      "a switch without what is below it",
      options({ topology: { kind: "tree", refresh: false, switches: [{ name: "s", nodes: "n1" }] } as never }),
      "topology.switches[0].switches is required; give a list of names, or null for none",
    ],
    [
      "a kind that every object has",
      options({ topology: { kind: "toString" } as never }),
      'topology must be a topology, such as { kind: "none" } or { kind: "tree", refresh: true, switches: [] }, got { kind }',
    ],
    [
      "refresh in words",
      options({ topology: { kind: "tree", refresh: "yes", switches: [] } as never }),
      'topology.refresh must be true or false, got "yes"',
    ],
    [
      "blocks of nodes that are none",
      options({ version: "24.11", topology: { kind: "block", refresh: false, blockSize: 2, blocks: [] } }),
      'topology.blocks must have at least one block, got none; use kind "none"',
    ],
    [
      "a block of fewer nodes than slurmctld starts with",
      options({
        version: "24.11",
        topology: {
          kind: "block",
          refresh: true,
          blockSize: 4,
          blocks: [
            { name: "b1", nodes: "h100-dy-[1-3,5]" },
            { name: "b2", nodes: "h100-dy-4,h100-dy-[6-7]" },
          ],
        },
      }),
      "topology.blocks[1].nodes must be at least blockSize (4) nodes, got 3 in h100-dy-4,h100-dy-[6-7]; use a smaller blockSize or join blocks",
    ],
    [
      "a block larger than the cluster",
      options({ version: "24.11", topology: { kind: "block", refresh: true, blockSize: 5000, blocks: [] } }),
      "topology.blockSize must be a whole number of nodes from 1 to 8, got 5000; use 8",
    ],
    [
      "a tree without switches",
      options({ topology: { kind: "tree", refresh: false, switches: [] } }),
      'topology "tree" must have at least one switch, got none; use kind "none"',
    ],
  ])("%s", (_, bad, message) => {
    expect(messageOf(bad)).toBe(`slurm: ${message}`);
  });
});
