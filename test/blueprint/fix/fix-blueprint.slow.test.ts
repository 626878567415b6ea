import { fixBlueprint } from "../../../lib/blueprint/fix/fix-blueprint";
import { parseBlueprint } from "../../../lib/blueprint/load";
import type { Cluster } from "../../../lib/model/model";
import { add, type Fix, keepDefault, leaveOut, onlyRemedy, set } from "../../../lib/remedies/remedy";
import type { Finding } from "../../../lib/review/rule";

const text = `# Cluster of the research team
apiVersion: warpform/v1
name: train
network:
  availabilityZone: us-east-2a
  flowLogs: false # too noisy
x-base: &base
  instanceType: p5.48xlarge # the GPUs
  nodes: { min: 0, max: 4 }
  imdsHopLimit: 5
pools:
  # the first
  merged:
    <<: *base
    capacity:
      - { kind: spot } # cheap
  own:
    instanceType: p5.48xlarge
    imdsHopLimit: 9 # for a proxy

    nodes: &few { min: 1, max: 4 }
  third:
    instanceType: p5.48xlarge
    nodes: *few
slurm:
  partitions:
    - name: train
      pools: [merged, own, third]
      defaultTimeMinutes: 200
`;

const cluster = { schedulers: [{ kind: "slurm", name: "slurm" }] } as unknown as Cluster;

function fixed(findings: Readonly<Record<string, Fix>>, texts = [text], settings: readonly string[] = []) {
  const files = texts.map((one, index) => ({ file: `${index}.yaml`, text: one }));
  const found = Object.entries(findings).map(([path, fix], index) => ({
    rule: `rule-${index}`,
    path,
    remedy: onlyRemedy(fix) ?? null,
  }));
  const { blueprint } = parseBlueprint(files, settings);
  const done = fixBlueprint(files, settings, { findings: found as unknown as Finding[], blueprint, cluster });
  return { texts: done.texts.map((one) => one.text), applied: done.applied, left: done.left.map(({ note }) => note) };
}

describe("fixBlueprint", () => {
  it("changes what it is told to, and keeps comments, order, blank lines, anchors and spacing", () => {
    const { texts, left } = fixed({
      "networks.train.flowLogs": keepDefault("flowLogs"),
      "pools.merged.imdsHopLimit": set("imdsHopLimit", 2),
      "pools.merged.capacity": add("on-demand"),
      "pools.own.imdsHopLimit": set("imdsHopLimit", 1),
      monitoring: add("monitoring"),
      "schedulers.slurm.partitions.train.defaultTimeMinutes": set("defaultTimeMinutes", 100),
    });
    expect(left).toEqual([]);
    expect(texts).toEqual([
      `${text
        .replace("  flowLogs: false # too noisy\n", "")
        .replace("# cheap\n", "# cheap\n      - kind: on-demand\n    imdsHopLimit: 2\n")
        .replace("imdsHopLimit: 9 #", "imdsHopLimit: 1 #")
        .replace("defaultTimeMinutes: 200", "defaultTimeMinutes: 100")}monitoring: {}\n`,
    ]);
  });

  it("leaves numbers as they were written", () => {
    const numbers = `${text}workload: { kind: training, model: llama-3.1-8b, tokens: 1.0e+12, sequenceLength: 0x2000, globalBatchSequences: 512 }\n`;
    const { texts } = fixed({ monitoring: add("monitoring") }, [numbers]);
    expect(texts[0]).toContain("tokens: 1.0e+12, sequenceLength: 0x2000, globalBatchSequences: 512");
  });

  it("says what it changed, in the blueprint's keys", () => {
    const { applied } = fixed({ "pools.own.nvmeCache": set("imdsHopLimit", 1), monitoring: add("monitoring") });
    expect(applied.map(({ note }) => note)).toEqual(["pools.own: set imdsHopLimit to 1", "write monitoring: {}"]);
  });

  it.each<[string, string, Fix, string]>([
    ["a choice", "pools.own.capacity", [set("nodes.max", 2), add("on-demand")], "it takes a decision"],
    ["advice", "pools.own.capacity", "buy a longer block", "it takes a decision"],
    ["a value that only the owner knows", "pools.own.tags", set("tags"), "only you know tags"],
    ["a prop without a key", "pools.own.encrypted", keepDefault("encrypted"), "encrypted is not a key there"],
    ["a part without a place", "roles.x.actions", leaveOut("actions"), "the blueprint has no key for it"],
    ["an alias", "pools.third.nodes.min", set("nodes.min", 0), "*few is written there, which others may share"],
    [
      "an anchor that others refer to",
      "pools.own.nodes.min",
      set("nodes.min", 0),
      "&few is shared with the places that refer to it",
    ],
    ["a part of what is merged", "pools.merged.nodes.min", set("nodes.min", 1), "nodes comes from a merged map (<<)"],
    ["what is merged", "pools.merged.imdsHopLimit", leaveOut("imdsHopLimit"), "no file says it; is it given by --set?"],
    ["what is written already", "pools.own.imdsHopLimit", set("imdsHopLimit", 9), "it is written already"],
    [
      "what would be wrong",
      "pools.own.imdsHopLimit",
      set("imdsHopLimit", "many"),
      'pools.own.imdsHopLimit must be a number, got "many"',
    ],
  ])("leaves %s as it is", (_what, path, fix, note) => {
    expect(fixed({ [path]: fix })).toEqual({ texts: [text], applied: [], left: [note] });
  });

  it("changes nothing the second time", () => {
    const findings = { "networks.train.flowLogs": keepDefault("flowLogs"), monitoring: add("monitoring") };
    const first = fixed(findings);
    expect(fixed(findings, first.texts)).toMatchObject({ texts: first.texts, applied: [] });
  });

  it("changes the overlay that says it, and leaves a setting", () => {
    const over = "pools: { own: { imdsHopLimit: 7 } } # ours\n";
    const { texts } = fixed({ "pools.own.imdsHopLimit": set("imdsHopLimit", 2) }, [text, over]);
    expect(texts).toEqual([text, "pools: { own: { imdsHopLimit: 2 } } # ours\n"]);
  });
});
