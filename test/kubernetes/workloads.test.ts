import { parse } from "yaml";
import { modelArchitecture } from "../../lib/catalog/models";
import { efaDriver, efaPlugin } from "../../lib/clouds/aws/kubernetes/writers/efa-driver";
import { PROGRAMS, programText } from "../../lib/kubernetes/chart/program-files";
import { gpuStack, IMAGE_SOFTWARE } from "../../lib/kubernetes/gpus/gpu-stack";
import { alertGroups } from "../../lib/kubernetes/monitoring/alert-rules";
import { dashboardFiles } from "../../lib/kubernetes/monitoring/dashboards";
import { adapterBytesPerGpu, loraRankStep } from "../../lib/kubernetes/serving/adapter-memory";
import { llmApplication } from "../../lib/kubernetes/serving/llm-serving";
import { servedPath, versionFolder } from "../../lib/kubernetes/storage/stored-files";
import { type Workloads, workloadsChart } from "../../lib/kubernetes/workloads";
import { chartObjects, type Manifest } from "./chart-objects";
import { g6e, mig, p5, sliced } from "./pools";
import { clusterOf, filesAt, modelOf, queuesOf, runOf, workloadsOf } from "./samples";

const objectsOf = (over: Partial<Workloads>) => chartObjects(workloadsChart(workloadsOf(over)));
const find = (objects: Manifest[], kind: string, name: string) =>
  objects.find((object) => object.kind === kind && object.metadata.name === name)!;

const bigModel = (over: Parameters<typeof modelOf>[0] = {}) =>
  modelOf({
    name: "big",
    engine: "leader-worker-set",
    exposure: "cluster",
    of: p5,
    tensorParallel: 8,
    pipelineParallel: 2,
    lora: null,
    ...over,
  });

describe("what pods may call by HTTPS", () => {
  const called = (over: Parameters<typeof workloadsOf>[0]) =>
    workloadsChart(workloadsOf(over))
      .files.filter(({ path }) => path.endsWith("namespaces.yaml"))
      .flatMap(({ text }) => [...text.matchAll(/cidr: (\S+)/g)].map(([, cidr]) => cidr));

  it("is everything by default, and the named blocks where some are", () => {
    const serving = [modelOf({ exposure: "cluster" })];
    expect(called({ serving })).toContain("0.0.0.0/0");
    const egressCidrs = ["10.0.0.0/16", "203.0.113.0/24"];
    expect(called({ serving, egressCidrs })).toEqual(expect.arrayContaining(egressCidrs));
    expect(called({ serving, egressCidrs })).not.toContain("0.0.0.0/0");
  });
});

describe("workloadsChart", () => {
  const objects = objectsOf({
    rayClusters: [clusterOf()],
    fineTuning: [runOf()],
    serving: [modelOf()],
    queues: queuesOf(),
  });

  it("keeps every workload's namespace restricted and shut but for what Ray needs", () => {
    for (const namespace of ["ray", "serving", "team-a"]) {
      expect(find(objects, "Namespace", namespace).metadata.labels).toMatchObject({
        "pod-security.kubernetes.io/audit": "restricted",
        "pod-security.kubernetes.io/enforce": "restricted",
      });
      const names = objects
        .filter((o) => o.kind === "NetworkPolicy" && o.metadata.namespace === namespace)
        .map((o) => o.metadata.name);
      expect(names).toEqual(
        expect.arrayContaining(["default-deny", "within-namespace", "names-and-apis", "operator-and-metrics"]),
      );
    }
  });

  it("lets pods ask the cluster's DNS, and a cache of it on each node, which no selector of pods finds", () => {
    const policies = objects.filter(({ kind, metadata }) => kind === "NetworkPolicy" && metadata.name !== "metrics");
    const asked = policies.flatMap(({ spec }) =>
      ((spec as { egress?: { ports?: { port: number }[]; to: unknown[] }[] }).egress ?? [])
        .filter(({ ports }) => ports?.some(({ port }) => port === 53))
        .map(({ to }) => to.at(-1)),
    );
    expect(asked.length).toBeGreaterThan(3);
    expect(new Set(asked.map((to) => JSON.stringify(to)))).toEqual(new Set(['{"ipBlock":{"cidr":"169.254.0.0/16"}}']));
  });

  it("lets no drain take a training pod, and keeps serving at its minimum less the pod that moves", () => {
    const budgets = objectsOf({ rayClusters: [clusterOf()], serving: [modelOf({ replicas: { min: 3, max: 8 } })] });
    expect(find(budgets, "PodDisruptionBudget", "training").spec.minAvailable).toBe(2 ** 31 - 1);
    expect(find(budgets, "PodDisruptionBudget", "serving").spec.minAvailable).toBe(3);
  });

  it("gives the training program to the namespaces that fine-tune, as a file", () => {
    expect(find(objects, "ConfigMap", "training-programs").metadata.namespace).toBe("team-a");
    expect(workloadsChart(workloadsOf({ fineTuning: [runOf()] })).files).toContainEqual({
      path: "files/programs/lora_finetune.py",
      text: programText(PROGRAMS.fineTuning),
    });
  });

  it("fetches weights to the node's disk before a server starts, once a pool", () => {
    const served = objectsOf({ serving: [modelOf(), modelOf({ name: "second" })] });
    const agents = served.filter(({ kind, metadata }) => kind === "DaemonSet" && metadata.name === "weights-l40s");
    expect(agents).toHaveLength(1);
    const { files } = modelOf();
    expect(agents[0]!.spec.template.spec.containers[0].command.slice(2)).toEqual([versionFolder(files), files.address]);
    const [group] = find(served, "RayService", "llama").spec.rayClusterConfig.workerGroupSpecs;
    expect(group.template.spec.initContainers[1].command.at(-1)).toContain(`${servedPath(files)}/.complete`);
  });

  it("reads weights on a mount where they lie", () => {
    const served = objectsOf({ serving: [modelOf({ files: filesAt("/fsx/llama") })] });
    expect(served.filter(({ kind }) => kind === "DaemonSet")).toEqual([]);
  });

  it.each([
    ["cluster", "ExternalName", undefined],
    ["internal", "LoadBalancer", "true"],
    ["public", "LoadBalancer", "false"],
  ] as const)("makes a service that is %s a %s", (exposure, type, internal) => {
    const service = find(
      objectsOf({ serving: [modelOf({ exposure, allowedCidrs: ["203.0.113.0/24"] })] }),
      "Service",
      "llama",
    ) as Manifest & {
      metadata: { annotations?: Record<string, string> };
    };
    expect(service.spec.type).toBe(type);
    expect(service.metadata.annotations?.["service.beta.kubernetes.io/aws-load-balancer-internal"]).toBe(internal);
    expect(service.spec.loadBalancerSourceRanges).toEqual(exposure === "public" ? ["203.0.113.0/24"] : undefined);
  });

  it("groups the pods of a model over two nodes, restarted together", () => {
    expect(
      find(objectsOf({ serving: [bigModel()] }), "LeaderWorkerSet", "big").spec.leaderWorkerTemplate,
    ).toMatchObject({
      size: 2,
      restartPolicy: "RecreateGroupOnPodRestart",
    });
  });

  describe("autoscaling", () => {
    const target = { targetTimeToFirstTokenSeconds: 1.5 };

    it("gives Ray Serve the policy that counts latency, its programs and its question to Prometheus", () => {
      const served = objectsOf({ serving: [modelOf(target)] });
      const { spec } = find(served, "RayService", "llama");
      const [application] = parse(spec.serveConfigV2).applications;
      expect(application.args.llm_configs[0].deployment_config.autoscaling_config).toMatchObject({
        target_ongoing_requests: 32,
        policy: { policy_function: "latency_policy:latency_autoscaling_policy" },
      });
      const [head] = spec.rayClusterConfig.headGroupSpec.template.spec.containers;
      expect(head.env).toContainEqual({
        name: "LATENCY_QUERY",
        value:
          'histogram_quantile(0.9, sum by (le) (rate(ray_vllm_time_to_first_token_seconds_bucket{namespace="serving",warpform_service="llama"}[2m])))',
      });
      expect(head.env).toContainEqual({ name: "LATENCY_TARGET_SECONDS", value: "1.5" });
      expect(head.volumeMounts).toContainEqual(
        expect.objectContaining({ name: "serving-programs", mountPath: "/serving-programs" }),
      );
      expect(find(served, "ConfigMap", "serving-programs").metadata.namespace).toBe("serving");
    });

    it("lets the pods that ask Prometheus reach it, and no others", () => {
      const egress = (over: Partial<Workloads>) =>
        find(objectsOf(over), "NetworkPolicy", "names-and-apis").spec.egress.flatMap(
          ({ ports }: { ports: { port: number }[] }) => ports.map(({ port }) => port),
        );
      expect(egress({ serving: [modelOf(target)] })).toContain(9090);
      expect(egress({ serving: [modelOf()] })).not.toContain(9090);
    });

    it("scales groups of pods by requests and by the time to the first token, whichever wants more", () => {
      const served = objectsOf({ serving: [bigModel({ ...target, replicas: { min: 1, max: 2 } })] });
      const { spec } = find(served, "ScaledObject", "big");
      expect(spec).toMatchObject({
        scaleTargetRef: { kind: "LeaderWorkerSet", name: "big" },
        minReplicaCount: 1,
        maxReplicaCount: 2,
      });
      expect(
        spec.triggers.map((t: { metricType: string; metadata: { threshold: string; query: string } }) => [
          t.metricType,
          t.metadata.threshold,
          t.metadata.query,
        ]),
      ).toEqual([
        [
          "AverageValue",
          "32",
          'sum(vllm:num_requests_running{job="serving/big"}) + sum(vllm:num_requests_waiting{job="serving/big"})',
        ],
        [
          "Value",
          "1.5",
          'histogram_quantile(0.9, sum by (le) (rate(vllm:time_to_first_token_seconds_bucket{job="serving/big"}[2m])))',
        ],
      ]);
      expect(find(served, "PodMonitor", "big").spec.selector.matchLabels).toEqual({ app: "big", role: "leader" });
      expect(find(served, "LeaderWorkerSet", "big").spec).not.toHaveProperty("replicas");
    });

    it("leaves groups alone whose number is fixed", () => {
      const served = objectsOf({ serving: [bigModel({ replicas: { min: 2, max: 2 } })] });
      expect(served.filter(({ kind }) => kind === "ScaledObject" || kind === "PodMonitor")).toEqual([]);
      expect(find(served, "LeaderWorkerSet", "big").spec.replicas).toBe(2);
    });
  });

  it("holds a group back until its weights are on the node, and mounts them from a file system where they lie there", () => {
    const pod = (address: string) =>
      find(
        objectsOf({
          serving: [
            bigModel({
              files: filesAt(address),
              volumes: [{ name: "fsx", mountPath: "/fsx", readOnly: false, source: { claim: "fsx", identity: "fsx" } }],
            }),
          ],
        }),
        "LeaderWorkerSet",
        "big",
      ).spec.leaderWorkerTemplate.leaderTemplate.spec;
    const names = ({ volumes }: { volumes: { name: string }[] }) => volumes.map(({ name }) => name);
    expect(pod("s3://bucket/big").initContainers[1].command.at(-1)).toContain(
      `${servedPath(filesAt("s3://bucket/big"))}/.complete`,
    );
    expect(names(pod("s3://bucket/big"))).toEqual(["shm", "home", "weights", "fsx"]);
    expect(pod("/fsx/big").initContainers).toBeUndefined();
    expect(names(pod("/fsx/big"))).toEqual(["shm", "home", "fsx"]);
    expect(pod("/fsx/big").containers[0].env).toContainEqual({ name: "FI_PROVIDER", value: "efa" });
  });

  it("starts a worker group of whole nodes for a run over several", () => {
    const job = find(objectsOf({ fineTuning: [runOf({ gpus: 8 })] }), "RayJob", "support-bot");
    expect(job.spec.rayClusterSpec.workerGroupSpecs[0]).toMatchObject({ replicas: 2, minReplicas: 2, maxReplicas: 2 });
    expect(job.spec.entrypoint).toContain("--workers 8");
    expect(parse(job.spec.runtimeEnvYAML)).toEqual({ pip: ["peft==0.18.1", "bitsandbytes==0.48.2"] });
  });

  it("gives the same bytes twice", () => {
    const input = workloadsOf({ rayClusters: [clusterOf()], serving: [modelOf()] });
    expect(workloadsChart(input)).toEqual(workloadsChart(input));
  });
});

describe("adapterBytesPerGpu", () => {
  // r = 16 on all linear layers of Llama 3 8B: 41,943,040 trainable weights, as peft prints them
  it("is 83.9 MB for rank 16 on Llama 3.1 8B", () => {
    expect(adapterBytesPerGpu(modelArchitecture("llama-3.1-8b"), 16, 1)).toBe(41_943_040 * 2);
  });

  it("shrinks with tensor parallelism, but by less than its degree", () => {
    const [one, eight] = [1, 8].map((tp) => adapterBytesPerGpu(modelArchitecture("llama-3.1-70b"), 16, tp)) as [
      number,
      number,
    ];
    expect(eight).toBeLessThan(one);
    expect(eight).toBeGreaterThan(one / 8);
  });
});

describe("loraRankStep", () => {
  it.each([
    [1, 8],
    [8, 8],
    [9, 16],
    [512, 512],
  ])("serves rank %i with kernels for %i", (rank, step) => {
    expect(loraRankStep(rank)).toBe(step);
  });
});

describe("llmApplication", () => {
  it("tells vLLM of adapters only where there are some", () => {
    const config = (over: Parameters<typeof modelOf>[0]) =>
      (llmApplication(modelOf(over)).args as { llm_configs: Record<string, unknown>[] }).llm_configs[0]!;
    expect(config({}).engine_kwargs).toMatchObject({ enable_lora: true, max_loras: 8, max_lora_rank: 16 });
    expect(config({ lora: null }).engine_kwargs).not.toHaveProperty("enable_lora");
    expect(config({ lora: null })).not.toHaveProperty("lora_config");
  });
});

describe("gpuStack", () => {
  it.each([
    ["the device plugin alone on AL2023", [p5, g6e], "al2023", ["nvidia-device-plugin"]],
    ["the operator alone where a pool uses MIG", [p5, mig], "al2023", ["gpu-operator"]],
    ["nothing on Bottlerocket, which has the plugin", [p5, sliced], "bottlerocket", []],
    ["nothing without GPUs", [], "al2023", []],
  ] as const)("installs %s", (_, pools, image, charts) => {
    expect(gpuStack(pools, IMAGE_SOFTWARE[image]).map(({ chart }) => chart)).toEqual(charts);
  });

  it("switches driver and toolkit of the operator off, since the image has them", () => {
    expect(gpuStack([mig], IMAGE_SOFTWARE.al2023)[0]!.values).toMatchObject({
      driver: { enabled: false },
      toolkit: { enabled: false },
    });
  });

  it("cuts each GPU as the pool says, by the node's label", () => {
    const { migManager } = gpuStack([mig], IMAGE_SOFTWARE.al2023)[0]!.values as {
      migManager: { config: { data: Record<string, string> } };
    };
    expect(parse(migManager.config.data["config.yaml"]!)["mig-configs"]["all-1g.5gb-7"]).toEqual([
      { devices: "all", "mig-enabled": true, "mig-devices": { "1g.5gb": 7 } },
    ]);
  });
});

describe("efaPlugin", () => {
  it("runs on the types that have EFA here, known to the chart or not", () => {
    expect(efaPlugin([p5, g6e])[0]!.values).toMatchObject({ supportedInstanceLabels: { values: ["p5.48xlarge"] } });
    expect(efaPlugin([g6e])).toEqual([]);
  });
});

describe("alertGroups", () => {
  const groups = alertGroups({
    idleGpuMinutes: 30,
    queueHours: 4,
    namespace: "monitoring",
    fabric: efaDriver.monitoring.alerts,
  });

  it("watches GPUs, fabric, queues and serving, each alert with a severity and a sentence", () => {
    expect(groups.map(({ name }) => name)).toEqual(["gpu", "fabric", "queue", "serving"]);
    for (const { rules } of groups)
      for (const rule of rules)
        expect([rule.labels.severity, rule.annotations.summary]).toEqual([
          expect.stringMatching(/^(page|ticket)$/),
          expect.any(String),
        ]);
  });

  it("waits as long as it was told", () => {
    const idle = groups[0]!.rules.find(({ alert }) => alert === "GpuIdle")!;
    expect(idle.for).toBe("30m");
  });
});

describe("dashboardFiles", () => {
  it("writes dashboards that are JSON, each panel with a query", () => {
    for (const { text } of dashboardFiles(efaDriver.monitoring.panels)) {
      const { panels } = JSON.parse(text) as { panels: { targets: { expr: string }[] }[] };
      expect(panels.length).toBeGreaterThan(0);
      expect(panels.every(({ targets }) => targets.every(({ expr }) => expr.length > 0))).toBe(true);
    }
  });
});
