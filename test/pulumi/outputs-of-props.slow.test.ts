import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { AnyField, AnyTable } from "../../lib/props/field";

type Outputs = Readonly<Record<string, "input" | "inputs" | readonly string[]>>;
const mockSeen: [AnyTable, Outputs][] = [];
jest.mock("../../lib/pulumi/components/compose", () => {
  const real = jest.requireActual<typeof import("../../lib/pulumi/components/compose")>(
    "../../lib/pulumi/components/compose",
  );
  const argKinds: typeof real.argKinds = (table, outputs) => {
    mockSeen.push([table as AnyTable, outputs]);
    return real.argKinds(table, outputs);
  };
  return { ...real, argKinds };
});

/** Whether Terraform alone may know the values of a field: a text, or each text of a list or map. */
const mayBeLater = (field: AnyField | undefined): boolean =>
  field !== undefined &&
  field.known === undefined &&
  (field.kind === "text" || ((field.kind === "list" || field.kind === "map") && mayBeLater(field.each)));

/** Paths of Outputs that a table says must be known at synth. */
function tooLate(table: AnyTable, outputs: Outputs): string[] {
  return Object.entries(outputs).flatMap(([prop, how]) => {
    const field = table[prop];
    if (typeof how === "string") return mayBeLater(field) ? [] : [prop];
    const fields = field?.fields ?? field?.each?.fields ?? field?.other?.fields ?? {};
    return how.filter((key) => !mayBeLater(fields[key.replace("[]", "")])).map((key) => `${prop}.${key}`);
  });
}

for (const cloud of ["aws", "azure"]) {
  const folder = join(__dirname, "../../lib/pulumi/clouds", cloud, "components");
  for (const file of readdirSync(folder)) require(join(folder, file));
}

describe("the Outputs that Pulumi's components take", () => {
  it("are all of props that need not be known at synth, by the tables of the constructs", () => {
    expect(mockSeen.length).toBeGreaterThan(30);
    expect(mockSeen.flatMap(([table, outputs]) => tooLate(table, outputs))).toEqual([]);
  });

  it("are found where a table asks for a known value", () => {
    const pool = mockSeen.find(([table]) => "gpuSharing" in table)![0];
    expect(tooLate(pool, { instanceType: "input", nodes: "inputs", bootSteps: ["phase"] })).toEqual([
      "instanceType",
      "nodes",
      "bootSteps.phase",
    ]);
  });
});
