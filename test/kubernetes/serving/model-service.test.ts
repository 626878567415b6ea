import { leaderWorkerSet } from "../../../lib/kubernetes/serving/leader-worker-set";
import { llmService } from "../../../lib/kubernetes/serving/llm-serving";
import { p5 } from "../pools";
import { modelOf } from "../samples";

const CERTIFICATE = "arn:aws:acm:us-east-2:111122223333:certificate/0a1b2c3d";
const grouped = (over: Parameters<typeof modelOf>[0]) =>
  leaderWorkerSet(modelOf({ of: p5, engine: "leader-worker-set", lora: null, replicas: { min: 1, max: 1 }, ...over }));
const specOf = (objects: ReturnType<typeof llmService>, kind: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
  objects.find((o) => o.kind === kind)!.spec as any;

describe("modelService", () => {
  it("leads to the cluster that was promoted wherever the operator's Service can be named", () => {
    const inside = llmService(modelOf({ exposure: "cluster" }));
    expect(specOf(inside, "Service")).toEqual({
      type: "ExternalName",
      externalName: "llama-serve-svc.serving.svc.cluster.local",
    });
    const routed = llmService(modelOf({ exposure: "gateway", gatewayDomain: "models.example.com" }));
    expect(specOf(routed, "HTTPRoute").rules[0].backendRefs).toEqual([{ name: "llama-serve-svc", port: 8000 }]);
    expect(specOf(routed, "TargetGroupConfiguration").targetReference).toEqual({ name: "llama-serve-svc" });
  });

  it("speaks TLS on 443 with a certificate", () => {
    const objects = grouped({ exposure: "public", allowedCidrs: ["203.0.113.0/24"], certificateArn: CERTIFICATE });
    const service = objects.find(({ kind }) => kind === "Service")!;
    expect(service.metadata.annotations).toMatchObject({
      "service.beta.kubernetes.io/aws-load-balancer-ssl-cert": CERTIFICATE,
      "service.beta.kubernetes.io/aws-load-balancer-ssl-ports": "443",
    });
    expect(specOf(objects, "Service").ports).toEqual([{ name: "serve", port: 443, targetPort: 8000 }]);
  });

  it("gives vLLM the key that it asks clients for, by reference alone", () => {
    const { leaderTemplate } = specOf(
      grouped({ apiKey: { secret: "llm", key: "api-key" } }),
      "LeaderWorkerSet",
    ).leaderWorkerTemplate;
    expect(leaderTemplate.spec.containers[0].env).toContainEqual({
      name: "VLLM_API_KEY",
      valueFrom: { secretKeyRef: { name: "llm", key: "api-key" } },
    });
  });
});
