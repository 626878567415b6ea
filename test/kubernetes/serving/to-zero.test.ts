import { llmService } from "../../../lib/kubernetes/serving/llm-serving";
import type { ServedModel } from "../../../lib/kubernetes/workloads";
import { modelOf } from "../samples";

/** What a model's RayService, the pods of its cluster and its Service say. */
function made(over: Partial<ServedModel>) {
  const objects = llmService(modelOf({ exposure: "internal", ...over }));
  const spec = objects.find(({ kind }) => kind === "RayService")!.spec as {
    excludeHeadPodFromServeSvc: boolean;
    rayClusterConfig: {
      headGroupSpec: { template: { metadata: { labels: Record<string, string> } } };
      workerGroupSpecs: { minReplicas: number }[];
    };
  };
  const service = objects.find(({ kind }) => kind === "Service")!.spec as { selector: Record<string, string> };
  const { "ray.io/serve": _, ...own } = service.selector;
  return {
    excluded: spec.excludeHeadPodFromServeSvc,
    head: spec.rayClusterConfig.headGroupSpec.template.metadata.labels,
    workers: spec.rayClusterConfig.workerGroupSpecs[0]!.minReplicas,
    own,
  };
}

// test/acceptance/kubernetes/zero takes such a model to zero and back with the real operator and Ray
describe("a model that may have no replica", () => {
  it("is reached through the head, whose proxy keeps a request until a replica is there", () => {
    const { excluded, head, workers, own } = made({ replicas: { min: 0, max: 2 }, rayVersion: "2.60.0" });
    expect({ excluded, workers }).toEqual({ excluded: false, workers: 0 });
    expect(head).toMatchObject(own);
  });

  it("is reached through its workers alone where one always runs", () => {
    const { excluded, head, own } = made({ replicas: { min: 1, max: 2 } });
    expect(excluded).toBe(true);
    expect(head).not.toMatchObject(own);
  });

  it("has a worker, and needs no head, where its prefill replicas stay", () => {
    const prefilled = made({ lora: null, replicas: { min: 0, max: 2 }, prefillReplicas: { min: 1, max: 2 } });
    expect(prefilled.excluded).toBe(true);
  });
});
