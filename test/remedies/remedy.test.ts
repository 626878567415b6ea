import { programWords } from "../../lib/remedies/program-words";
import { add, type Fix, keepDefault, leaveOut, onlyRemedy, set, use, wordedFix } from "../../lib/remedies/remedy";
import { capacity, imageId, part, placement, prop, say, sharing } from "../../lib/remedies/sentence";

describe("a fix in a program's words", () => {
  it.each<[Fix, string]>([
    ["buy a longer block", "buy a longer block"],
    [set("nodes.max", 4, "lower"), "lower nodes.max to 4"],
    [set("accounting", { kind: "local" }), 'set accounting to { kind: "local" }'],
    [set("tags"), "set tags"],
    [leaveOut("placement"), "omit placement"],
    [keepDefault("flowLogs"), "omit flowLogs; it is enabled by default"],
    [use(125, 250, 500), "use 125, 250 or 500"],
    [use("1g.10gb"), 'use "1g.10gb"'],
    [[set("nodes.max", 4, "lower"), add("on-demand")], "lower nodes.max to 4, or add Capacity.onDemand()"],
    [say`put ${capacity("block")} first, for ${2} days`, "put Capacity.block() first, for 2 days"],
    [say`${set("nodes.min", 0)}; nodes start on demand`, "set nodes.min to 0; nodes start on demand"],
    [say`${sharing("mig")} or ${sharing("time-slicing", 4)}`, "gpuSharing by MIG or GpuSharing.timeSlicing(4)"],
    [say`${placement("existing")}, ${imageId()}`, 'Placement.existing(name), Image.id("ami-…", os)'],
    [say`${prop("alarms")} of ${part("monitoring")}`, "alarms of a ClusterMonitoring"],
  ])("%j", (fix, words) => {
    expect(wordedFix(fix, programWords)).toBe(words);
  });
});

describe("onlyRemedy", () => {
  it("is the one remedy of a fix", () => {
    expect(onlyRemedy(set("nodes.min", 0))).toEqual({ remedy: "set", of: { path: "nodes.min", to: 0 } });
    expect(onlyRemedy(say`${add("on-demand")} after ${capacity("spot")}`)).toEqual({ remedy: "add", of: "on-demand" });
  });

  it.each<[string, Fix]>([
    ["advice", "use more nodes"],
    ["a remedy or advice", [set("nodes.min", 0), "use more nodes"]],
    ["one of two remedies", [set("nodes.min", 0), add("on-demand")]],
    ["two remedies together", say`${set("a", 1)} and ${set("b", 2)}`],
  ])("is none of %s", (_what, fix) => {
    expect(onlyRemedy(fix)).toBeUndefined();
  });
});
