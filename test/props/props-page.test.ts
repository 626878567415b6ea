import { readFileSync } from "node:fs";
import { join } from "node:path";
import { propsPage } from "../../scripts/props/props-page";

it("docs/props.md is what the tables and the comments say (npm run docs)", () => {
  expect(readFileSync(join(__dirname, "../../docs/props.md"), "utf8")).toBe(propsPage());
});
