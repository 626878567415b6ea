import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { mappedTypes, mappingOf } from "../../../lib/pulumi/plan/mapping";

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
    const lib = join(__dirname, "../../../lib");
    const declared = (readdirSync(lib, { recursive: true }) as string[])
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [
        ...readFileSync(join(lib, file), "utf8").matchAll(/"@cdktf\/provider-aws\/lib\/(data-)?(aws-)?([a-z0-9-]+)"/g),
      ])
      .filter(([, , , name]) => name !== "provider")
      .map(([, data, , name]) => `${data ?? ""}aws_${name!.replaceAll("-", "_")}`);
    const mapped = rows.map(([type, mode]) => `${mode === "data" ? "data-" : ""}${type}`);
    expect(declared.length).toBeGreaterThan(60);
    expect(declared.filter((type) => !mapped.includes(type))).toEqual([]);
  });
});
