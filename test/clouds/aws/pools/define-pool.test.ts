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

  it("throws all problems at once and makes nothing", () => {
    expect(messageOf(() => withProps({ rootVolumeGiB: 1, imdsHopLimit: 65 }))).toMatch(/has 2 problems:/);
  });
});
