import { fineTuningJob } from "../../../lib/kubernetes/ray/fine-tuning";
import { rayCluster } from "../../../lib/kubernetes/ray/ray-cluster";
import { leaderWorkerSet } from "../../../lib/kubernetes/serving/leader-worker-set";
import { llmService } from "../../../lib/kubernetes/serving/llm-serving";
import { triton } from "../../../lib/kubernetes/serving/triton";
import { p5 } from "../pools";
import { clusterOf, modelOf, runOf, tritonOf } from "../samples";

interface Variable {
  readonly name: string;
  readonly value?: string;
}

/** Every list of variables within an object. */
function environments(of: unknown): Variable[][] {
  if (Array.isArray(of)) return of.flatMap(environments);
  if (of === null || typeof of !== "object") return [];
  return Object.entries(of).flatMap(([key, value]) => (key === "env" ? [value as Variable[]] : environments(value)));
}

const OURS = {
  NCCL_DEBUG: "INFO",
  FI_PROVIDER: "tcp",
  NCCL_SOCKET_IFNAME: "ens1",
  HF_HUB_OFFLINE: "0",
  RAY_TRAIN_V2_ENABLED: "0",
  RAY_REDIS_CA_CERT: "/ca.crt",
  LATENCY_TARGET_SECONDS: "2",
  HOME: "/fsx/home",
};
const env = Object.entries(OURS).map(([name, value]) => ({ name, value }));
const cluster = clusterOf({
  env,
  gcsFaultTolerance: {
    redisAddress: "rediss://valkey:6379",
    passwordSecret: { name: "ray-state", key: "password" },
    externalStorageNamespace: null,
  },
});

describe("a variable that the user sets and the library too", () => {
  it.each([
    ["RayCluster", () => rayCluster("train", "ray", null, cluster)],
    ["RayJob", () => fineTuningJob(runOf({ of: p5, gpus: 16, image: "registry.example/train:1", env }))],
    ["RayService", () => llmService(modelOf({ targetTimeToFirstTokenSeconds: 1, env }))],
    ["LeaderWorkerSet", () => leaderWorkerSet(modelOf({ of: p5, tensorParallel: 8, pipelineParallel: 2, env }))],
    ["Deployment of Triton", () => triton(tritonOf({ env }))],
  ])("is there once with the user's value: %s", (_, objects) => {
    const lists = environments(objects());
    expect(lists.length).toBeGreaterThan(0);
    for (const list of lists) {
      const names = list.map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
      for (const { name, value } of list) if (name in OURS) expect(value).toBe(OURS[name as keyof typeof OURS]);
    }
  });
});
