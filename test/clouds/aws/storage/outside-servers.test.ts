import { ExistingFileSystem, GpuNodePool, SlurmHeadNode } from "../../../../lib/clouds/aws/index";
import { resources, synthesized, testNetwork, testStack } from "../synthesized";

/** Rules out of the VPC, but for the web's, of a pool and a head that mount an NFS server. */
function waysOut(server: string, props: object = {}) {
  const stack = testStack();
  const network = testNetwork(stack);
  const home = ExistingFileSystem.nfs(stack, "home", { server, exportPath: "/home", ...props });
  const mounts = [home.mount("/home")];
  const pool = new GpuNodePool(stack, "cpu", { network, instanceType: "c7i.large", nodes: { min: 0, max: 2 }, mounts });
  new SlurmHeadNode(stack, "slurm", { network, partitions: [{ name: "cpu", pools: [pool] }], mounts });
  return resources(synthesized(stack), "aws_vpc_security_group_egress_rule")
    .filter(({ description }) => description === "file system home")
    .map(({ cidr_ipv4, ip_protocol, from_port }) => [cidr_ipv4, ip_protocol, from_port]);
}

describe("A file system outside of the VPC", () => {
  it("gets its own way out of pool and head", () =>
    expect(waysOut("192.168.7.7")).toEqual([
      ["192.168.7.7/32", "tcp", 2049],
      ["192.168.7.7/32", "tcp", 2049],
    ]));

  it("needs none within the VPC, nor with a client group, which has its own", () => {
    expect(waysOut("10.0.0.9")).toEqual([]);
    expect(waysOut("192.168.7.7", { clientSecurityGroupId: "sg-0123456789abcdef0" })).toEqual([]);
  });
});
