import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../../..");
const { else: aws } = JSON.parse(readFileSync(join(root, "schema/blueprint.schema.json"), "utf8"));

/** Kinds of file systems that the schema of AWS blueprints takes. */
const kinds = (
  aws.properties.fileSystems.additionalProperties.oneOf as { properties: { kind: { const: string } } }[]
).map((one) => one.properties.kind.const);

describe("file systems of a blueprint", () => {
  it.each(kinds)("are named by the page of the construct that has them: %s", (kind) => {
    const page = readFileSync(join(root, "docs/constructs/existing-file-system.md"), "utf8");
    const [, section] = /## In a blueprint\n([\s\S]*?)\n## /.exec(page)!;
    expect(section).toContain(`\`${kind}\``);
  });
});
