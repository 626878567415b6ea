import type { PoolMount, SlurmHeadNodeProps } from "../../../../lib/clouds/aws/index";
import { clusterModel, GpuNodePool, LustreStorage, NodeFleet } from "../../../../lib/clouds/aws/index";

import { only, synthesized, testNetwork, testStack } from "../synthesized";
import { withHead } from "./head";

describe("root on a Lustre file system of the cluster", () => {
  const squash = (
    use: (made: ReturnType<typeof withHead>, mount: PoolMount) => void,
    more: (mount: PoolMount) => Partial<SlurmHeadNodeProps> = (mount) => ({ mounts: [mount] }),
    path = "/fsx",
  ) => {
    const stack = testStack();
    const network = testNetwork(stack);
    const mount = new LustreStorage(stack, "scratch", { network, capacityTiB: 1.2 }).mount(path);
    const made = withHead(more(mount), {}, { stack, network });
    use(made, mount);
    const found = only(synthesized(stack), "aws_fsx_lustre_file_system").root_squash_configuration;
    return { found, described: clusterModel(stack).fileSystems.find(({ name }) => name === "scratch")?.rootSquashed };
  };
  const nothing = () => undefined;

  it("stays root on the controller alone, whose address outlives it", () => {
    expect(squash(nothing)).toEqual({
      found: {
        root_squash: "65534:65534",
        no_squash_nids: [expect.stringMatching(/^\$\{aws_network_interface\.slurm_head_.*private_ip\}@tcp$/)],
      },
      described: true,
    });
  });

  it("stays root everywhere where no controller mounts it, or programs run as root on nodes", () => {
    const open = { found: undefined, described: false };
    expect(squash(nothing, () => ({}))).toEqual(open);
    const withFleet = squash(({ stack, network }, mount) => {
      const pool = { network, instanceType: "g6.xlarge", nodes: { min: 1, max: 1 }, mounts: [mount] };
      new NodeFleet(stack, "fleet", { pool: new GpuNodePool(stack, "served", pool) });
    });
    expect(withFleet).toEqual(open);
  });

  it("stays root on login nodes where they make the homes of a directory's users", () => {
    const directory = { uris: ["ldaps://ldap.example.com"], searchBase: "dc=example,dc=com" };
    const more = (mount: PoolMount) => ({ mounts: [mount], directory });
    expect(squash(nothing, more, "/home").described).toBe(false);
  });
});
