import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020";

const DATA = join(__dirname, "../../lib/catalog/data");
const SCHEMAS = join(__dirname, "../../schema/catalog");
const names = readdirSync(DATA).map((file) => file.replace(/\.json$/, ""));
const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
/** Rows of a data file, or of all files of a folder. */
const dataOf = (name: string) =>
  statSync(join(DATA, name), { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(join(DATA, name)).flatMap((file) => read(join(DATA, name, file)))
    : read(join(DATA, `${name}.json`));
const schemaOf = (name: string) => read(join(SCHEMAS, `${name}.schema.json`));
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
/** Ajv keeps what it has compiled, by the schema's object. */
const schemas = new Map(names.map((name) => [name, schemaOf(name)]));
const compile = (name: string) => ajv.compile(schemas.get(name));

type Schema = { properties?: Record<string, Schema>; items?: Schema; description?: string };

/** Paths of the fields that have no description. */
function undescribed(schema: Schema, path: string): string[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([key, field]) => [
    ...(field.description ? [] : [`${path}.${key}`]),
    ...undescribed(field, `${path}.${key}`),
  ]);
  return schema.items ? [...fields, ...undescribed(schema.items, `${path}[]`)] : fields;
}

describe("schema/catalog", () => {
  it("has a schema for each data file and no other", () => {
    expect(readdirSync(SCHEMAS).sort()).toEqual(names.map((name) => `${name}.schema.json`).sort());
  });

  it.each(names)("describes each field of %s", (name) => {
    expect(undescribed(schemaOf(name), name)).toEqual([]);
  });

  it.each(names)(
    "refuses a row of %s without its source, with an unknown field, or with a day that is none",
    (name) => {
      const validate = compile(name);
      const [row] = dataOf(name);
      const { source, ...sourceless } = row;
      expect(source).not.toBe("");
      expect(validate([sourceless])).toBe(false);
      expect(validate([{ ...row, misspelt: 1 }])).toBe(false);
      expect(validate([{ ...row, checkedOn: "21.11.2026" }])).toBe(false);
      expect(validate([row])).toBe(true);
    },
  );
});
