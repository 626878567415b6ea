import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asService } from "../../../../../lib/clouds/aws/pools/launch/boot-service";
import type { BootStep } from "../../../../../lib/clouds/aws/shared/boot-step";

const script = (name: string, text: string, more: Partial<BootStep> = {}): BootStep => ({
  name,
  phase: "system",
  text: `#!/bin/sh\n${text}`,
  ...more,
});

describe("asService", () => {
  it("leaves what is no script, and everything on EKS, as it is", () => {
    const config: BootStep = { name: "config", phase: "system", contentType: "text/cloud-config", text: "a: 1" };
    expect(asService([config])).toEqual([config]);
    expect(asService([config, script("one", "true")]).map(({ name }) => name)).toEqual(["config", "boot-steps"]);
    const eks: BootStep = { name: "node", phase: "system", contentType: "application/node.eks.aws", text: "" };
    expect(asService([script("one", "true"), eks])).toEqual([script("one", "true"), eks]);
  });
});

describe("the service of boot steps", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "warpform-boot-"));
    execFileSync("mkdir", [
      "-p",
      ...["opt", "usr/local/sbin", "etc/systemd/system", "var/log", "run", "bin"].map((name) => join(folder, name)),
    ]);
    writeFileSync(join(folder, "bin/systemctl"), "#!/bin/sh\n", { mode: 0o755 });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** The script with all its paths below the folder. */
  const moved = (text: string) => text.replaceAll(/(?<![\w.])\/(opt|var|run|etc|usr\/local)\//g, `${folder}/$1/`);
  const env = { PATH: "" };

  function install(steps: readonly BootStep[]): void {
    env.PATH = `${folder}/bin:${process.env.PATH}`;
    writeFileSync(join(folder, "user-data"), moved(asService(steps)[0]!.text));
    execFileSync("bash", [join(folder, "user-data")], { env });
  }
  const boot = () => spawnSync(join(folder, "usr/local/sbin/warpform-boot"), { env, encoding: "utf8" });
  const log = () => readFileSync(join(folder, "log"), "utf8").trim().split("\n");

  it("runs the steps in order, goes on after one that fails, and repeats that one alone", () => {
    const note = (name: string) => `echo ${name} >> ${folder}/log`;
    install([
      script("one", note("one")),
      script("two", `${note("two")}\n[ -e ${folder}/mirror ]`),
      script("three", note("three"), { phase: "disks" }),
    ]);
    expect(boot().status).toBe(1);
    expect(log()).toEqual(["one", "two", "three"]);
    expect(readFileSync(join(folder, "run/warpform/boot-failed"), "utf8")).toBe("01-two\n");
    writeFileSync(join(folder, "mirror"), "");
    expect(boot().status).toBe(0);
    expect(boot().status).toBe(0);
    expect(log()).toEqual(["one", "two", "three", "two"]);
    expect(readFileSync(join(folder, "run/warpform/boot-failed"), "utf8")).toBe("");
  });

  it("runs steps of every boot again after a reboot, and no others", () => {
    install([
      script("once", `echo once >> ${folder}/log`),
      script("each", `echo each >> ${folder}/log`, { everyBoot: true }),
    ]);
    boot();
    rmSync(join(folder, "run"), { recursive: true });
    boot();
    expect(log()).toEqual(["once", "each", "each"]);
  });
});
