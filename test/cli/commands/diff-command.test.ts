import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diffCommand } from "../../../lib/cli/commands/diff-command";

let folder: string;
let printed: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "warpform-diff-test-"));
  printed = "";
  jest.spyOn(console, "log").mockImplementation((text: string) => {
    printed += `${text}\n`;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

function write(name: string, content: unknown): string {
  const file = join(folder, name);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}
const volume = (attributes: object) => ({ resource: { aws_ebs_volume: { state: attributes } } });
const group = (max: number) => ({ resource: { aws_autoscaling_group: { fleet: { max_size: max } } } });
const compare = (before: unknown, after: unknown, json = false) =>
  diffCommand(write("old.tf.json", before), write("new.tf.json", after), { set: [], json });

describe("warpform diff", () => {
  it.each([
    ["0 for nothing at all", group(4), group(4), 0, "no change"],
    ["0 for more nodes", group(4), group(8), 0, "verdict: nothing disruptive (exit 0)"],
    ["10 for fewer nodes", group(8), group(4), 10, "verdict: disruptive: compute is drained, restarted or replaced"],
    [
      "20 for a volume in another zone",
      volume({ availability_zone: "a" }),
      volume({ availability_zone: "b" }),
      20,
      "data is at stake",
    ],
    [
      "20 for the worst of several",
      { resource: { ...group(8).resource, ...volume({}).resource } },
      group(4),
      20,
      "data is at stake",
    ],
  ])("gives %s", (_, before, after, status, text) => {
    expect(compare(before, after)).toBe(status);
    expect(printed).toContain(text);
  });

  it("prints JSON by stack, with the worst finding first and the source of each rule", () => {
    expect(
      compare(volume({ availability_zone: "a", size: 1 }), volume({ availability_zone: "b", size: 2 }), true),
    ).toBe(20);
    expect(JSON.parse(printed)).toEqual({
      "new.tf.json": {
        status: 20,
        findings: [
          {
            impact: "data-replaced",
            status: 20,
            says: "ebs_volume state: the volume's contents (because of availability_zone); what stays: a snapshot, where final_snapshot is true",
            addresses: ["aws_ebs_volume.state"],
          },
        ],
        resources: [
          {
            address: "aws_ebs_volume.state",
            action: "replace",
            attributes: ["availability_zone", "size"],
            because: ["availability_zone"],
            source: expect.stringMatching(/^https:\/\/github\.com\/hashicorp\/terraform-provider-aws\/blob\//),
          },
        ],
      },
    });
  });

  it("reads a folder with one stack, one with stacks, and one whose parent has them in stacks/", () => {
    const stack = JSON.stringify(group(4));
    write("one/cdk.tf.json", stack);
    write("several/a/cdk.tf.json", stack);
    write("out/stacks/a/cdk.tf.json", stack);
    for (const other of ["several", "out"]) {
      expect(diffCommand(join(folder, "one"), join(folder, other), { set: [] })).toBe(0);
    }
    expect(printed).toBe("no change\nno change\n");
  });

  it("tells several stacks apart by name, and takes one that is gone for destroyed", () => {
    for (const name of ["network", "storage"]) write(`old/stacks/${name}/cdk.tf.json`, volume({}));
    write("new/stacks/network/cdk.tf.json", volume({}));
    write("new/stacks/third/cdk.tf.json", volume({}));
    expect(diffCommand(join(folder, "old"), join(folder, "new"), { set: [] })).toBe(20);
    expect(printed.replaceAll(/^ .*\n/gm, "")).toBe(
      "network\nno change\n\nstorage: no longer synthesized; its resources remain and are billed until you destroy it from its old directory, which does the following\nDESTROYS DATA\n\nverdict: data is at stake (exit 20)\n\nthird\nadds: 1 resources\n\nverdict: nothing disruptive (exit 0)\n",
    );
  });

  it("compares a blueprint with a change of it", () => {
    const blueprint = write(
      "cluster.yaml",
      "apiVersion: warpform/v1\nname: lab\nnetwork: { availabilityZone: us-east-2a }\npools: { gpu: { instanceType: g6e.xlarge, nodes: { min: 2, max: 2 } } }\nfleets: { lab: { pool: gpu } }\n",
    );
    expect(diffCommand(blueprint, blueprint, { set: [] })).toBe(0);
    expect(diffCommand(blueprint, blueprint, { set: ["pools.gpu.nodes={ min: 1, max: 1 }"] })).toBe(10);
    expect(printed).toContain("takes nodes away");
  });

  it.each<[string, string, string, string[], string]>([
    ["a file that is not there", "none.tf.json", "", [], "old must be an existing file or directory, got "],
    [
      "text that is no JSON",
      "old.tf.json",
      "{",
      [],
      "must be Terraform's JSON, got text that is no JSON; use a *.tf.json file",
    ],
    ["a list", "old.tf.json", "[]", [], 'must hold a block of Terraform\'s JSON, such as "resource", and has none'],
    ["a state under another name", "old.tf.json", '{"version":4,"resources":[]}', [], "use the cdk.tf.json of a stack"],
    [
      "a state",
      "terraform.tfstate",
      '{"version":4}',
      [],
      "old must be a blueprint, a *.tf.json file or a directory with stacks, got ",
    ],
    ["a plan", "plan.json", '{"format_version":"1.2"}', [], "use the cdk.tf.json that synth writes"],
    [
      "Terraform's own language",
      "main.tf",
      "terraform {}",
      [],
      "old must be a blueprint, a *.tf.json file or a directory",
    ],
    ["an empty folder", "empty/x", "", [], "old must hold cdk.tf.json or stacks/*/cdk.tf.json, got "],
    ["a blueprint that is none", "old.yaml", "a: 1\n", [], "is not a blueprint: it has the keys a"],
    ["--set on a stack", "old.tf.json", '{"resource":{}}', ["a=b"], "--set changes blueprints, and new is not one: "],
  ])("refuses %s", (_, name, content, set, message) => {
    const file = join(folder, name);
    const old = name.startsWith("none")
      ? file
      : name === "empty/x"
        ? join(write(name, content), "..")
        : write(name, content);
    expect(() => diffCommand(old, write("new.tf.json", group(1)), { set })).toThrow(message);
  });
});
