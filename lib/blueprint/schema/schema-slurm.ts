import { z } from "zod";
import { defaultVersion } from "../../slurm/definition/check-cluster";
import { slurmVersions } from "../../slurm/definition/versions";
import {
  defaultPartition,
  defaultTimeMinutes,
  halfLifeDays,
  isAccounted,
  isExternal,
  metricsGiB,
  slurmAuthentication,
  slurmClusterName,
  slurmContainers,
} from "./derivations";
import { derived, fallback, section, unset } from "./key";
import { imageSchema, mountsSchema } from "./schema-pools";

const count = z.number().int();
const text = z.string();
const names = z.array(text);

const partition = z
  .strictObject({
    name: text.describe("Name that jobs are submitted to"),
    pools: names.min(1).describe("Pools of this blueprint; nodes of the cheapest are filled first"),
    default: derived(
      z.boolean(),
      "Whether jobs that name no partition come here",
      "true for the first, where no other is",
      defaultPartition,
    ),
    exclusive: fallback(z.boolean(), false, "Whether a job gets whole nodes"),
    priorityTier: fallback(count, 1, "Partitions of a higher tier are served first, 1 to 65533"),
    defaultTimeMinutes: derived(
      count,
      "Minutes of a job that asks for none",
      "maxTimeMinutes, at most a day",
      defaultTimeMinutes,
    ),
    maxTimeMinutes: unset(count, "Most minutes that a job may ask for, 1 to 525600", "no limit"),
    preemptMode: fallback(
      z.enum(["off", "requeue", "cancel"]),
      "off",
      "What happens to its jobs when a higher tier wants the nodes, with preemption by partition",
    ),
    graceSeconds: fallback(count, 0, "Seconds from the warning to the end of a preempted job, 0 to 3600"),
    suspendMinutes: unset(count, "Idle minutes until its nodes are let go", "the cluster's"),
    maxNodesPerJob: unset(count, "Most nodes of one job", "all of the partition"),
    weights: unset(
      z.record(text, count),
      "Weight by pool; the lowest is filled first",
      "1, 2, … by the price of a node, the cheapest first",
    ),
    allowQos: unset(names, "QoS that may be used in it", "all"),
    allowAccounts: unset(names, "Accounts that may use it", "all"),
  })
  .describe("What jobs are submitted to");

const account = z
  .strictObject({
    name: text.describe("Its name"),
    share: fallback(count, 1, "Part of the use that it is due, relative to its siblings, 1 to 65535"),
    parent: fallback(text, "root", "Account above it"),
    gpuHours: unset(z.number(), "Most GPU hours; jobs that would go over it wait", "no limit"),
    neuronDeviceHours: unset(z.number(), "Most Neuron device hours, likewise", "no limit"),
    cpuHours: unset(z.number(), "Most CPU hours, likewise", "no limit"),
    maxGpus: unset(count, "Most GPUs at once", "no limit"),
    maxNeuronDevices: unset(count, "Most Neuron devices at once", "no limit"),
    maxCpus: unset(count, "Most CPUs at once", "no limit"),
    users: fallback(names, [], "Names of its users"),
    qos: unset(names, "QoS that its users may ask for", "all that are declared, and normal"),
    defaultQos: unset(text, "QoS of jobs that ask for none", "normal"),
  })
  .describe("An account with its share and limits");

const qos = z
  .strictObject({
    name: text.describe("Its name"),
    priority: fallback(count, 0, "Added to a job's priority"),
    preempts: fallback(names, [], "QoS whose running jobs it may preempt, with preemption by qos"),
    maxGpusPerUser: unset(count, "Most GPUs of one user at once", "no limit"),
    maxNeuronDevicesPerUser: unset(count, "Most Neuron devices of one user at once", "no limit"),
    maxCpusPerUser: unset(count, "Most CPUs of one user at once", "no limit"),
    maxGpus: unset(count, "Most GPUs of all its jobs at once", "no limit"),
    maxNeuronDevices: unset(count, "Most Neuron devices of all its jobs at once", "no limit"),
    maxCpus: unset(count, "Most CPUs of all its jobs at once", "no limit"),
    maxTimeMinutes: unset(count, "Most minutes of a job", "the partition's"),
    graceSeconds: fallback(count, 0, "Seconds from the warning to the end of a preempted job, 0 to 3600"),
  })
  .describe("A quality of service");

const user = z
  .strictObject({
    name: text.describe("Log-in name"),
    uid: count.describe("User id, the same on every machine, 1001 to 59999"),
    gid: derived(count, "Id of the user's own group", "the uid", ({ owner }) => Number(owner.uid)),
    sshKeys: fallback(names, [], "Public keys; without any, log-in is by Session Manager only"),
    administrator: fallback(z.boolean(), false, "Whether the user administers Slurm"),
    maxGpus: unset(count, "Most GPUs at once in each account", "no limit"),
    maxNeuronDevices: unset(count, "Most Neuron devices at once in each account", "no limit"),
    maxCpus: unset(count, "Most CPUs at once in each account", "no limit"),
  })
  .describe("A user with a fixed id");

const accounting = z
  .strictObject({
    kind: z
      .enum(["none", "local", "external"])
      .describe("local: MariaDB on the head; external: a database of yours; none: no records, no limits"),
    databaseHost: unset(text, "Host of an external database", "required with external", isExternal),
    databasePort: fallback(count, 3306, "Port of an external database", isExternal),
    databaseName: fallback(text, "slurm_acct_db", "Name of an external database", isExternal),
    databaseUser: fallback(text, "slurm", "User of an external database", isExternal),
    passwordSecretArn: unset(text, "Secret with that user's password", "required with external", isExternal),
    purgeMonths: fallback(count, 24, "Months that records are kept, 1 to 120", isAccounted),
  })
  .describe("Where jobs are accounted");

const directory = z
  .strictObject({
    uris: names.min(1).describe("Servers in the order to try, ldaps://…"),
    searchBase: text.describe("Where people and groups are, dc=example,dc=com"),
    schema: fallback(z.enum(["rfc2307", "rfc2307bis", "ad"]), "rfc2307bis", "How groups name members"),
    bindDn: unset(text, "Who the machines look things up as", "nobody"),
    bindPasswordSecretArn: unset(text, "Secret with that account's password", "required with bindDn"),
    caCertificate: unset(text, "Certificate of the servers' authority, PEM", "the authorities that the image trusts"),
    accessFilter: unset(text, "Who may log in, an LDAP filter", "everyone whom the directory knows"),
    login: fallback(
      z.enum(["keys", "passwords"]),
      "keys",
      "By keys that the directory holds, or by its passwords as well",
    ),
    keyAttribute: unset(text, "Attribute of a person's SSH keys", "sshPublicKey; altSecurityIdentities with schema ad"),
    sssd: fallback(
      z.record(text, z.union([text, z.number(), z.boolean()])),
      {},
      "Further settings of sssd.conf's domain",
    ),
  })
  .describe("Users from LDAP or Active Directory");

const updates = z
  .strictObject({
    strategy: fallback(
      z.enum(["keep", "drain"]),
      "keep",
      "keep: nodes stay as they are until they are released; drain: they are drained and replaced, a few at a time",
    ),
    atOnce: unset(
      count,
      "Nodes of a pool that are replaced at once with drain, 1 to 1000",
      "a tenth of the pool, at least 1",
    ),
  })
  .describe("How running nodes take over a changed launch template");

const jobPrograms = z
  .strictObject({
    prolog: unset(text, "Text of a script that each node runs as root before a job, #! and all", "none"),
    epilog: unset(text, "Text of a script that each node runs as root after a job", "none"),
  })
  .describe("Scripts of yours around jobs");

const egress = z
  .strictObject({
    cidr: text.describe("Address block of the servers, 192.168.40.0/24"),
    tcpPort: unset(count, "TCP port, 1 to 65535", "every protocol and port"),
  })
  .describe("A way out of the network");

const priority = z
  .strictObject({
    fairShare: fallback(count, 100_000, "Weight of fair share"),
    age: fallback(count, 1000, "Weight of waiting"),
    qos: fallback(count, 1_000_000, "Weight of the QoS"),
    partition: fallback(count, 10_000, "Weight of the partition's tier"),
    jobSize: fallback(count, 1000, "Weight of the job's size"),
    halfLifeDays: derived(
      z.number(),
      "Days after which past use counts half, 0 to 365",
      "14, or 0 with usageReset",
      halfLifeDays,
    ),
    maxAgeDays: fallback(z.number(), 7, "Days after which waiting counts in full, 1 to 365"),
    usageReset: fallback(
      z.enum(["none", "weekly", "monthly", "quarterly", "yearly"]),
      "none",
      "When use, and what counts against gpuHours, starts again at zero",
    ),
  })
  .describe("How a job's priority is made up; weights are relative, 0 leaves a factor out");

const cloudWatch = z
  .strictObject({
    logRetentionDays: fallback(count, 365, "Days that logs are kept, one of CloudWatch's"),
    alarmTopicArn: unset(text, "SNS topic of the alarms", "alarms are shown and sent nowhere"),
  })
  .describe("Logs of head and login nodes in CloudWatch, and alarms on what the head has stopped");

const slurmMonitoring = z
  .strictObject({
    retentionDays: fallback(count, 30, "Days that metrics are kept, 1 to 3650"),
    storageGiB: derived(
      z.number(),
      "Space that metrics may take on the state volume",
      "a quarter of the state volume",
      metricsGiB,
    ),
    grafana: section(
      z
        .strictObject({
          packageUrl: unset(text, "Address of its Debian package, https://…", "it is in the image"),
          packageSha256: unset(text, "SHA-256 of that package", "required with packageUrl"),
        })
        .describe("Grafana on the head"),
      "none; Prometheus' own pages",
    ),
    alarmTopicArn: unset(text, "SNS topic that alerts go to", "alerts are shown, and sent nowhere"),
    alarmTopicKmsKeyArn: unset(text, "KMS key that the topic is encrypted with", "none of yours"),
  })
  .describe("Prometheus on the head");

const checkedFile = z
  .strictObject({
    url: text.describe("Address, https://…"),
    sha256: text.describe("SHA-256 of the file"),
  })
  .describe("A file and its checksum");

const containerPackages = z
  .strictObject({
    enroot: checkedFile.describe("Debian package enroot"),
    enrootCaps: checkedFile.describe("Debian package enroot+caps"),
    pyxis: checkedFile.describe("Source of pyxis, .tar.gz"),
  })
  .describe("Where enroot and pyxis come from");

const topology = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("none").describe("No topology file") }),
    z.strictObject({
      kind: z.literal("tree").describe("Switches"),
      refresh: z.boolean().describe("Whether the head refreshes it from EC2's instance topology"),
      switches: z
        .array(
          z
            .strictObject({
              name: text.describe("Name of the switch"),
              nodes: z.union([text, z.null()]).describe("Host list of a leaf; null for a switch of switches"),
              switches: z.union([text, z.null()]).describe("List of the switches below; null for a leaf"),
            })
            .describe("A switch"),
        )
        .describe("Switches to start from; with refresh there may be none"),
    }),
    z.strictObject({
      kind: z.literal("block").describe("Blocks of nodes that share an NVLink domain"),
      refresh: z.boolean().describe("Whether the head refreshes it from EC2's instance topology"),
      blockSize: count.describe("Nodes of one block"),
      blocks: z
        .array(
          z
            .strictObject({ name: text.describe("Name of the block"), nodes: text.describe("Its host list") })
            .describe("A block"),
        )
        .describe("Blocks to start from; with refresh there may be none"),
    }),
  ])
  .describe("Which nodes lie near one another");

export const slurmSchema = z
  .strictObject({
    partitions: z.array(partition).min(1).describe("What jobs are submitted to"),
    mounts: fallback(mountsSchema, [], "File systems of head and login machines"),
    version: fallback(z.enum(slurmVersions), defaultVersion, "Version of Slurm in the images"),
    slurmPackages: fallback(
      z.enum(["distribution", "image"]),
      "distribution",
      "Whether Slurm is installed at boot or is in the images",
    ),
    image: unset(imageSchema, "Image of head and login machines", "Ubuntu 24.04"),
    instanceType: fallback(text, "m7i.xlarge", "Type of the head"),
    stateVolumeGiB: fallback(count, 100, "Volume of Slurm's state and database, 10 to 16384 GiB"),
    backupController: fallback(z.boolean(), false, "Whether there is a second controller"),
    sharedStatePath: unset(text, "Shared directory of the controllers' state", "required with backupController"),
    loginNodes: fallback(count, 0, "Login machines, 0 to 16"),
    loginInstanceType: fallback(text, "m7i.large", "Type of the login machines"),
    loginCidrs: fallback(names, [], "Address blocks that may reach SSH on the login machines"),
    loginSubnetIds: fallback(names, [], "Public subnets of their load balancer; without any it is internal"),
    securityGroupIds: fallback(names, [], "Further security groups of head and login nodes"),
    egress: fallback(
      z.array(egress),
      [],
      "What head, login nodes and nodes may reach beyond the VPC and ports 80 and 443",
    ),
    launch: unset(
      z.enum(["per-job", "best-effort"]),
      "All of a job's nodes at once, or as many as there are",
      "per-job for pools on a fabric, best-effort for others",
    ),
    suspendMinutes: fallback(count, 10, "Idle minutes until nodes are let go, 1 to 1440"),
    resumeTimeoutSeconds: unset(
      count,
      "Seconds that a node may take to register, at most 7200",
      "twice the longest boot of a pool, at least 900",
    ),
    backoffMinutes: fallback(count, 10, "Minutes that a pool without capacity is left alone, 1 to 1440"),
    blockDrainMinutes: fallback(count, 60, "Minutes before a block's end that jobs are told, 30 to 1440"),
    maxFailedBoots: fallback(
      count,
      10,
      "Failed boots in a row after which a pool's source is left alone, 0 to 1000; 0 for no limit",
    ),
    updates: fallback(updates, {}, "How running nodes take over a new image or new user data"),
    jobPrograms: fallback(jobPrograms, {}, "Programs of yours around jobs"),
    privateData: fallback(
      z.array(z.enum(["accounts", "events", "jobs", "nodes", "partitions", "reservations", "usage", "users"])),
      [],
      "What users do not see of each other",
    ),
    preemption: fallback(z.enum(["none", "qos", "partition"]), "none", "Who may take nodes from whom"),
    priority: fallback(priority, {}, "How a job's priority is made up"),
    accounts: fallback(z.array(account), [], "Accounts with their shares and limits"),
    users: fallback(z.array(user), [], "Users with fixed ids"),
    qos: fallback(z.array(qos), [], "Qualities of service"),
    slurmClusterName: derived(text, "Name in accounting and tags", "the network's clusterName", slurmClusterName),
    authentication: derived(
      z.enum(["munge", "slurm"]),
      "How daemons trust one another",
      "munge; with slurmPackages image, slurm from 23.11 on",
      slurmAuthentication,
    ),
    accounting: fallback(accounting, { kind: "local" }, "Where jobs are accounted"),
    directory: section(directory, "none; the users in users"),
    cloudWatch: section(cloudWatch, "none"),
    monitoring: section(slurmMonitoring, "none"),
    topology: fallback(topology, { kind: "none" }, "Which nodes lie near one another"),
    privateTmp: fallback(z.boolean(), false, "Whether each job has a /tmp of its own"),
    containers: derived(
      z.boolean(),
      "Whether there are containers by pyxis",
      "true with slurmPackages image or containerPackages",
      slurmContainers,
    ),
    containerPackages: section(containerPackages, "required with containers and packages of the distribution"),
    healthChecks: fallback(z.boolean(), true, "Whether nodes are checked around jobs and in between"),
    healthCheckSeconds: fallback(count, 300, "Seconds between two checks, 30 to 3600"),
    sshToNodes: fallback(
      z.enum(["with-job", "anyone"]),
      "with-job",
      "Who may open SSH on nodes: users with a job there, or every user",
    ),
    jobsUseNodeRole: fallback(z.boolean(), false, "Whether jobs may use their node's role"),
    kmsKeyArn: unset(text, "KMS key of state, secrets and configuration", "one of its own"),
    cleanUpOnDestroy: fallback(z.boolean(), true, "Whether a destroy ends the nodes that run, by a Lambda function"),
    poolRoleArns: fallback(names, [], "Roles of pools that were given an instance profile from outside"),
    permissionsBoundaryArn: unset(text, "Permissions boundary of the roles that are made", "none"),
    slurmConf: fallback(z.record(text, z.union([text, z.number()])), {}, "Further options of slurm.conf"),
  })
  .describe("A Slurm cluster whose cloud nodes start and end with the jobs");
