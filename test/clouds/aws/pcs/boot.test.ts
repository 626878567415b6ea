import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { packedScript } from "../../../../lib/clouds/aws/pools/launch/user-data";
import { program } from "../../../../lib/clouds/aws/shared/program-text";

const folder = mkdtempSync(join(tmpdir(), "warpform-prolog-"));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (path: string, text: string) => {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
};

describe("the prolog of AWS PCS", () => {
  const [prolog, check] = [join(folder, "pcs/prolog"), join(folder, "node-health")];
  const path = `${folder}:${process.env.PATH}`;

  beforeAll(() => {
    // What the state of a unit is; the acceptance area nodes holds the unit itself against systemd.
    write(join(folder, "systemctl"), "#!/bin/sh\nexit $ACTIVE\n");
    write(join(folder, "logger"), "#!/bin/sh\n");
    execFileSync("bash", ["-c", program("pcs-prolog.sh", { PROLOG: prolog, CHECK: check })]);
  });

  const run = (active: number) => {
    const { status, stderr } = spawnSync(prolog, { encoding: "utf8", env: { PATH: path, ACTIVE: String(active) } });
    return [status, stderr.trim()];
  };

  it("lets a job start where the boot steps succeeded, and there is nothing to check or all is well", () => {
    expect(run(0)).toEqual([0, ""]);
    write(check, "#!/bin/sh\n");
    expect(run(0)).toEqual([0, ""]);
  });

  it("fails, so that Slurm drains the node, where boot steps have not succeeded or the check finds a fault", () => {
    expect(run(3)).toEqual([1, "prolog: boot steps have not succeeded:"]);
    write(check, "#!/bin/sh\necho 'node-health: expected 8 GPUs, nvidia-smi shows 7' >&2\nexit 1\n");
    expect(run(0)).toEqual([1, "prolog: node-health: expected 8 GPUs, nvidia-smi shows 7"]);
  });
});

describe("the packed boot steps", () => {
  it("run as they were written, texts from within and backslashes too", () => {
    const script = "#!/bin/bash\ncat <<'END'\n$HOME \\n \"it's\"\nEND\nexit 7\n";
    const packed = gzipSync(script).toString("base64");
    const [step] = packedScript([{ name: "boot-steps", phase: "health", text: script }], packed);
    mkdirSync(join(folder, "run"));
    const text = step!.text.replaceAll("/run/", `${folder}/run/`);
    const { status, stdout } = spawnSync("bash", ["-c", text], { encoding: "utf8" });
    expect([status, stdout]).toEqual([7, '$HOME \\n "it\'s"\n']);
  });
});
