import { App, TerraformStack } from "cdktf";
import { ExistingKubernetes } from "../../../lib/clouds/anywhere/kubernetes/existing-kubernetes";
import type { ExistingKubernetesProps } from "../../../lib/clouds/anywhere/kubernetes/existing-kubernetes-props";
import { chartObjects } from "../../kubernetes/chart-objects";

const node = { accelerator: "H100-SXM-80GB", gpus: 8, vcpus: 192, memoryGiB: 2048 };
const PLAIN: ExistingKubernetesProps = {
  platform: "coreweave",
  kubeconfigPath: "~/.kube/config",
  software: { kueue: false },
  pools: [{ name: "h100", node, nodes: { min: 2, max: 2 } }],
  systemNodes: { nodes: 3, vcpus: 8, memoryGiB: 32 },
  teams: [{ name: "research", gpus: { h100: 16 } }],
};

const made = (props: ExistingKubernetesProps, name = "k8s") =>
  new ExistingKubernetes(new TerraformStack(new App(), name), name, props);

const manager = (over: Partial<ExistingKubernetesProps> = {}) =>
  made({ ...PLAIN, workerClusters: [{ name: "east" }, { name: "west", kubeconfigSecret: "west.admin" }], ...over });

/** The message of what is refused, without the path of the construct. */
const refused = (over: object) => {
  try {
    manager(over as Partial<ExistingKubernetesProps>);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};
const worker = (over: Partial<ExistingKubernetesProps> = {}) => made({ ...PLAIN, ...over }, "worker");

describe("workerClusters", () => {
  it("renders workers in their order, the check, and queues that pass it", () => {
    const objects = chartObjects(manager().workloadsChart);
    const of = (wanted: string) => objects.filter(({ kind }) => kind === wanted);
    expect(of("MultiKueueCluster").map(({ metadata, spec }) => [metadata.name, spec])).toEqual([
      ["east", { clusterSource: { kubeConfig: { location: "east-kubeconfig", locationType: "Secret" } } }],
      ["west", { clusterSource: { kubeConfig: { location: "west.admin", locationType: "Secret" } } }],
    ]);
    expect(of("MultiKueueConfig")[0]!.spec).toEqual({ clusters: ["east", "west"] });
    expect(of("AdmissionCheck")[0]!.spec).toMatchObject({ controllerName: "kueue.x-k8s.io/multikueue" });
    expect(of("ClusterQueue")[0]!.spec).toMatchObject({
      admissionChecksStrategy: { admissionChecks: [{ name: "multikueue" }] },
    });
    expect(of("Secret")).toEqual([]);
  });

  it("leaves drivers, nodes and their cost to the workers, and asks of jobs what they ask", () => {
    const topologies = ({ workloadsChart }: ExistingKubernetes) =>
      chartObjects(workloadsChart).filter(({ kind }) => kind === "Topology");
    expect([topologies(manager()).length, topologies(worker()).length]).toEqual([1, 1]);
    const flavor = (of: ExistingKubernetes) =>
      chartObjects(of.workloadsChart).find(({ metadata }) => metadata.name === "h100.topology")?.spec;
    expect(flavor(manager())).toEqual(flavor(worker()));
    expect(flavor(manager())).toMatchObject({ topologyName: expect.any(String) });
    const bare = { platform: "kubeadm", software: undefined } as const;
    expect(Object.keys(manager(bare).releases).sort()).toEqual(["kuberay-operator", "kueue", "workloads"]);
    expect(Object.keys(worker(bare).releases)).toContain("gpu-operator");
    const { model } = manager();
    expect([model.pools, model.fabrics, worker().model.pools.length]).toEqual([[], [], 1]);
  });

  it("marks what a manager makes on its workers with the manager's name", () => {
    const json = JSON.stringify(JSON.parse(synthesized(manager())).resource.helm_release);
    expect(json).toContain("origin: k8s");
    expect(JSON.stringify(JSON.parse(synthesized(worker())).resource.helm_release)).not.toContain("origin:");
  });

  it("takes workers that have its teams and GPUs", () => {
    expect(() => manager({ workerClusters: [{ name: "east", cluster: worker() }] })).not.toThrow();
  });

  it.each([
    ["without teams", { teams: undefined }, /teams is required with workerClusters/],
    ["Ray clusters", { rayClusters: [{ name: "a", pools: ["h100"], image: "i:1" }] }, /rayClusters cannot be given/],
    ["volumes", { volumes: [{ name: "d", path: "/d" }] }, /volumes cannot be given with workerClusters/],
    ["Slurm", { slurm: { partitions: [{ name: "p", pools: ["h100"] }] } }, /slurm cannot be given with workerClusters/],
    ["no worker", { workerClusters: [] }, /workerClusters must be a list of objects with at least 1/],
    ["text", { workerClusters: "east" }, /workerClusters must be a list of objects, got "east"/],
    ["no name", { workerClusters: [{}] }, /workerClusters\[0\]\.name/],
    [
      "a name that is none",
      { workerClusters: [{ name: "East!" }] },
      /workerClusters\[0\]\.name must be 1 to 40 .*got "East!"/,
    ],
    [
      "a misspelt key",
      { workerClusters: [{ name: "a", kubeConfigSecret: "b" }] },
      /kubeConfigSecret.*kubeconfigSecret/,
    ],
    [
      "a Secret that is none",
      { workerClusters: [{ name: "a", kubeconfigSecret: "A b" }] },
      /the name of a Secret.*got "A b"/,
    ],
    [
      "a kubeconfig as text",
      { workerClusters: [{ name: "a", kubeconfigSecret: "apiVersion: v1\nkind: Config" }] },
      /the name of a Secret/,
    ],
    [
      "a name twice",
      { workerClusters: [{ name: "a" }, { name: "a" }] },
      /workerClusters\[1\]\.name "a" is that of another/,
    ],
    [
      "a Secret twice",
      { workerClusters: [{ name: "a" }, { name: "b", kubeconfigSecret: "a-kubeconfig" }] },
      /kubeconfigSecret "a-kubeconfig" is that of another worker/,
    ],
    [
      "21 workers",
      { workerClusters: Array.from({ length: 21 }, (_, i) => ({ name: `w${i}` })) },
      /workerClusters must be at most 20 for one manager, got 21/,
    ],
    [
      "a cluster that is none",
      { workerClusters: [{ name: "a", cluster: {} }] },
      /cluster must be a cluster with queues/,
    ],
  ])("refuses %s", (_, over, message) => expect(refused(over)).toMatch(message));

  it.each([
    ["without queues", { teams: undefined }, /"east" has no queues/],
    ["without the team", { teams: [{ name: "ops", gpus: { h100: 16 } }] }, /has no team "research"/],
    [
      "with the team elsewhere",
      { teams: [{ name: "research", namespace: "ml", gpus: { h100: 16 } }] },
      /in namespace "ml" and not/,
    ],
    ["that is a manager", { workerClusters: [{ name: "far" }] }, /is itself a manager of other clusters/],
    [
      "that places pods otherwise",
      { platform: "kubeadm" },
      /places pods by no topology and the manager by ib\.coreweave\.cloud\/fabric, .*use the same platform/,
    ],
    [
      "with fewer GPUs",
      { pools: [{ name: "h100", node, nodes: { min: 1, max: 1 } }], teams: [{ name: "research", gpus: { h100: 8 } }] },
      /pools have 16 GPUs and the queues of the workers 8/,
    ],
  ])("refuses a worker %s", (_, over, message) => {
    const cluster = worker(over as Partial<ExistingKubernetesProps>);
    expect(refused({ workerClusters: [{ name: "east", cluster }] })).toMatch(message);
  });
});

function synthesized(cluster: ExistingKubernetes): string {
  return JSON.stringify((cluster.node.scope as TerraformStack).toTerraform());
}
