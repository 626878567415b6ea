import type { KubernetesObject } from "../../../lib/kubernetes/chart/manifest";
import { triton } from "../../../lib/kubernetes/serving/triton";
import { servedPath } from "../../../lib/kubernetes/storage/stored-files";
import { workloadsChart } from "../../../lib/kubernetes/workloads";
import { sliced } from "../pools";
import { filesAt, tritonOf, workloadsOf } from "../samples";

// biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
const specOf = (objects: KubernetesObject[], kind: string): any => objects.find((of) => of.kind === kind)?.spec;
const podOf = (over: Parameters<typeof tritonOf>[0] = {}) => specOf(triton(tritonOf(over)), "Deployment").template.spec;
const chartText = (name: string, over: Parameters<typeof workloadsOf>[0]) =>
  workloadsChart(workloadsOf(over)).files.find(({ path }) => path === `templates/${name}.yaml`)?.text ?? "";

describe("triton", () => {
  it("reads its models from the node's own disk, and starts when they are all there", () => {
    const pod = podOf();
    expect(pod.containers[0].command).toContain(`--model-repository=${servedPath(tritonOf().files)}`);
    expect(pod.initContainers[0].command.at(-1)).toContain(`${servedPath(tritonOf().files)}/.complete`);
    expect(chartText("node-agents", { triton: [tritonOf()] })).toContain("s3://bucket/repository");
  });

  it("reads a repository on a mount where it lies", () => {
    const fsx = { name: "fsx", mountPath: "/fsx", readOnly: false, source: { claim: "fsx", identity: "fsx" } };
    const pod = podOf({ files: filesAt("/fsx/repository"), volumes: [fsx] });
    expect(pod.containers[0].command).toContain("--model-repository=/fsx/repository");
    expect(pod.initContainers).toBeUndefined();
    expect(pod.volumes.map(({ name }: { name: string }) => name)).toEqual(["shm", "fsx"]);
  });

  it("gets no request before its models are loaded, and is not restarted while they load", () => {
    const [container] = podOf().containers;
    expect(container.readinessProbe.httpGet).toEqual({ path: "/v2/health/ready", port: "http" });
    expect(container.livenessProbe.httpGet).toEqual({ path: "/v2/health/live", port: "http" });
    expect(container.startupProbe.failureThreshold * container.startupProbe.periodSeconds).toBe(1800);
  });

  it("takes its share of a node, and no interface of the fabric", () => {
    const [{ resources }] = podOf().containers;
    expect(resources.requests).toMatchObject({ "nvidia.com/gpu": "1" });
    expect(resources.limits).toEqual(resources.requests);
    expect(podOf({ of: sliced }).containers[0].resources.requests).toMatchObject({ "nvidia.com/gpu.shared": "1" });
  });

  it("has more replicas where requests wait, or where they wait for long", () => {
    const { triggers, scaleTargetRef } = specOf(triton(tritonOf()), "ScaledObject");
    expect(scaleTargetRef).toMatchObject({ kind: "Deployment", name: "vision" });
    expect(triggers.map((of: { metricType: string; metadata: object }) => [of.metricType, of.metadata])).toEqual([
      [
        "AverageValue",
        expect.objectContaining({
          query: 'sum(nv_inference_pending_request_count{job="serving/vision"})',
          threshold: "8",
          ignoreNullValues: "false",
        }),
      ],
      [
        "Value",
        expect.objectContaining({
          query:
            'sum(rate(nv_inference_queue_duration_us{job="serving/vision"}[2m])) / sum(rate(nv_inference_request_success{job="serving/vision"}[2m])) / 1000',
          threshold: "50",
          ignoreNullValues: "true",
        }),
      ],
    ]);
  });

  it("keeps a fixed number of replicas where told", () => {
    const objects = triton(tritonOf({ replicas: { min: 3, max: 3 }, targetQueueMilliseconds: null }));
    expect(specOf(objects, "ScaledObject")).toBeUndefined();
    expect(specOf(objects, "Deployment").replicas).toBe(3);
  });

  it("is scraped and reached on its own ports", () => {
    const alerts = { idleGpuMinutes: 30, queueHours: 4, namespace: "monitoring", fabric: [] };
    const text = chartText("namespaces", { triton: [tritonOf()], alerts });
    expect(text).toMatch(/kind: PodMonitor\nmetadata:\n {2}name: vision/);
    for (const port of [8000, 8001, 8002]) expect(text).toContain(`port: ${port}`);
  });
});
