import { Testing } from "cdktf";
import { buildBlueprint } from "../../../lib/blueprint/build";
import { parseBlueprint } from "../../../lib/blueprint/load";
import { messageOf } from "../../clouds/aws/synthesized";
import { changed, valid } from "../example";

const errorOf = (text: string) =>
  messageOf(() => buildBlueprint(Testing.app(), parseBlueprint([{ file: "a.yaml", text }])));

describe("checkNames", () => {
  it.each(["network", "fabric", "slurm", "ray", "monitoring", "aws", "constructor"])(
    "refuses a pool called %s, which something else in the stack is called",
    (name) => {
      const text = valid.replace("  h100:", `  ${name}:`).replace("pool: h100", `pool: ${name}`);
      expect(errorOf(text)).toMatch(
        new RegExp(
          `^a.yaml has 1 problem:\n\na.yaml:11:3: pools.${name}: "${name}" is the name of .*; use another, such as "${name}-pool"\n  11 \\|   ${name}:\n`,
        ),
      );
    },
  );

  it.each([
    [
      "fleet",
      "  train: {",
      "  h100: {",
      'a.yaml:20:3: fleets.h100: pools has a "h100" already, and a name stands for one part; use another, such as "h100-fleet"\n  20 |   h100: { pool: h100 }\n',
    ],
    [
      "file system",
      "  scratch: {",
      "  checkpoints: {",
      'a.yaml:9:3: fileSystems.checkpoints: buckets has a "checkpoints" already, and a name stands for one part; use another, such as "checkpoints-file-system"',
    ],
  ])("refuses a %s with the name of another part", (_, from, to, message) => {
    expect(errorOf(changed(from, to))).toContain(message);
  });

  it.each([
    ["Check points", 'got "Check points"; use "check-points"'],
    ['""', 'got ""; use "bucket"'],
    ["9", 'got "9"; use "bucket"'],
  ])("refuses a bucket called %s", (name, advice) => {
    const message = errorOf(changed("  checkpoints: {}", `  ${name}: {}`));
    expect(message).toContain("a.yaml:7:3: buckets.");
    expect(message).toContain(
      `the name of a bucket must be 2 to 40 lower-case letters, digits and dashes and start with a letter, ${advice}`,
    );
  });

  it.each([
    ["azurerm", '"azurerm" is the name of the provider in the stack; use another, such as "azurerm-pool"'],
    [
      "a".repeat(31),
      `the name of a pool must be 2 to 30 lower-case letters, digits and dashes and start with a letter`,
    ],
  ])("asks in Azure for names that Azure's stacks take: %s", (name, message) => {
    const text = `apiVersion: warpform/v1
cloud: azure
name: demo
network: { availabilityZone: eastus-1 }
pools: { ${name}: { instanceType: Standard_ND96isr_H100_v5, nodes: { min: 2, max: 2 } } }
fleets: { aws: { pool: ${name} } }
`;
    expect(errorOf(text)).toContain(message);
    expect(errorOf(text)).not.toContain("fleets.aws");
  });

  it("refuses a key that JavaScript would lose", () => {
    expect(errorOf(changed("  checkpoints: {}", "  __proto__: {}"))).toContain(
      'a.yaml:7:3: a key cannot be "__proto__"; use another name\n  7 |   __proto__: {}',
    );
  });
});
