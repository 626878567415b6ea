import { checkEksPools } from "../../../lib/clouds/aws/kubernetes/writers/check-eks-pools";
import { Problems } from "../../../lib/errors";
import { checkWorkloads } from "../../../lib/kubernetes/check-workloads";
import { checkPools, type PoolsToCheck } from "../../../lib/kubernetes/nodes/check-pools";
import type { RayWorkerGroup } from "../../../lib/kubernetes/ray/ray-cluster";
import { g6e, p5 } from "../pools";
import { clusterOf, modelOf, workloadsOf } from "../samples";

export const messages = (check: (problems: Problems) => void) => {
  const problems = new Problems();
  check(problems);
  return problems.all.map(({ message }) => message);
};
export const ofPools = (over: Partial<PoolsToCheck> & { readonly provisioner?: "managed" | "karpenter" }) =>
  messages((p) => {
    const { pools = [p5, g6e], nodeImage = "al2023" } = over;
    checkPools(p, { pools, nodeImage });
    checkEksPools(p, pools, over.provisioner ?? "karpenter");
  });
export const ofWorkloads = (over: Parameters<typeof workloadsOf>[0]) =>
  messages((p) => checkWorkloads(p, workloadsOf(over)));
export const group = (over: Partial<RayWorkerGroup>) => ({
  rayClusters: [
    clusterOf({ workerGroups: [{ name: "workers", of: p5, gpusPerPod: 8, minReplicas: 0, maxReplicas: 16, ...over }] }),
  ],
});

export const ON_G6E = [{ name: "workers", of: g6e, gpusPerPod: 4, minReplicas: 0, maxReplicas: 8 }];
export const HALF = clusterOf({
  workerGroups: [{ name: "workers", of: p5, gpusPerPod: 8, minReplicas: 0, maxReplicas: 8 }],
});
export const KEY = { secret: "llm", key: "api-key" };
export const CERTIFICATE = "arn:aws:acm:us-east-2:111122223333:certificate/0a1b2c3d";
export const open = (over: Parameters<typeof modelOf>[0]) =>
  grouped({ exposure: "public", allowedCidrs: ["203.0.113.0/24"], certificateArn: CERTIFICATE, apiKey: KEY, ...over });
export const FIXED = [{ name: "workers", of: p5, gpusPerPod: 8, minReplicas: 16, maxReplicas: 16 }];
export const NONE = [{ name: "workers", of: p5, gpusPerPod: 8, minReplicas: 0, maxReplicas: 1 }];
export const ALERTS = { idleGpuMinutes: 30, queueHours: 4, namespace: "monitoring", fabric: [] };
export const grouped = (over: Parameters<typeof modelOf>[0]) =>
  modelOf({ engine: "leader-worker-set", exposure: "cluster", lora: null, replicas: { min: 1, max: 1 }, ...over });

export const mountedBucket = {
  name: "bucket-data",
  bucket: "company-data",
  prefix: null,
  region: "us-east-2",
  readOnly: true,
  nodeGbps: 100,
};
