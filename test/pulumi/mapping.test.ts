import { readFileSync } from "node:fs";
import { mappedTypes, mappingOf } from "../../lib/pulumi/mapping";

const rows = (["managed", "data"] as const).flatMap((mode) =>
  mappedTypes(mode).map((type) => [type, mode, mappingOf(mode, type)!] as const),
);

describe("the mapping to @pulumi/aws", () => {
  it.each(rows)("has a class for %s (%s) that reads each of its inputs", (_, mode, { module, name, properties }) => {
    const path = require.resolve(`@pulumi/aws/${module}`);
    const exported = require(path) as Record<string, unknown>;
    expect(typeof exported[name]).toBe("function");
    const text = readFileSync(path, "utf8");
    const inputs = Object.values(properties).filter(([, , use]) => use !== "output");
    for (const [input] of inputs)
      expect(text).toContain(mode === "managed" ? `resourceInputs["${input}"]` : `"${input}":`);
  });

  it("covers every type that the library declares", () => {
    expect(mappedTypes("managed").length).toBeGreaterThan(60);
    expect(mappedTypes("data")).toEqual(["aws_caller_identity", "aws_eks_addon_version", "aws_ssm_parameter"]);
  });
});
