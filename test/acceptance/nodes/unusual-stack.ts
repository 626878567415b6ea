/**
 * A cluster of unusual values:  node --import tsx unusual-stack.ts FOLDER PUBLIC-KEY, with the directory's ca.pem in FOLDER.
 * Two pools in two partitions, one of them on Spot first and one with a static node; users of a list and of a directory at once; programs around
 * jobs; no health checks; the shortest times that props take.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { Capacity, ClusterNetwork, GpuNodePool, Image, SlurmHeadNode } from "../../../lib/clouds/aws";

const [outdir, publicKey] = process.argv.slice(2);
const app = new App({ outdir });
const stack = new TerraformStack(app, "nodes");
new AwsProvider(stack, "aws", { region: "eu-west-3" });
const network = new ClusterNetwork(stack, "net-7", { availabilityZone: "eu-west-3b" });
const pool = (id: string, nodes: { min: number; max: number }, capacity: Capacity[]) =>
  new GpuNodePool(stack, id, {
    network,
    instanceType: "c7i.large",
    nodes,
    capacity,
    image: Image.plain("ubuntu-24.04"),
  });
const steady = pool("a0-steady", { min: 1, max: 1 }, [Capacity.onDemand()]);
const spare = pool("x-9", { min: 0, max: 3 }, [Capacity.spot(), Capacity.onDemand()]);
new SlurmHeadNode(stack, "ctl-2", {
  network,
  slurmClusterName: "q-1",
  partitions: [
    {
      name: "All_2",
      pools: [steady, spare],
      weights: { "a0-steady": 7, "x-9": 900 },
      maxTimeMinutes: 525600,
      preemptMode: "requeue",
      graceSeconds: 0,
    },
    { name: "Z", pools: [spare], exclusive: true, priorityTier: 65533, maxNodesPerJob: 2, suspendMinutes: 1 },
  ],
  users: [{ name: "svc_x-1", uid: 59999, gid: 1001, sshKeys: [publicKey!], administrator: true }],
  accounts: [
    { name: "dept", cpuHours: 1000000 },
    {
      name: "dept-a",
      parent: "dept",
      share: 65535,
      users: ["svc_x-1", "john.smith"],
      qos: ["night"],
      defaultQos: "night",
      maxCpus: 2000,
    },
  ],
  qos: [{ name: "night", priority: 2147483647, maxCpusPerUser: 1000, maxTimeMinutes: 1439 }],
  directory: {
    uris: ["ldaps://ldap.corp.example.com"],
    searchBase: "dc=corp,dc=example,dc=com",
    schema: "rfc2307",
    bindDn: "cn=reader,dc=corp,dc=example,dc=com",
    bindPasswordSecretArn: "arn:aws:secretsmanager:eu-west-3:123456789012:secret:directory-AbCdEf",
    caCertificate: readFileSync(join(outdir!, "ca.pem"), "utf8"),
    accessFilter: "(|(employeeType=hpc)(uid=no\\2abody))",
    sssd: { krb5_realm: "CORP.EXAMPLE.COM", ldap_page_size: 77 },
  },
  loginPools: [{ name: "door-1" }, { name: "interns", allowUsers: ["svc_x-1"] }],
  jobPrograms: {
    prolog:
      "#!/bin/bash\necho \"$SLURM_JOB_ID 'prolog'\" >> /run/lab/shared/around; chmod 666 /run/lab/shared/around\n",
    epilog:
      '#!/usr/bin/python3\nimport os\nprint(os.environ["SLURM_JOB_ID"], "epilog", file=open("/run/lab/shared/around", "a"))\n',
    submit:
      'function slurm_job_submit(job, part, uid)\n  if job.comment == nil then job.comment = "by lua" end\n  return slurm.SUCCESS\nend\nfunction slurm_job_modify(job, rec, part, uid)\n  return slurm.SUCCESS\nend\n',
  },
  healthChecks: false,
  privateData: ["jobs", "usage", "users"],
  preemption: "partition",
  priority: { fairShare: 0, usageReset: "weekly", maxAgeDays: 365 },
  suspendMinutes: 2,
  resumeTimeoutSeconds: 600,
  backoffMinutes: 1,
  maxFailedBoots: 1,
  updates: { strategy: "drain", atOnce: 1 },
  jobsUseNodeRole: true,
  sshToNodes: "anyone",
  restApi: {},
  stateVolumeGiB: 10,
  stateSnapshots: { keep: 1 },
  accounting: { kind: "local", purgeMonths: 1 },
  slurmConf: { MaxArraySize: 20001, MaxJobCount: 30000, DebugFlags: "Power", KillWait: 5 },
});
app.synth();
