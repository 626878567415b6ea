import { z } from "zod";
import { slurmVersions } from "../slurm/versions";

const count = z.number().int();
const name = z.string();

const partition = z.strictObject({
  name: name.describe("Name that jobs are submitted to"),
  pools: z.array(name).min(1).describe("Pools of this blueprint; nodes of the first are filled first"),
  default: z
    .boolean()
    .optional()
    .describe("Whether jobs that name no partition come here; default: the first partition"),
  exclusive: z.boolean().optional().describe("Whether a job gets whole nodes; default false"),
  priorityTier: count.optional().describe("Partitions of a higher tier are served first; default 1"),
  defaultTimeMinutes: count.optional().describe("Time of a job that asks for none"),
  maxTimeMinutes: count.optional().describe("Most time that a job may ask for"),
  preemptMode: z
    .enum(["off", "requeue", "cancel"])
    .optional()
    .describe("What happens to its jobs under preemption by partition"),
  suspendMinutes: count.optional().describe("Idle minutes until its nodes are let go"),
  graceSeconds: count.optional().describe("Seconds from the warning to the end of a preempted job; default 0"),
  maxNodesPerJob: count.optional().describe("Most nodes of one job; default: all of the partition"),
  weights: z.record(name, count).optional().describe("Weight by pool; the lowest is filled first"),
  allowQos: z.array(name).optional().describe("QoS that may be used in it; default all"),
  allowAccounts: z.array(name).optional().describe("Accounts that may use it; default all"),
});

const account = z.strictObject({
  name,
  share: count.optional().describe("Part of the use that it is due, relative to its siblings; default 1"),
  parent: name.optional().describe("Account above it; default root"),
  gpuHours: z.number().optional().describe("Most GPU hours"),
  maxGpus: count.optional().describe("Most GPUs at once"),
  users: z.array(name).optional().describe("Names of its users"),
  qos: z.array(name).optional().describe("QoS that its users may ask for"),
});

const qos = z.strictObject({
  name,
  priority: count.optional().describe("Added to a job's priority; default 0"),
  preempts: z.array(name).optional().describe("QoS whose running jobs it may preempt"),
  maxGpusPerUser: count.optional().describe("Most GPUs of one user at once"),
  maxTimeMinutes: count.optional().describe("Most time of a job"),
});

const user = z.strictObject({
  name,
  uid: count.describe("User id, the same on every machine, 1000 to 59999"),
  sshKeys: z.array(z.string()).optional().describe("Public keys; default: log-in by Session Manager only"),
  administrator: z.boolean().optional().describe("Whether the user administers Slurm; default false"),
  maxGpus: count.optional().describe("Most GPUs at once in each account"),
});

const mounts = z.array(
  z.strictObject({
    fileSystem: name.describe("Name of a file system of this blueprint"),
    path: z.string().describe("Where it is mounted, such as /home"),
    readOnly: z.boolean().optional().describe("Default false"),
  }),
);

const accounting = z
  .strictObject({
    kind: z
      .enum(["none", "local", "external"])
      .describe("local: MariaDB on the head; external: a database of yours; none: no records, no limits"),
    databaseHost: z.string().optional().describe("Host of an external database"),
    databasePort: count.optional().describe("Default 3306"),
    databaseName: z.string().optional().describe("Default slurm_acct_db"),
    databaseUser: z.string().optional().describe("Default slurm"),
    passwordSecretArn: z.string().optional().describe("Secret with the password of an external database"),
    purgeMonths: count.optional().describe("Months that records are kept, 1 to 120; default 24"),
  })
  .describe("Where jobs are accounted; default: local");

const directory = z
  .strictObject({
    uris: z.array(z.string()).min(1).describe("Servers in the order to try, ldaps://…"),
    searchBase: z.string().describe("Where people and groups are, dc=example,dc=com"),
    schema: z.enum(["rfc2307", "rfc2307bis", "ad"]).optional().describe("How groups name members; default rfc2307bis"),
    bindDn: z.string().optional().describe("Who the machines look things up as; default: nobody"),
    bindPasswordSecretArn: z.string().optional().describe("Secret with that account's password"),
  })
  .describe("Users from LDAP or Active Directory");

export const slurmSchema = z
  .strictObject({
    partitions: z.array(partition).min(1).describe("What jobs are submitted to"),
    mounts: mounts.optional().describe("File systems of head and login machines"),
    version: z.enum(slurmVersions).optional().describe("Version of Slurm in the images; default: the distribution's"),
    instanceType: z.string().optional().describe("Type of the head; default m7i.xlarge"),
    backupController: z.boolean().optional().describe("A second controller; default false"),
    sharedStatePath: z
      .string()
      .optional()
      .describe("Shared directory of the controllers' state, with backupController"),
    loginNodes: count.optional().describe("Login machines; default 0"),
    launch: z
      .enum(["per-job", "best-effort"])
      .optional()
      .describe("All of a job's nodes at once, or as many as there are"),
    suspendMinutes: count.optional().describe("Idle minutes until nodes are let go"),
    preemption: z.enum(["none", "qos", "partition"]).optional().describe("Who may take nodes from whom; default none"),
    accounts: z.array(account).optional().describe("Accounts with their shares and limits"),
    users: z.array(user).optional().describe("Users with fixed ids"),
    qos: z.array(qos).optional().describe("Qualities of service"),
    slurmClusterName: z.string().optional().describe("Name in accounting and tags; default: the network's clusterName"),
    slurmPackages: z
      .enum(["distribution", "image"])
      .optional()
      .describe("Whether Slurm is installed at boot or is in the images; default distribution"),
    authentication: z.enum(["munge", "slurm"]).optional().describe("How daemons trust one another"),
    stateVolumeGiB: count.optional().describe("Volume of Slurm's state and database, 10 to 16384 GiB; default 100"),
    kmsKeyArn: z.string().optional().describe("KMS key of state, secrets and configuration; default: one of its own"),
    loginInstanceType: z.string().optional().describe("Type of the login machines; default m7i.large"),
    loginCidrs: z.array(z.string()).optional().describe("Address blocks that may reach SSH on the login machines"),
    loginSubnetIds: z.array(z.string()).optional().describe("Public subnets of their load balancer"),
    accounting: accounting.optional(),
    directory: directory.optional(),
    backoffMinutes: count
      .optional()
      .describe("Minutes that a pool without capacity is left alone, 1 to 1440; default 10"),
    sshToNodes: z
      .enum(["with-job", "anyone"])
      .optional()
      .describe("Who may open SSH on nodes: users with a job there, or every user; default with-job"),
    jobsUseNodeRole: z.boolean().optional().describe("Whether jobs may use their node's role; default false"),
    permissionsBoundaryArn: z.string().optional().describe("Boundary of the roles that are made"),
    resumeTimeoutSeconds: count.optional().describe("Seconds that a node may take to register, at most 7200"),
    blockDrainMinutes: count.optional().describe("Minutes before a block's end that jobs are told; default 60"),
    privateTmp: z.boolean().optional().describe("A /tmp of its own for each job; default false"),
    containers: z.boolean().optional().describe("Containers by pyxis; default true"),
    healthChecks: z.boolean().optional().describe("Check nodes around jobs and in between; default true"),
    healthCheckSeconds: count.optional().describe("Seconds between two checks, 30 to 3600; default 300"),
    slurmConf: z
      .record(name, z.union([z.string(), z.number()]))
      .optional()
      .describe("Further options of slurm.conf"),
  })
  .describe("A Slurm cluster whose cloud nodes start and end with the jobs");

export const kubeRaySchema = z
  .strictObject({
    pools: z.array(name).min(1).describe("Pools of this blueprint"),
    provisioner: z.enum(["karpenter", "managed"]).optional().describe("Who starts nodes; default karpenter"),
    kubernetesVersion: z.string().optional().describe("Default: the newest that the charts are known to work with"),
    publicEndpointCidrs: z.array(z.string()).optional().describe("Who may reach the API from outside; default: nobody"),
    administratorArns: z.array(z.string()).optional().describe("Roles that administer the cluster"),
    teams: z
      .array(
        z.strictObject({
          name,
          gpus: z.record(name, count).describe("GPUs by pool that the team is due"),
          borrowing: z.boolean().optional().describe("Whether it may use what others leave; default true"),
        }),
      )
      .optional()
      .describe("Queues with quotas, one a team"),
    gcsFaultTolerance: z
      .boolean()
      .optional()
      .describe("Whether Ray's head survives its machine; default: the construct's"),
  })
  .describe("Ray on EKS over the pools");

export const monitoringSchema = z
  .strictObject({
    emails: z.array(z.string()).optional().describe("Who is told"),
    idleGpuMinutes: z.number().optional().describe("Minutes of idle GPUs until an alarm"),
    maxGpuTemperatureCelsius: z.number().optional().describe("Temperature of an alarm"),
    lustreFullPercent: z.number().optional().describe("Fill of Lustre of an alarm"),
    monthlyBudgetUsd: z.number().positive().optional().describe("Budget; a forecast above it is told"),
    logRetentionDays: z.number().optional().describe("Days that logs are kept"),
    dashboard: z.boolean().optional().describe("Default true"),
  })
  .describe("Metrics, alarms, dashboard and budget");
