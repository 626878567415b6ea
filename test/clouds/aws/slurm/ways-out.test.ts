import { GpuNodePool, SlurmHeadNode } from "../../../../lib/clouds/aws/index";
import type { SlurmHeadNodeProps } from "../../../../lib/clouds/aws/slurm/slurm-head-node-props";
import { messageOf, resources, synthesized, testNetwork, testStack } from "../synthesized";

function head(more: Partial<SlurmHeadNodeProps>) {
  const stack = testStack();
  const network = testNetwork(stack);
  const cpu = new GpuNodePool(stack, "cpu", { network, instanceType: "c7i.4xlarge", nodes: { min: 0, max: 8 } });
  new SlurmHeadNode(stack, "slurm", { network, partitions: [{ name: "cpu", pools: [cpu] }], ...more });
  return stack;
}

/** Rules out of the head's group beyond the VPC and the web. */
const waysOut = (more: Partial<SlurmHeadNodeProps>) =>
  resources(synthesized(head(more)), "aws_vpc_security_group_egress_rule")
    .filter(({ description }) => /directory|database|egress/.test(String(description)))
    .map(({ description, cidr_ipv4, ip_protocol, from_port }) => [description, cidr_ipv4, ip_protocol, from_port]);

const directory = (...uris: string[]) => ({ directory: { uris, searchBase: "dc=example,dc=com" } });
const passwordSecretArn = "arn:aws:secretsmanager:us-east-2:123456789012:secret:db-AbCdEf";

describe("A head's servers outside of the VPC", () => {
  it("are reached at their address, on their port", () => {
    expect(waysOut(directory("ldaps://192.168.7.7", "ldaps://192.168.7.8:3269"))).toEqual([
      ["directory", "192.168.7.7/32", "tcp", 636],
      ["directory", "192.168.7.8/32", "tcp", 3269],
    ]);
    const accounting = {
      kind: "external",
      databaseHost: "192.168.7.9",
      databasePort: 3307,
      passwordSecretArn,
    } as const;
    expect(waysOut({ accounting })).toEqual([["accounting database", "192.168.7.9/32", "tcp", 3307]]);
  });

  it("are reached in private networks where they are given by name, once however many there are", () => {
    expect(waysOut(directory("ldaps://a.example.com", "ldaps://b.example.com"))).toEqual([
      ["directory", "10.0.0.0/8", "tcp", 636],
      ["directory", "172.16.0.0/12", "tcp", 636],
      ["directory", "192.168.0.0/16", "tcp", 636],
    ]);
  });

  it("need no rule within the VPC", () => {
    expect(waysOut(directory("ldaps://10.0.0.9"))).toEqual([]);
    expect(waysOut({})).toEqual([]);
  });

  it("may be further blocks, on one port or on all", () => {
    expect(waysOut({ egress: [{ cidr: "203.0.113.0/24", tcpPort: 636 }, { cidr: "192.168.0.0/16" }] })).toEqual([
      ["egress", "203.0.113.0/24", "tcp", 636],
      ["egress", "192.168.0.0/16", "-1", undefined],
    ]);
  });

  it("are refused where they are no block or port", () => {
    expect(messageOf(() => head({ egress: [{ cidr: "example.com", tcpPort: 0 }] }))).toMatch(
      /egress\[0\]\.tcpPort must be a whole number from 1 to 65535, got 0[\s\S]*egress\[0\]\.cidr must be an IPv4 CIDR block, got "example\.com"/,
    );
  });
});

describe("securityGroupIds of a head", () => {
  it("are groups of head and login nodes too", () => {
    const terraform = synthesized(head({ loginNodes: 1, securityGroupIds: ["sg-0123456789abcdef0"] }));
    const groups = [
      ...resources(terraform, "aws_network_interface").map(({ security_groups }) => security_groups),
      ...resources(terraform, "aws_instance").flatMap(({ vpc_security_group_ids: ids }) =>
        ids === undefined ? [] : [ids],
      ),
    ];
    expect(groups).toHaveLength(2);
    for (const each of groups) expect(each).toContain("sg-0123456789abcdef0");
  });
});
