// JobSets and RayJobs for a manager's queue with two workers: which worker gets them, what the manager learns, and what a lost link does.
// Pods run at once, and a stand-in answers for Ray's dashboards: a job of Ray runs until the checks end it.
// With the link back, Kueue 0.19.2 keeps both copies (docs/limits.md), so that no check restores it.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { check, run, tail } from "../../lib/checks.mjs";

export const TITLES = [
  "MultiKueue: a JobSet runs on one of two workers, its end reaches the manager, and the other worker never gets it",
  "MultiKueue: a RayJob runs in a Ray cluster on one of two workers, and the manager shows that it runs",
  "MultiKueue: with the link to its worker lost, a RayJob runs on the other worker",
  "MultiKueue: the end of the RayJob on the other worker reaches the manager",
];
const NAMESPACE = "team-research";
const QUEUE = { "kueue.x-k8s.io/queue-name": "research" };
const LEAF = { "kueue.x-k8s.io/podset-preferred-topology": "ib.coreweave.cloud/leafgroup" };
/** What a slow machine may take; nothing here is asserted of time. */
const PATIENCE_SECONDS = 240;
const POD = { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } };
const CONTAINER = { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } };

/** A link to a worker; `kill` loses it. */
export const link = (from, to) =>
  spawn(process.execPath, [join(import.meta.dirname, "link.mjs"), String(from), String(to)], { stdio: "ignore" });

const jobSet = {
  apiVersion: "jobset.x-k8s.io/v1alpha2",
  kind: "JobSet",
  metadata: { name: "set", namespace: NAMESPACE, labels: QUEUE },
  spec: {
    suspend: true,
    replicatedJobs: [
      {
        name: "node",
        replicas: 1,
        template: {
          spec: {
            parallelism: 2,
            completions: 2,
            completionMode: "Indexed",
            template: {
              metadata: { annotations: LEAF },
              spec: {
                restartPolicy: "Never",
                securityContext: POD,
                tolerations: [{ key: "nvidia.com/gpu", operator: "Exists" }],
                containers: [
                  {
                    name: "train",
                    image: "train:1",
                    securityContext: CONTAINER,
                    resources: {
                      requests: { cpu: "8", memory: "64Gi" },
                      limits: { "nvidia.com/gpu": "8", "rdma/ib": "1" },
                    },
                  },
                ],
              },
            },
          },
        },
      },
    ],
  },
};

/** Answers for the dashboards of Ray, and ends the jobs on `endRayJobs`. */
export const dashboards = (port) =>
  spawn(process.execPath, [join(import.meta.dirname, "dashboards.mjs"), String(port)], { stdio: "ignore" });
export const endRayJobs = (port) => run("curl", ["-sf", `http://127.0.0.1:${port}/end`]);

/** A job with the Ray cluster that the library writes for the pool, less what KubeRay refuses in a RayJob. */
const rayJob = ({ upgradeStrategy: _, ...rayClusterSpec }) => ({
  apiVersion: "ray.io/v1",
  kind: "RayJob",
  metadata: { name: "tune", namespace: NAMESPACE, labels: QUEUE },
  spec: {
    suspend: true,
    entrypoint: "python tune.py",
    submissionMode: "HTTPMode",
    shutdownAfterJobFinishes: true,
    rayClusterSpec,
  },
});

const holders = (workers, kind) =>
  Object.keys(workers).filter((name) => workers[name].get(kind, "-n", NAMESPACE).length > 0);

export function dispatchedScenes({ manager, workers, rayClusterSpec, cut, endJobs }) {
  const submit = (object) => {
    const result = manager.apply(object);
    if (result.status !== 0) throw new Error(tail(result, 5));
  };
  const told = () =>
    manager
      .get("workloads.kueue.x-k8s.io", "-A")
      .map(
        ({ metadata, status }) =>
          `${metadata.name}: ${status?.conditions?.map((c) => c.message).join(" / ")} ${status?.admissionChecks?.map((c) => c.message)}`,
      )
      .join("; ");
  check(TITLES[0], () => {
    const seen = new Set();
    submit(jobSet);
    const late = manager.until(PATIENCE_SECONDS, () => {
      for (const name of holders(workers, "jobsets")) seen.add(name);
      const [here] = manager.get("jobsets", "-n", NAMESPACE);
      return here?.status?.terminalState === "Completed" ? "" : `${JSON.stringify(here?.status)} (${told()})`;
    });
    if (late) return late;
    const pods = manager.get("pods", "-n", NAMESPACE);
    manager.must(["delete", "jobset", "set", "-n", NAMESPACE, "--wait=true", "--timeout=60s"]);
    if (pods.length > 0) return `${pods.length} pods on the manager`;
    return seen.size <= 1 ? undefined : `JobSets were on ${[...seen]}`;
  });
  const rayJobOn = (cluster) => cluster.get("rayjobs", "-n", NAMESPACE)[0]?.status;
  /** Waits until the manager shows a job that runs on one of the given workers; its name, or what is wrong. */
  const running = (names) => {
    let on;
    const late = manager.until(PATIENCE_SECONDS, () => {
      const here = rayJobOn(manager);
      on = names.find((name) => here && rayJobOn(workers[name])?.rayClusterName === here.rayClusterName);
      const runs = here?.jobDeploymentStatus === "Running" && here.jobStatus === "RUNNING";
      return on && runs ? "" : `${JSON.stringify(here)} on ${on} (${told()})`;
    });
    return { on, late };
  };
  let first;
  check(TITLES[1], () => {
    submit(rayJob(rayClusterSpec));
    const { on, late } = running(Object.keys(workers));
    if (late) return late;
    const own = manager.get("rayclusters", "-n", NAMESPACE).length;
    if (own > 0) return `${own} Ray clusters on the manager`;
    first = on;
    const both = holders(workers, "rayjobs");
    return both.length === 1 ? undefined : `RayJobs are on ${both}`;
  });
  let moved = false;
  check(TITLES[2], () => {
    if (!first) return "the RayJob ran on no worker";
    cut(first);
    const { late } = running(Object.keys(workers).filter((name) => name !== first));
    moved = !late;
    return late;
  });
  check(TITLES[3], () => {
    if (!moved) return "the RayJob does not run on the other worker";
    endJobs();
    return manager.until(PATIENCE_SECONDS, () => {
      const here = rayJobOn(manager);
      const over = here?.jobDeploymentStatus === "Complete" && here.jobStatus === "SUCCEEDED";
      return over ? "" : `${JSON.stringify(here)} (${told()})`;
    });
  });
}
