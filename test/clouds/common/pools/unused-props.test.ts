import { TerraformStack, Testing } from "cdktf";
import { ClusterNetwork } from "../../../../lib/clouds/aws/network/cluster-network";
import { GpuNodePool } from "../../../../lib/clouds/aws/pools/gpu-node-pool";
import type { GpuNodePoolProps } from "../../../../lib/clouds/aws/pools/gpu-node-pool-props";
import { checkUnusedProps } from "../../../../lib/clouds/common/pools/unused-props";
import { Problems } from "../../../../lib/errors";

/** Paths of a pool's props that an adopter without a prop refuses. */
function refused(without: keyof GpuNodePoolProps, props: Partial<GpuNodePoolProps>): string[] {
  const stack = new TerraformStack(Testing.app(), "ml");
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
  const pool = new GpuNodePool(stack, "gpu", {
    network,
    instanceType: "g6e.12xlarge",
    nodes: { min: 0, max: 1 },
    ...props,
  });
  const problems = new Problems();
  checkUnusedProps(problems, "pool", pool, {
    without: { [without]: "which it cannot do" },
  });
  return problems.all.map(({ path }) => path);
}

describe("checkUnusedProps", () => {
  it.each<[keyof GpuNodePoolProps, Partial<GpuNodePoolProps>]>([
    ["detailedMonitoring", { detailedMonitoring: false }],
    ["rootVolumeGiB", { rootVolumeGiB: 300 }],
    ["labels", { labels: { team: "vision" } }],
  ])("refuses %s that an adopter cannot do", (name, props) => {
    expect(refused(name, props)).toEqual([`pool.${name}`]);
  });

  it.each<[keyof GpuNodePoolProps, Partial<GpuNodePoolProps>]>([
    ["detailedMonitoring", {}],
    ["labels", { labels: {} }],
    ["bootSteps", { bootSteps: [] }],
  ])("takes a pool without %s", (name, props) => {
    expect(refused(name, props)).toEqual([]);
  });
});
