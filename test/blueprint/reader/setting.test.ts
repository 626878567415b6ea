import { parseBlueprint } from "../../../lib/blueprint/load";
import { messageOf } from "../../clouds/aws/synthesized";
import { valid } from "../example";

const base = { file: "a.yaml", text: valid };
const set = (...settings: string[]) => parseBlueprint([base], settings).blueprint;
const errorOf = (setting: string) => messageOf(() => set(setting));

describe("a setting", () => {
  it("changes one item of a list and leaves the rest", () => {
    expect(set("pools.h100.capacity.0.nodes=4").pools.h100!.capacity).toEqual([
      { kind: "block", reservationId: "cr-0123456789abcdef0", nodes: 4 },
      { kind: "on-demand" },
    ]);
  });

  it("takes a path as findings print it, with places in brackets", () => {
    expect(set("pools.h100.capacity[0].nodes=4")).toEqual(set("pools.h100.capacity.0.nodes=4"));
  });

  it("removes a key that is not set, and refuses to remove one that does not exist", () => {
    expect(set("pools.h100.rootVolumeGiB=null")).toEqual(set());
    expect(errorOf("pools.h100.nodes={min:1, max:4}")).toContain(
      'pools.h100.nodes.min:1 does not exist and cannot be removed; write "min: 1", with a space after the colon',
    );
    expect(errorOf("pools.h100.mount=null")).toContain(
      '--set:1:12: pools.h100.mount does not exist and cannot be removed; did you mean "mounts"',
    );
    expect(errorOf("fleets.trian=null")).toContain(
      'fleets.trian does not exist and cannot be removed; did you mean "train"',
    );
  });

  it("keeps a # of its value", () => {
    expect(set("description=team A # 2").description).toBe("team A # 2");
    expect(set("description=#2").description).toBe("#2");
  });

  it("gives any YAML, also one with brackets and an equals sign", () => {
    expect(set("pools.h100.nodes={ min: 2, max: 4 }").pools.h100!.nodes).toEqual({ min: 2, max: 4 });
    expect(set('network.tags={ formula: "a=b }" }').network.tags).toEqual({ formula: "a=b }" });
  });

  it("takes a key away only by null, and sets empty text by quotes", () => {
    expect(set("workload=null").workload).toBeUndefined();
    expect(set('description=""').description).toBe("");
  });

  it.each([
    [
      "workload=",
      "--set:1:9: workload is set to nothing; write workload=null to remove it, or workload='\"\"' for empty text\n  1 | workload=",
    ],
    ["pools", '--set:1:1: a setting must look like pools.h100.nodes.max=8, got "pools"\n  1 | pools'],
    ["pools..max=8", '--set:1:1: a setting must look like pools.h100.nodes.max=8, got "pools..max=8"'],
    [
      "pools.h100.nodes.max=none",
      '--set:1:22: pools.h100.nodes.max must be a number, got "none"\n  1 | pools.h100.nodes.max=none\n    |                      ^',
    ],
    ["pools.h100.nodes.max=.inf", "--set:1:22: pools.h100.nodes.max must be a"],
    ["pool.h100.nodes.max=8", '--set:1:1: pool is not known; did you mean "pools"\n  1 | pool.h100.nodes.max=8'],
    ["pools.h100.capacity.7.nodes=4", "--set:1:12: pools.h100.capacity must be a list, got a map"],
    ["workload=*x", "--set:1:10: *x stands for nothing"],
    ["pools={ a: ", "--set:1:7: "],
    ["pools.h100.capacity[x].nodes=4", "a setting must look like pools.h100.nodes.max=8"],
    ["pools.h10.nodes.max=8", '--set:1:7: pools has no "h10"; did you mean "h100"'],
  ])("is refused where it is wrong: %s", (setting, message) => {
    expect(errorOf(setting)).toContain(message);
  });
});
