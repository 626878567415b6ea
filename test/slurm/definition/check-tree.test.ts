import type { SlurmSwitch } from "../../../lib/slurm/definition/slurm-cluster";
import { messageOf, options } from "../options";

const tree = (...switches: SlurmSwitch[]) => options({ topology: { kind: "tree", refresh: false, switches } });
const leaf = (name: string, nodes: string): SlurmSwitch => ({ name, nodes, switches: null });
const above = (name: string, switches: string): SlurmSwitch => ({ name, nodes: null, switches });

describe("checkTree refuses", () => {
  it.each<[string, SlurmSwitch[], string]>([
    [
      "a name twice",
      [leaf("leaf", "h100-dy-[1-4]"), leaf("leaf", "h100-dy-[5-8]")],
      "topology.switches[1].name must be used once, got leaf again, as in topology.switches[0]; rename one",
    ],
    [
      "a missing switch",
      [leaf("leaf1", "h100-dy-[1-8]"), above("spine", "leaf[1-2]")],
      "topology.switches[1].switches must be names of switches, got leaf2; use leaf1",
    ],
    [
      "a node under two leaves",
      [leaf("leaf1", "h100-dy-[1-5]"), leaf("leaf2", "h100-dy-[4-8]")],
      "topology.switches[1].nodes must be under one switch each, got h100-dy-4 and 1 more again, as in topology.switches[0]; leave them out of one",
    ],
    [
      "a leaf under two spines",
      [leaf("leaf1", "h100-dy-[1-8]"), above("spine1", "leaf1"), above("spine2", "leaf1")],
      "topology.switches[2].switches must be under one switch each, got leaf1 again, as in topology.switches[1]; leave them out of one",
    ],
    [
      "nodes in a run that counts down",
      [leaf("leaf1", "h100-dy-[8-1]")],
      "topology.switches[0].nodes must be nodes of the pools, got h100-dy-[8-1]; names are h100-dy-1 and so on",
    ],
  ])("%s", (_, switches, message) => {
    expect(messageOf(tree(...switches))).toBe(`slurm: ${message}`);
  });

  it("switches that stand above each other", () => {
    const message = messageOf(tree(leaf("leaf", "h100-dy-[1-8]"), above("a", "leaf,b"), above("b", "a")));
    expect(message).toContain(
      "topology.switches[1].switches must not lead back to a, or no switch is the top; take one out",
    );
    expect(message).toContain("topology.switches[2].switches must not lead back to b");
  });

  it("no tree of leaves, spines and a top", () => {
    const switches = [leaf("leaf1", "h100-dy-[1-4]"), leaf("leaf2", "h100-dy-[5-8]"), above("spine", "leaf[1-2]")];
    expect(messageOf(tree(...switches, above("top", "spine")))).toBe("accepted");
  });
});
