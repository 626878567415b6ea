// JobSets and RayJobs for a manager's queue with two workers: which worker gets them, what the manager learns, and what a lost link does.
// With the link back, Kueue 0.19.2 keeps both copies (docs/limits.md), so that no check restores it.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { check, tail } from "../../lib/checks.mjs";

export const TITLES = [
  "MultiKueue: a JobSet runs on one of two workers, its end reaches the manager, and the other worker never gets it",
  "MultiKueue: a RayJob has its Ray cluster on one of two workers, and the manager shows its status",
  "MultiKueue: with the link to its worker lost, a RayJob starts on the other worker",
];
const NAMESPACE = "team-research";
const QUEUE = { "kueue.x-k8s.io/queue-name": "research" };
const LEAF = { "kueue.x-k8s.io/podset-preferred-topology": "ib.coreweave.cloud/leafgroup" };
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

/** A job with the Ray cluster that the library writes for the pool. */
const rayJob = (rayClusterSpec) => ({
  apiVersion: "ray.io/v1",
  kind: "RayJob",
  metadata: { name: "tune", namespace: NAMESPACE, labels: QUEUE },
  spec: {
    suspend: true,
    entrypoint: "python tune.py",
    // no pod of the lab answers, so that the job stays where its cluster is
    submissionMode: "HTTPMode",
    shutdownAfterJobFinishes: true,
    rayClusterSpec,
  },
});

const holders = (workers, kind) =>
  Object.keys(workers).filter((name) => workers[name].get(kind, "-n", NAMESPACE).length > 0);

export function dispatchedScenes({ manager, workers, rayClusterSpec, cut }) {
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
    const late = manager.until(90, () => {
      for (const name of holders(workers, "jobsets")) seen.add(name);
      const [here] = manager.get("jobsets", "-n", NAMESPACE);
      return here?.status?.terminalState === "Completed" ? "" : `${JSON.stringify(here?.status)} (${told()})`;
    });
    if (late) return late;
    const pods = manager.get("pods", "-n", NAMESPACE);
    manager.must(["delete", "jobset", "set", "-n", NAMESPACE, "--wait=true", "--timeout=60s"]);
    if (pods.length > 0) return `${pods.length} pods on the manager`;
    return seen.size === 1 ? undefined : `JobSets were on ${[...seen]}`;
  });
  let first;
  check(TITLES[1], () => {
    submit(rayJob(rayClusterSpec));
    const late = manager.until(90, () => {
      const [here] = manager.get("rayjobs", "-n", NAMESPACE);
      const [on] = holders(workers, "rayclusters");
      const [there] = on ? workers[on].get("rayjobs", "-n", NAMESPACE) : [];
      const same = ["rayClusterName", "jobDeploymentStatus", "jobId"].every(
        (key) => here?.status?.[key] && here.status[key] === there?.status?.[key],
      );
      return same ? "" : `${JSON.stringify(here?.status)}, Ray cluster on ${on} (${told()})`;
    });
    if (late) return late;
    const own = manager.get("rayclusters", "-n", NAMESPACE).length;
    if (own > 0) return `${own} Ray clusters on the manager`;
    const on = holders(workers, "rayjobs");
    first = on[0];
    return on.length === 1 ? undefined : `RayJobs are on ${on}`;
  });
  const other = Object.keys(workers).find((name) => name !== first);
  check(TITLES[2], () => {
    if (!first) return "the RayJob was on no worker";
    cut(first);
    return manager.until(90, () => {
      const [here] = manager.get("rayjobs", "-n", NAMESPACE);
      const [there] = workers[other].get("rayclusters", "-n", NAMESPACE);
      const same = there && here?.status?.rayClusterName === there.metadata.name;
      return same ? "" : `${JSON.stringify(here?.status)} (${told()})`;
    });
  });
}
