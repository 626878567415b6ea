// The Lustre client's programs: fstab, retries, LNet over as many EFA devices as AWS says, and their refusals.
import { mkdirSync } from "node:fs";
import { expectStatus, expectText, first, onNode } from "./pretended-node.mjs";

const LUSTRE = {
  SOURCE: "fs-1.fsx.us-east-2.amazonaws.com@tcp:/abcd",
  MOUNT_PATH: "/fsx",
  ACCESS: "rw",
  LNET_UNIT: "",
};

export function lustreMounts() {
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
    { modinfo: "", "mount.lustre": "", nproc: "echo 192" },
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
  onNode("Amazon Linux, whose kernel has the module, gets the tools", { modinfo: "", dnf: "" }, (node) => {
    node.write("etc/os-release", "ID=amzn\n");
    const result = node.run("lustre-client.sh");
    const installed = node.calls.includes("dnf install -yq lustre-client") ? undefined : `calls were ${node.calls}`;
    return first(expectStatus(result, 0), installed);
  });
  onNode(
    "a kernel without Lustre module is named",
    { modinfo: "false", curl: "", uname: "echo 6.14.0-1-aws", "apt-get": "[[ $* != *install* ]]" },
    (node) => {
      const result = node.run("lustre-client.sh");
      return first(
        expectStatus(result, 1),
        expectText(result.stderr, "no Lustre client module for kernel 6.14.0-1-aws"),
        expectText(node.read("etc/apt/sources.list.d/fsx-lustre.list"), "noble main"),
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

export function lustreOverEfa() {
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
