import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ADOPTERS } from "../../lib/remedies/adopters";

const LIB = join(__dirname, "../../lib");

/** Rooms of a cloud that several parts are made of, or that read what others wrote. */
const SHARED_ROOMS = "shared|network|fabric|storage|monitoring|pools|reading|images|provisioning|acceptance";

/** Rooms of one adopter, and the rows themselves. */
const OWN = new RegExp(
  `^(slurm|kubernetes)/|^clouds/(?!common/)\\w+/(?!(${SHARED_ROOMS})/)\\w+/|^remedies/adopters\\.ts$`,
);

/**
 * Files in each folder that name several of those that start nodes, at most. May shrink: what holds of all of them follows from the rows of
 * lib/remedies/adopters.ts and of a cloud's adopters.ts. In `review` they are kinds of schedulers, which the model has apart.
 */
const MOST: Readonly<Record<string, number>> = {
  // the choice of a scheduler
  architectures: 3,
  // keys of each cloud, how those with more than pools are made, sections of architectures
  blueprint: 5,
  cli: 2,
  // rows, parts, public names, props' types, stacks that are read, and kinds of schedulers in names of several clusters
  clouds: 9,
  // public names
  "index.ts": 1,
  model: 1,
  // the lists of public names of two clouds
  pulumi: 2,
  review: 17,
};

/** Code that names one: its construct, its key in a blueprint or its kind as a value, a property or a variable. */
const NAMES = Object.entries(ADOPTERS).map(([kind, { construct, key }]) => {
  const names = [construct, ...(key === kind ? [] : [key])].map((name) => `\\b${name}\\b`);
  return new RegExp([...names, `"${kind}"`, `\\b${kind}:`, `\\.${kind}\\b`, `[{,] ${kind}\\b`].join("|"));
});

const codeOf = (file: string) =>
  readFileSync(join(LIB, file), "utf8")
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/(^|\s)\/\/.*$/gm, "")
    .replaceAll(/^import [\s\S]*? from .*$/gm, "");

describe("files outside an adopter's room that name several adopters", () => {
  const naming = readdirSync(LIB, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !OWN.test(file))
    .filter((file) => {
      const code = codeOf(file);
      return NAMES.filter((names) => names.test(code)).length > 1;
    });

  const folderOf = (file: string) => file.split("/")[0]!;

  it.each([...new Set([...Object.keys(MOST), ...naming.map(folderOf)])])(
    "in %s are as many as the test knows",
    (folder) => {
      const found = naming.filter((file) => folderOf(file) === folder);
      const most = MOST[folder] ?? 0;
      expect(found.length > most ? found : found.length).toBe(most);
    },
  );
});
