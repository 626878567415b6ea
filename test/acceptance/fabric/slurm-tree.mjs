// Has a real slurmctld read the switches of a fat-tree and say which nodes stand below each.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const conf = (dir, port, nodes) => `ClusterName=fabric
SlurmctldHost=localhost
SlurmctldPort=${port}
AuthType=auth/none
CredType=cred/none
SlurmUser=${process.env.USER ?? "root"}
StateSaveLocation=${dir}/state
SlurmctldPidFile=${dir}/slurmctld.pid
SlurmctldLogFile=${dir}/slurmctld.log
ProctrackType=proctrack/linuxproc
MpiDefault=none
TopologyPlugin=topology/tree
NodeName=${nodes} CPUs=1 State=FUTURE
PartitionName=all Nodes=${nodes}
`;

/** Lines of `scontrol show topology`: name, level and nodes of each switch; or what slurmctld complained of. */
export async function slurmTree(switches, nodes) {
  const dir = mkdtempSync(join(tmpdir(), "warpform-topology-"));
  mkdirSync(join(dir, "state"));
  const lines = switches.map(
    (s) => `SwitchName=${s.name} ${s.nodes === null ? `Switches=${s.switches}` : `Nodes=${s.nodes}`}\n`,
  );
  writeFileSync(join(dir, "topology.conf"), lines.join(""));
  writeFileSync(join(dir, "slurm.conf"), conf(dir, 20_000 + (process.pid % 10_000), nodes));
  const daemon = spawn("slurmctld", ["-D", "-f", join(dir, "slurm.conf")], { stdio: "ignore" });
  try {
    for (let tries = 0; tries < 20; tries++) {
      await sleep(500);
      const env = { ...process.env, SLURM_CONF: join(dir, "slurm.conf") };
      const shown = spawnSync("scontrol", ["show", "topology"], { env, encoding: "utf8", timeout: 5000 });
      const found = [...shown.stdout.matchAll(/^SwitchName=(\S+) Level=(\d+) \S+ Nodes=(\S+)/gm)];
      if (found.length > 0) return { switches: found.map(([, name, level, below]) => ({ name, level, below })) };
    }
    const log = readFileSync(join(dir, "slurmctld.log"), "utf8");
    return { switches: [], why: log.split("\n").filter((line) => /error|fatal/.test(line))[0] ?? "no answer" };
  } finally {
    const gone = new Promise((settle) => daemon.once("exit", settle));
    daemon.kill();
    await gone; // it saves its state last
    rmSync(dir, { recursive: true, force: true });
  }
}
