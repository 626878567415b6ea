import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setUpPrograms } from "../../lib/slurm/node-programs";

const texts = new Map(setUpPrograms().map(({ name, text }) => [name, text]));
const textOf = (name: string): string => texts.get(name)!;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "warpform-set-up-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a set-up program with what it reads replaced, and folders of the node in one of the test's. */
function run(program: string, common: string, env: Readonly<Record<string, string>>) {
  const inFolder = (text: string) => text.replaceAll(/\/(run\/warpform|etc\/systemd|opt\/warpform)\b/g, `${folder}/$1`);
  mkdirSync(join(folder, "opt/warpform/setup"), { recursive: true });
  writeFileSync(join(folder, "opt/warpform/setup/common.sh"), inFolder(common));
  writeFileSync(join(folder, "program"), inFolder(program));
  const { status, stdout, stderr } = spawnSync("/bin/bash", [join(folder, "program")], {
    env: { PATH: process.env.PATH, ...env },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const SETTINGS = {
  ROLE: "",
  CONTAINERS: "no",
  REST_API: "no",
  JOBS_USE_NODE_ROLE: "no",
  ACCOUNTING: "local",
  CONTROLLERS: "slurm slurm-backup",
  AUTHENTICATION: "munge",
};
// Each step says its name, and is not taken
const NAMED = `step() { echo "$1"; }
need() { echo "$1"; }
hostname() { echo "$HOST"; }
not_here() { :; }
cloud_steps() { :; }
finish() { exit 0; }
`;

describe("a set-up", () => {
  const steps = (role: string, env: Partial<typeof SETTINGS & { HOST: string }> = {}) => {
    const { status, stdout, stderr } = run(textOf(`set-up-${role}`), NAMED, { ...SETTINGS, HOST: "slurm", ...env });
    expect([status, stderr]).toEqual([0, ""]);
    return stdout.trim().split("\n");
  };

  it("brings the library of MPI to all nodes, on compute nodes before slurmd starts", () => {
    for (const role of ["head", "login", "node"]) expect(steps(role)).toContain("pmix");
    const node = steps("node");
    expect(node.indexOf("pmix")).toBeLessThan(node.indexOf("slurmd"));
    expect(node.indexOf("metadata-guard")).toBeLessThan(node.indexOf("slurmd"));
  });

  it("brings containers to wherever people start them, after the daemons that must not wait for them", () => {
    for (const role of ["head", "login", "node"]) {
      expect(steps(role)).not.toContain("containers");
      expect(steps(role, { CONTAINERS: "yes" })).toContain("containers");
    }
    const head = steps("head", { CONTAINERS: "yes" });
    expect(head.indexOf("slurmctld")).toBeLessThan(head.indexOf("containers"));
  });

  it("starts sackd on login nodes where Slurm's own key is used, which need no daemon with munge", () => {
    expect(steps("login", { AUTHENTICATION: "slurm" })).toContain("sackd");
    expect(steps("login")).not.toContain("sackd");
  });

  it("keeps accounts on the first controller alone, where there are any", () => {
    const accounts = ["database", "slurmdbd", "policy"];
    expect(steps("head").filter((step) => accounts.includes(step))).toEqual(accounts);
    expect(steps("head", { ACCOUNTING: "external" }).filter((step) => accounts.includes(step))).toEqual(
      accounts.slice(1),
    );
    expect(steps("head", { HOST: "slurm-backup" }).filter((step) => accounts.includes(step))).toEqual([]);
    expect(steps("head", { ACCOUNTING: "none" }).filter((step) => accounts.includes(step))).toEqual([]);
  });

  it.each(["head", "login", "node"])("of a %s says at once what the image lacks, and is tried again", (role) => {
    // A path with what the steps themselves need, and nothing else
    mkdirSync(join(folder, "bin"));
    for (const program of ["sed", "install"]) symlinkSync(`/usr/bin/${program}`, join(folder, "bin", program));
    const hasProgram = /^has_program\(\) \{[\s\S]*?^\}/m.exec(textOf("common.sh"))![0];
    const common = `${textOf("steps.sh")}\n${hasProgram}\nprepare() { echo went on; }\n`;
    const ran = run(textOf(`set-up-${role}`), common, { ...SETTINGS, PATH: join(folder, "bin") });
    expect(ran).toEqual({
      status: 1,
      stdout: "set-up: iptables\n",
      stderr:
        "iptables is missing from this image; install it there\nset-up: missing so far: iptables; it is tried again\n",
    });
    expect(readFileSync(join(folder, "run/warpform/missing"), "utf8")).toBe("iptables\n");
  });

  it("asks for the plugin of tokens before it makes their key, since no daemon starts without the plugin", () => {
    const own = textOf("set-up-head").replaceAll(
      /\/(usr\/lib64|usr\/lib|usr\/local|opt|var\/spool)\b(?!\/warpform)/g,
      `${folder}/$1`,
    );
    const chosen = 'step() { :; }\nneed() { [ "$1" != jwt-key ] || { shift; "$@"; echo "ended with $?"; }; }\n';
    const common = `${NAMED}${chosen}install_packages() { :; }\nchown() { :; }\n`;
    const env = { ...SETTINGS, REST_API: "yes", HOST: "slurm" };
    mkdirSync(join(folder, "var/spool/slurm"), { recursive: true });
    const without = run(own, common, env);
    expect(without.stderr).toBe(
      "Slurm's plugin auth_jwt is missing from this image; install it there, or leave restApi out\n",
    );
    mkdirSync(join(folder, "usr/lib/slurm-wlm"), { recursive: true });
    writeFileSync(join(folder, "usr/lib/slurm-wlm/auth_jwt.so"), "");
    expect(run(own, common, env)).toEqual({ status: 0, stdout: "ended with 0\n", stderr: "" });
    expect(readFileSync(join(folder, "var/spool/slurm/jwt_hs256.key"))).toHaveLength(32);
  });

  it("asks no mirror for packages that an image has, though it holds them in their version", () => {
    const functions = /^installed\(\) .*$|^install_packages\(\) \{[\s\S]*?^\}$/gm;
    // As dpkg-query(1) answers of a package that is installed and held, and of one that it does not know
    const common = `set -euo pipefail
PACKAGES=distribution
dpkg-query() {
  [ "\${@: -1}" != absent ] || { echo "no packages found matching absent" >&2; return 1; }
  case $3 in *db:Status-Status*) echo installed ;; *Status*) echo 'hold ok installed' ;; esac
}
retry() { echo "$@"; }
update_lists() { echo lists; }
systemctl() { echo "$@"; }
dpkg() { :; }
${textOf("common.sh").match(functions)!.join("\n")}
`;
    const installs = (packages: string) =>
      run(`. /opt/warpform/setup/common.sh\ninstall_packages ${packages}\n`, common, {});
    expect(installs("slurmctld slurm-client")).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(installs("slurmctld absent").stdout).toBe(
      "lists\napt-get -o DPkg::Lock::Timeout=600 install -yq --no-install-recommends absent\n",
    );
  });

  it("has systemd start a daemon again however often it fails", () => {
    const common = `${textOf("units.sh")}\nsystemctl() { :; }\n`;
    const program =
      ". /opt/warpform/setup/common.sh\nlasting slurmctld 'RequiresMountsFor=/var/spool/slurm' 'LimitMEMLOCK=infinity'\n";
    expect(run(program, common, {}).status).toBe(0);
    expect(readFileSync(join(folder, "etc/systemd/system/slurmctld.service.d/warpform.conf"), "utf8")).toBe(
      [
        "[Unit]",
        "RequiresMountsFor=/var/spool/slurm",
        "StartLimitIntervalSec=0",
        "[Service]",
        "LimitMEMLOCK=infinity",
        "Restart=on-failure",
        "RestartSec=5",
        "",
      ].join("\n"),
    );
  });
});
