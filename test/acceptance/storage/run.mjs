// Runs the programs that mount file systems and watch nodes, for real, on a pretended node: a mount namespace with folders
// of its own over /etc, /opt, /usr/local/sbin, /sys/class, /var/log and /var/lib, and stand-ins for what touches hardware.
// Needs: root on Linux (unshare, mount), bash, sed, awk; shellcheck.
import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, fail, find, finish, ok, root, run, skip, tail } from "../lib/checks.mjs";

const programs = join(root, "lib", "aws", "programs");
const BOUND = ["etc", "opt", "usr/local/sbin", "sys/class", "var/log", "var/lib"];

/** A pretended node. `stubs`: name of a program to the shell text that stands in for it. */
class Node {
  constructor(stubs = {}) {
    this.folder = mkdtempSync(join(tmpdir(), "warpform-node-"));
    for (const path of BOUND) mkdirSync(this.path(path), { recursive: true });
    for (const path of ["etc/systemd/system", "etc/modprobe.d", "etc/logrotate.d", "etc/apt/sources.list.d", "bin"])
      mkdirSync(this.path(path), { recursive: true });
    // Debian's awk is a link through here.
    if (existsSync("/etc/alternatives"))
      cpSync("/etc/alternatives", this.path("etc/alternatives"), { recursive: true, verbatimSymlinks: true });
    this.write("etc/fstab", "");
    this.write("etc/os-release", "ID=ubuntu\nVERSION_CODENAME=noble\n");
    const calls = this.path("calls");
    const standIns = {
      systemctl: "",
      sleep: "",
      mountpoint: `grep -qx "\${!#}" ${this.path("mounted")} 2> /dev/null`,
      mount: `echo "\${!#}" >> ${this.path("mounted")}`,
      ...stubs,
    };
    for (const [name, text] of Object.entries(standIns)) {
      this.write(`bin/${name}`, `#!/bin/bash\necho "${name} $*" >> ${calls}\n${text}\n`);
      chmodSync(this.path(`bin/${name}`), 0o755);
    }
  }

  path(...parts) {
    return join(this.folder, ...parts);
  }

  write(path, text) {
    writeFileSync(this.path(path), text);
  }

  read(path) {
    return existsSync(this.path(path)) ? readFileSync(this.path(path), "utf8") : "";
  }

  get calls() {
    return this.read("calls").trim().split("\n");
  }

  /** The command line that runs a shell text within the node. */
  command(text) {
    this.write("program", text);
    const binds = BOUND.map((path) => `mount --bind ${this.path(path)} /${path}`);
    const path = `export PATH=${this.path("bin")}:/usr/sbin:/usr/bin:/sbin:/bin`;
    return [
      "-m",
      "bash",
      "-c",
      ["mount --make-rprivate /", ...binds, path, `exec bash ${this.path("program")}`].join(" && "),
    ];
  }

  /** Runs a program of lib/aws/programs with its settings. */
  run(file, settings = {}) {
    const text = readFileSync(join(programs, file), "utf8");
    const variables = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
    return this.exec(variables.join("") + text);
  }

  exec(text) {
    return run("unshare", this.command(text));
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A check on a node of its own; `test` returns a complaint or nothing. */
function onNode(name, stubs, test) {
  const node = new Node(stubs);
  check(name, () => test(node));
  node.remove();
}

const expectStatus = (result, status) =>
  result.status === status ? undefined : `exit status ${result.status}\n    ${tail(result)}`;
const expectText = (text, part) =>
  text.includes(part) ? undefined : `"${part}" is not in\n    ${text.trim().slice(0, 1500)}`;
const first = (...complaints) => complaints.find((complaint) => complaint !== undefined);

function lintPrograms() {
  const shellcheck = find("shellcheck");
  for (const file of readdirSync(programs).filter((name) => name.endsWith(".sh"))) {
    const text = readFileSync(join(programs, file), "utf8");
    const embedded = [...text.matchAll(/<<'PROGRAM'\n(.*?)\nPROGRAM\n/gs)]
      .map((match) => match[1])
      .filter((script) => !/^#!.*python/.test(script));
    if (shellcheck === undefined) {
      skip(`shellcheck of ${file}`, "shellcheck is not installed");
      continue;
    }
    check(`shellcheck of ${file} and the ${embedded.length} programs it writes`, () => {
      const scripts = [
        text,
        ...embedded.map((script) => (script.startsWith("#!") ? script : `#!/bin/bash\n${script}`)),
      ];
      for (const script of scripts) {
        const result = run(shellcheck, ["--severity=warning", "-"], { input: `${script}\n` });
        if (result.status !== 0) return tail(result);
      }
    });
  }
}

const LUSTRE = {
  SOURCE: "fs-1.fsx.us-east-2.amazonaws.com@tcp:/abcd",
  MOUNT_PATH: "/fsx",
  ACCESS: "rw",
  LNET_UNIT: "",
};

function lustreMounts() {
  onNode("a Lustre mount is in fstab once however often it runs", {}, (node) => {
    const results = [node.run("mount-lustre.sh", LUSTRE), node.run("mount-lustre.sh", LUSTRE)];
    const line = `${LUSTRE.SOURCE} /fsx lustre rw,noatime,flock,user_xattr,_netdev,nofail,x-systemd.mount-timeout=300 0 0\n`;
    return first(
      expectStatus(results[0], 0),
      expectStatus(results[1], 0),
      node.read("etc/fstab") === line ? undefined : node.read("etc/fstab"),
    );
  });
  onNode("a Lustre mount over EFA waits for LNet", {}, (node) => {
    const result = node.run("mount-lustre.sh", { ...LUSTRE, LNET_UNIT: "lustre-efa.service" });
    return first(
      expectStatus(result, 0),
      expectText(node.read("etc/fstab"), "x-systemd.requires=lustre-efa.service,x-systemd.after=lustre-efa.service"),
    );
  });
  onNode(
    "a Lustre mount is tried again",
    {
      mount:
        'count=$(cat /var/lib/tries 2> /dev/null || echo 0); echo $((count + 1)) > /var/lib/tries; [ "$count" -ge 2 ] && echo "${!#}" >> "$(dirname "$0")/../mounted"',
    },
    (node) =>
      first(
        expectStatus(node.run("mount-lustre.sh", LUSTRE), 0),
        node.read("var/lib/tries").trim() === "3" ? undefined : `${node.read("var/lib/tries")} tries`,
      ),
  );
  onNode("a Lustre mount that never comes is a failure", { mount: "false" }, (node) => {
    const result = node.run("mount-lustre.sh", LUSTRE);
    return result.status === 0 ? "it exited 0" : undefined;
  });
  onNode(
    "the Lustre client is not installed where the image has it, and large nodes get more threads",
    { modinfo: "", nproc: "echo 192" },
    (node) => {
      const result = node.run("lustre-client.sh");
      const installed = node.calls.find((call) => call.startsWith("curl") || call.startsWith("apt-get"));
      return first(
        expectStatus(result, 0),
        installed,
        expectText(node.read("etc/modprobe.d/lustre-client.conf"), "ptlrpcd_per_cpt_max=32"),
      );
    },
  );
  onNode(
    "a kernel without Lustre module is named",
    { modinfo: "false", curl: "", uname: "echo 6.14.0-1-aws", "apt-get": "[[ $* != *install* ]]" },
    (node) => {
      const result = node.run("lustre-client.sh");
      return first(
        expectStatus(result, 1),
        expectText(result.stderr, "no Lustre client module for kernel 6.14.0-1-aws"),
        expectText(node.read("etc/apt/sources.list.d/fsx-lustre.list") || "noble main", "noble main"),
      );
    },
  );
}

/** Stand-ins for a machine with EFA: `up` says whether LNet's EFA interfaces come up. */
const lnet = (driver, up) => ({
  modinfo: `[ "$1" = -F ] && echo ${driver}`,
  modprobe: "",
  ip: "echo '169.254.169.254 via 10.0.0.1 dev enp1s0 src 10.0.0.2 uid 0'",
  lnetctl: `case "$*" in "net show --net efa") if [ -e /var/lib/shown ]; then ${up ? "echo '- nid: 1@efa'; echo 'status: up'" : "true"}; fi; touch /var/lib/shown;; esac`,
});

function lustreOverEfa() {
  for (const [devices, expected] of [
    [1, [0]],
    [2, [0, 1]],
    [16, [0, 15]],
    [32, [0, 4, 8, 12, 16, 20, 24, 28]],
  ]) {
    onNode(`Lustre takes ${expected.length} of ${devices} EFA devices`, lnet("3.0.0g", true), (node) => {
      for (let index = 0; index < devices; index++)
        mkdirSync(node.path("sys/class/infiniband", `rdmap${String(index).padStart(2, "0")}`), { recursive: true });
      const result = first(
        expectStatus(node.run("lustre-efa.sh"), 0),
        expectStatus(node.exec("/usr/local/sbin/lustre-efa"), 0),
      );
      const taken = node.calls
        .flatMap((call) => /net add --net efa --if rdmap(\d+) --peer-credits 32/.exec(call)?.[1] ?? [])
        .map(Number);
      return first(
        result,
        JSON.stringify(taken) === JSON.stringify(expected) ? undefined : `it took ${taken}`,
        expectText(node.read("calls"), "modprobe kefalnd ipif_name=enp1s0"),
        expectText(node.read("calls"), "lnetctl udsp add --src efa --priority 0"),
      );
    });
  }
  onNode("Lustre over EFA that would fall back to TCP is a failure", lnet("2.12.1", false), (node) => {
    mkdirSync(node.path("sys/class/infiniband/rdmap0"), { recursive: true });
    node.run("lustre-efa.sh");
    const result = node.exec("/usr/local/sbin/lustre-efa");
    return first(expectStatus(result, 1), expectText(result.stderr, "LNet has no EFA interface that is up"));
  });
  onNode("an EFA driver too old for Lustre is named", lnet("2.8.0", true), (node) => {
    node.run("lustre-efa.sh");
    const result = node.exec("/usr/local/sbin/lustre-efa");
    return first(
      expectStatus(result, 1),
      expectText(result.stderr, 'needs EFA driver 2.12.1 or later, this image has "2.8.0"'),
    );
  });
}

function otherMounts() {
  onNode("EFS is mounted over TLS through its access point", { "mount.efs": "" }, (node) => {
    const settings = { FILE_SYSTEM: "fs-1", ACCESS_POINT: "fsap-1", MOUNT_PATH: "/home", ACCESS: "rw" };
    return first(
      expectStatus(node.run("efs-client.sh"), 0),
      expectStatus(node.run("mount-efs.sh", settings), 0),
      expectText(node.read("etc/fstab"), "fs-1:/ /home efs rw,_netdev,nofail,tls,noresvport,accesspoint=fsap-1 0 0"),
    );
  });
  onNode("NFS is mounted with several connections", { "mount.nfs": "" }, (node) => {
    const settings = { SOURCE: "nas:/export", MOUNT_PATH: "/nas", ACCESS: "ro", VERSION: "4.2", CONNECTIONS: "16" };
    return first(
      expectStatus(node.run("mount-nfs.sh", settings), 0),
      expectText(node.read("etc/fstab"), "nas:/export /nas nfs ro,nfsvers=4.2,nconnect=16,"),
    );
  });
  onNode("the CephX key lands in a file that only root reads", { "mount.ceph": "", aws: "echo AQD==" }, (node) => {
    const settings = {
      SOURCE: "mon1:/",
      FS_NAME: "",
      CEPH_USER: "ml",
      KEY_SECRET: "arn",
      MOUNT_PATH: "/ceph",
      ACCESS: "rw",
    };
    const result = node.run("mount-cephfs.sh", settings);
    const mode = run("stat", ["-c", "%a", node.path("etc/ceph/ml.secret")]).stdout.trim();
    return first(
      expectStatus(result, 0),
      mode === "600" ? undefined : `mode ${mode}`,
      expectText(node.read("etc/fstab"), "name=ml,secretfile=/etc/ceph/ml.secret"),
    );
  });
  onNode(
    "WEKA's client comes from a backend",
    { curl: 'while [ $# -gt 0 ]; do [ "$1" = -o ] && echo true > "$2"; shift; done' },
    (node) => {
      const settings = {
        BACKENDS: "10.0.0.1,10.0.0.2",
        FS_NAME: "default",
        CLIENT_CORES: "0",
        TOKEN_SECRET: "",
        MOUNT_PATH: "/weka",
        ACCESS: "rw",
      };
      return first(
        expectStatus(node.run("mount-weka.sh", settings), 0),
        expectText(node.read("calls"), "http://10.0.0.1:14000/dist/v1/install"),
        expectText(node.read("etc/fstab"), "10.0.0.1,10.0.0.2/default /weka wekafs rw,"),
      );
    },
  );
  for (const [file, settings, message] of [
    ["mount-beegfs.sh", { MANAGEMENT_HOST: "mgmt", AUTH_SECRET: "" }, "the BeeGFS client is not in this image"],
    ["mount-spectrum-scale.sh", { DEVICE: "gpfs0" }, "Spectrum Scale is licensed software and not in this image"],
  ]) {
    onNode(`${file} says what the image lacks`, {}, (node) => {
      const result = node.run(file, { ...settings, MOUNT_PATH: "/data", ACCESS: "rw" });
      return first(expectStatus(result, 1), expectText(result.stderr, message));
    });
  }
}

const AGENT = "opt/aws/amazon-cloudwatch-agent";

/** A node with the agent's files; its control program records what it is asked to do. */
function agentNode(stubs, schema) {
  const node = new Node(stubs);
  for (const path of ["bin", "doc"]) mkdirSync(node.path(AGENT, path), { recursive: true });
  node.write(`${AGENT}/bin/amazon-cloudwatch-agent-ctl`, `#!/bin/bash\necho "ctl $*" >> ${node.path("calls")}\n`);
  chmodSync(node.path(AGENT, "bin/amazon-cloudwatch-agent-ctl"), 0o755);
  node.write(`${AGENT}/doc/amazon-cloudwatch-agent-schema.json`, schema);
  return node;
}

const SETTINGS = { AWS_REGION: "us-east-2", CONFIGURATION: "/warpform/ml/cloudwatch-agent" };

function agent() {
  for (const [title, stubs, efa, parts] of [
    ["a GPU node with EFA", { "nvidia-smi": "" }, true, ["system", "gpu", "efa"]],
    ["a GPU node without EFA", { "nvidia-smi": "" }, false, ["system", "gpu"]],
  ]) {
    const node = agentNode(stubs, '{"efaDefinitions": {}}');
    if (efa) mkdirSync(node.path("sys/class/infiniband/rdmap0"), { recursive: true });
    check(`the agent of ${title} gets ${parts.join(", ")}`, () => {
      const result = node.run("cloudwatch-agent.sh", SETTINGS);
      const got = node.calls.flatMap((call) => /-c ssm:\/warpform\/ml\/cloudwatch-agent\/(\w+)/.exec(call)?.[1] ?? []);
      return first(
        expectStatus(result, 0),
        got.join() === parts.join() ? undefined : `it got ${got}`,
        node.calls.at(-1) === "ctl -a start -m ec2" ? undefined : `last call: ${node.calls.at(-1)}`,
      );
    });
    node.remove();
  }
  const node = agentNode(
    {
      journalctl:
        "printf 'a NVRM: Xid (PCI:0000:01:00): 79, pid=1, GPU has fallen off the bus\\nb NVRM: Xid (PCI:0000:01:00): 13, pid=2\\nc eth0 up\\n'",
    },
    "efaDefinitions",
  );
  check("XIDs after which a GPU must not take work are marked, an application's are not", () => {
    node.run("cloudwatch-agent.sh", SETTINGS);
    const result = node.exec("/usr/local/sbin/gpu-kernel-log");
    const lines = node.read("var/log/warpform/gpu-kernel.log").trim().split("\n");
    return first(
      expectStatus(result, 0),
      lines.length === 2 && lines[0].startsWith("FATAL a NVRM: Xid") && lines[1].startsWith("b NVRM")
        ? undefined
        : lines.join("\n    "),
    );
  });
  node.remove();
}

/** The sampler against a real UDP socket in the agent's place. */
async function sampler() {
  const title = "the sampler sends ECC errors, Lustre traffic and health to the agent";
  const node = agentNode(
    {
      "nvidia-smi": "printf '0, 0, 4\\n1, 2, [N/A]\\n'",
      lctl: 'if [ -e /var/lib/second ]; then n=7000; else n=5000; fi; printf "read_bytes 3 samples [bytes] 4096 8192 %s\\nwrite_bytes 1 samples [bytes] 1 1 10\\n" $n',
    },
    "efaDefinitions",
  );
  node.run("cloudwatch-agent.sh", SETTINGS);
  node.write(
    "usr/local/sbin/node-health",
    "#!/bin/bash\necho 'node-health: expected 8 GPUs, nvidia-smi shows 7' >&2\nexit 1\n",
  );
  chmodSync(node.path("usr/local/sbin/node-health"), 0o755);
  const packets = [];
  const socket = createSocket("udp4").on("message", (message) => packets.push(String(message)));
  try {
    await new Promise((resolve, reject) => socket.once("error", reject).bind(8125, "127.0.0.1", resolve));
  } catch (error) {
    skip(title, `port 8125 is taken: ${error.message}`);
    return node.remove();
  }
  const sample = () =>
    new Promise((resolve) => spawn("unshare", node.command("/usr/local/sbin/node-sampler")).on("close", resolve));
  await sample();
  node.write("var/lib/second", "");
  await sample();
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.close();
  const expected = [
    "gpu_ecc_uncorrected:0|g|#gpu:0",
    "gpu_ecc_corrected:4|g|#gpu:0",
    "gpu_ecc_uncorrected:2|g|#gpu:1",
    "lustre_client_read_bytes:2000|c",
    "lustre_client_write_bytes:0|c",
    "node_unhealthy:1|g",
  ];
  const missing = expected.filter((packet) => !packets.includes(packet));
  if (missing.length > 0) fail(title, `missing ${missing.join(", ")}; sent ${packets.join(", ")}`);
  else ok(title);
  check("a failed health check is logged with its time and reason", () =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ node-health: expected 8 GPUs/.test(node.read("var/log/warpform/health.log"))
      ? undefined
      : node.read("var/log/warpform/health.log"),
  );
  node.remove();
}

lintPrograms();
const allowed = process.platform === "linux" && run("unshare", ["-m", "mount", "--make-rprivate", "/"]).status === 0;
if (!allowed) skip("storage programs on a pretended node", "mount namespaces need root on Linux");
else {
  lustreMounts();
  lustreOverEfa();
  otherMounts();
  agent();
  await sampler();
}
finish();
