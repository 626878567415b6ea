// Writes schema/blueprint.schema.json from the zod schema; a test holds the two together.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { blueprintJsonSchema } from "../lib/blueprint/schema/json-schema";

writeFileSync(
  join(__dirname, "../schema/blueprint.schema.json"),
  `${JSON.stringify(blueprintJsonSchema(), undefined, 2)}\n`,
);
