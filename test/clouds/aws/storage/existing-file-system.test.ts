import { GpuNodePool } from "../../../../lib/clouds/aws/pools/gpu-node-pool";
import { ExistingFileSystem } from "../../../../lib/clouds/aws/storage/existing-file-system";
import { LustreStorage } from "../../../../lib/clouds/aws/storage/lustre/lustre-storage";
import { mountSteps } from "../../../../lib/clouds/aws/storage/mount-steps";
import { stackWithNetwork } from "../stack-with-network";
import { messageOf } from "../synthesized";

const SECRET = "arn:aws:secretsmanager:us-east-2:123456789012:secret:ceph-AbCdEf";
const stack = () => stackWithNetwork().stack;

describe("ExistingFileSystem", () => {
  it("mounts an NFS export", () => {
    const home = ExistingFileSystem.nfs(stack(), "home", { server: "nas.example.com", exportPath: "/export/home" });
    const { bootStep } = home.mount("/home", { readOnly: true });
    expect(bootStep.text).toContain(
      "SOURCE='nas.example.com:/export/home'\nVERSION='4.1'\nCONNECTIONS='1'\nMOUNT_PATH='/home'\nACCESS='ro'",
    );
  });

  it.each([
    [{ readonly: true }, 'mount of "home": readonly is not a prop; did you mean readOnly'],
    [{ readOnly: "yes" }, 'mount of "home": readOnly must be true or false, got "yes"'],
  ])("refuses to mount with %j", (options, message) => {
    const home = ExistingFileSystem.nfs(stack(), "home", { server: "nas.example.com", exportPath: "/export/home" });
    expect(messageOf(() => home.mount("/home", options as object))).toBe(message);
  });

  it("reads the CephX key from Secrets Manager on the node, and lets the node read it", () => {
    const ceph = ExistingFileSystem.cephfs(stack(), "ceph", {
      monitors: ["10.0.0.1:6789"],
      user: "ml",
      keySecretArn: SECRET,
    });
    const mount = ceph.mount("/ceph");
    expect(mount.bootStep.text).toContain("SOURCE='10.0.0.1:6789:/'");
    expect(mount.statements).toEqual([
      { Effect: "Allow", Action: ["secretsmanager:GetSecretValue"], Resource: [SECRET] },
    ]);
  });

  it.each([
    [
      "beegfs",
      ExistingFileSystem.beegfs(stack(), "a", { managementHost: "mgmt" }),
      "the BeeGFS client is not in this image",
    ],
    [
      "spectrumScale",
      ExistingFileSystem.spectrumScale(stack(), "b", { device: "gpfs0" }),
      "this node is no member of a Spectrum Scale cluster",
    ],
    [
      "weka",
      ExistingFileSystem.weka(stack(), "c", { backends: ["10.0.0.1"], fileSystemName: "default" }),
      "does not answer on port 14000",
    ],
  ])("says on the node what %s lacks", (_, fileSystem, text) => {
    expect(fileSystem.mount("/data").bootStep.text).toContain(text);
  });

  it.each<[string, () => unknown, string]>([
    [
      "a URL for a server",
      () => ExistingFileSystem.nfs(stack(), "x", { server: "nfs://nas/export", exportPath: "/export" }),
      'ExistingFileSystem.nfs "ml/x": server must be a DNS name or an IPv4 address, got "nfs://nas/export"; use "nas"',
    ],
    [
      "a relative export and too many connections, both at once",
      () => ExistingFileSystem.nfs(stack(), "x", { server: "nas", exportPath: "export", connections: 17 }),
      'ExistingFileSystem.nfs "ml/x" has 2 problems:\n  - connections must be a whole number of connections from 1 to 16, got 17; use 16\n  - exportPath must be an absolute path on the server, got "export"; use "/export"',
    ],
    [
      "a version of NFS that is none",
      () => ExistingFileSystem.nfs(stack(), "x", { server: "nas", exportPath: "/e", version: "5" as never }),
      'ExistingFileSystem.nfs "ml/x": version must be "3", "4.0", "4.1" or "4.2", got "5"; use "4.1"',
    ],
    [
      "a key itself instead of a secret's ARN, without printing it",
      () => ExistingFileSystem.cephfs(stack(), "x", { monitors: ["mon1"], user: "ml", keySecretArn: "AQDzeXxm==" }),
      'ExistingFileSystem.cephfs "ml/x": keySecretArn must be the ARN of a Secrets Manager secret with the 6 characters at its end (db-AbCdEf), so that no secret enters Terraform\'s state; put the value into a secret and give its whole ARN',
    ],
    [
      "a CephX entity for a user",
      () => ExistingFileSystem.cephfs(stack(), "x", { monitors: ["mon1"], user: "client.ml", keySecretArn: SECRET }),
      'ExistingFileSystem.cephfs "ml/x": user must be the CephX user without "client.", got "client.ml"; use "ml"',
    ],
    [
      "no backends",
      () => ExistingFileSystem.weka(stack(), "x", { backends: [], fileSystemName: "default" }),
      'ExistingFileSystem.weka "ml/x": backends must be a list of hosts with at least 1 entry, got []',
    ],
    [
      "a device path",
      () => ExistingFileSystem.spectrumScale(stack(), "x", { device: "/dev/gpfs0" }),
      'ExistingFileSystem.spectrumScale "ml/x": device must be the name that mmlsfs shows, got "/dev/gpfs0"; use "gpfs0"',
    ],
    [
      "a management host with a port",
      () => ExistingFileSystem.beegfs(stack(), "x", { managementHost: "mgmt:8008" }),
      'ExistingFileSystem.beegfs "ml/x": managementHost must be a DNS name or an IPv4 address, got "mgmt:8008"; use "mgmt"',
    ],
  ])("refuses %s", (_, build, message) => {
    expect(messageOf(build)).toBe(message);
  });
});

describe("mountSteps", () => {
  it("installs a client once however many file systems of its kind are mounted, and first", () => {
    const { stack: scope, network } = stackWithNetwork();
    const mounts = ["a", "b"].map((id) => new LustreStorage(scope, id, { network, capacityTiB: 1.2 }).mount(`/${id}`));
    expect(mountSteps(mounts).map(({ name }) => name)).toEqual(["lustre-client", "mount-a", "mount-b"]);
  });

  it("is named as boot steps are, whatever an id may hold", () => {
    const { stack: scope, network } = stackWithNetwork();
    const mount = new LustreStorage(scope, "Scratch.1_a", { network, capacityTiB: 1.2 }).mount("/fsx");
    const props = { network, instanceType: "m7i.large", nodes: { min: 0, max: 1 }, mounts: [mount] };
    expect(new GpuNodePool(scope, "cpu", props).name).toBe("cpu");
    expect(mount.bootStep.name).toBe("mount-Scratch-1-a");
  });
});
