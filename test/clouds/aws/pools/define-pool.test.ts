import { kubernetesAdopter } from "../../../../lib/clouds/aws/kubernetes/platform/kubernetes-adopter";
import { definePool } from "../../../../lib/clouds/aws/pools/define-pool";
import type { GpuNodePoolProps } from "../../../../lib/clouds/aws/pools/gpu-node-pool-props";
import { slurmAdopter } from "../../../../lib/clouds/aws/slurm/slurm-adopter";
import { messageOf, testNetwork, testStack } from "../synthesized";

const place = { path: "test/gpu", id: "gpu" };

function withProps(props: Partial<GpuNodePoolProps> = {}) {
  const network = testNetwork(testStack());
  return definePool({ network, instanceType: "p5.48xlarge", nodes: { min: 0, max: 2 }, ...props }, place);
}

const slurm = slurmAdopter("head", "sg-head");
const kubernetes = kubernetesAdopter({
  name: "ray",
  nodeImage: "bottlerocket",
  imagePinned: true,
  clusterSecurityGroupId: "sg-cluster",
  securityGroupIds: ["sg-lustre", "sg-own"],
});

describe("definePool", () => {
  it("says of each value where it comes from", () => {
    const { origins, rootVolumeGiB, rootVolumeIops } = withProps({ rootVolumeGiB: 500 });
    expect([rootVolumeGiB, rootVolumeIops]).toEqual([500, 6000]);
    expect(origins.rootVolumeGiB).toEqual({ kind: "given" });
    expect(origins.detailedMonitoring).toEqual({ kind: "default" });
    expect(origins.networkInterfaces).toEqual({ kind: "derived", from: ["instanceType", "fabric"] });
  });

  it("is completed by Slurm: our own image and mount point, two hops", () => {
    const nodes = withProps().for(slurm, "sg-own");
    expect(nodes.image?.os).toBe("ubuntu-24.04");
    expect([nodes.nvmePath, nodes.imdsHopLimit, nodes.rootDevice]).toEqual(["/scratch", 2, "/dev/sda1"]);
    expect(nodes.securityGroupIds).toEqual(["sg-own", "sg-head"]);
  });

  it("is completed by Kubernetes: its image's mount point and disk, one hop, each group once", () => {
    const nodes = withProps().for(kubernetes, "sg-own");
    expect(nodes.image).toBeNull();
    expect([nodes.nvmePath, nodes.imdsHopLimit, nodes.rootDevice]).toEqual(["/mnt/.ephemeral", 1, "/dev/xvdb"]);
    expect(nodes.securityGroupIds).toEqual(["sg-cluster", "sg-own", "sg-lustre"]);
    expect(nodes.origins.imdsHopLimit).toEqual({ kind: "derived", from: ["adopter"] });
  });

  it("keeps what is given, whoever starts the nodes", () => {
    const pool = withProps({ imdsHopLimit: 3 });
    for (const adopter of [slurm, kubernetes, null]) {
      const nodes = pool.for(adopter, "sg-own");
      expect([nodes.imdsHopLimit, nodes.origins.imdsHopLimit]).toEqual([3, { kind: "given" }]);
    }
  });

  it.each([
    [{ rootVolumeMBps: 600 }, [6000, 600], "derived"],
    [{ rootVolumeMBps: 2000 }, [8000, 2000], "derived"],
    [{ rootVolumeIops: 16_000 }, [16_000, 500], "given"],
  ])("gives a root volume with %j the IOPS that its throughput needs", (props, rates, origin) => {
    const { origins, rootVolumeIops, rootVolumeMBps } = withProps(props);
    expect([rootVolumeIops, rootVolumeMBps]).toEqual(rates);
    expect(origins.rootVolumeIops!.kind).toBe(origin);
  });

  it.each([
    [
      { rootVolumeIops: 3000, rootVolumeMBps: 1000 },
      "rootVolumeMBps must be at most a quarter of rootVolumeIops (3000), which is 750, got 1000; use 750, or rootVolumeIops 4000",
    ],
    [
      { rootVolumeGiB: 100, rootVolumeIops: 80_000 },
      "rootVolumeIops must be at most 500 per GiB of rootVolumeGiB (100), which is 50000, got 80000; use 50000, or rootVolumeGiB 160",
    ],
    [{ rootVolumeMBps: 2001 }, "rootVolumeMBps must be a whole number of MiB/s from 125 to 2000, got 2001"],
    [{ rootVolumeIops: 100 }, "rootVolumeIops must be a whole number from 3000 to 80000, got 100"],
  ])("refuses a root volume with %j, as EBS does", (props, message) => {
    expect(messageOf(() => withProps(props))).toContain(message);
  });

  it("throws all problems at once and makes nothing", () => {
    expect(messageOf(() => withProps({ rootVolumeGiB: 1, imdsHopLimit: 65 }))).toMatch(/has 2 problems:/);
  });
});
