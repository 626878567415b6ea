import { TerraformStack, Testing } from "cdktf";
import {
  ClusterNetwork,
  GpuNodePool,
  type GpuNodePoolProps,
  ParallelComputing,
  type ParallelComputingProps,
} from "../../../../lib/clouds/aws";

/** A network with a pool of GPUs and one of login nodes. */
export function setUp(pool: Partial<GpuNodePoolProps> = {}, id = "l40s") {
  const stack = new TerraformStack(Testing.app(), "ml");
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
  const make = (name: string, props: Partial<GpuNodePoolProps>) =>
    new GpuNodePool(stack, name, { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 4 }, ...props });
  const gpu = make(id, pool);
  const login = make("login", { instanceType: "m7i.large", nodes: { min: 1, max: 1 } });
  return { stack, network, make, gpu, login };
}

export type Made = ReturnType<typeof setUp>;

export const build = (made: Made, more: Partial<ParallelComputingProps> = {}, id = "pcs") =>
  new ParallelComputing(made.stack, id, {
    network: made.network,
    partitions: [{ name: "train", pools: [made.gpu] }],
    loginPools: [made.login],
    ...more,
  });
