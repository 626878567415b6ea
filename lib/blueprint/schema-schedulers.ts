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
          borrowing: z.boolean().optional(),
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
