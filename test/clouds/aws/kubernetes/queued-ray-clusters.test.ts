import { GpuNodePool, KubeRayCluster, type KubeRayClusterProps } from "../../../../lib/clouds/aws/index";
import { rayCluster } from "../../../../lib/kubernetes/ray/ray-cluster";
import { testNetwork, testStack } from "../synthesized";

/** Ray clusters of two teams that own 8 GPUs each of a pool of four nodes with 4 GPUs each. */
function clusters(over: Partial<NonNullable<KubeRayClusterProps["rayClusters"]>[number]> = {}, borrowing = true) {
  const stack = testStack();
  const network = testNetwork(stack);
  const pool = new GpuNodePool(stack, "l40s", { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 4 } });
  const { workloads } = new KubeRayCluster(stack, "ray", {
    network,
    pools: [pool],
    queues: { teams: ["a", "b"].map((name) => ({ name, gpus: { l40s: 8 }, borrowing })) },
    rayClusters: ["a", "b"].map((name) => ({ name, pools: [pool], queue: name, ...over })),
  });
  return workloads.rayClusters;
}
const sizes = (all: ReturnType<typeof clusters>) =>
  all.map(({ autoscaling, workerGroups: [group] }) => [group!.minReplicas, group!.maxReplicas, autoscaling]);

describe("Ray clusters in a queue of Kueue", () => {
  it("take what their team owns, so that both teams' run", () => {
    expect(sizes(clusters())).toEqual([
      [2, 2, false],
      [2, 2, false],
    ]);
    expect(sizes(clusters({ gpusPerPod: 1 }, false))).toEqual([
      [8, 8, false],
      [8, 8, false],
    ]);
  });

  it("are elastic with fewest and most workers, admitted worker by worker", () => {
    const [first] = clusters({ workers: { min: 1, max: 4 } }, false);
    expect(sizes([first!])).toEqual([[1, 4, true]]);
    const { metadata, spec } = rayCluster(first!.name, first!.namespace, first!.queue, first!);
    expect(metadata.annotations).toEqual({ "kueue.x-k8s.io/elastic-job": "true" });
    expect(spec).toMatchObject({
      enableInTreeAutoscaling: true,
      workerGroupSpecs: [{ minReplicas: 1, maxReplicas: 4 }],
    });
  });

  it("have the fixed size that is given", () => {
    const [first] = clusters({ workers: { min: 3, max: 3 } });
    expect(sizes([first!])).toEqual([[3, 3, false]]);
    expect(rayCluster("a", "team-a", "a", first!).metadata.annotations).toBeUndefined();
  });

  it("are refused where they need more than the team can have", () => {
    expect(() => clusters({ workers: { min: 3, max: 4 } }, false)).toThrow(
      /takes 12 GPUs of pool "l40s", of which team "a" owns 8 and borrows none/,
    );
  });
});
