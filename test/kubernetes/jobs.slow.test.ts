import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Problems } from "../../lib/errors";
import type { LocalChart } from "../../lib/kubernetes/chart/chart";
import { helmValue } from "../../lib/kubernetes/chart/helm-value";
import { batchJob as objectsOf } from "../../lib/kubernetes/jobs/batch-job";
import { checkJobs } from "../../lib/kubernetes/jobs/check-jobs";
import type { BatchJobProps } from "../../lib/kubernetes/jobs/job-props";
import { workloadNamespaces, workloadsChart } from "../../lib/kubernetes/workloads";
import { g6e, p5 } from "./pools";
import { workloadsOf } from "./samples";

const jobOf = (over: Partial<BatchJobProps> = {}): BatchJobProps => ({
  name: "torch",
  kind: "job",
  namespace: "team-a",
  of: p5,
  nodes: 2,
  gpusPerPod: 8,
  image: "registry.example/train:1",
  command: ["torchrun", "train.py"],
  queue: "a",
  priority: null,
  retries: 3,
  deadlineMinutes: 60,
  keepHours: 24,
  serviceAccount: "ray",
  env: [],
  volumes: [],
  ...over,
});

/** The one object of a Job or JobSet, the TrainJob of those of Kubeflow Trainer. */
const batchJob = (...of: Parameters<typeof objectsOf>) => objectsOf(...of).at(-1)!;

const textOf = ({ files }: LocalChart) => files.find(({ path }) => path === "templates/jobs.yaml")!.text;

// biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
const specOf = (job: BatchJobProps) => batchJob(job).spec as any;
// biome-ignore lint/suspicious/noExplicitAny: as above
const envOf = (container: any, name: string) => container.env.find((of: { name: string }) => of.name === name);

describe("a heartbeat", () => {
  const heartbeat = { file: "/tmp/heartbeat", minutes: 30, startMinutes: 60 };
  const containerOf = (job: BatchJobProps) => specOf(job).replicatedJobs[0].template.spec.template.spec.containers[0];

  it("makes the kubelet end a pod whose file nobody touches, and waits for the first touch", () => {
    const { startupProbe, livenessProbe } = containerOf(jobOf({ heartbeat }));
    expect(startupProbe.exec.command.at(-1)).toBe("test -e /tmp/heartbeat");
    expect([startupProbe.periodSeconds, startupProbe.failureThreshold]).toEqual([60, 60]);
    expect(livenessProbe.terminationGracePeriodSeconds).toBe(30);
  });

  it("is told by the age of the file", () => {
    const folder = mkdtempSync(join(tmpdir(), "heartbeat-"));
    const file = join(folder, "heartbeat");
    const [, , script] = containerOf(jobOf({ heartbeat: { ...heartbeat, file } })).livenessProbe.exec.command;
    const alive = () => spawnSync("sh", ["-c", script]).status === 0;
    expect(alive()).toBe(false);
    writeFileSync(file, "");
    expect(alive()).toBe(true);
    utimesSync(file, Date.now() / 1000 - 1790, Date.now() / 1000 - 1790);
    expect(alive()).toBe(true);
    utimesSync(file, Date.now() / 1000 - 1810, Date.now() / 1000 - 1810);
    expect(alive()).toBe(false);
    rmSync(folder, { recursive: true });
  });

  it("is the launcher's alone with MPI, which waits for the others to be ready", () => {
    const [runtime] = objectsOf(jobOf({ kind: "mpi", heartbeat }));
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const jobs = (runtime!.spec as any).template.spec.replicatedJobs;
    const probes = jobs.map(({ template }: (typeof jobs)[0]) => template.spec.template.spec.containers[0].startupProbe);
    expect([probes[0], typeof probes[1]]).toEqual([undefined, "object"]);
  });

  it.each<[Partial<BatchJobProps>, string]>([
    [
      { heartbeat: { ...heartbeat, minutes: 60, startMinutes: 59 } },
      "jobs[0].heartbeat.minutes 60 is no less than deadlineMinutes 60, which ends the run before; use less, or leave heartbeat out",
    ],
    [
      {
        heartbeat: { ...heartbeat, startMinutes: 30, file: "/data/heartbeat" },
        volumes: [{ name: "data", mountPath: "/data", readOnly: true, source: { configMap: "data" } }],
      },
      'jobs[0].heartbeat.file "/data/heartbeat" is on a mount that pods may not write to; use "/tmp/heartbeat"',
    ],
  ])("%j is refused", (over, expected) => {
    const problems = new Problems();
    checkJobs(problems, [jobOf(over)], ["a"]);
    expect(problems.all.map(({ message }) => message)).toEqual([expected]);
  });
});

describe("batchJob", () => {
  it("makes a JobSet of several nodes, whose pods know where torchrun's processes meet", () => {
    const { kind, metadata } = batchJob(jobOf());
    const { replicatedJobs, failurePolicy } = specOf(jobOf());
    const { spec } = replicatedJobs[0].template;
    const [container] = spec.template.spec.containers;
    expect([kind, metadata.labels]).toEqual([
      "JobSet",
      { "kueue.x-k8s.io/queue-name": "a", "kueue.x-k8s.io/priority-class": "normal" },
    ]);
    expect([spec.parallelism, spec.completions, spec.completionMode, spec.backoffLimit]).toEqual([2, 2, "Indexed", 0]);
    expect(failurePolicy).toEqual({ maxRestarts: 3 });
    expect(envOf(container, "PET_MASTER_ADDR").value).toBe(`${metadata.name}-node-0-0.${metadata.name}`);
    expect(envOf(container, "PET_NPROC_PER_NODE").value).toBe("8");
    expect(envOf(container, "PET_NODE_RANK").valueFrom.fieldRef.fieldPath).toContain("job-completion-index");
    expect(container.resources.limits["vpc.amazonaws.com/efa"]).toBe("32");
  });

  it("makes a plain Job of one pod, which needs no fabric", () => {
    const { kind } = batchJob(jobOf({ nodes: 1 }));
    const [container] = specOf(jobOf({ nodes: 1 })).template.spec.containers;
    expect(kind).toBe("Job");
    expect(envOf(container, "PET_MASTER_ADDR").value).toBe("localhost");
    expect(container.resources.limits["vpc.amazonaws.com/efa"]).toBeUndefined();
  });

  it("lets the user's environment win", () => {
    const [container] = specOf(jobOf({ nodes: 1, env: [{ name: "PET_NPROC_PER_NODE", value: "1" }] })).template.spec
      .containers;
    expect(container.env.filter(({ name }: { name: string }) => name === "PET_NPROC_PER_NODE")).toEqual([
      { name: "PET_NPROC_PER_NODE", value: "1" },
    ]);
  });

  it("has another name for whatever a running job cannot change, the registry of its image too", () => {
    const mirror = { "docker.io": "registry.example" };
    const others = [jobOf({ image: "x:2" }), jobOf({ command: ["true"] }), jobOf({ nodes: 3 }), jobOf({ retries: 1 })];
    const names = [batchJob(jobOf()), ...others.map((job) => batchJob(job)), batchJob(jobOf(), mirror)];
    expect(new Set(names.map(({ metadata }) => metadata.name)).size).toBe(names.length);
    expect(batchJob(jobOf()).metadata.name).toMatch(/^torch-[0-9a-f]{10}$/);
  });

  it("has another name with another scheduler of its queue, whose name is in its pods", () => {
    const name = (scheduler: "kueue" | "kai", queue: string | null) =>
      batchJob(jobOf({ queue }), {}, scheduler).metadata.name;
    expect(name("kai", "a")).not.toBe(name("kueue", "a"));
    expect(name("kai", null)).toBe(name("kueue", null));
  });

  it("is part of the chart, with a namespace, and holds what only Terraform knows", () => {
    const workloads = workloadsOf({
      jobs: [jobOf({ queue: null, env: [{ name: "ADDRESS", value: helmValue("terraform.value0") }] })],
    });
    expect(workloadNamespaces(workloads)).toContain("team-a");
    const chart = workloadsChart(workloads);
    expect(chart.requiredValues).toContain("terraform.value0");
    expect(textOf(chart)).toContain("sha256sum");
  });
});

describe("a job of Kubeflow Trainer", () => {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const of = (over: Partial<BatchJobProps>) => objectsOf(jobOf(over)) as any[];

  it("is a TrainJob in the queue, and before it the runtime with its pods, which Helm installs first", () => {
    const [runtime, job] = of({ kind: "trainjob" });
    expect([runtime.kind, job.kind, job.apiVersion]).toEqual([
      "ClusterTrainingRuntime",
      "TrainJob",
      "trainer.kubeflow.org/v1alpha1",
    ]);
    // kinds that Helm does not know go by alphabet
    expect([job.kind, runtime.kind].sort()).toEqual(["ClusterTrainingRuntime", "TrainJob"]);
    expect(job.metadata.labels["kueue.x-k8s.io/queue-name"]).toBe("a");
    expect(job.spec).toEqual({
      runtimeRef: { apiGroup: "trainer.kubeflow.org", kind: "ClusterTrainingRuntime", name: runtime.metadata.name },
      activeDeadlineSeconds: 3600,
      trainer: {
        image: "registry.example/train:1",
        command: ["torchrun"],
        args: ["train.py"],
        numNodes: 2,
        numProcPerNode: 8,
      },
    });
    expect(runtime.metadata.name).toBe(`team-a-${job.metadata.name}`);
  });

  it("leaves what torchrun reads to Trainer, and keeps the fabric, the queue's topology and restricted pods", () => {
    const [{ spec }] = of({ kind: "trainjob" });
    const [set] = spec.template.spec.replicatedJobs;
    const { containers, securityContext } = set.template.spec.template.spec;
    expect([spec.mlPolicy, set.name, containers[0].name]).toEqual([{ numNodes: 2, torch: {} }, "node", "node"]);
    expect(set.template.metadata.labels).toEqual({ "trainer.kubeflow.org/trainjob-ancestor-step": "trainer" });
    expect(containers[0].env.filter(({ name }: { name: string }) => name.startsWith("PET_"))).toEqual([]);
    expect(containers[0].resources.limits["vpc.amazonaws.com/efa"]).toBe("32");
    expect(securityContext.runAsNonRoot).toBe(true);
    expect(spec.template.spec.ttlSecondsAfterFinished).toBe(86_400);
  });

  it("starts mpirun when sshd answers on the other pods", () => {
    const [{ spec }] = of({ kind: "mpi", command: ["mpirun", "all_reduce_perf"] });
    const [node, launcher] = spec.template.spec.replicatedJobs;
    expect(spec.mlPolicy).toMatchObject({ numNodes: 1, mpi: { numProcPerNode: 8, runLauncherAsNode: true } });
    expect(launcher.dependsOn).toEqual([{ name: "node", status: "Ready" }]);
    expect(node.template.spec.template.spec.containers[0].command).toEqual(["/usr/sbin/sshd"]);
    expect(envOf(launcher.template.spec.template.spec.containers[0], "HOME").value).toBe("/home/mpiuser");
  });

  it("has another name for whatever Trainer lets nobody change, and for another kind", () => {
    const jobs: Partial<BatchJobProps>[] = [
      { kind: "trainjob" },
      { kind: "mpi" },
      { kind: "mpi", nodes: 3 },
      { kind: "trainjob", nodes: 3 },
      { kind: "trainjob", command: ["true"] },
      { kind: "trainjob", deadlineMinutes: 61 },
      { kind: "job" },
    ];
    expect(new Set(jobs.map((job) => of(job).at(-1).metadata.name)).size).toBe(jobs.length);
  });
});

describe("a job with a mounted bucket", () => {
  it("is named by what the claim cannot change, not by the claim's own hash", () => {
    const source = { claim: "data", identity: `${helmValue("terraform.value1")} s3` };
    const volumes = [{ name: "data", mountPath: "/data", readOnly: true, source }];
    const chart = workloadsChart(workloadsOf({ jobs: [jobOf({ queue: null, volumes })] }));
    expect(chart.requiredValues).toContain("terraform.value1");
    // a reference in a reference that was not resolved
    expect(textOf(chart)).not.toMatch(/[\uE000-\uE003]/);
  });
});

describe("checkJobs", () => {
  it.each([
    ["no command", { command: [] }, /jobs\[0\]\.command must be the program/],
    ["a part that divides no node", { gpusPerPod: 3 }, /gpusPerPod must divide the 8 GPUs of a node, got 3/],
    [
      "more nodes than the pool has",
      { nodes: 500 },
      /jobs\[0\]\.nodes must be a whole number of pods from 1 to 16, got 500/,
    ],
    [
      "an image without the fabric's software",
      { image: "rayproject/ray:2.52.0-py311-gpu" },
      /has no EFA software, so a run over 2 nodes/,
    ],
    ["a queue that is none", { queue: "c" }, /jobs\[0\]\.queue/],
    ["MPI over one pod", { kind: "mpi" as const, nodes: 1 }, /nodes must be at least 2 with kind "mpi"/],
  ])("refuses %s", (_, over, message) => {
    const problems = new Problems();
    checkJobs(problems, [jobOf(over)], ["a"]);
    expect(() => problems.throwIfAny("jobs")).toThrow(message);
  });

  it("refuses a TrainJob in a queue of KAI", () => {
    const problems = new Problems();
    checkJobs(problems, [jobOf({ kind: "trainjob" })], ["a"], "kai");
    expect(() => problems.throwIfAny("jobs")).toThrow(/jobs\[0\]\.kind "trainjob" is not scheduled by KAI/);
  });

  it("takes one that is right", () => {
    const problems = new Problems();
    checkJobs(problems, [jobOf(), jobOf({ name: "other", of: g6e, nodes: 1, gpusPerPod: 4 })], ["a"]);
    expect(() => problems.throwIfAny("jobs")).not.toThrow();
  });
});
