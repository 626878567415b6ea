import { parse } from "yaml";
import { eksPlatform } from "../../../lib/clouds/aws/kubernetes/writers/eks-platform";
import { ANYWHERE_ANNOTATION, NEAR_ANNOTATION } from "../../../lib/kubernetes/chart/names";
import { kubernetesPool } from "../../../lib/kubernetes/nodes/pool";
import { type RayClusterProps, rayCluster } from "../../../lib/kubernetes/ray/ray-cluster";
import { rayJob } from "../../../lib/kubernetes/ray/ray-job";
import { rayService } from "../../../lib/kubernetes/ray/ray-service";
import { disruptionBudgets } from "../../../lib/kubernetes/security/disruption-budgets";
import { g6e, mig, p5 } from "../pools";

const props: RayClusterProps = {
  image: "registry.example/train:1",
  serviceAccount: "ray",
  env: [],
  volumes: [],
  rayVersion: "2.52.0",
  workerGroups: [{ name: "train", of: p5, gpusPerPod: 8, minReplicas: 0, maxReplicas: 16 }],
  autoscaling: true,
  idleMinutes: 5,
  gcsFaultTolerance: null,
  tls: false,
  gang: true,
  use: "training",
};
// biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
const spec = (over: Partial<RayClusterProps> = {}) => rayCluster("c", "ray", null, { ...props, ...over }).spec as any;
const worker = (over: Partial<RayClusterProps> = {}) => spec(over).workerGroupSpecs[0].template;

describe("Ray's own log files", () => {
  const logReader = { image: "fluent-bit:5", program: "/fluent-bit/bin/fluent-bit" };
  // biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
  const podsOf = (object: any) =>
    [object.spec.headGroupSpec, object.spec.workerGroupSpecs[0]].map(({ template }) => template.spec);
  const made = (over = {}) => podsOf(rayCluster("train", "ray", null, { ...props, ...over }));

  it("go with the pod by default", () => {
    expect(made().map(({ initContainers }) => initContainers)).toEqual([undefined, undefined]);
  });

  it("are written to the pod's output by a sidecar that starts before Ray and ends after it, of head and workers", () => {
    for (const { initContainers, containers } of made({ logReader })) {
      const [reader] = initContainers;
      expect([reader.name, reader.restartPolicy, containers[0].name.startsWith("ray-")]).toEqual([
        "ray-logs",
        "Always",
        true,
      ]);
      expect(reader.args.join(" ")).toContain("path=/tmp/ray/session_latest/logs/*.log,");
      expect(reader.volumeMounts).toEqual([{ name: "ray-logs", mountPath: "/tmp/ray", readOnly: true }]);
    }
  });
});

describe("rayCluster", () => {
  it("asks for 8 GPUs, 32 EFA interfaces and no unused huge pages on a whole p5 node, with limits equal to requests", () => {
    const { requests, limits } = worker().spec.containers[0].resources;
    expect(requests).toMatchObject({ "nvidia.com/gpu": "8", "vpc.amazonaws.com/efa": "32" });
    expect(requests).not.toHaveProperty("hugepages-2Mi");
    expect(limits).toEqual(requests);
  });

  it("asks for MIG devices by profile and tells Ray how many GPUs they are", () => {
    const group = spec({ workerGroups: [{ name: "w", of: mig, gpusPerPod: 1, minReplicas: 0, maxReplicas: 8 }] })
      .workerGroupSpecs[0];
    expect(group.template.spec.containers[0].resources.limits["nvidia.com/mig-1g.5gb"]).toBe("1");
    expect(group.rayStartParams["num-gpus"]).toBe("1");
  });

  it("uses autoscaler v2 with the idle minutes in seconds", () => {
    expect(spec()).toMatchObject({
      enableInTreeAutoscaling: true,
      autoscalerOptions: { version: "v2", idleTimeoutSeconds: 300 },
    });
    expect(spec({ autoscaling: false }).enableInTreeAutoscaling).toBeUndefined();
  });

  // ray-project/kuberay@v1.7.0 ray-operator/controllers/ray/common/pod.go: BuildAutoscalerContainer, mergeAutoscalerOverrides
  it("gives the autoscaler's container, which the operator adds to the head, what the restricted level asks for", () => {
    expect(spec().autoscalerOptions.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
    });
  });

  it("keeps a head from drains, unless its state is elsewhere and it may go", () => {
    const head = (over: Partial<RayClusterProps>) => spec(over).headGroupSpec.template.metadata;
    const [budget] = disruptionBudgets("ray", { training: true, servingPods: 0 });
    const { matchLabels } = (budget!.spec as { selector: { matchLabels: object } }).selector;
    expect(head({})).toEqual({ labels: matchLabels, annotations: { "karpenter.sh/do-not-disrupt": "true" } });
    expect(head({ evictableHead: true })).toEqual({ labels: { "warpform/use": "head" } });
  });

  it("keeps tasks off the head and the head off GPU nodes", () => {
    const { headGroupSpec } = spec();
    expect(headGroupSpec.rayStartParams["num-cpus"]).toBe("0");
    expect(headGroupSpec.template.spec.nodeSelector).toEqual({ "warpform/pool": "system" });
  });

  it("reaches Redis by TLS with the authorities' bundle and a password from a Secret", () => {
    const redis = {
      redisAddress: "rediss://r:6379",
      passwordSecret: { name: "redis", key: "password" },
      externalStorageNamespace: "c",
    };
    const { gcsFaultToleranceOptions, headGroupSpec } = spec({ gcsFaultTolerance: redis });
    expect(gcsFaultToleranceOptions.redisPassword).toEqual({
      valueFrom: { secretKeyRef: { name: "redis", key: "password" } },
    });
    expect(headGroupSpec.template.spec.containers[0].env).toContainEqual({
      name: "RAY_REDIS_CA_CERT",
      value: "/etc/ssl/certs/ca-certificates.crt",
    });
  });

  it("starts anew with another image, head and workers together", () => {
    expect(rayCluster("c", "ray", null, props).spec).toMatchObject({ upgradeStrategy: { type: "Recreate" } });
  });

  it("lets a deleted cluster of a queue go after a minute, since Kueue holds back what would empty Redis", () => {
    const redis = {
      redisAddress: "rediss://r",
      passwordSecret: { name: "a", key: "b" },
      externalStorageNamespace: null,
    };
    const annotations = (queue: string | null, gcsFaultTolerance: typeof redis | null) =>
      rayCluster("c", "ray", queue, { ...props, autoscaling: false, gcsFaultTolerance }).metadata.annotations;
    expect(annotations("a", redis)).toEqual({ "ray.io/gcs-ft-deletion-timeout": "60" });
    expect(annotations(null, redis)).toBeUndefined();
    expect(annotations("a", null)).toBeUndefined();
  });

  it("marks training workers as not to be disrupted, and serving workers not", () => {
    expect(worker().metadata.annotations["karpenter.sh/do-not-disrupt"]).toBe("true");
    expect(worker({ use: "serving" }).metadata.annotations["karpenter.sh/do-not-disrupt"]).toBeUndefined();
  });

  // kubernetes-sigs/kueue@v0.19.2 tas_flavorassigner.go: a flavor with a topology takes only pods that ask for one, and the reverse
  it.each([
    ["near each other as a gang", p5, true, { [NEAR_ANNOTATION]: "topology.k8s.aws/network-node-layer-3" }],
    ["anywhere in a pool that is placed by topology", p5, false, { [ANYWHERE_ANNOTATION]: "true" }],
    ["without a word on topology in a pool without a fabric", g6e, true, undefined],
    [
      "without a word where nodes start for pods",
      kubernetesPool(p5.pool, eksPlatform, { nodesAreStatic: false }),
      true,
      undefined,
    ],
  ])("asks Kueue to place workers %s", (_, of, gang, annotations) => {
    const workerGroups = [{ name: "w", of, gpusPerPod: 4, minReplicas: 2, maxReplicas: 2 }];
    expect(worker({ workerGroups, gang, use: "serving" }).metadata.annotations).toEqual(annotations);
  });

  it("keeps every pod to the restricted security level", () => {
    for (const template of [worker(), spec().headGroupSpec.template]) {
      expect(template.spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: "RuntimeDefault" },
      });
      expect(template.spec.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        capabilities: { drop: ["ALL"] },
      });
    }
  });
});

describe("rayJob", () => {
  it("is admitted by its queue and ends its cluster when it is done", () => {
    const job = rayJob({
      name: "j",
      namespace: "a",
      entrypoint: "python x.py",
      queue: "a",
      priority: null,
      retries: 2,
      keepMinutes: 5,
      deadlineMinutes: 60,
      cluster: props,
    });
    expect(job.metadata.labels).toEqual({
      "kueue.x-k8s.io/queue-name": "a",
      // without a class Kueue would put it below every other
      "kueue.x-k8s.io/priority-class": "normal",
    });
    expect(job.spec).toMatchObject({
      shutdownAfterJobFinishes: true,
      backoffLimit: 2,
      ttlSecondsAfterFinished: 300,
      activeDeadlineSeconds: 3600,
    });
  });
});

describe("rayService", () => {
  it("writes the Serve configuration as YAML that Ray Serve reads", () => {
    const applications = [{ name: "llm", route_prefix: "/", import_path: "app:build", args: { x: 1 } }];
    const service = rayService({
      name: "s",
      namespace: "a",
      queue: null,
      upgrade: "none",
      applications,
      toZero: false,
      cluster: props,
    });
    expect(parse((service.spec as { serveConfigV2: string }).serveConfigV2).applications).toEqual(applications);
    expect(service.spec).toMatchObject({ upgradeStrategy: { type: "None" } });
  });
});
