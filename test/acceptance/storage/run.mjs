// Runs the programs that mount file systems and watch nodes, for real, on a pretended node: a mount namespace with folders
// of its own over /etc, /opt, /usr/local/sbin, /sys/class, /var/log and /var/lib, and stand-ins for what touches hardware.
// Needs: root on Linux (unshare, mount), bash, sed, awk; shellcheck.
import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { chmodSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { check, fail, find, finish, ok, run, skip, tail } from "../lib/checks.mjs";
import { lustreMounts, lustreOverEfa } from "./lustre.mjs";
import { agentNode, expectStatus, expectText, first, onNode, programs } from "./pretended-node.mjs";

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

const TRAINIUM = {
  EXPECTED_GPUS: "0",
  EXPECTED_NEURON: "16",
  EXPECTED_EFA: "0",
  EXPECT_FABRIC_MANAGER: "no",
  EXPECTED_MOUNTS: "",
};

function neuronHealth() {
  for (const [what, devices, log, fault] of [
    ["sixteen devices are healthy", 16, "", undefined],
    ["a hang of collectives is another machine's", 16, "neuron: NEURON_HW_ERR=HANG_ON_COLLECTIVES nd-id=3", undefined],
    ["a device less is a fault", 15, "", "expected 16 Neuron devices, found 15"],
    [
      "an uncorrectable error is a fault",
      16,
      "neuron: NEURON_HW_ERR=HBM_UNCORRECTABLE_ERROR nd-id=3",
      "NEURON_HW_ERR=HBM_UNC",
    ],
  ])
    onNode(
      `health of a Trainium node: ${what}`,
      { find: `seq -f /dev/neuron%g 0 ${devices - 1}`, dmesg: `echo '${log}'` },
      (node) =>
        first(
          expectStatus(node.run("node-health.sh", TRAINIUM), 0),
          expectText(node.read("run/warpform/health"), fault === undefined ? "healthy" : "unhealthy"),
          fault === undefined ? undefined : expectText(node.read("run/warpform/health.log"), fault),
          fault === undefined && node.read("run/warpform/health").startsWith("un")
            ? node.read("run/warpform/health.log")
            : undefined,
        ),
    );
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
  neuronHealth();
  await sampler();
}
finish();
