import { SERVICE_LABEL } from "../chart/names";
import { MONITORING_NAMESPACE } from "../monitoring/monitoring";

/** Prometheus inside the cluster. @see prometheus-community/helm-charts charts/kube-prometheus-stack/templates/prometheus/service.yaml */
export const PROMETHEUS_URL = `http://kube-prometheus-stack-prometheus.${MONITORING_NAMESPACE}:9090`;

/** ConfigMap with the programs that Ray Serve's controller imports. */
export const SERVING_PROGRAMS = "serving-programs";

/** Where pods find them; on Python's path. */
export const SERVING_PROGRAMS_PATH = "/serving-programs";

/** Ray Serve's name for the policy: `module:function`. */
export const LATENCY_POLICY = "latency_policy:latency_autoscaling_policy";

/** Share of requests whose time to first token counts: what a service promises is a percentile, not a mean. */
const QUANTILE = 0.9;

/** Long enough for eight scrapes, short enough to see a burst. */
const WINDOW = "2m";

/**
 * PromQL of the 90th percentile of the time to first token, seconds; no value while nobody asks.
 * @see https://docs.vllm.ai/en/latest/usage/metrics.html
 */
function firstTokenSeconds(metric: string, labels: string): string {
  return `histogram_quantile(${QUANTILE}, sum by (le) (rate(${metric}_bucket{${labels}}[${WINDOW}])))`;
}

/**
 * Of a model that Ray serves: vLLM's metrics go through Ray's exporter, which replaces the colon.
 * @see ray-project/ray@ray-2.52.0 python/ray/dashboard/modules/metrics/dashboards/serve_llm_dashboard_panels.py
 */
export function rayFirstTokenSeconds(namespace: string, service: string): string {
  const labels = `namespace="${namespace}",${SERVICE_LABEL.replace("/", "_")}="${service}"`;
  return firstTokenSeconds("ray_vllm_time_to_first_token_seconds", labels);
}

/** Of a model that vLLM serves itself, with the labels of its scrape job. */
export function vllmFirstTokenSeconds(job: string): string {
  return firstTokenSeconds("vllm:time_to_first_token_seconds", `job="${job}"`);
}

/** Requests that vLLM's servers of a scrape job work on or keep waiting. */
export function vllmRequests(job: string): string {
  return `sum(vllm:num_requests_running{job="${job}"}) + sum(vllm:num_requests_waiting{job="${job}"})`;
}

/**
 * The same of SGLang's servers.
 * @see sglang 0.5.18 sglang/srt/observability/metrics_collector.py
 */
export function sglangFirstTokenSeconds(job: string): string {
  return firstTokenSeconds("sglang:time_to_first_token_seconds", `job="${job}"`);
}

/** Requests that SGLang's servers of a scrape job work on or keep waiting. */
export function sglangRequests(job: string): string {
  return `sum(sglang:num_running_reqs{job="${job}"}) + sum(sglang:num_queue_reqs{job="${job}"})`;
}
