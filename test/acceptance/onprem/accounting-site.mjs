// The site's accounting on real daemons: MariaDB by the play's own statements, slurmdbd by its own file, and a job's record through slurmctld.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { forThisHost } from "./slurm-site.mjs";

const idOf = (user, flag) => Number(spawnSync("id", [flag, user], { encoding: "utf8" }).stdout.trim());

/** slurmdbd calls back a controller that has only just started. */
const OF_THE_START = /Connection refused/;

/** Ends a daemon; slurmdbd may wait for its database for ever. */
async function end(daemon) {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return;
  const gone = new Promise((settle) => daemon.once("exit", settle));
  daemon.kill();
  const late = setTimeout(() => daemon.kill("SIGKILL"), 5000);
  await gone;
  clearTimeout(late);
}

/** A MariaDB without a network, in a folder; its client reads statements. */
async function database(dir, conf) {
  const data = join(dir, "data");
  const socket = join(data, "mysql.sock");
  mkdirSync(data);
  chownSync(data, idOf("mysql", "-u"), idOf("mysql", "-g"));
  spawnSync("mariadb-install-db", ["--no-defaults", "--user=mysql", `--datadir=${data}`, "--skip-test-db"]);
  const settings = readFileSync(conf, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("innodb_"));
  const daemon = spawn(
    "mariadbd",
    [
      "--no-defaults",
      "--user=mysql",
      `--datadir=${data}`,
      `--socket=${socket}`,
      "--skip-networking",
      ...settings.map((line) => `--${line}`),
    ],
    { stdio: "ignore" },
  );
  const client = (input) =>
    spawnSync("mariadb", ["--no-defaults", `--socket=${socket}`, "--batch"], { input, encoding: "utf8" });
  for (let tries = 0; tries < 60 && client("select 1").status !== 0; tries++) await sleep(500);
  return { daemon, socket, client };
}

/** What accounting says of a site: clusters, the record of a cancelled job, and what went wrong. */
export async function accountingSite(folder) {
  const dir = mkdtempSync(join(tmpdir(), "warpform-onprem-dbd-"));
  spawnSync("chmod", ["755", dir]);
  const daemons = [];
  try {
    const file = (name) => join(folder, "ansible/files", name);
    const { daemon, socket, client } = await database(dir, file("slurm-mariadb.cnf"));
    daemons.push(daemon);
    const statements = readFileSync(file("slurm-accounting.sql"), "utf8");
    const made = [client(statements), client(statements)].map(({ stderr }) => stderr).join("");
    const [port, dbdPort] = [21_000 + (process.pid % 5_000), 26_000 + (process.pid % 5_000)];
    const slurm = join(dir, "slurm");
    for (const name of ["", "state", "etc"]) mkdirSync(join(slurm, name), { recursive: true });
    cpSync(join(folder, "slurm"), join(slurm, "etc"), { recursive: true });
    const conf = join(slurm, "etc/slurm.conf");
    writeFileSync(conf, `${forThisHost(readFileSync(conf, "utf8"), slurm, port)}AccountingStoragePort=${dbdPort}\n`);
    const dbd = join(slurm, "etc/slurmdbd.conf");
    const own = readFileSync(file("slurmdbd.conf.j2"), "utf8")
      .replace("auth/munge", "auth/none")
      .replace(/^LogFile=.*$/m, `LogFile=${slurm}/slurmdbd.log`)
      .replace(/^PidFile=.*$/m, `PidFile=${slurm}/slurmdbd.pid`);
    writeFileSync(dbd, `${own}DbdPort=${dbdPort}\n`, { mode: 0o600 });
    spawnSync("chown", ["-R", "slurm:slurm", slurm]);
    const env = { ...process.env, SLURM_CONF: conf, MYSQL_UNIX_PORT: socket };
    const [uid, gid] = [idOf("slurm", "-u"), idOf("slurm", "-g")];
    daemons.push(spawn("slurmdbd", ["-D"], { stdio: "ignore", env, uid, gid }));
    const ask = (...command) =>
      spawnSync(command[0], command.slice(1), { env, encoding: "utf8", timeout: 20_000 }).stdout.trim();
    const until = async (holds) => {
      for (let tries = 0; tries < 40 && !holds(); tries++) await sleep(500);
      return holds();
    };
    await until(() => ask("sacctmgr", "-n", "-P", "show", "qos").includes("normal"));
    daemons.push(spawn("slurmctld", ["-D", "-f", conf], { stdio: "ignore", env }));
    await until(() => ask("sinfo", "-h").includes("train"));
    const clusters = () => ask("sacctmgr", "-n", "-P", "show", "cluster", "format=Cluster,ControlPort");
    await until(() => clusters().includes(String(port)));
    const job = ask("sbatch", "--parsable", "-N1", "--gres=gpu:8", "--wrap", "true");
    ask("scancel", job);
    const record = () => ask("sacct", "-X", "-n", "-P", "-j", job, "--format=State");
    await until(() => record().includes("CANCELLED"));
    const log = readFileSync(join(slurm, "slurmdbd.log"), "utf8");
    return {
      made,
      clusters: clusters(),
      record: record(),
      devices: ask("sacctmgr", "-n", "-P", "show", "tres", "format=Type,Name"),
      errors: log.split("\n").filter((line) => /error|fatal/i.test(line) && !OF_THE_START.test(line)),
    };
  } finally {
    for (const daemon of daemons.reverse()) await end(daemon);
    rmSync(dir, { recursive: true, force: true });
  }
}
