import { eksPlatform } from "../../../lib/clouds/aws/kubernetes/writers/eks-platform";
import { kubernetesPool } from "../../../lib/kubernetes/nodes/pool";
import { type KueueProps, kueueManagerConfig, kueueObjects } from "../../../lib/kubernetes/queues/kueue";
import { g6e, mig, p5 } from "../pools";

const props: KueueProps = {
  scheduler: "kueue",
  pools: [p5, g6e],
  cohort: "all",
  systemCpus: 32,
  systemMemoryGiB: 128,
  teams: [
    { name: "vision", namespace: "team-vision", gpus: { h100: 64 }, weight: 2, borrowing: true },
    { name: "speech", namespace: "team-speech", gpus: { h100: 64, l40s: 6 }, weight: 1, borrowing: false },
  ],
};
const find = (of: KueueProps, kind: string, name: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
  kueueObjects(of).find((o) => o.kind === kind && o.metadata.name === name)!.spec as any;
const flavor = (queue: ReturnType<typeof find>, name: string) =>
  queue.resourceGroups[0].flavors.find((f: { name: string }) => f.name === name).resources;

describe("kueueObjects", () => {
  it("makes nothing without teams", () => {
    expect(kueueObjects({ ...props, teams: [] })).toEqual([]);
  });

  it("gives a team the CPUs, memory and EFA interfaces that go with its GPUs", () => {
    const queue = find(props, "ClusterQueue", "vision");
    expect(queue.resourceGroups[0].coveredResources).toEqual([
      "cpu",
      "memory",
      "nvidia.com/gpu",
      "vpc.amazonaws.com/efa",
      "hugepages-2Mi",
    ]);
    const quota = Object.fromEntries(
      flavor(queue, "h100.topology").map((r: { name: string; nominalQuota: string }) => [r.name, r.nominalQuota]),
    );
    expect(quota).toMatchObject({ "nvidia.com/gpu": "64", "vpc.amazonaws.com/efa": "256", cpu: "1523600m" });
  });

  it("counts a share of a node in fractions", () => {
    expect(flavor(find(props, "ClusterQueue", "speech"), "l40s")).toContainEqual({
      name: "nvidia.com/gpu",
      nominalQuota: "6",
      borrowingLimit: "0",
    });
  });

  it("lets a team that may borrow take what others leave", () => {
    expect(flavor(find(props, "ClusterQueue", "vision"), "h100.topology")[2]).toEqual({
      name: "nvidia.com/gpu",
      nominalQuota: "64",
    });
  });

  it("lends what is no team's own to all of them through the cohort", () => {
    const [group] = find(props, "Cohort", "all").resourceGroups;
    // the teams own 128 of 128 H100s and 6 of 32 L40S
    expect(group.flavors.map((f: { name: string }) => f.name)).toEqual(["l40s"]);
    expect(group.flavors[0].resources).toContainEqual({ name: "nvidia.com/gpu", nominalQuota: "26" });
    expect(group.flavors[0].resources.map((r: { name: string }) => r.name)).toEqual(group.coveredResources);
    expect(find({ ...props, pools: [p5] }, "Cohort", "all")).toBeUndefined();
  });

  it("places pools with a fabric, all of whose nodes stand, by the layers of the EC2 network", () => {
    expect(find(props, "ResourceFlavor", "h100.topology").topologyName).toBe("ec2-network");
    expect(find(props, "ResourceFlavor", "l40s").topologyName).toBeUndefined();
  });

  it("says at the queue what pods of people's own need on a pool that is placed by topology", () => {
    const queue = (pools: KueueProps["pools"]) =>
      kueueObjects({ ...props, pools }).find(
        ({ kind, metadata }) => kind === "LocalQueue" && metadata.name === "vision",
      )!;
    expect(queue([p5, g6e]).metadata.annotations).toEqual({
      "warpform/own-pods-need":
        'pods on h100: annotation kueue.x-k8s.io/podset-unconstrained-topology: "true", or kueue.x-k8s.io/podset-preferred-topology: topology.k8s.aws/network-node-layer-3',
    });
    const started = kubernetesPool(p5.pool, eksPlatform, { nodesAreStatic: false });
    expect(queue([started, g6e]).metadata).toEqual({ name: "vision", namespace: "team-vision" });
  });

  // Kueue's topology chooses among nodes that exist: with nodes still to be started a workload waits for ever
  it("places no pool by topology whose nodes start for pods", () => {
    const h100 = kubernetesPool(p5.pool, eksPlatform, { nodesAreStatic: false });
    const objects = kueueObjects({ ...props, pools: [h100, g6e] });
    expect(objects.filter(({ kind }) => kind === "Topology")).toEqual([]);
    expect(find({ ...props, pools: [h100, g6e] }, "ResourceFlavor", "h100").topologyName).toBeUndefined();
  });

  it("counts MIG devices under their own name", () => {
    const queue = find(
      { ...props, pools: [mig], teams: [{ ...props.teams[0]!, gpus: { "a100-mig": 8 } }] },
      "ClusterQueue",
      "vision",
    );
    expect(flavor(queue, "a100-mig")).toContainEqual({ name: "nvidia.com/mig-1g.5gb", nominalQuota: "56" });
  });
});

describe("kueueManagerConfig", () => {
  it.each([
    [200, "600s"],
    [900, "1800s"],
  ])("waits for pods of nodes that boot in %i s for %s", (boot, timeout) => {
    expect(kueueManagerConfig(boot)).toMatchObject({ waitForPodsReady: { timeout } });
  });
});
