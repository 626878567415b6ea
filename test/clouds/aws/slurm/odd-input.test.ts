import { ClusterNetwork, GpuNodePool, Image, SlurmHeadNode } from "../../../../lib/clouds/aws/index";
import { WarpformError } from "../../../../lib/errors";
import { testStack } from "../synthesized";

/** A head over one pool of CPUs, with whatever JavaScript lets through. */
function head(props: object, partition: object = {}) {
  const stack = testStack();
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a", clusterName: "lab" });
  const image = Image.plain("ubuntu-24.04");
  const pool = { network, instanceType: "c7i.4xlarge", nodes: { min: 0, max: 2 }, image };
  const cpu = new GpuNodePool(stack, "cpu", pool);
  return new SlurmHeadNode(stack, "slurm", {
    network,
    partitions: [{ name: "all", pools: [cpu], ...partition }],
    ...props,
  });
}

function errorOf(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    return error;
  }
}

const secret = "arn:aws:secretsmanager:us-east-2:123456789012:secret:x-AbCdEf";
const ldap = { uris: ["ldaps://ldap.example.com"], searchBase: "dc=example,dc=com" };
const database = { kind: "external", databaseHost: "db.example.com", passwordSecretArn: secret };
const ada = { name: "ada", uid: 2001 };
const user = (more: object) => ({ users: [{ ...ada, ...more }] });
const login = (more: object) => ({ loginPools: [{ name: "door", ...more }] });
const holed: object[] = [];
holed[1] = ada;
const circle: Record<string, unknown> = { ...ada };
circle.sshKeys = [circle];

/** Each with the path that its one problem names. */
const OF_HEAD: readonly [string, object, string][] = [
  ["a misspelt prop", { loginNode: 1 }, "loginNode"],
  ["a launch that is none", { launch: "all" }, "launch"],
  ["no partition", { partitions: [] }, "partitions"],
  ["a key by its alias", { kmsKeyArn: "my-key" }, "kmsKeyArn"],
  ["a time to boot that no node keeps", { resumeTimeoutSeconds: 60 }, "resumeTimeoutSeconds"],
  ["GPU hours on CPUs", { accounts: [{ name: "lab", gpuHours: 1000 }] }, "accounts[0].gpuHours"],
  ["GPUs of a user on CPUs", { qos: [{ name: "high", maxGpusPerUser: 8 }] }, "qos[0].maxGpusPerUser"],
  ["a user without an id", { users: [{ name: "ada" }] }, "users[0].uid"],
  ["an option that stops slurmctld", { slurmConf: { MaxArraySize: "abc" } }, "slurmConf.MaxArraySize"],
  ["a first job before the first", { slurmConf: { FirstJobId: -1 } }, "slurmConf.FirstJobId"],
  ["an MPI that Slurm lacks", { slurmConf: { MpiDefault: "pmx" } }, "slurmConf.MpiDefault"],
  ["a head too small for its database", { instanceType: "t3.nano" }, "instanceType"],
  ["SSH from everywhere", { loginNodes: 1, loginCidrs: ["0.0.0.0/0"] }, "loginCidrs[0]"],
  [
    "a DN with a line of its own",
    { directory: { ...ldap, bindDn: "cn=a\nldap_tls_reqcert=never", bindPasswordSecretArn: secret } },
    "directory.bindDn",
  ],
  ["a list with a hole", { users: holed }, "users[0]"],
  ["an object that holds itself", { users: [circle] }, "users[0].sshKeys[0]"],
  ["a map in place of an object", { slurmConf: new Map([["KillWait", 5]]) }, "slurmConf"],
  ["a set in place of a list", { privateData: new Set(["jobs"]) }, "privateData"],
  ["a promise", { users: Promise.resolve([ada]) }, "users"],
  ["a function", { accounts: () => [] }, "accounts"],
  ["a date", { suspendMinutes: new Date(0) }, "suspendMinutes"],
  ["a bigint", { stateVolumeGiB: 100n }, "stateVolumeGiB"],
  ["a symbol", { slurmClusterName: Symbol("lab") }, "slurmClusterName"],
  ["a boxed number", { loginNodes: new Number(2) }, "loginNodes"],
  ["a boxed text", { slurmClusterName: new String("lab") }, "slurmClusterName"],
  ["a pattern", { slurmClusterName: /lab/ }, "slurmClusterName"],
  ["NaN", { suspendMinutes: Number.NaN }, "suspendMinutes"],
  ["infinity", { resumeTimeoutSeconds: Number.POSITIVE_INFINITY }, "resumeTimeoutSeconds"],
  ["NaN in slurm.conf", { slurmConf: { KillWait: Number.NaN } }, "slurmConf.KillWait"],
  ["an object in slurm.conf", { slurmConf: { Licenses: { matlab: 1 } } }, "slurmConf.Licenses"],
  ["a line of its own in slurm.conf", { slurmConf: { Licenses: "a:1\nPrivateData=jobs" } }, "slurmConf.Licenses"],
  ["one option in two spellings", { slurmConf: { maxarraysize: 10, MaxArraySize: 11 } }, "slurmConf.MaxArraySize"],
  ["a comment for an option", { slurmConf: { "#x": 1 } }, "slurmConf.#x"],
  ["an id of a service", user({ uid: 401 }), "users[0].uid"],
  ["an id as text", user({ uid: "2001" }), "users[0].uid"],
  ["a half id", user({ uid: 2001.5 }), "users[0].uid"],
  ["a name of a service", user({ name: "munge" }), "users[0].name"],
  ["a private key", user({ sshKeys: ["-----BEGIN OPENSSH PRIVATE KEY-----\nabc"] }), "users[0].sshKeys[0]"],
  ["two keys in one", user({ sshKeys: ["ssh-ed25519 AAAA\nssh-rsa BBBB"] }), "users[0].sshKeys[0]"],
  ["keys as one text", user({ sshKeys: "ssh-ed25519 AAAA" }), "users[0].sshKeys"],
  ["QoS above Slurm's numbers", { qos: [{ name: "high", priority: 2_147_483_648 }] }, "qos[0].priority"],
  ["QoS with a comma in its name", { qos: [{ name: "a,b" }] }, "qos[0].name"],
  [
    "QoS that preempt in a circle",
    { preemption: "qos", qos: ["a", "b", "c"].map((name, at) => ({ name, preempts: ["bca"[at]] })) },
    "qos[0].preempts",
  ],
  [
    "accounts in a circle",
    {
      accounts: [
        { name: "a", parent: "b" },
        { name: "b", parent: "c" },
        { name: "c", parent: "a" },
      ],
    },
    "accounts[0].parent",
  ],
  ["hours that are no number", { accounts: [{ name: "a", cpuHours: Number.NaN }] }, "accounts[0].cpuHours"],
  ["a file in place of a script", { jobPrograms: { epilog: "/opt/site/epilog.sh" } }, "jobPrograms.epilog"],
  ["a script without its first line", { jobPrograms: { prolog: "echo hi" } }, "jobPrograms.prolog"],
  ["Lua without its functions", { jobPrograms: { submit: "print('x')" } }, "jobPrograms.submit"],
  ["a directory in clear text", { directory: { ...ldap, uris: ["ldap://x"] } }, "directory.uris[0]"],
  ["a directory's port that is none", { directory: { ...ldap, uris: ["ldaps://x:99999"] } }, "directory.uris[0]"],
  [
    "a directory's base with a line of its own",
    { directory: { ...ldap, searchBase: "dc=a\nx=y" } },
    "directory.searchBase",
  ],
  ["a section of sssd.conf", { directory: { ...ldap, sssd: { "[nss]": 1 } } }, "directory.sssd.[nss]"],
  ["a certificate's path", { directory: { ...ldap, caCertificate: "/etc/ssl/ca.pem" } }, "directory.caCertificate"],
  [
    "a password in place of its secret",
    { directory: { ...ldap, bindDn: "cn=x", bindPasswordSecretArn: "hunter2" } },
    "directory.bindPasswordSecretArn",
  ],
  ["a login pool by a node's name", login({ name: "cpu-dy-1" }), "loginPools[0].name"],
  ["a login pool by the head's name", login({ name: "slurm-head" }), "loginPools[0].name"],
  ["a login pool that admits nobody", login({ allowUsers: [] }), "loginPools[0].allowUsers"],
  ["a login pool that no group may use", login({ allowGroups: [] }), "loginPools[0].allowGroups"],
  ["a line for sshd", login({ allowUsers: ["a\nPermitRootLogin yes"] }), "loginPools[0].allowUsers[0]"],
  ["a group of two words", login({ allowGroups: ["domain users"] }), "loginPools[0].allowGroups[0]"],
  ["a block with bits of a host", login({ cidrs: ["10.0.0.1/8"] }), "loginPools[0].cidrs[0]"],
  ["MariaDB's own user", { accounting: { kind: "local", databaseUser: "root" } }, "accounting.databaseUser"],
  ["MariaDB's own database", { accounting: { kind: "local", databaseName: "mysql" } }, "accounting.databaseName"],
  [
    "a database by its URL",
    { accounting: { ...database, databaseHost: "mysql://db:3306" } },
    "accounting.databaseHost",
  ],
  ["SQL for a name", { accounting: { ...database, databaseName: "a; drop" } }, "accounting.databaseName"],
  ["a port of 0", { egress: [{ cidr: "10.0.0.0/8", tcpPort: 0 }] }, "egress[0].tcpPort"],
  ["a host for a block", { egress: [{ cidr: "10.1.2.3" }] }, "egress[0].cidr"],
  ["a group by its name", { securityGroupIds: ["default"] }, "securityGroupIds[0]"],
  ["a volume for a snapshot", { stateSnapshotId: "vol-123" }, "stateSnapshotId"],
  ["a patch release", { slurmPackages: "image", version: "23.11.4" }, "version"],
  ["an image by its id", { image: "ami-0123456789abcdef0" }, "image"],
  ["a network by its id", { network: "vpc-0123456789abcdef0" }, "network"],
];

const short = {
  users: [ada],
  qos: [{ name: "short", maxTimeMinutes: 60 }],
  accounts: [{ name: "lab", users: ["ada"], qos: ["short"], defaultQos: "short" }],
};
const OF_PARTITION: readonly [string, object, string, object?][] = [
  ["a misspelt prop of a partition", { maxTimeMinute: 60 }, "partitions[0].maxTimeMinute"],
  ["a partition without pools", { pools: [] }, "partitions[0].pools"],
  ["a time as Slurm writes it", { maxTimeMinutes: "1-00:00:00" }, "partitions[0].maxTimeMinutes"],
  ["a weight of no pool", { weights: { gpu: 1 } }, "partitions[0].weights.gpu"],
  ["a weight that is no number", { weights: { cpu: Number.NaN } }, "partitions[0].weights.cpu"],
  ["a mode in upper case", { preemptMode: "REQUEUE" }, "partitions[0].preemptMode"],
  ["pools by their names", { pools: ["cpu"] }, "partitions[0].pools[0]"],
  ["no pool", { pools: [null] }, "partitions[0].pools[0]"],
  ["a name with a space", { name: "all 1" }, "partitions[0].name"],
  ["a time that the accounts' QoS never starts", { defaultTimeMinutes: 61 }, "partitions[0].defaultTimeMinutes", short],
];

describe("odd input of a SlurmHeadNode is one clear error", () => {
  const rows = [
    ...OF_HEAD.map(([name, props, path]) => [name, () => head(props), path] as const),
    ...OF_PARTITION.map(([name, partition, path, props = {}]) => [name, () => head(props, partition), path] as const),
  ];

  it.each(rows)("%s", (_, make, path) => {
    const error = errorOf(make) as WarpformError;
    expect(error).toBeInstanceOf(WarpformError);
    expect(error.problems.map((problem) => problem.path)).toEqual([path]);
    expect(error.message).toContain(path);
  });

  it("takes the same where it is right: users of a directory in accounts, and times within the QoS of jobs that name none", () => {
    const accounts = [{ name: "lab", users: ["ada", "john.smith"], defaultQos: "short" }];
    const made = head({ ...short, accounts, directory: ldap, preemption: "none" });
    expect(made.cluster.partitions[0]!.defaultTimeMinutes).toBe(60);
  });
});
