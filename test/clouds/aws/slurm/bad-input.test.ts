import type { SlurmHeadNodeProps } from "../../../../lib/clouds/aws/index";
import { ClusterNetwork, GpuNodePool, SlurmHeadNode } from "../../../../lib/clouds/aws/index";
import { messageOf, testStack } from "../synthesized";

function withPools(more: Partial<SlurmHeadNodeProps>) {
  const stack = testStack();
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a", clusterName: "lab" });
  const cpu = new GpuNodePool(stack, "cpu", { network, instanceType: "c7i.4xlarge", nodes: { min: 0, max: 2 } });
  const head = new SlurmHeadNode(stack, "slurm", { network, partitions: [{ name: "all", pools: [cpu] }], ...more });
  return { stack, head };
}
const users = [
  { name: "ada", uid: 2001 },
  { name: "bob", uid: 2002 },
];

const arn = (service: string, region: string, rest: string) => `arn:aws:${service}:${region}:123456789012:${rest}`;
const secretIn = (region: string) => arn("secretsmanager", region, "secret:x-AbCdEf");
const ldap = { uris: ["ldaps://ldap.example.com"], searchBase: "dc=example,dc=com" };
const conf = (name: string, value: string | number, message: string): [string, Partial<SlurmHeadNodeProps>, string] => [
  `slurm.conf's ${name}=${value}`,
  { slurmConf: { [name]: value } },
  `slurmConf.${name} must be ${message}`,
];
const DEBUG = "one of quiet, fatal, error, info, verbose, debug, debug2, debug3, debug4, debug5";

describe("SlurmHeadNode rejects what would fail on the head or in EC2", () => {
  it.each<[string, Partial<SlurmHeadNodeProps>, string]>([
    conf("MaxArraySize", "abc", "a whole number from 0 to 4000001, got abc; write only the number"),
    conf("MaxArraySize", 5_000_000, "a whole number from 0 to 4000001, got 5000000; use 4000001"),
    conf("FirstJobId", -1, "a whole number from 1 to 4294967295, got -1; use 1"),
    conf("FirstJobId", 0, "a whole number from 1 to 4294967295, got 0; use 1"),
    conf("MaxJobId", 70_000_000, "a whole number from 0 to 67108863, got 70000000; use 67108863"),
    conf("MaxJobCount", "many", "a whole number from 1 to 4294967295, got many; write only the number"),
    conf("MinJobAge", 1.5, "a whole number from 0 to 4294967295, got 1.5; use 2"),
    conf("KillWait", -5, "a whole number from 0 to 65535, got -5; use 0"),
    conf("KillWait", 70_000, "a whole number from 0 to 65535, got 70000; use 65535"),
    conf("CompleteWait", "now", "a whole number from 0 to 65535, got now; write only the number"),
    conf("DefMemPerCPU", "4G", "a whole number from 0 to 9007199254740991, got 4G; write only the number"),
    conf(
      "MpiDefault",
      "pmx",
      "one of none, pmi2, pmix, pmix_v2, pmix_v3, pmix_v4, pmix_v5, cray_shasta, got pmx; use pmix",
    ),
    conf("MpiDefault", "PMIX", "in lower case, got PMIX; use pmix"),
    conf("EnforcePartLimits", "maybe", "one of ALL, ANY, NO, YES, got maybe; use ALL"),
    conf("JobRequeue", 7, "0 or 1, got 7; use 0"),
    conf("JobFileAppend", "yes", "0 or 1, got yes; use 0"),
    conf("PropagatePrioProcess", 9, "one of 0, 1, 2, got 9; use 0"),
    conf("SlurmctldDebug", "loud", `${DEBUG}, got loud; use quiet`),
    conf("SlurmdDebug", "verbos", `${DEBUG}, got verbos; use verbose`),
    conf("PriorityFavorSmall", "maybe", "yes or no, got maybe; use yes"),
    conf("SrunPortRange", "60000", 'of the form 60001-63000, got "60000"'),
    conf("Licenses", "matlab:abc", 'of the form matlab:20,ansys:4, got "matlab:abc"'),
    [
      "an instance profile by its ARN",
      { instanceProfileName: "arn:aws:iam::111122223333:instance-profile/heads" },
      'instanceProfileName must be the bare name of an instance profile, got "arn:aws:iam::111122223333:instance-profile/heads"; use "heads"',
    ],
    [
      "a profile of login nodes by its path",
      { loginNodes: 1, loginInstanceProfileName: "hpc/logins" },
      'loginInstanceProfileName must be the bare name of an instance profile, got "hpc/logins"; use "logins"',
    ],
    [
      "a cluster's name that accounting does not take",
      { slurmClusterName: "Prod" },
      'slurmClusterName must be lower-case letters, digits and -, begin with a letter, at most 40, such as "prod", got "Prod"',
    ],
    [
      "a version as a number",
      { slurmPackages: "image", version: 24.11 as never },
      'version must be "22.05", "23.02", "23.11", "24.05", "24.11", "25.05" or "25.11", got 24.11; use "24.11"',
    ],
    [
      "a secret of another region",
      { accounting: { kind: "external", databaseHost: "db.example.com", passwordSecretArn: secretIn("us-west-2") } },
      "accounting.passwordSecretArn must be in us-east-2 like the network, got one in us-west-2; use one of us-east-2",
    ],
    [
      "a directory's secret of another region",
      { directory: { ...ldap, bindDn: "cn=a", bindPasswordSecretArn: secretIn("eu-west-1") } },
      "directory.bindPasswordSecretArn must be in us-east-2 like the network, got one in eu-west-1; use one of us-east-2",
    ],
    [
      "a key of another region",
      { kmsKeyArn: arn("kms", "us-west-2", "key/1234abcd") },
      "kmsKeyArn must be in us-east-2 like the network, got one in us-west-2; use a key (or the replica of a multi-Region key) of us-east-2",
    ],
    [
      "a topic of another region",
      { cloudWatch: { alarmTopicArn: arn("sns", "us-west-2", "alarms") } },
      "cloudWatch.alarmTopicArn must be in us-east-2 like the network, got one in us-west-2",
    ],
    [
      "Prometheus' topic of another region",
      { monitoring: { alarmTopicArn: arn("sns", "us-west-2", "alarms") } },
      "monitoring.alarmTopicArn must be in us-east-2 like the network, got one in us-west-2",
    ],
    [
      "a certificate of another region",
      { restApi: { cidrs: ["10.0.0.0/8"], certificateArn: arn("acm", "us-west-2", "certificate/1234") } },
      "restApi.certificateArn must be in us-east-2 like the network, got one in us-west-2; use one of us-east-2",
    ],
    [
      "SSH from the whole internet",
      { loginNodes: 1, loginCidrs: ["0.0.0.0/0"] },
      'loginCidrs[0] opens SSH to the whole internet, got "0.0.0.0/0"; list your own networks, or say allowPublicSsh: true',
    ],
    [
      "SSH to a pool from the whole internet",
      { loginPools: [{ name: "ops", cidrs: ["192.0.2.0/24", "0.0.0.0/0"] }] },
      'loginPools[0].cidrs[1] opens SSH to the whole internet, got "0.0.0.0/0"; list your own networks, or say allowPublicSsh: true',
    ],
    [
      "a block twice",
      { loginNodes: 1, loginCidrs: ["192.0.2.0/24", "192.0.2.0/24"] },
      'loginCidrs[1] must be another block than loginCidrs[0], got "192.0.2.0/24" again; remove one',
    ],
    [
      "a way out twice",
      { egress: [{ cidr: "192.168.0.0/24" }, { cidr: "192.168.0.0/24" }] },
      'egress[1] must be another one than egress[0], since EC2 refuses a rule twice, got "192.168.0.0/24" again; remove one',
    ],
    [
      "a head too small for its database",
      { instanceType: "t3.micro" },
      'instanceType must have at least 4 GiB for slurmctld and its local database, got t3.micro with 1; use "m7i.xlarge", or accounting kind "external"',
    ],
    [
      "a user in no account",
      { users, accounts: [{ name: "lab", users: ["ada"] }] },
      "users[1].name must be in one of accounts, since with accounts only their users may submit jobs, got bob in none; add it to accounts[0].users",
    ],
    [
      "preemption that is off",
      { qos: [{ name: "high", preempts: ["normal"] }] },
      'qos[0].preempts has no effect with preemption "none"; use preemption "qos", or leave it out',
    ],
    [
      "a prolog with Windows' line ends",
      { jobPrograms: { prolog: "#!/bin/bash\r\ntrue\r\n" } },
      "jobPrograms.prolog must have Unix line endings",
    ],
    ["tokens without an object", { restApi: true as never }, "restApi must be an object, got true"],
    ["login pools that are one", { loginPools: { name: "a" } as never }, "loginPools must be a list of objects"],
    [
      "a pool's prop that nothing has",
      { loginPools: [{ name: "ops", cidr: ["10.0.0.0/8"] } as never] },
      "loginPools[0].cidr is not a prop; did you mean cidrs",
    ],
    [
      "GPUs on CPU nodes",
      { qos: [{ name: "high", maxGpus: 8 }] },
      "qos[0].maxGpus limits GPUs, and no pool of the cluster has any; use maxCpus",
    ],
  ])("%s", (_, props, message) => {
    expect(messageOf(() => withPools(props))).toContain(`SlurmHeadNode "test/slurm": ${message}`);
  });

  it("a key of another region for a pool's volumes", () => {
    const network = new ClusterNetwork(testStack(), "network", { availabilityZone: "us-east-2a" });
    const volumeKmsKeyArn = arn("kms", "us-west-2", "key/1234abcd");
    const pool = () =>
      new GpuNodePool(network, "cpu", {
        network,
        instanceType: "c7i.large",
        nodes: { min: 0, max: 1 },
        volumeKmsKeyArn,
      });
    expect(messageOf(pool)).toContain("volumeKmsKeyArn must be in us-east-2 like the network, got one in us-west-2");
  });

  it("takes the same where it is right", () => {
    const slurmConf = {
      MaxArraySize: 10_001,
      MpiDefault: "pmix",
      KillWait: "UNLIMITED",
      SlurmctldDebug: 5,
      JobRequeue: 1,
    };
    const kmsKeyArn = arn("kms", "us-east-2", "key/1234abcd");
    expect(() =>
      withPools({ slurmConf, kmsKeyArn, loginNodes: 1, loginCidrs: ["0.0.0.0/0"], allowPublicSsh: true }),
    ).not.toThrow();
  });
});
