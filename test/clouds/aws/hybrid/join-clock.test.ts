import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const script = readFileSync(join(__dirname, "../../../../lib/clouds/aws/shared/programs/join-site.sh"), "utf8");
const part = /^aws_time=[\s\S]*?\nfi\n/m.exec(script)![0];

/** The part about clocks, where AWS's answer is `headers`; undefined where none comes. */
function joined(headers: string | undefined) {
  const folder = mkdtempSync(join(tmpdir(), "warpform-clock-"));
  const curl = join(folder, "curl");
  try {
    writeFileSync(join(folder, "headers"), headers ?? "");
    writeFileSync(curl, headers === undefined ? "#!/bin/sh\nexit 28\n" : `#!/bin/sh\ncat ${folder}/headers\n`);
    chmodSync(curl, 0o755);
    const env = { PATH: `${folder}:${process.env.PATH}`, AWS_REGION: "us-east-2" };
    const { status, stderr } = spawnSync("bash", ["--norc", "-euo", "pipefail", "-c", part], { env, encoding: "utf8" });
    return { status, stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const answer = (secondsOff: number) =>
  `HTTP/1.1 302 Found\r\nDate: ${new Date(Date.now() + secondsOff * 1000).toUTCString()}\r\nContent-Length: 0\r\n\r\n`;

describe("the clock of a controller that joins", () => {
  it("may be some seconds off", () => {
    expect(joined(answer(40)).status).toBe(0);
    expect(joined(answer(-40)).status).toBe(0);
  });

  it.each([
    ["behind", 600, /is -(59\d|60\d) seconds off/],
    ["ahead", -600, /is (59\d|60\d) seconds off/],
  ])("ends the program where it is ten minutes %s, with the difference", (_, off, said) => {
    const { status, stderr } = joined(answer(off));
    expect(status).toBe(5);
    expect(stderr).toMatch(said);
  });

  it("is not asked for where AWS does not answer: what follows says why", () => {
    expect(joined(undefined)).toEqual({ status: 0, stderr: "" });
  });
});
