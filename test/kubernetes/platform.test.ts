import { kubernetesPool } from "../../lib/kubernetes/nodes/pool";
import type { FabricDriver, PodFabric } from "../../lib/kubernetes/platform/fabric-driver";
import { workerTemplate } from "../../lib/kubernetes/ray/ray-pod";
import { resourceList, workerResources } from "../../lib/kubernetes/ray/worker-resources";
import { workloadsChart } from "../../lib/kubernetes/workloads";
import { p5 } from "./pools";
import { clusterOf, workloadsOf } from "./samples";

/** A fabric whose pods ask for one resource and lock memory, as InfiniBand on several platforms. */
const INFINIBAND: PodFabric = {
  resource: "rdma/ib",
  perNode: 8,
  request: "perPod",
  hugePages: null,
  environment: [{ name: "NCCL_IB_HCA", value: "mlx5" }],
  annotations: (devices) => ({ "example/networks": String(devices) }),
  capabilities: ["IPC_LOCK"],
  privileged: false,
  hostNetwork: true,
  folders: [{ name: "gib", path: "/home/kubernetes/bin/gib", mountPath: "/usr/local/gib", readOnly: true }],
  nodeLabels: { "example/ib": "true" },
};

function poolOn(over: Partial<FabricDriver>, fabric: PodFabric | null = INFINIBAND) {
  const { platform, pool } = p5;
  const driver = { ...platform.fabric, topology: null, onNodes: () => fabric, ...over };
  return kubernetesPool(pool, { ...platform, fabric: driver });
}

describe("FabricDriver", () => {
  const of = poolOn({});
  const worker = workerResources(of, 4);
  const props = { image: "registry.example/train:1", serviceAccount: "ray", env: [], volumes: [] };
  const { spec, metadata } = workerTemplate(props, of, worker, { gang: true, use: "training" });

  it("has a pod ask once for a fabric that is all or nothing, and for no huge pages that nobody needs", () => {
    expect(resourceList(worker)).toMatchObject({ "rdma/ib": "1", "nvidia.com/gpu": "4" });
    expect(Object.keys(resourceList(worker))).not.toContain("hugepages-2Mi");
  });

  it("gives a worker the capability, network, folders, variables and annotations that the fabric needs", () => {
    const [container] = spec.containers;
    expect(spec).toMatchObject({ hostNetwork: true, dnsPolicy: "ClusterFirstWithHostNet" });
    expect(container!.securityContext).toMatchObject({
      runAsUser: 0,
      capabilities: { drop: ["ALL"], add: ["IPC_LOCK"] },
    });
    expect(container!.env).toContainEqual({ name: "NCCL_IB_HCA", value: "mlx5" });
    expect(container!.volumeMounts).toContainEqual({ name: "gib", mountPath: "/usr/local/gib", readOnly: true });
    expect(spec.volumes).toContainEqual({ name: "gib", hostPath: { path: "/home/kubernetes/bin/gib" } });
    expect(metadata.annotations).toMatchObject({ "example/networks": "1" });
  });

  it.each([
    ["privileged", of],
    ["restricted", p5],
  ])("lets pods of a namespace be %s as the fabric needs, and no others", (level, pool) => {
    const workerGroups = [{ name: "workers", of: pool, gpusPerPod: 8, minReplicas: 0, maxReplicas: 4 }];
    const chart = workloadsChart(workloadsOf({ pools: [pool], rayClusters: [clusterOf({ workerGroups })] }));
    const text = chart.files.find(({ path }) => path === "templates/namespaces.yaml")!.text;
    expect(text).toContain(`pod-security.kubernetes.io/enforce: ${level}`);
  });

  it("places by no topology where nodes carry no labels of it", () => {
    expect([poolOn({}).placedByTopology, p5.placedByTopology]).toEqual([false, true]);
  });
});
