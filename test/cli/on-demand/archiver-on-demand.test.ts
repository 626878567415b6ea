import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** What a program prints that loads CDKTF behind the stand-in. */
const printed = (program: string) =>
  execFileSync(
    process.execPath,
    [
      "--import",
      "tsx",
      "--eval",
      `const { archiverOnDemand } = require("./lib/cli/on-demand/archiver-on-demand"); archiverOnDemand(); ${program}`,
    ],
    { cwd: join(__dirname, "../../.."), encoding: "utf8" },
  ).trim();

describe("archiverOnDemand", () => {
  it("leaves archiver out until CDKTF packs something, which then works", () => {
    const loaded = "Object.keys(require.cache).some((path) => path.includes('archiver-utils'))";
    const program = `
      require("cdktf"); const before = ${loaded};
      const archiver = require(require("node:module").createRequire(require.resolve("cdktf")).resolve("archiver"));
      const zip = archiver("zip"); console.log(before, typeof zip.finalize, ${loaded});`;
    expect(printed(program)).toBe("false function true");
  });
});
