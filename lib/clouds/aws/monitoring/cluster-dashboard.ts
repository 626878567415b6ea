import type { ILustreStorage } from "../storage/lustre/i-lustre-storage";
import { GPU_METRICS } from "./gpu-metrics";

/** What a dashboard shows. */
export interface DashboardContent {
  readonly clusterName: string;
  readonly region: string;
  readonly logGroupName: string;
  readonly alarmArns: readonly string[];
  readonly fileSystems: readonly ILustreStorage[];
}

const WIDTH = 24;
const WIDGET = { width: 8, height: 6 } as const;

/** Body of the dashboard: alarms, GPUs and EFA a node each, Lustre a file system each, XIDs and health. */
export function dashboardBody(content: DashboardContent): string {
  const widgets = [
    { type: "alarm", properties: { title: "Alarms", alarms: content.alarmArns } },
    query(content, "GPU utilization by node, %", "AVG", GPU_METRICS.utilization),
    query(content, "GPU memory used by node, MiB", "MAX", GPU_METRICS.memoryUsed),
    query(content, "Hottest GPU by node, °C", "MAX", GPU_METRICS.temperature),
    query(content, "GPU power by node, W", "SUM", GPU_METRICS.power),
    query(content, "Uncorrected ECC errors by node", "MAX", GPU_METRICS.eccUncorrected),
    query(content, "EFA received by node, bytes", "SUM", "efa_rx_bytes"),
    query(content, "EFA sent by node, bytes", "SUM", "efa_tx_bytes"),
    query(content, "EFA retransmissions by node", "SUM", "efa_retrans_pkts"),
    query(content, "Lustre read by node, bytes", "SUM", GPU_METRICS.lustreRead),
    query(content, "Lustre written by node, bytes", "SUM", GPU_METRICS.lustreWrite),
    xids(content),
    ...content.fileSystems.flatMap((fileSystem) => [throughput(content, fileSystem), free(content, fileSystem)]),
    log(content, "Failed health checks", "health"),
    log(content, "GPU messages of the kernel", "gpu-kernel"),
  ];
  return JSON.stringify({ widgets: widgets.map((widget, index) => ({ ...widget, ...place(index) })) });
}

/** Widgets side by side, three a row. */
function place(index: number): object {
  const perRow = WIDTH / WIDGET.width;
  return { x: (index % perRow) * WIDGET.width, y: Math.floor(index / perRow) * WIDGET.height, ...WIDGET };
}

function query(content: DashboardContent, title: string, statistic: string, metric: string): object {
  const namespace = GPU_METRICS.namespace(content.clusterName);
  const expression = `SELECT ${statistic}(${metric}) FROM "${namespace}" GROUP BY ${GPU_METRICS.nodeDimension}`;
  return graph(content, title, [[{ expression, id: "q1", period: 60 }]]);
}

function xids(content: DashboardContent): object {
  const namespace = GPU_METRICS.namespace(content.clusterName);
  return graph(content, "XID errors", [
    [namespace, GPU_METRICS.xid, { stat: "Sum" }],
    [namespace, GPU_METRICS.fatalXid, { stat: "Sum" }],
  ]);
}

function throughput(content: DashboardContent, fileSystem: ILustreStorage): object {
  const metric = (name: string, id: string) => [
    "AWS/FSx",
    name,
    "FileSystemId",
    fileSystem.fileSystemId,
    { id, stat: "Sum", visible: false },
  ];
  return graph(content, `${fileSystem.name}: throughput, bytes/s`, [
    [{ expression: "read / PERIOD(read)", label: "read", id: "r" }],
    [{ expression: "written / PERIOD(written)", label: "written", id: "w" }],
    metric("DataReadBytes", "read"),
    metric("DataWriteBytes", "written"),
  ]);
}

function free(content: DashboardContent, fileSystem: ILustreStorage): object {
  const dimensions = ["FileSystemId", fileSystem.fileSystemId];
  return graph(content, `${fileSystem.name}: free, bytes`, [
    ["AWS/FSx", "FreeDataStorageCapacity", ...dimensions, { stat: "Sum", period: 60 }],
  ]);
}

function graph(content: DashboardContent, title: string, metrics: readonly unknown[]): object {
  return { type: "metric", properties: { title, region: content.region, view: "timeSeries", metrics, period: 60 } };
}

function log(content: DashboardContent, title: string, stream: string): object {
  const text = `SOURCE '${content.logGroupName}' | fields @timestamp, @logStream, @message | filter @logStream like '/${stream}' | sort @timestamp desc | limit 50`;
  return { type: "log", properties: { title, region: content.region, view: "table", query: text } };
}
