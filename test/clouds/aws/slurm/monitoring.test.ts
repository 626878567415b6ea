import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { monitoringSettings } from "../../../../lib/clouds/aws/slurm/monitoring-settings";
import type { SlurmHeadNodeProps } from "../../../../lib/clouds/aws/slurm/slurm-head-node-props";

const folder = join(__dirname, "../../../../lib/clouds/aws/slurm/monitoring");
const read = (name: string) => readFileSync(join(folder, name), "utf8");

/**
 * What the exporters serve. node_exporter: collectors that are on by default, seen on Debian's 1.5.0. DCGM: the exporter's
 * default-counters.csv, https://github.com/NVIDIA/dcgm-exporter/blob/main/etc/default-counters.csv. up: Prometheus itself.
 */
const served = new Set([
  ..."up node_cpu_seconds_total node_disk_read_bytes_total node_disk_written_bytes_total node_filesystem_avail_bytes".split(
    " ",
  ),
  ..."node_filesystem_size_bytes node_load1 node_memory_MemAvailable_bytes node_memory_MemTotal_bytes".split(" "),
  ..."node_network_receive_bytes_total node_network_transmit_bytes_total node_textfile_mtime_seconds".split(" "),
  ..."node_timex_sync_status node_vmstat_oom_kill".split(" "),
  ..."DCGM_FI_DEV_SM_CLOCK DCGM_FI_DEV_GPU_TEMP DCGM_FI_DEV_POWER_USAGE DCGM_FI_DEV_PCIE_REPLAY_COUNTER".split(" "),
  ..."DCGM_FI_DEV_GPU_UTIL DCGM_FI_DEV_XID_ERRORS DCGM_FI_DEV_FB_USED DCGM_FI_DEV_ROW_REMAP_FAILURE".split(" "),
  "DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS",
  ...(
    readFileSync(join(folder, "../../../../slurm/monitoring/slurm-metrics"), "utf8").match(/"slurm_[a-z_]*[a-z]"/g) ??
    []
  ).map((name) => name.slice(1, -1)),
  "efa_devices",
  "efa_devices_expected",
  // The driver's own names: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-working-monitor.html
  ...["rx_bytes", "tx_bytes", "rx_drops", "retrans_timeout_events"].map((counter) => `efa_${counter}_total`),
  // written as slurm_gpus_ and the kind
  ...["configured", "up", "allocated"].map((kind) => `slurm_gpus_${kind}`),
]);

const metricsIn = (expression: string): string[] =>
  expression.replace(/"[^"]*"/g, "").match(/\b(?:up|node_[A-Za-z0-9_]+|slurm_\w+|efa_\w+|DCGM_\w+)\b/g) ?? [];

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}
const { groups } = parse(read("alerts.yml")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

interface Dashboard {
  readonly uid: string;
  readonly panels: {
    readonly id: number;
    readonly datasource: { readonly uid: string };
    readonly targets: { readonly expr: string }[];
  }[];
}
const dashboards = readdirSync(folder)
  .filter((name) => name.startsWith("dashboard-"))
  .map((name) => ({ name, dashboard: JSON.parse(read(name)) as Dashboard }));

describe("the monitoring of a head", () => {
  it("has a dashboard for Slurm, nodes and GPUs, named like its file", () => {
    expect(dashboards.map(({ name }) => name)).toEqual([
      "dashboard-gpus.json",
      "dashboard-nodes.json",
      "dashboard-slurm.json",
    ]);
    for (const { name, dashboard } of dashboards) {
      expect(`dashboard-${dashboard.uid}.json`).toBe(name);
      expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    }
  });

  it("asks only for metrics that an exporter serves", () => {
    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...dashboards.flatMap(({ dashboard }) =>
        dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ),
    ];
    for (const expression of expressions)
      expect([expression, metricsIn(expression).length]).not.toEqual([expression, 0]);
    const asked = new Set(expressions.flatMap(metricsIn));
    expect(asked.size).toBeGreaterThan(30);
    expect([...asked].filter((name) => !served.has(name))).toEqual([]);
  });

  it("points every panel at the data source that Grafana is given", () => {
    const { datasources } = parse(read("grafana-datasource.yml")) as { datasources: { uid: string; url: string }[] };
    expect(datasources.map(({ uid, url }) => [uid, url])).toEqual([["prometheus", "http://127.0.0.1:9090"]]);
    const uids = dashboards.flatMap(({ dashboard }) => dashboard.panels.map(({ datasource }) => datasource.uid));
    expect(new Set(uids)).toEqual(new Set(["prometheus"]));
  });

  it("lets Grafana listen on the head only and holds no password", () => {
    const settings = read("grafana.ini");
    expect(settings).toContain("http_addr = 127.0.0.1");
    expect(settings).toMatch(/^admin_password = \$__file\{[^}]+\}$/m);
  });

  it("gives each alert its own name, a severity and a sentence", () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, labels, annotations } of rules) {
      expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)]);
      expect(annotations.summary.length).toBeGreaterThan(20);
    }
  });
});

describe("monitoringSettings", () => {
  const settings = (more: Partial<SlurmHeadNodeProps>) => monitoringSettings(more as SlurmHeadNodeProps, "arn");

  it("is off by default", () => {
    expect(settings({})).toEqual({ MONITORING: "no" });
  });

  it("leaves three quarters of the state volume to Slurm", () => {
    expect(settings({ monitoring: {}, stateVolumeGiB: 500 })).toEqual({
      MONITORING: "yes",
      METRICS_DAYS: "30",
      METRICS_GIB: "125",
      GRAFANA: "no",
      GRAFANA_URL: "",
      GRAFANA_SHA256: "",
      GRAFANA_SECRET: "arn",
      ALARM_TOPIC: "",
    });
  });

  it("gives the checksum as sha256sum prints it", () => {
    const grafana = { packageUrl: "https://mirror.example.com/grafana.deb", packageSha256: "AB".repeat(32) };
    expect(settings({ monitoring: { grafana } })).toMatchObject({ GRAFANA: "yes", GRAFANA_SHA256: "ab".repeat(32) });
  });
});
