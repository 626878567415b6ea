import { readFileSync } from "node:fs";
import { join } from "node:path";
import { TerraformOutput, Testing } from "cdktf";
import { agentConfiguration } from "../../../../lib/clouds/aws/monitoring/agent-configuration";
import { ClusterMonitoring } from "../../../../lib/clouds/aws/monitoring/cluster-monitoring";
import type { ClusterMonitoringProps } from "../../../../lib/clouds/aws/monitoring/cluster-monitoring-props";
import type { BootStep } from "../../../../lib/clouds/aws/shared/boot-step";
import type { PolicyStatement } from "../../../../lib/clouds/aws/shared/policy";
import { LustreStorage } from "../../../../lib/clouds/aws/storage/lustre/lustre-storage";
import { clusterModel } from "../../../../lib/clouds/common/cluster-model";
import { AGENT_METRICS } from "../../../../lib/review/clouds/aws/bill/metric-bill";
import { stackWithNetwork } from "../stack-with-network";
import { messageOf } from "../synthesized";

function watchedPool(name = "h100") {
  const steps: BootStep[] = [];
  const statements: PolicyStatement[] = [];
  return {
    name,
    steps,
    statements,
    boot: { add: (step: BootStep) => void steps.push(step) },
    grant: (...granted: PolicyStatement[]) => void statements.push(...granted),
  };
}

function build(props: Partial<ClusterMonitoringProps> = {}) {
  const made = stackWithNetwork();
  const pool = watchedPool();
  const monitoring = new ClusterMonitoring(made.stack, "monitoring", {
    network: made.network,
    pools: [pool],
    ...props,
  });
  return { ...made, pool, monitoring };
}

const alarms = (props: Partial<ClusterMonitoringProps> = {}) =>
  Object.fromEntries(
    build(props)
      .resources("aws_cloudwatch_metric_alarm")
      .map((alarm) => [alarm.alarm_name, alarm]),
  );

describe("ClusterMonitoring", () => {
  it("gives each pool the agent and what the agent may do, and no more", () => {
    const { pool } = build();
    expect(pool.steps.map(({ name, phase }) => `${phase} ${name}`)).toEqual(["agents monitoring"]);
    expect(pool.steps[0]!.text).toContain("CONFIGURATION='/warpform/ml/cloudwatch-agent'");
    expect(pool.statements.flatMap(({ Action }) => Action)).toEqual([
      "cloudwatch:PutMetricData",
      "ec2:DescribeTags",
      "ssm:GetParameter",
      "logs:CreateLogStream",
      "logs:PutLogEvents",
      "logs:DescribeLogStreams",
    ]);
    expect(pool.statements[0]!.Condition).toEqual({ StringEquals: { "cloudwatch:namespace": "warpform/ml" } });
  });

  it("has the agent measure GPUs and EFA in parts of their own, in the cluster's namespace", () => {
    const values = build().resources("aws_ssm_parameter");
    expect(values.map(({ name }) => name)).toEqual([
      "/warpform/ml/cloudwatch-agent/efa",
      "/warpform/ml/cloudwatch-agent/gpu",
      "/warpform/ml/cloudwatch-agent/system",
    ]);
    const [efa, gpu, system] = values.map(({ value }) => String(value));
    expect(system).toContain('"namespace":"warpform/ml"');
    expect(system).toContain('"InstanceId":"$${aws:InstanceId}"');
    for (const metric of ["utilization_gpu", "memory_used", "temperature_gpu", "power_draw"])
      expect(gpu).toContain(metric);
    for (const metric of ["efa_rx_bytes", "efa_retrans_timeout_events"]) expect(efa).toContain(metric);
  });

  it("alarms on idle GPUs, heat, ECC, XIDs and failed health checks", () => {
    const made = alarms();
    expect(Object.keys(made)).toEqual([
      "ml-gpu-ecc",
      "ml-gpu-temperature",
      "ml-gpu-xid",
      "ml-idle-gpus",
      "ml-node-unhealthy",
    ]);
    expect(made["ml-idle-gpus"]).toMatchObject({
      comparison_operator: "LessThanThreshold",
      threshold: 5,
      evaluation_periods: 6,
      treat_missing_data: "notBreaching",
      metric_query: [
        {
          expression: 'SELECT MAX(nvidia_smi_utilization_gpu) FROM "warpform/ml" GROUP BY InstanceId',
          period: 300,
          return_data: true,
        },
      ],
    });
    expect(made["ml-gpu-xid"]).toMatchObject({ namespace: "warpform/ml", metric_name: "FatalXidErrors", threshold: 1 });
  });

  it.each([
    [5, 1],
    [180, 36],
  ])("waits for %i idle minutes in %i periods", (idleGpuMinutes, periods) => {
    expect(alarms({ idleGpuMinutes })["ml-idle-gpus"]).toMatchObject({ evaluation_periods: periods });
  });

  it("leaves alarms out that are set to 0", () => {
    expect(Object.keys(alarms({ idleGpuMinutes: 0, maxGpuTemperatureCelsius: 0 }))).toEqual([
      "ml-gpu-ecc",
      "ml-gpu-xid",
      "ml-node-unhealthy",
    ]);
  });

  it("alarms when a Lustre file system has less than 15 % free", () => {
    const { stack, network, resources } = stackWithNetwork();
    const scratch = new LustreStorage(stack, "scratch", { network, capacityTiB: 1.2 });
    const elastic = new LustreStorage(stack, "elastic", { network, storageType: "INTELLIGENT_TIERING" });
    new ClusterMonitoring(stack, "monitoring", { network, pools: [watchedPool()], fileSystems: [scratch, elastic] });
    const full = resources("aws_cloudwatch_metric_alarm").filter(({ namespace }) => namespace === "AWS/FSx");
    expect(full).toMatchObject([
      // 1,200 GiB x 0.15
      {
        alarm_name: "ml-lustre-full-scratch",
        statistic: "Sum",
        threshold: 180 * 1024 ** 3,
        comparison_operator: "LessThanThreshold",
      },
    ]);
  });

  it("counts XIDs, and apart those after which a GPU must not take work", () => {
    expect(
      build()
        .resources("aws_cloudwatch_log_metric_filter")
        .map(({ pattern }) => pattern),
    ).toEqual(['"FATAL" "NVRM: Xid"', '"NVRM: Xid"']);
  });

  it("watches the month's cost of the cluster's tag, with forecast", () => {
    const { resources } = build({ monthlyBudgetUsd: 250_000, activateCostTag: true });
    expect(resources("aws_budgets_budget")[0]).toMatchObject({
      limit_amount: "250000",
      cost_filter: [{ name: "TagKeyValue", values: ["user:warpform:cluster$ml"] }],
      notification: [
        { notification_type: "ACTUAL", threshold: 80 },
        { notification_type: "ACTUAL", threshold: 100 },
        { notification_type: "FORECASTED", threshold: 100 },
      ],
    });
    expect(resources("aws_ce_cost_allocation_tag")).toMatchObject([{ tag_key: "warpform:cluster", status: "Active" }]);
    expect(build().resources("aws_budgets_budget")).toEqual([]);
  });

  it("encrypts logs and alarms with a key that CloudWatch and Budgets may use", () => {
    const { resources } = build({ emails: ["ops@example.com"] });
    const policy = String(resources("aws_kms_key")[0]!.policy);
    for (const service of ["logs.us-east-2.amazonaws.com", "cloudwatch.amazonaws.com", "budgets.amazonaws.com"])
      expect(policy).toContain(service);
    expect(resources("aws_sns_topic_subscription")).toMatchObject([{ protocol: "email", endpoint: "ops@example.com" }]);
  });

  it("publishes to a topic that is given", () => {
    const topicArn = "arn:aws:sns:us-east-2:123456789012:alarms";
    const { resources } = build({ topicArn });
    expect(resources("aws_sns_topic")).toEqual([]);
    expect(resources("aws_cloudwatch_metric_alarm")[0]).toMatchObject({ alarm_actions: [topicArn] });
  });

  it("reads nothing that it does not use, with a key and a topic given", () => {
    const region = "arn:aws:sns:us-east-2:123456789012";
    const kmsKeyArn = "arn:aws:kms:us-east-2:123456789012:key/0a1b2c3d-0000-0000-0000-000000000000";
    const { stack, pool } = build({ topicArn: `${region}:alarms`, kmsKeyArn });
    new TerraformOutput(stack, "granted", { value: JSON.stringify(pool.statements) });
    const { data, ...users } = JSON.parse(Testing.synth(stack)) as Record<string, Record<string, object>>;
    const addresses = Object.entries(data ?? {}).flatMap(([type, named]) =>
      Object.keys(named).map((name) => `data.${type}.${name}`),
    );
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.filter((at) => !JSON.stringify(users).includes(`${at}.`))).toEqual([]);
  });

  it("shows everything on one dashboard, no two widgets on one place", () => {
    const { resources } = build();
    const { widgets } = JSON.parse(
      String(resources("aws_cloudwatch_dashboard")[0]!.dashboard_body).replaceAll("${", "$"),
    ) as {
      widgets: { x: number; y: number; width: number; properties: { title: string } }[];
    };
    expect(widgets.map(({ properties }) => properties.title)).toContain("GPU utilization by node, %");
    expect(new Set(widgets.map(({ x, y }) => `${x} ${y}`)).size).toBe(widgets.length);
    for (const { x, width } of widgets) expect(x + width).toBeLessThanOrEqual(24);
    expect(build({ dashboard: false }).resources("aws_cloudwatch_dashboard")).toEqual([]);
  });

  it("has the agent send as many metrics as the bill counts", () => {
    const { system, gpu, efa } = agentConfiguration("ml", "nodes", 60) as Record<
      string,
      { metrics: { metrics_collected: Record<string, { measurement?: string[] }> } }
    >;
    const sent = (part: typeof system) =>
      Object.values(part!.metrics.metrics_collected).reduce((sum, { measurement = [] }) => sum + measurement.length, 0);
    const program = readFileSync(
      join(__dirname, "../../../../lib/clouds/aws/shared/programs/cloudwatch-agent.sh"),
      "utf8",
    );
    const sampled = (name: RegExp) =>
      new Set([...program.matchAll(/send ["']([a-z_]+)/g)].map((found) => found[1]!).filter((one) => name.test(one)))
        .size;
    expect(AGENT_METRICS).toEqual({
      node: sent(system),
      gpu: sent(gpu) + sampled(/^gpu_/),
      efaDevice: sent(efa),
      // one line sends reads and writes
      lustre: 2 * sampled(/^lustre_/),
      health: sampled(/^node_/),
    });
  });

  it("describes itself for review", () => {
    expect(clusterModel(build({ monthlyBudgetUsd: 1000 }).stack).monitoring).toEqual([
      {
        name: "monitoring",
        idleGpuMinutes: 30,
        alarms: ["idle-gpus", "gpu-temperature", "gpu-ecc", "node-unhealthy", "gpu-xid"],
        alarmsNotify: false,
        agentPools: ["h100"],
        monthlyBudgetUsd: 1000,
        dashboards: true,
      },
    ]);
    expect(clusterModel(build({ emails: ["ops@example.com"] }).stack).monitoring[0]).toMatchObject({
      alarmsNotify: true,
    });
    expect(
      clusterModel(build({ topicArn: "arn:aws:sns:us-east-2:111122223333:pager" }).stack).monitoring[0],
    ).toMatchObject({ alarmsNotify: true });
    expect(clusterModel(build({ idleGpuMinutes: 0 }).stack).monitoring[0]).toMatchObject({ idleGpuMinutes: null });
  });

  it.each<[string, Partial<ClusterMonitoringProps>, string]>([
    ["no pool", { pools: [] }, "pools must name at least one pool to watch, got none"],
    [
      "idle minutes off the step",
      { idleGpuMinutes: 12 },
      "idleGpuMinutes must be 0 for no alarm or a multiple of 5 up to 180, since CloudWatch looks back three hours, got 12; use 15",
    ],
    [
      "idle minutes beyond three hours",
      { idleGpuMinutes: 185 },
      "idleGpuMinutes must be 0 for no alarm or a multiple of 5 up to 180, since CloudWatch looks back three hours, got 185; use 180",
    ],
    ["half-busy GPUs as idle", { idleGpuPercent: 51 }, "idleGpuPercent must be a number from 1 to 50, got 51; use 50"],
    [
      "a temperature in Fahrenheit",
      { maxGpuTemperatureCelsius: 185 },
      "maxGpuTemperatureCelsius must be 0 for no alarm or a number from 40 to 110, got 185; use 110",
    ],
    [
      "a full file system only",
      { lustreFullPercent: 100 },
      "lustreFullPercent must be 0 for no alarm or a number from 50 to 99, got 100; use 99",
    ],
    ["a budget of nothing", { monthlyBudgetUsd: 0 }, "monthlyBudgetUsd must be a number above 0, got 0; leave it out"],
    [
      "a name for an address",
      { emails: ["ops"] },
      'emails[0] must be a mail address, such as "ops@example.com", got "ops"',
    ],
    [
      "a topic by name",
      { topicArn: "alarms" },
      'topicArn must be the ARN of an SNS topic, such as "arn:aws:sns:us-east-2:123456789012:alarms", got "alarms"',
    ],
    [
      "a retention that CloudWatch does not know",
      { logRetentionDays: 100 },
      "logRetentionDays must be one of 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653, got 100; use 120",
    ],
    ["an odd interval", { intervalSeconds: 15 }, "intervalSeconds must be 10, 30 or 60, got 15; use 30"],
  ])("refuses %s", (_, props, message) => {
    expect(messageOf(() => build(props))).toBe(`ClusterMonitoring "ml/monitoring": ${message}`);
  });

  it("refuses a pool twice", () => {
    const pool = watchedPool();
    expect(messageOf(() => build({ pools: [pool, pool] }))).toBe(
      'ClusterMonitoring "ml/monitoring": pools must name each pool once, got "h100" twice; leave one out',
    );
  });
});
