import { ClusterNetwork, GpuNodePool, Image, SharedHome, SlurmHeadNode } from "../../../../lib/clouds/aws/index";
import { messageOf, testNetwork, testStack } from "../synthesized";
import { containerPackages, withHead } from "./head";

describe("SlurmHeadNode refuses", () => {
  it.each(["slurm/a", "Slurm", "slurm_1", "slurm's"])("an id that names roles which AWS refuses: %s", (id) => {
    const stack = testStack();
    const network = testNetwork(stack);
    const pool = new GpuNodePool(stack, "h100", {
      network,
      instanceType: "p5.48xlarge",
      nodes: { min: 0, max: 1 },
    });
    expect(() => new SlurmHeadNode(stack, id, { network, partitions: [{ name: "a", pools: [pool] }] })).toThrow(
      `the id of a head must be 2 to 40 lower-case letters, digits and dashes and start with a letter, got "${id}"; use "slurm"`,
    );
  });

  const mount = () => {
    const stack = testStack();
    return new SharedHome(stack, "home", { network: testNetwork(stack) }).mount("/home");
  };
  const endpoints = { egress: "endpoints-only" as const };

  it.each<[string, () => unknown, string]>([
    [
      "a head type that is not in the catalog",
      () => withHead({ instanceType: "m7i.xlarg" }),
      'instanceType must be in the catalog, got "m7i.xlarg"; use "m7i.xlarge"',
    ],
    [
      "a head with GPUs",
      () => withHead({ instanceType: "g6e.12xlarge" }),
      'instanceType "g6e.12xlarge" has accelerators that no job can use there; use "m7i.xlarge"',
    ],
    [
      "a version that the packages don't have",
      () => withHead({ version: "24.11" }),
      'version must be 23.11, which is in the packages of ubuntu-24.04, got 24.11; leave it out, or slurmPackages "image" with images that hold Slurm',
    ],
    [
      "a head of another distribution",
      () => withHead({ image: Image.plain("al2023") }),
      'image must be ubuntu-24.04 for Slurm 23.11 from its packages, got al2023; use Image.plain("ubuntu-24.04"), or slurmPackages "image" with images that hold Slurm',
    ],
    [
      "an image that does not say what it is, which types would ask for",
      () => withHead({ image: (Image.id as (id: string) => Image)("ami-0123456789abcdef0") }),
      'image.os must be one of "al2023", "ubuntu-22.04", "ubuntu-24.04", got undefined; use "ubuntu-24.04"',
    ],
    [
      "two file systems at one path",
      () => withHead({ mounts: [mount(), mount()] }),
      'mounts[1] path "/home" is mounted on already by mounts[0] at "/home"; use another path',
    ],
    [
      "a file system over the configuration",
      () => withHead({ mounts: [{ ...mount(), path: "/etc/slurm" }] }),
      'mounts[0] path must be an absolute path that the system does not use itself, got "/etc/slurm"; use "/scratch"',
    ],
    [
      "a pool of another distribution",
      () => withHead({}, { image: Image.dlami("ubuntu-22.04") }),
      'pool "h100" must have an image of ubuntu-24.04 for Slurm 23.11 from its packages, got ubuntu-22.04; use Image.dlami("ubuntu-24.04"), or slurmPackages "image" with images that hold Slurm',
    ],
    [
      "a pool of Trainium with another distribution",
      () =>
        withHead(
          {},
          { instanceType: "trn1.32xlarge", image: Image.ssmParameter("/images/neuron", "al2023"), fabric: undefined },
        ),
      'pool "h100" must have an image of ubuntu-24.04 for Slurm 23.11 from its packages, got al2023; use Image.ssmParameter("/aws/service/neuron/dlami/multi-framework/ubuntu-24.04/latest/image_id", "ubuntu-24.04"), or slurmPackages "image" with images that hold Slurm',
    ],
    [
      "Slurm's own keys with the packages",
      () => withHead({ authentication: "slurm" }),
      'authentication "slurm" needs a plugin that the distribution\'s packages are not known to have; use "munge", or slurmPackages "image" with images that hold Slurm',
    ],
    [
      "a head of another architecture than its containers' pools",
      () => withHead({ instanceType: "m7g.xlarge", containerPackages }),
      'containers needs pyxis built for each architecture, and the head builds it for arm64 while pool "h100" is x86_64; use containers: false, or slurmPackages "image" with images that hold Slurm',
    ],
    [
      "a state volume too small",
      () => withHead({ stateVolumeGiB: 5 }),
      "stateVolumeGiB must be a whole number of GiB from 10 to 16384, got 5; use 10",
    ],
    [
      "snapshots of a state that is on another file system",
      () =>
        withHead({
          sharedStatePath: "/home/.slurm-state",
          accounting: { kind: "none" },
          stateSnapshots: { keep: 7 },
        }),
      "stateSnapshots applies to the state volume, which sharedStatePath replaces; leave it out, and back up the file system of /home/.slurm-state",
    ],
    [
      "snapshots at no time of day",
      () => withHead({ stateSnapshots: { startAt: "24:00" } }),
      'stateSnapshots.startAt must be a time of day in UTC, HH:MM, such as "03:00", got "24:00"',
    ],
    [
      "a volume in place of a snapshot",
      () => withHead({ stateSnapshotId: "vol-0123456789abcdef0" }),
      'stateSnapshotId must be the ID of an EBS snapshot, such as "snap-0123456789abcdef0", got "vol-0123456789abcdef0"',
    ],
    [
      "a profile of login nodes without login nodes",
      () => withHead({ loginInstanceProfileName: "company-login" }),
      "loginInstanceProfileName is for login nodes, and the cluster has none; set loginNodes, or leave it out",
    ],
    [
      "metrics kept for no day",
      () => withHead({ monitoring: { retentionDays: 0 } }),
      "monitoring.retentionDays must be a whole number of days from 1 to 3650, got 0; use 1",
    ],
    [
      "metrics on more than half of the state volume",
      () => withHead({ stateVolumeGiB: 200, monitoring: { storageGiB: 101 } }),
      "monitoring.storageGiB must be at most 100, half of the state volume, got 101; use 50",
    ],
    [
      "Grafana from nowhere",
      () => withHead({ monitoring: { grafana: {} } }),
      "monitoring.grafana.packageUrl is required, since no distribution has Grafana; give the address of its Debian package from https://grafana.com/grafana/download",
    ],
    [
      "a package that anybody may have changed",
      () => withHead({ monitoring: { grafana: { packageUrl: "https://mirror.example.com/grafana.deb" } } }),
      "monitoring.grafana.packageSha256 is required with packageUrl, so that the head installs the package you mean; give the checksum that its maker states",
    ],
    [
      "a package over plain HTTP",
      () =>
        withHead({
          monitoring: {
            grafana: { packageUrl: "http://mirror.example.com/grafana.deb", packageSha256: "0".repeat(64) },
          },
        }),
      'monitoring.grafana.packageUrl must be an https:// address of a file, such as "https://example.com/package.deb", got "http://mirror.example.com/grafana.deb"',
    ],
    [
      "a checksum of another kind",
      () =>
        withHead({
          monitoring: {
            grafana: { packageUrl: "https://mirror.example.com/grafana.deb", packageSha256: "d41d8cd9" },
          },
        }),
      'monitoring.grafana.packageSha256 must be 64 hexadecimal digits, which sha256sum prints for the file, got "d41d8cd9"',
    ],
    [
      "alerts to something that is no topic",
      () => withHead({ monitoring: { alarmTopicArn: "arn:aws:sqs:us-east-2:123456789012:alarms" } }),
      'monitoring.alarmTopicArn must be the ARN of an SNS topic, such as "arn:aws:sns:us-east-2:123456789012:alarms", got "arn:aws:sqs:us-east-2:123456789012:alarms"',
    ],
    [
      "a key of no topic",
      () => withHead({ monitoring: { alarmTopicKmsKeyArn: "arn:aws:kms:us-east-2:123456789012:key/1" } }),
      "monitoring.alarmTopicKmsKeyArn is the key of a topic, and no topic is given; give alarmTopicArn, or leave it out",
    ],
    [
      "SSH to nodes for nobody known",
      () => withHead({ sshToNodes: "job" as never }),
      'sshToNodes must be "with-job" or "anyone", got "job"; use "with-job"',
    ],
    [
      "metrics without a state volume",
      () =>
        withHead({
          sharedStatePath: "/home/.slurm-state",
          mounts: [mount()],
          accounting: { kind: "none" },
          monitoring: {},
        }),
      "monitoring needs the head's state volume, which sharedStatePath replaces, since Prometheus cannot keep its data on NFS; use a ClusterMonitoring",
    ],
    [
      "a second controller without shared state",
      () => withHead({ backupController: true }),
      "sharedStatePath is required with backupController, since both controllers read one state; give a folder below one of mounts",
    ],
    [
      "shared state outside the mounts",
      () =>
        withHead({
          sharedStatePath: "/shared/state",
          mounts: [mount()],
          accounting: { kind: "none" },
        }),
      'sharedStatePath must be a directory below a mount path (/home), got "/shared/state"; use "/home/.slurm-state"',
    ],
    [
      "a local database on shared state",
      () => withHead({ sharedStatePath: "/home/.slurm-state" }),
      'accounting "local" needs the head\'s state volume, which sharedStatePath replaces; use kind "external"',
    ],
    [
      "seventeen login machines",
      () => withHead({ loginNodes: 17 }),
      "loginNodes must be a whole number from 0 to 16, got 17; use 16",
    ],
    [
      "open SSH without login machines",
      () => withHead({ loginCidrs: ["203.0.113.0/24"] }),
      "loginCidrs opens SSH to login nodes, and loginNodes is 0; use loginNodes: 1",
    ],
    [
      "SSH from what is no address block",
      () => withHead({ loginNodes: 1, loginCidrs: ["office"] }),
      'loginCidrs[0] must be an IPv4 CIDR block, got "office"; use "203.0.113.0/24", for example',
    ],
    [
      "an external database without a password's secret",
      () => withHead({ accounting: { kind: "external", databaseHost: "db.example.com" } }),
      "accounting.passwordSecretArn is required for an external database; give the ARN of a secret whose value is the password",
    ],
    [
      "a password in place of its secret",
      () =>
        withHead({ accounting: { kind: "external", databaseHost: "db.example.com", passwordSecretArn: "hunter2" } }),
      "accounting.passwordSecretArn must be the ARN of a Secrets Manager secret with the 6 characters at its end (db-AbCdEf), so that no secret enters Terraform's state; put the value into a secret and give its whole ARN",
    ],
    [
      "a bind password in place of its secret",
      () =>
        withHead({
          directory: {
            uris: ["ldaps://ldap.example.com"],
            searchBase: "dc=example,dc=com",
            bindDn: "cn=nodes,dc=example,dc=com",
            bindPasswordSecretArn: "hunter2",
          },
        }),
      "directory.bindPasswordSecretArn must be the ARN of a Secrets Manager secret with the 6 characters at its end (db-AbCdEf), so that no secret enters Terraform's state; put the value into a secret and give its whole ARN",
    ],
    [
      "a permissions boundary that is no policy",
      () => withHead({ permissionsBoundaryArn: "arn:aws:iam::123456789012:role/boundary" }),
      'permissionsBoundaryArn must be the ARN of an IAM policy, such as "arn:aws:iam::123456789012:policy/boundary", got "arn:aws:iam::123456789012:role/boundary"',
    ],
    [
      "a password for a database that makes its own",
      () =>
        withHead({
          accounting: {
            kind: "local",
            passwordSecretArn: "arn:aws:secretsmanager:us-east-2:123456789012:secret:db-AbCdEf",
          },
        }),
      'accounting.passwordSecretArn cannot be used with kind "local", whose password the head makes; leave it out',
    ],
    [
      "an instance profile from outside whose role is not named",
      () => withHead({}, { instanceProfileName: "nodes" }),
      'poolRoleArns is required, since pool "h100" has an external instance profile; give the ARN of its role',
    ],
    [
      "a directory in clear text",
      () => withHead({ directory: { uris: ["ldap://ldap.example.com"], searchBase: "dc=example,dc=com" } }),
      'directory.uris[0] must be ldaps://host, so that passwords travel encrypted, got "ldap://ldap.example.com"; use "ldaps://ldap.example.com"',
    ],
    [
      "a directory without a scheme",
      () => withHead({ directory: { uris: ["ldap.example.com"], searchBase: "dc=example,dc=com" } }),
      'directory.uris[0] must be ldaps://host, so that passwords travel encrypted, got "ldap.example.com"; use "ldaps://ldap.example.com"',
    ],
    [
      "a directory account without a password",
      () =>
        withHead({
          directory: { uris: ["ldaps://ldap.example.com"], searchBase: "dc=example,dc=com", bindDn: "cn=reader" },
        }),
      "directory.bindPasswordSecretArn must be given too, since name and password go together; add it",
    ],
    [
      "what Slurm itself cannot take, in the same error",
      () => withHead({ suspendMinutes: 0 }),
      "suspendMinutes must be a whole number of minutes from 1 to 1440, got 0; use 1",
    ],
  ])("%s", (_, build, message) => {
    expect(messageOf(build)).toBe(`SlurmHeadNode "test/slurm": ${message}`);
  });

  it("packages in a network without a way to the mirrors", () => {
    const stack = testStack();
    const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a", ...endpoints });
    const cpu = new GpuNodePool(stack, "cpu", { network, instanceType: "c7i.4xlarge", nodes: { min: 0, max: 8 } });
    const build = () => new SlurmHeadNode(stack, "slurm", { network, partitions: [{ name: "cpu", pools: [cpu] }] });
    expect(messageOf(build)).toBe(
      'SlurmHeadNode "test/slurm": slurmPackages "distribution" needs a way to the package mirrors, and the network has endpoints only; use slurmPackages "image"',
    );
  });

  it("a pool that another head has adopted", () => {
    const { stack, network, cpu } = withHead();
    const build = () => new SlurmHeadNode(stack, "second", { network, partitions: [{ name: "cpu", pools: [cpu] }] });
    expect(messageOf(build)).toContain('pool "cpu" is adopted by SlurmHeadNode "slurm" already');
  });
});
