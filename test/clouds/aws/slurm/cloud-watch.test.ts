import { GpuNodePool, SlurmHeadNode } from "../../../../lib/clouds/aws/index";
import type { SlurmHeadNodeProps } from "../../../../lib/clouds/aws/slurm/slurm-head-node-props";
import type { ClusterFile } from "../../../../lib/slurm";
import { messageOf, only, resources, synthesized, testNetwork, testStack } from "../synthesized";

const alarmTopicArn = "arn:aws:sns:us-east-2:123456789012:alarms";

function head(more: Partial<SlurmHeadNodeProps>) {
  const stack = testStack();
  const network = testNetwork(stack);
  const cpu = new GpuNodePool(stack, "cpu", { network, instanceType: "c7i.4xlarge", nodes: { min: 0, max: 8 } });
  new SlurmHeadNode(stack, "slurm", { network, partitions: [{ name: "cpu", pools: [cpu] }], ...more });
  return stack;
}

const terraform = synthesized(head({ loginNodes: 1, cloudWatch: { logRetentionDays: 90, alarmTopicArn } }));
const without = synthesized(head({}));
const object = (from: typeof terraform, key: string) =>
  resources(from, "aws_s3_object").find((each) => each.key === `slurm/${key}`)?.content;
const cluster = (from: typeof terraform) => JSON.parse(String(object(from, "warpform/cluster.json"))) as ClusterFile;

describe("cloudWatch of a head", () => {
  it("keeps logs in a group of the cluster's, encrypted, for as long as it is told", () => {
    expect(only(terraform, "aws_cloudwatch_log_group", "slurm_cloudwatch")).toMatchObject({
      name: `/warpform/${cluster(terraform).tags["warpform:cluster"]}/slurm`,
      retention_in_days: 90,
      kms_key_id: expect.stringContaining("aws_kms_key.slurm_key"),
    });
    expect(JSON.stringify(only(terraform, "aws_kms_key", "slurm_key").policy)).toContain(
      "logs.us-east-2.amazonaws.com",
    );
  });

  it("sends Slurm's and the programs' logs, each as a stream of its own", () => {
    const { logs } = JSON.parse(String(object(terraform, "warpform/cloudwatch-agent.json"))) as {
      logs: { logs_collected: { files: { collect_list: { file_path: string; log_stream_name: string }[] } } };
    };
    const files = logs.logs_collected.files.collect_list;
    expect(files.map(({ file_path }) => file_path)).toEqual(
      expect.arrayContaining([
        "/var/log/slurm/slurmctld.log",
        "/var/log/slurm/slurmdbd.log",
        "/var/log/warpform/resume.log",
        "/var/log/warpform/reconcile.log",
        "/var/log/warpform/sync.log",
      ]),
    );
    expect(new Set(files.map(({ log_stream_name }) => log_stream_name)).size).toBe(files.length);
  });

  it("raises an alarm for each thing that the head stops, says how to lift it, and for a head that says nothing", () => {
    const alarms = resources(terraform, "aws_cloudwatch_metric_alarm").filter(({ namespace }) =>
      String(namespace).startsWith("warpform/"),
    );
    expect(alarms.map(({ metric_name, statistic }) => [metric_name, statistic])).toEqual([
      ["LaunchesStopped", "SampleCount"],
      ["LaunchesStopped", "Maximum"],
      ["RepairsHeldBack", "Maximum"],
      ["SyncFailed", "Maximum"],
    ]);
    expect(new Set(alarms.map(({ namespace }) => namespace))).toEqual(new Set([cluster(terraform).metricsNamespace]));
    expect(alarms.map(({ alarm_actions }) => alarm_actions)).toEqual(alarms.map(() => [alarmTopicArn]));
    expect(String(alarms[1]!.alarm_description)).toContain("launches --allow");
    expect(String(alarms[2]!.alarm_description)).toContain("reconcile --accept");
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
    for (const { alarm_description } of alarms) expect(String(alarm_description).length).toBeLessThanOrEqual(1024);
  });

  it("lets the head send metrics of its namespace alone, and head and login nodes fill the group", () => {
    const policies = resources(terraform, "aws_iam_role_policy").map(({ policy }) => String(policy));
    const metrics = policies.filter((policy) => policy.includes("cloudwatch:PutMetricData"));
    expect(metrics).toHaveLength(1);
    expect(metrics[0]).toContain(`"cloudwatch:namespace":"${cluster(terraform).metricsNamespace}"`);
    expect(policies.filter((policy) => policy.includes("aws_cloudwatch_log_group.slurm_cloudwatch"))).toHaveLength(2);
  });

  it("makes nothing unless it is asked for", () => {
    expect(cluster(without).metricsNamespace).toBeNull();
    expect(object(without, "warpform/cloudwatch-agent.json")).toBeUndefined();
    expect(String(object(without, "warpform/site.env"))).toContain("CLOUDWATCH='no'");
    expect(
      resources(without, "aws_cloudwatch_log_group").filter(({ name }) => String(name).endsWith("/slurm")),
    ).toEqual([]);
  });

  it("refuses days that CloudWatch does not have, and says where", () => {
    expect(messageOf(() => head({ cloudWatch: { logRetentionDays: 100 } }))).toMatch(
      /cloudWatch\.logRetentionDays must be one of .*, got 100; use 120/,
    );
  });
});
