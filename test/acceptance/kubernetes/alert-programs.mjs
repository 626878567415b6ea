// Alert rules of the charts, read and run by Prometheus' own promtool: each holds on series that are wrong and on no others.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { check, find, run, skip, tail } from "../lib/checks.mjs";

const gpu = (value, extra = "") => ({
  series: `DCGM_FI_DEV_${value}{gpu="0", Hostname="n0"${extra}}`,
});
const pod = ', exported_pod="train-0"';

/** A MIG device that a pod holds, with what its engine does. */
const mig = (active) => [
  { ...gpu("GPU_UTIL", `${pod}, GPU_I_ID="7"`), values: "0x60" },
  {
    series: `DCGM_FI_PROF_GR_ENGINE_ACTIVE{gpu="0", Hostname="n0"${pod}, GPU_I_ID="7"}`,
    values: `${active}x60`,
  },
];

/** A GPU that a pod holds: how much its engine, its tensor cores and its memory do. */
const profile = (engine, tensor, memory) =>
  Object.entries({ GR_ENGINE_ACTIVE: engine, PIPE_TENSOR_ACTIVE: tensor, DRAM_ACTIVE: memory }).map(
    ([name, active]) => ({
      series: `DCGM_FI_PROF_${name}{gpu="0", Hostname="n0"${pod}}`,
      values: `${active}x60`,
    }),
  );

/** So many replicas of a server that KEDA scales, of so many that it may have. */
function scaler(replicas, most) {
  const labels = '{namespace="serving", horizontalpodautoscaler="keda-hpa-vision"}';
  return [
    { series: `kube_horizontalpodautoscaler_status_current_replicas${labels}`, values: `${replicas}x60` },
    { series: `kube_horizontalpodautoscaler_spec_max_replicas${labels}`, values: `${most}x60` },
  ];
}

/** A pod that was made at minute 0, where it is placed and its phase. */
function podSeries(node, phase) {
  const labels = 'namespace="team-a", pod="train-0", uid="1"';
  return [
    { series: `kube_pod_created{${labels}}`, values: "0x400" },
    { series: `kube_pod_info{${labels}, node="${node}"}`, values: "1x400" },
    { series: `kube_pod_status_phase{${labels}, phase="Pending"}`, values: `${phase === "Pending" ? 1 : 0}x400` },
  ];
}

/** A pod of the check, in its last container, and whether it has let its node go. */
function checkPod(ready) {
  const labels = 'namespace="node-agents", pod="node-check-h100-x7k2p", uid="1"';
  return [
    { series: `kube_pod_info{${labels}, node="n0"}`, values: "1x30" },
    { series: `kube_pod_status_ready{${labels}, condition="true"}`, values: `${ready}x30` },
    { series: `kube_pod_container_status_running{${labels}, container="end"}`, values: "1x30" },
  ];
}

const checking =
  'kube_pod_init_container_status_running{namespace="node-agents", pod="node-check-h100-x7k2p", container="dcgm"}';

const count = ({ spec }) => spec.groups.flatMap((group) => group.rules).length;

/** An alert, series a minute apart, when it is looked at, and whether it then fires. */
const CASES = [
  ["GpuIdle", [{ ...gpu("GPU_UTIL", pod), values: "2x60" }], "45m", true],
  ["GpuIdle", [{ ...gpu("GPU_UTIL", pod), values: "80x60" }], "45m", false],
  ["GpuIdle", [{ ...gpu("GPU_UTIL", ', exported_pod=""'), values: "2x60" }], "45m", false],
  // As on MIG devices, whose utilisation is always 0
  ["GpuIdle", mig(0.6), "45m", false],
  ["GpuIdle", mig(0.01), "45m", true],
  ["GpuStuck", profile(1, 0, 0.002), "45m", true],
  ["GpuStuck", profile(1, 0.4, 0.5), "45m", false],
  // decoding: bound by memory
  ["GpuStuck", profile(1, 0.005, 0.6), "45m", false],
  ["GpuStuck", profile(0, 0, 0), "45m", false],
  ["GpuXid", [{ ...gpu("XID_ERRORS"), values: "0 79 79" }], "2m", true],
  ["GpuXid", [{ ...gpu("XID_ERRORS"), values: "0 13 13" }], "2m", false],
  ["GpuHot", [{ ...gpu("GPU_TEMP"), values: "90x10" }], "8m", true],
  ["GpuHot", [{ ...gpu("GPU_TEMP"), values: "84x10" }], "8m", false],
  [
    "GpuThrottled",
    [
      { ...gpu("THERMAL_VIOLATION"), values: "0+30000000000x40" },
      { ...gpu("POWER_VIOLATION"), values: "0x40" },
    ],
    "30m",
    true,
  ],
  ["NodeCheckFailed", checkPod(0), "10m", true],
  ["NodeCheckFailed", checkPod(1), "10m", false],
  ["NodeCheckHangs", [{ series: checking, values: "1x100" }], "90m", true],
  ["NodeCheckHangs", [{ series: checking, values: "1x20 0x100" }], "90m", false],
  ["GpuRowRemapFailed", [{ ...gpu("ROW_REMAP_FAILURE"), values: "1x3" }], "1m", true],
  ["EfaDevicesMissing", [{ series: 'efa_devices{node="n0"}', values: "0x10" }], "8m", true],
  ["EfaDevicesMissing", [{ series: 'efa_devices{node="n0"}', values: "32x10" }], "8m", false],
  // As on a p4d, whose driver counts no timeouts
  ["EfaErrors", [{ series: 'efa_rx_drops_total{node="n0", device="rdmap0"}', values: "0+600x30" }], "20m", true],
  [
    "EfaErrors",
    [
      { series: 'efa_rx_drops_total{node="n0", device="rdmap0"}', values: "0+600x30" },
      { series: 'efa_retrans_timeout_events_total{node="n0", device="rdmap0"}', values: "0x30" },
    ],
    "25m",
    true,
  ],
  [
    "QueueWaiting",
    [{ series: 'kueue_pending_workloads{cluster_queue="a", status="active"}', values: "3x400" }],
    "350m",
    true,
  ],
  [
    "QueueWaiting",
    [
      { series: 'kueue_pending_workloads{cluster_queue="a", status="active"}', values: "0x400" },
      { series: 'kueue_pending_workloads{cluster_queue="a", status="inadmissible"}', values: "3x400" },
    ],
    "350m",
    true,
  ],
  [
    "QueueWaiting",
    [
      { series: 'kueue_pending_workloads{cluster_queue="a", status="active"}', values: "0x400" },
      { series: 'kueue_pending_workloads{cluster_queue="a", status="inadmissible"}', values: "3x200 0x200" },
    ],
    "350m",
    false,
  ],
  ["PodsWaiting", podSeries("", "Pending"), "250m", true],
  ["PodsWaiting", podSeries("", "Pending"), "235m", false],
  ["PodsWaiting", podSeries("n0", "Pending"), "350m", false],
  ["PodsWaiting", podSeries("", "Failed"), "350m", false],
  [
    "ReplicasSaturated",
    [{ series: 'ray_serve_deployment_queued_queries{application="llama", deployment="d"}', values: "40x10" }],
    "8m",
    true,
  ],
  ["ReplicasAtMost", scaler(4, 4), "35m", true],
  ["ReplicasAtMost", scaler(3, 4), "35m", false],
  [
    "ServeErrors",
    [
      { series: 'ray_serve_num_http_error_requests_total{application="llama"}', values: "0+60x20" },
      { series: 'ray_serve_num_http_requests_total{application="llama"}', values: "0+600x20" },
    ],
    "15m",
    true,
  ],
  [
    "ServeSlow",
    [
      { series: 'ray_serve_http_request_latency_ms_bucket{application="llama", le="30000"}', values: "0+10x40" },
      { series: 'ray_serve_http_request_latency_ms_bucket{application="llama", le="60000"}', values: "0+100x40" },
      { series: 'ray_serve_http_request_latency_ms_bucket{application="llama", le="+Inf"}', values: "0+100x40" },
    ],
    "30m",
    true,
  ],
];

export function alertChecks(folder, charts) {
  const promtool = find("promtool");
  const rules = charts.flatMap(({ stack, objects }) =>
    objects.filter(({ kind }) => kind === "PrometheusRule").map(({ spec }) => ({ stack, spec })),
  );
  const title = "promtool reads the alert rules";
  if (!promtool) {
    skip(title, "promtool is not installed; Debian's package prometheus has it");
    return skip("every alert fires on what is wrong and on nothing else", "promtool is not installed");
  }
  for (const { stack, spec } of rules) {
    check(`${title} of ${stack}`, () => {
      const file = join(folder, `${stack}-alerts.yaml`);
      writeFileSync(file, stringify(spec));
      const result = run(promtool, ["check", "rules", "--lint-fatal", file]);
      return result.status === 0 && /[1-9]\d* rules found/.test(result.stdout) ? undefined : tail(result);
    });
  }
  check("every alert fires on what is wrong and on nothing else", () => {
    // the stack with the most: some alerts come with an option
    const [{ spec }] = rules.toSorted((a, b) => count(b) - count(a));
    const alerts = spec.groups.flatMap((group) => group.rules.map(({ alert }) => alert));
    const untried = alerts.filter((alert) => !CASES.some(([name, , , fires]) => name === alert && fires));
    if (untried.length > 0) return `no case for ${untried}`;
    for (const [i, [alert, series, at, fires]] of CASES.entries()) {
      const file = join(folder, `alerts-${i}.yaml`);
      // looked at as a series, so that labels and texts need not be told again
      const test = {
        interval: "1m",
        input_series: series,
        promql_expr_test: [
          {
            expr: `count(ALERTS{alertname="${alert}", alertstate="firing"})`,
            eval_time: at,
            exp_samples: fires ? [{ labels: "{}", value: 1 }] : [],
          },
        ],
      };
      writeFileSync(join(folder, "alerts.yaml"), stringify(spec));
      writeFileSync(file, stringify({ rule_files: ["alerts.yaml"], evaluation_interval: "1m", tests: [test] }));
      const result = run(promtool, ["test", "rules", file]);
      if (result.status !== 0) return `${alert} should ${fires ? "" : "not "}fire: ${tail(result)}`;
    }
    return undefined;
  });
}
