import { GpuNodePool, KubeRayCluster } from "../../../../../lib/clouds/aws/index";
import { resources, synthesized, testNetwork, testStack } from "../../synthesized";

describe("controllers whose webhooks fail closed", () => {
  const stack = testStack();
  const network = testNetwork(stack);
  const l40s = new GpuNodePool(stack, "l40s", { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 4 } });
  new KubeRayCluster(stack, "ray", {
    network,
    pools: [l40s],
    queues: { teams: [{ name: "a", gpus: { l40s: 8 } }] },
    jobs: [
      { name: "t", kind: "trainjob", pool: l40s, queue: "a", image: "registry.example/train:1", command: ["python"] },
    ],
    serving: [
      {
        name: "llama",
        pool: l40s,
        model: "llama-3.1-8b",
        weights: "s3://models/llama",
        engine: "leader-worker-set",
        image: "vllm/vllm-openai:v0.11.0",
        replicas: { min: 1, max: 2 },
      },
    ],
  });
  const releases = resources(synthesized(stack), "helm_release");

  it.each([
    ["kueue", { controllerManager: { replicas: 2, podDisruptionBudget: { enabled: true, minAvailable: 1 } } }],
    ["jobset", { controller: { replicas: 2 } }],
    ["kubeflow-trainer", { manager: { replicas: 2 } }],
    ["lws", { replicaCount: 2 }],
  ])("%s has two replicas, so that one answers while the other's node is updated", (chart, values) => {
    const release = releases.find(({ name }) => name === chart)!;
    expect(JSON.parse((release.values as string[])[0]!)).toMatchObject(values);
  });

  it("and KEDA, which asks Prometheus without a login, reads no Secret of other namespaces", () => {
    const release = releases.find(({ name }) => name === "keda")!;
    const { permissions } = JSON.parse((release.values as string[])[0]!);
    expect(permissions).toEqual({
      operator: { restrict: { secret: true } },
      metricServer: { restrict: { secret: true } },
    });
  });
});
