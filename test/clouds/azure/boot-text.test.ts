import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bootText } from "../../../lib/clouds/azure/pools/boot-text";

const EVERY_BOOT = "/var/lib/cloud/scripts/per-boot/50-warpform";

describe("what a node of Azure runs on each boot", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "warpform-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs it as cloud-init does, with its own place below the folder. */
  function boot(steps: readonly string[]) {
    const script = join(folder, "part-001");
    writeFileSync(
      script,
      bootText(steps).replaceAll(EVERY_BOOT, join(folder, "per-boot")).replaceAll("/dev/console", "/dev/null"),
    );
    const done = spawnSync("bash", [script], { encoding: "utf8" });
    return { ...done, trace: readFileSync(join(folder, "trace"), "utf8") };
  }

  it("ends a step at its first failing command, runs the others, and fails", () => {
    const say = (word: string) => `echo ${word} >> ${join(folder, "trace")}\n`;
    const { status, stdout, stderr, trace } = boot([`${say("a")}false\n${say("b")}`, say("c")]);
    expect({ status, trace }).toEqual({ status: 1, trace: "a\nc\n" });
    expect(stdout + stderr).toContain("boot steps failed: 1");
  });

  it("keeps itself for the next boot, where it does not keep itself again", () => {
    const { status } = boot([`echo on >> ${join(folder, "trace")}\n`]);
    expect(status).toBe(0);
    const again = spawnSync(join(folder, "per-boot"));
    expect({ status: again.status, trace: readFileSync(join(folder, "trace"), "utf8") }).toEqual({
      status: 0,
      trace: "on\non\n",
    });
  });
});
