import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(__dirname, "../../..");

/** What a process reads whose input is a pipe that does not block, as Node's own `process.stdin` makes it. */
function readFrom(writer: string) {
  const program = `
    process.stdin.fd;
    const { readTexts } = require("./lib/blueprint/reader/read-texts");
    try { console.log(readTexts(["-"])[0].text.length); } catch (error) { console.log(error.message); }`;
  const command = `(${writer}) | "${process.execPath}" --require tsx/cjs -e '${program.replaceAll("'", "'\\''")}'`;
  return spawnSync("bash", ["-c", command], { cwd: root, encoding: "utf8" }).stdout.trim();
}

describe("standardInput", () => {
  it("waits for a writer that is slow to begin and to go on", () => {
    expect(readFrom("sleep 3; printf 12345; sleep 1; printf 678")).toBe("8");
  });

  it("stops at a file that is too large for a blueprint, and calls input by its name", () => {
    expect(readFrom("head -c 3000000 /dev/zero | tr '\\0' a")).toBe(
      "<stdin> has more than 1000000 bytes; give a blueprint",
    );
    expect(readFrom("head -c 300 /dev/zero")).toBe("<stdin> is a binary file; give a blueprint");
  });
});
