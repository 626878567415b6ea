import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CLOUD_PROVIDERS } from "../../../lib/pulumi/clouds/providers";
import { cloudProvider, mappedTypes, mappingOf } from "../../../lib/pulumi/plan/mapping";

const rows = (["managed", "data"] as const).flatMap((mode) =>
  mappedTypes(mode).map((type) => [type, mode, mappingOf(mode, type)!] as const),
);

/** Bindings of each provider's types. */
const BINDINGS: Readonly<Record<string, string>> = { aws: "@cdktf/provider-aws", azurerm: "@cdktf/provider-azurerm" };

describe("the mapping to packages of Pulumi", () => {
  it.each(rows)(
    "has a class for %s (%s) that reads each of its inputs",
    (type, mode, { module, name, takesNothing, properties }) => {
      const path = require.resolve(`${cloudProvider(type)!.package}/${module}`);
      const exported = require(path) as Record<string, unknown>;
      expect(typeof exported[name]).toBe("function");
      const text = readFileSync(path, "utf8");
      const inputs = Object.values(properties).filter(([, , use]) => use !== "output" && use !== "left-out");
      for (const [input] of inputs)
        expect(text).toContain(mode === "managed" ? `resourceInputs["${input}"]` : `"${input}":`);
      if (mode === "data") expect(/Output\((args, )?opts\)/.exec(text)![1] === undefined).toBe(takesNothing === true);
    },
  );

  it.each(CLOUD_PROVIDERS)("covers every type of $name that the library declares", ({ name }) => {
    const lib = join(__dirname, "../../../lib");
    const import_ = new RegExp(`"${BINDINGS[name]}/lib/(?:(data-)${name}-)?([a-z0-9-]+)"`, "g");
    const declared = (readdirSync(lib, { recursive: true }) as string[])
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [...readFileSync(join(lib, file), "utf8").matchAll(import_)])
      .filter(([, , type]) => type !== "provider")
      .map(([, data, type]) => `${data ?? ""}${name}_${type!.replaceAll("-", "_")}`);
    const mapped = rows.map(([type, mode]) => `${mode === "data" ? "data-" : ""}${type}`);
    expect(declared.length).toBeGreaterThan(40);
    expect(declared.filter((type) => !mapped.includes(type))).toEqual([]);
  });

  it.each(CLOUD_PROVIDERS)("names settings of $package that its provider reads, of their kinds", (provider) => {
    const path = require.resolve(`${provider.package}/provider`);
    const text = readFileSync(path, "utf8");
    for (const [name, kind] of Object.values(provider.settings)) {
      expect(text).toContain(`resourceInputs["${name}"]`);
      // what is no text is sent as JSON
      expect(text.includes(`resourceInputs["${name}"] = pulumi.output(`)).toBe(kind !== "string");
    }
  });
});
