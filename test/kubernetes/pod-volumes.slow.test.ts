import type { BatchJobProps } from "../../lib/kubernetes/jobs/job-props";
import { workloadsChart } from "../../lib/kubernetes/workloads";
import { chartObjects } from "./chart-objects";
import { g6e } from "./pools";
import { clusterOf, modelOf, runOf, tritonOf, workloadsOf } from "./samples";

const job: BatchJobProps = {
  kind: "job",
  name: "torch",
  namespace: "ray",
  of: g6e,
  nodes: 2,
  gpusPerPod: 4,
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
};

interface Pod {
  readonly containers: readonly { readonly volumeMounts?: readonly { readonly name: string }[] }[];
  readonly volumes?: readonly { readonly name: string }[];
}

/** All that pods are made of, wherever it is. */
function podsIn(value: unknown): Pod[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "containers" in value && Array.isArray(value.containers) ? [value as Pod] : [];
  return [...own, ...Object.values(value).flatMap(podsIn)];
}

describe("a shared file system with the name of a volume that pods have", () => {
  it.each(["home", "shm", "weights", "programs", "ray-logs", "secrets-store", "scratch"])("%s", (name) => {
    const volumes = [{ name, mountPath: "/fsx", readOnly: false, source: { claim: name, identity: name } }];
    const groups = { engine: "leader-worker-set", lora: null, replicas: { min: 1, max: 1 } } as const;
    const chart = workloadsChart(
      workloadsOf({
        rayClusters: [clusterOf({ volumes })],
        fineTuning: [runOf({ volumes })],
        jobs: [
          { ...job, volumes },
          { ...job, kind: "trainjob", name: "trainer", volumes },
        ],
        serving: [modelOf({ volumes }), modelOf({ ...groups, name: "groups", volumes })],
        triton: [tritonOf({ volumes })],
      }),
    );
    const mounting = podsIn(chartObjects(chart)).filter(({ volumes: own }) =>
      JSON.stringify(own ?? []).includes(`"claimName":"${name}-`),
    );
    expect(mounting.length).toBeGreaterThanOrEqual(8);
    for (const { containers, volumes: own = [] } of mounting) {
      const names = own.map((volume) => volume.name);
      expect(new Set(names).size).toBe(names.length);
      const mounted = containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map((mount) => mount.name));
      expect(mounted.filter((each) => !names.includes(each))).toEqual([]);
    }
  });
});
