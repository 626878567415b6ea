import { readFileSync } from "node:fs";
import { join } from "node:path";
import { exampleNames, factsOf } from "../../scripts/example-facts";

describe("an example's README", () => {
  it.each(exampleNames())(
    "of %s says what the example makes and costs now; npm run examples writes it anew",
    (name) => {
      expect(readFileSync(join(__dirname, "../../examples", name, "README.md"), "utf8")).toContain(factsOf(name));
    },
  );
});
