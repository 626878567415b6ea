import type { BatchJobProps } from "../../../lib/kubernetes/jobs/job-props";
import { withOwnPods } from "../../../lib/kubernetes/pods/own-pods";
import type { PodOptions } from "../../../lib/kubernetes/pods/pod-options";
import { type Workloads, workloadsChart } from "../../../lib/kubernetes/workloads";
import { chartObjects, type Manifest } from "../chart-objects";
import { g6e, p5 } from "../pools";
import { clusterOf, modelOf, queuesOf, runOf, tritonOf, workloadsOf } from "../samples";

const pods: PodOptions = {
  labels: { "example.com/cost-center": "1234" },
  annotations: { "example.com/owner": "vision", "karpenter.sh/do-not-disrupt": "false" },
  tolerations: [{ key: "dedicated", value: "research", effect: "NoSchedule" }],
  resources: { cpus: 3.5, memoryGiB: 24 },
};

const jobOf = (over: Partial<BatchJobProps> = {}): BatchJobProps => ({
  name: "torch",
  kind: "job",
  namespace: "team-a",
  of: p5,
  nodes: 1,
  gpusPerPod: 8,
  image: "registry.example/train:1",
  command: ["torchrun", "train.py"],
  queue: null,
  priority: null,
  retries: 3,
  deadlineMinutes: null,
  keepHours: 24,
  serviceAccount: "ray",
  env: [],
  volumes: [],
  ...over,
});

/** Every kind of workload, each with what a user says of its pods. */
const everything = (own: PodOptions | null): Partial<Workloads> => ({
  rayClusters: [clusterOf({ pods: own })],
  fineTuning: [runOf({ pods: own })],
  jobs: [
    jobOf({ pods: own }),
    jobOf({ name: "set", nodes: 2, pods: own }),
    jobOf({ name: "train", kind: "trainjob", pods: own }),
    jobOf({ name: "mpi", kind: "mpi", nodes: 2, command: ["mpirun", "train"], pods: own }),
  ],
  serving: [
    modelOf({ pods: own }),
    modelOf({
      name: "big",
      engine: "leader-worker-set",
      routing: "prefix-aware",
      lora: null,
      of: p5,
      tensorParallel: 8,
      pipelineParallel: 2,
      replicas: { min: 1, max: 2 },
      pods: own,
    }),
  ],
  triton: [tritonOf({ pods: own })],
});

// biome-ignore lint/suspicious/noExplicitAny: a template is checked by schema, not by type
type Template = any;

/** Templates of all pods of an object, with the object's name. */
function templatesOf({ kind, metadata, spec }: Manifest): { readonly of: string; readonly template: Template }[] {
  const found: Template[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray((value as Template).spec?.containers)) found.push(value);
    Object.values(value).forEach(look);
  };
  look(spec);
  return found.map((template) => ({ of: `${kind} ${metadata.name}`, template }));
}

const WORKLOADS = ["RayCluster", "RayJob", "RayService", "Job", "JobSet", "ClusterTrainingRuntime", "LeaderWorkerSet"];

const templates = (of: Partial<Workloads>) =>
  chartObjects(workloadsChart(workloadsOf(of)))
    .filter(({ kind }) => [...WORKLOADS, "Deployment"].includes(kind))
    .flatMap(templatesOf);

describe("what a user adds to pods", () => {
  it("is on the pods of every kind of workload: heads, workers, submitters, leaders, launchers and routers", () => {
    const all = templates(everything(pods));
    expect(all.map(({ of }) => of.replace(/-[0-9a-f]{8,10}$/, "")).sort()).toEqual([
      "ClusterTrainingRuntime team-a-mpi",
      "ClusterTrainingRuntime team-a-mpi",
      "ClusterTrainingRuntime team-a-train",
      "Deployment big-router",
      "Deployment vision",
      "Job torch",
      "JobSet set",
      "LeaderWorkerSet big",
      "LeaderWorkerSet big",
      "RayCluster train",
      "RayCluster train",
      "RayJob support-bot",
      "RayJob support-bot",
      "RayJob support-bot",
      "RayService llama",
      "RayService llama",
    ]);
    for (const { template } of all) {
      expect(template.metadata.labels).toMatchObject(pods.labels!);
      expect(template.metadata.annotations).toMatchObject(pods.annotations!);
      expect(template.spec.tolerations).toContainEqual({ operator: "Equal", ...pods.tolerations![0] });
    }
  });

  it("leaves selectors what they were, and finds its pods by them", () => {
    for (const { spec } of chartObjects(workloadsChart(workloadsOf(everything(pods)))).filter(
      ({ kind }) => kind === "Deployment",
    )) {
      expect(spec.selector.matchLabels).not.toMatchObject(pods.labels!);
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    }
  });

  it("sets CPU and memory of pods with GPUs alone, shared memory in the measure of the memory", () => {
    for (const { of, template } of templates(everything(pods))) {
      const [{ resources }] = template.spec.containers;
      if (!Object.keys(resources.limits).includes("nvidia.com/gpu")) {
        expect(resources.limits.cpu).not.toBe("3500m");
        continue;
      }
      expect([of, resources.limits.cpu, resources.limits.memory]).toEqual([of, "3500m", "24Gi"]);
      expect(resources.requests).toEqual(resources.limits);
      expect(template.spec.volumes.find(({ name }: { name: string }) => name === "shm").emptyDir.sizeLimit).toBe("7Gi");
    }
  });

  it("changes nothing where nothing is said", () => {
    const text = (own: PodOptions | null) => JSON.stringify(workloadsChart(workloadsOf(everything(own))).files);
    expect(text({})).toBe(text(null));
  });

  it("makes another run of a job, whose pods cannot be changed", () => {
    const name = (own: PodOptions | null) =>
      chartObjects(workloadsChart(workloadsOf({ jobs: [jobOf({ pods: own })] }))).find(({ kind }) => kind === "Job")!
        .metadata.name;
    expect(name(pods)).not.toBe(name(null));
    expect(name({ annotations: { a: "1" } })).not.toBe(name({ annotations: { a: "2" } }));
  });

  it("goes along with queues of KAI, which write pods in their own terms", () => {
    const of = {
      rayClusters: [clusterOf({ pods, queue: "a", namespace: "team-a" })],
      queues: queuesOf({ scheduler: "kai" }),
    };
    for (const { template } of templates(of)) {
      expect(template.spec.schedulerName).toBe("kai-scheduler");
      expect(template.metadata).toMatchObject({ labels: pods.labels!, annotations: pods.annotations! });
    }
  });

  it("adds no toleration that the pool's own covers, and keeps one of another effect", () => {
    const template = (tolerations: PodOptions["tolerations"]) =>
      templates({ triton: [tritonOf({ of: g6e, pods: { tolerations } })] })[0]!.template.spec.tolerations;
    const gpu = { key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" };
    expect(template([{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" }])).toEqual([gpu]);
    expect(template([{ key: "nvidia.com/gpu", effect: "NoExecute", tolerationSeconds: 60 }])).toEqual([
      gpu,
      { key: "nvidia.com/gpu", operator: "Exists", effect: "NoExecute", tolerationSeconds: 60 },
    ]);
  });

  it("finds a bare pod too", () => {
    const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "one", namespace: "x" }, spec: { containers: [] } };
    expect(withOwnPods(pod, { labels: { a: "b" } })).toMatchObject({ metadata: { name: "one", labels: { a: "b" } } });
  });
});
