import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { acceleratedInstanceTypes, instanceType, instanceTypes } from "../../lib/catalog/instance-types";

const DATA = join(__dirname, "../../lib/catalog/data");
const SCHEMAS = join(__dirname, "../../schema/catalog");
const read = <T>(path: string) => JSON.parse(readFileSync(path, "utf8")) as T;

describe("schemas of figures", () => {
  interface Schema {
    readonly type?: string | readonly string[];
    readonly maximum?: number;
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly items?: Schema;
    readonly additionalProperties?: Schema | boolean;
  }
  const unbounded = (schema: Schema, path: string): string[] => [
    ...([schema.type].flat().some((type) => type === "number" || type === "integer") && schema.maximum === undefined
      ? [path]
      : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, field]) => unbounded(field, `${path}.${key}`)),
    ...(schema.items ? unbounded(schema.items, `${path}[]`) : []),
    ...(typeof schema.additionalProperties === "object" ? unbounded(schema.additionalProperties, `${path}.*`) : []),
  ];
  it.each(["instance-types", "accelerators", "instance-prices", "openzfs-tiers", "fabric-switches"])(
    "%s bound every number from above, so that a figure in another unit is refused",
    (name) => {
      expect(unbounded(read<Schema>(join(SCHEMAS, `${name}.schema.json`)), name)).toEqual([]);
    },
  );
});

describe("instance types", () => {
  it("lie in the file of their family", () => {
    const names = readdirSync(join(DATA, "instance-types")).flatMap((file) =>
      read<{ name: string; family: string }[]>(join(DATA, "instance-types", file)).map(({ name, family }) => {
        expect([file, family]).toEqual([`${family}.json`, family]);
        return name;
      }),
    );
    expect(names.length).toBeGreaterThan(1200);
  });

  it("with accelerators are those of the families that are known to have them", () => {
    expect(acceleratedInstanceTypes().map(({ name }) => name)).toEqual(
      instanceTypes()
        .filter((type) => type.accelerator !== null)
        .map(({ name }) => name),
    );
  });

  // Totals as EC2's pages state them: https://docs.aws.amazon.com/ec2/latest/instancetypes/ac.html
  it.each([
    ["p4d.24xlarge", 320],
    ["p4de.24xlarge", 640],
    ["p5.48xlarge", 640],
    ["p5e.48xlarge", 1128],
    ["p5en.48xlarge", 1128],
    ["p6-b200.48xlarge", 1432],
    ["p6-b300.48xlarge", 2144],
    ["p6e-gb200.36xlarge", 740],
    ["g6e.48xlarge", 352],
    ["g7e.48xlarge", 768],
    ["trn1.32xlarge", 512],
    ["trn2.48xlarge", 1536],
    ["inf2.48xlarge", 384],
  ])("%s has %d GiB on all of its accelerators", (name, gib) => {
    const type = instanceType(name);
    expect(type.acceleratorCount * type.acceleratorMemoryGiB!).toBe(gib);
  });
});
