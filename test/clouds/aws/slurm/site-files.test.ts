import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodePrograms, programsIn, setUpPrograms, sorted } from "../../../../lib/slurm/node-programs";

const setUp = sorted([...setUpPrograms(), ...programsIn(join(__dirname, "../../../../lib/clouds/aws/slurm/programs"))]);

// What they travel in, which the machine unpacks.
const bundle = "/opt/warpform/setup/programs.json";

describe("the set-up programs", () => {
  it("start nothing that is not shipped with them", () => {
    const shipped = new Set([
      bundle,
      ...setUp.map(({ name }) => `/opt/warpform/setup/${name}`),
      ...nodePrograms("aws").map(({ name }) => `/opt/warpform/slurm/${name}`),
    ]);
    const started = setUp.flatMap(({ text }) => text.match(/\/opt\/warpform\/(setup|slurm)\/[a-z][a-z0-9.-]*/g) ?? []);
    expect(started.length).toBeGreaterThan(20);
    expect(started.filter((path) => !shipped.has(path))).toEqual([]);
  });

  it("are executable but for what they read", () => {
    expect(setUp.filter(({ executable }) => !executable).map(({ name }) => name)).toEqual([
      "cloud.sh",
      "common.sh",
      "secret_store.py",
      "steps.sh",
      "units.sh",
    ]);
  });

  const textOf = (wanted: string) => setUp.find(({ name }) => name === wanted)!.text;

  it("leave how slurmd and sackd are started to their packages' units, which differ between releases", () => {
    const own = setUp.filter(({ text }) => /^ExecStart=/m.test(text)).map(({ name }) => name);
    expect(own).toEqual(["common.sh", "rest-api"]);
    expect(textOf("set-up-node")).toContain("EnvironmentFile=/etc/warpform/slurmd.env");
  });

  it("never start the controller or the database without the mount of their state", () => {
    expect(textOf("set-up-head")).toContain(
      "lasting slurmctld 'RequiresMountsFor=/var/spool/slurm\nAfter=slurmdbd.service'",
    );
    expect(textOf("set-up-head")).toContain(
      "lasting slurmdbd 'RequiresMountsFor=/var/spool/slurm\nAfter=mariadb.service'",
    );
    expect(textOf("set-up-head")).toContain("lasting mariadb RequiresMountsFor=/var/lib/mysql");
  });

  it("start the controller before containers and monitoring, which the network may keep from coming", () => {
    const order = [...textOf("set-up-head").matchAll(/^.*\b(?:step|need) ([a-z-]+) /gm)].map(([, name]) => name);
    expect(order.indexOf("slurmctld")).toBeLessThan(order.indexOf("containers"));
    expect(order.indexOf("slurmctld")).toBeLessThan(order.indexOf("monitoring"));
    expect(order.indexOf("users")).toBeLessThan(order.indexOf("slurmctld"));
  });

  it("make the key of tokens before the configuration that names it, and no daemon's list of processes shows it", () => {
    const order = [...textOf("set-up-head").matchAll(/^.*\b(?:step|need) ([a-z-]+) /gm)].map(([, name]) => name);
    expect(order.indexOf("state")).toBeLessThan(order.indexOf("jwt-key"));
    expect(order.indexOf("jwt-key")).toBeLessThan(order.indexOf("configuration"));
    expect(textOf("rest-api")).toContain("-a rest_auth/jwt");
  });

  it("rotate logs by the same file as ClusterMonitoring, whichever writes it last", () => {
    const agent = readFileSync(
      join(__dirname, "../../../../lib/clouds/aws/shared/programs/cloudwatch-agent.sh"),
      "utf8",
    );
    const rotation = (text: string) =>
      /^cat > \/etc\/logrotate.d\/warpform <<'ROTATE'\n([\s\S]*?)^ROTATE$/m.exec(text)![1];
    expect(rotation(textOf("timers"))).toBe(rotation(agent));
  });

  it("restart the daemons that hold a key once it has been rotated, and only then", () => {
    const folder = mkdtempSync(join(tmpdir(), "warpform-key-"));
    const install = /^install_key\(\) \{[\s\S]*?^\}/m.exec(textOf("common.sh"))![0].replaceAll("/etc/", `${folder}/`);
    const script = `set -euo pipefail
      ${install.replaceAll("/var/", `${folder}/`).replaceAll("-o munge -g munge", "")}
      fetch_secret() { echo "$NEW" > "$3"; }
      changed() { printf '%s ' "$1"; }
      lasting() { :; }
      run_unit() { :; }
      KEY_SECRET=arn ROLE=login
      mkdir -p ${folder}/lib ${folder}/log
      for AUTHENTICATION in slurm munge; do for NEW in one one two; do printf '%s: ' "$NEW"; install_key; echo; done; done`;
    const said = execFileSync("bash", ["-c", script], { encoding: "utf8" })
      .split("\n")
      .map((line) => line.trim());
    const own = "slurmctld slurmdbd slurmd sackd";
    expect(said).toEqual([`one: ${own}`, "one:", `two: ${own}`, "one: munge", "one:", "two: munge", ""]);
    rmSync(folder, { recursive: true });
  });

  it("wait for the cluster's key where a package has made one, and do with a key that was fetched before", () => {
    const folder = mkdtempSync(join(tmpdir(), "warpform-fetched-"));
    const fetch = /^fetch_secret\(\) \{[\s\S]*?^\}/m.exec(textOf("common.sh"))![0];
    writeFileSync(join(folder, "secret"), '#!/bin/sh\n[ -e "$DOOR" ] && echo cluster > "$3"\n', { mode: 0o755 });
    const script = `set -euo pipefail
      export DOOR=${folder}/door
      ${fetch.replaceAll("/opt/warpform/setup/secret", `${folder}/secret`)}
      key=${folder}/munge.key
      try() { fetch_secret get arn "$key" munge 400 2> /dev/null && echo "goes on with $(cat "$key")" || echo waits; }
      echo package > "$key"; try; touch "$DOOR"; try; rm "$DOOR"; try`;
    const said = execFileSync("bash", ["-c", script], { encoding: "utf8" });
    expect(said.trim().split("\n")).toEqual(["waits", "goes on with cluster", "goes on with cluster"]);
    rmSync(folder, { recursive: true });
  });

  it("wait a few seconds for a secret that others fill, and long for the head's key alone", () => {
    const folder = mkdtempSync(join(tmpdir(), "warpform-secret-"));
    // A store without a value, and a clock that only sleeping moves
    const store = `import sys, time
now = [0]
time.monotonic = lambda: now[0]
time.sleep = lambda seconds: now.__setitem__(0, now[0] + seconds)
class Store:
    refused = KeyError
    def value_of(self, name): return None
leave = sys.exit
sys.exit = lambda why: leave("%d: %s" % (now[0], why))
`;
    writeFileSync(join(folder, "secret_store.py"), store);
    writeFileSync(join(folder, "secret"), textOf("secret"));
    const env = { ...process.env, PYTHONPATH: folder };
    const said = (verb: string) =>
      spawnSync("python3", [join(folder, "secret"), verb, "arn", "file", "root", "400"], { env, encoding: "utf8" })
        .stderr;
    expect(said("read")).toBe("15: arn has no value after 15 s; give it one: nobody else does\n");
    expect(said("get")).toBe("1200: arn has no value after 1200 s; the head makes it on its first boot\n");
    rmSync(folder, { recursive: true });

    const waiting = setUp.flatMap(({ text }) => text.match(/fetch_secret (get|"\$verb") "\$\w+"/g) ?? []);
    expect(new Set(waiting)).toEqual(new Set(['fetch_secret "$verb" "$KEY_SECRET"']));
  });

  it("ask for credentials anew while there are none, since a client that was made without them never has any", () => {
    const folder = mkdtempSync(join(tmpdir(), "warpform-boto3-"));
    const boot = readFileSync(join(__dirname, "../../../../lib/clouds/aws/shared/programs/slurm-bootstrap.sh"), "utf8");
    // As boto3: a client keeps what the metadata service said when it was made
    const boto3 = `import io, sys, time
sys.dont_write_bytecode = True
time.sleep = lambda seconds: None
answers = [False, False, True]
class Client:
    def __init__(self): self.credentials = answers.pop(0) if answers else True
    def get_object(self, **asked):
        if not self.credentials: raise Exception("Unable to locate credentials")
        return {"Body": io.BytesIO(b'{"files": []}')}
client = lambda *words, **more: Client()
`;
    writeFileSync(join(folder, "boto3.py"), boto3);
    const program = /<<'PROGRAM'\n([\s\S]*?)\nPROGRAM\n/.exec(boot)![1]!.replace("/var/lib", folder);
    writeFileSync(join(folder, "slurm-files"), program);
    const env = { ...process.env, PYTHONPATH: folder };
    const ran = spawnSync("python3", [join(folder, "slurm-files"), "us-east-2", "b", "p/", "head"], {
      env,
      encoding: "utf8",
    });
    rmSync(folder, { recursive: true });
    expect(ran.stderr).toBe("waiting for the manifest: Unable to locate credentials\n".repeat(2));
    expect(ran.status).toBe(0);
  });

  it("name no loopback address as a node's own", () => {
    expect(setUp.filter(({ text }) => text.includes("127.0.1.1"))).toEqual([]);
  });
});
