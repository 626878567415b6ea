// Has a real slurmctld take the site's own slurm.conf and topology.conf, and says what it made of the nodes.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Only what ties the file to a host is another here: folders, the user, the port, and munge, which no other daemon here needs. */
export function forThisHost(conf, dir, port) {
  const here = {
    StateSaveLocation: `${dir}/state`,
    SlurmdSpoolDir: `${dir}/spool`,
    SlurmctldPidFile: `${dir}/slurmctld.pid`,
    SlurmctldLogFile: `${dir}/slurmctld.log`,
    SlurmUser: "root",
    AuthType: "auth/none",
    CredType: "cred/none",
    ProctrackType: "proctrack/linuxproc",
    TaskPlugin: "task/none",
  };
  const lines = conf.split("\n").map((line) => {
    const key = line.split("=")[0];
    return here[key] === undefined || line.startsWith("#") ? line : `${key}=${here[key]}`;
  });
  return [...lines, `SlurmctldPort=${port}`, ""].join("\n");
}

/** A first start finds no state; Debian's slurmctld looks for PMIx; processes are not tracked by cgroups here. */
const OF_THIS_HOST = /state (save )?file|pmix|MPI|pam_slurm_adopt|No such file or directory|auth\/none/;

/** What slurmctld answers for the folder of a bundle's Slurm files. */
export async function slurmSite(folder, jobScripts = []) {
  const dir = mkdtempSync(join(tmpdir(), "warpform-onprem-slurm-"));
  const etc = join(dir, "etc");
  cpSync(join(folder, "slurm"), etc, { recursive: true });
  mkdirSync(join(dir, "state"));
  const conf = join(etc, "slurm.conf");
  writeFileSync(conf, forThisHost(readFileSync(conf, "utf8"), dir, 21_000 + (process.pid % 10_000)));
  const env = { ...process.env, SLURM_CONF: conf };
  const daemon = spawn("slurmctld", ["-D", "-f", conf], { stdio: "ignore", env });
  const ask = (...command) =>
    spawnSync(command[0], command.slice(1), { env, encoding: "utf8", timeout: 10_000 }).stdout;
  try {
    let nodes = "";
    for (let tries = 0; tries < 30 && nodes === ""; tries++) {
      await sleep(500);
      nodes = ask("scontrol", "show", "nodes", "-o");
    }
    const log = readFileSync(join(dir, "slurmctld.log"), "utf8");
    return {
      nodes: nodes.trim().split("\n"),
      sinfo: ask("sinfo", "-h", "-o", "%P %D %N %G"),
      topology: ask("scontrol", "show", "topology"),
      // What slurmctld makes of each example: its id, or why it refuses it.
      jobs: jobScripts.map((script) => {
        const { stdout, stderr } = spawnSync("sbatch", ["--parsable", "--chdir", dir, script], {
          env,
          encoding: "utf8",
        });
        return { script, id: stdout.trim(), why: stderr.trim() };
      }),
      errors: log.split("\n").filter((line) => /error|fatal/i.test(line) && !OF_THIS_HOST.test(line)),
    };
  } finally {
    const gone = new Promise((settle) => daemon.once("exit", settle));
    daemon.kill();
    await gone;
    rmSync(dir, { recursive: true, force: true });
  }
}
