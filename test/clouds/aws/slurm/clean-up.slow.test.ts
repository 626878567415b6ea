import { Capacity, GpuNodePool, InfiniBandFabric, SlurmHeadNode } from "../../../../lib/clouds/aws/index";
import { crc32 } from "../../../../lib/clouds/aws/slurm/clean-up/crc32";
import { storedZip } from "../../../../lib/clouds/aws/slurm/clean-up/stored-zip";
import type { Terraform } from "../synthesized";
import { resources, synthesized, testNetwork, testStack } from "../synthesized";

function withHead(cleanUpOnDestroy?: boolean): Terraform {
  const stack = testStack();
  const network = testNetwork(stack);
  const fabric = new InfiniBandFabric(stack, "fabric", { network });
  const pools = ["h100", "h200"].map(
    (name) =>
      new GpuNodePool(stack, name, {
        network,
        fabric,
        instanceType: "p5.48xlarge",
        nodes: { min: 0, max: 4 },
        capacity: [Capacity.reservation("cr-0123456789abcdef0", { nodes: 2 }), Capacity.onDemand()],
      }),
  );
  new SlurmHeadNode(stack, "slurm", { network, partitions: [{ name: "train", pools }], cleanUpOnDestroy });
  return synthesized(stack);
}

/** Addresses of everything that a resource refers to, by references and depends_on, at any distance. */
function closure(terraform: Terraform, from: string): Set<string> {
  const all = terraform.resource as Record<string, Record<string, unknown>>;
  const seen = new Set<string>();
  const next = [from];
  for (let address = next.pop(); address !== undefined; address = next.pop()) {
    const [type = "", name = ""] = address.split(".");
    const text = JSON.stringify(all[type]?.[name] ?? {});
    for (const match of text.matchAll(/\b(aws_[a-z0-9_]+\.[A-Za-z0-9_-]+)/g)) {
      const found = match[1]!;
      if (seen.has(found) || all[found.split(".")[0]!] === undefined) continue;
      seen.add(found);
      next.push(found);
    }
  }
  return seen;
}

const addresses = (terraform: Terraform, type: string): string[] =>
  Object.keys((terraform.resource as Record<string, Record<string, unknown>>)[type] ?? {}).map((n) => `${type}.${n}`);

describe("NodeCleanUp", () => {
  const terraform = withHead();
  const invocations = addresses(terraform, "aws_lambda_invocation");

  it("is invoked for each pool, with its cluster's tag", () => {
    const inputs = resources(terraform, "aws_lambda_invocation").map((each) => JSON.parse(String(each.input)));
    expect(inputs.map(({ pool, tagKey }) => [pool, tagKey])).toEqual([
      ["h100", "warpform:slurm"],
      ["h200", "warpform:slurm"],
    ]);
    expect(resources(terraform, "aws_lambda_invocation").map((each) => each.lifecycle_scope)).toEqual(["CRUD", "CRUD"]);
  });

  it("comes after the head and the launch templates when everything is destroyed, so that nothing is launched any more", () => {
    for (const head of addresses(terraform, "aws_instance")) {
      expect([...closure(terraform, head)]).toEqual(expect.arrayContaining(invocations));
    }
    const templates = addresses(terraform, "aws_launch_template");
    expect(templates).toHaveLength(4);
    for (const template of templates) {
      expect([...closure(terraform, template)].filter((each) => invocations.includes(each))).toHaveLength(1);
    }
  });

  it("comes before the subnet, groups and roles of the nodes, which EC2 would not delete under running instances", () => {
    for (const invocation of invocations) {
      const kinds = [...closure(terraform, invocation)].map((address) => address.split(".")[0]);
      expect(kinds).toEqual(
        expect.arrayContaining(["aws_subnet", "aws_security_group", "aws_iam_instance_profile", "aws_placement_group"]),
      );
      expect(kinds).not.toContain("aws_launch_template");
    }
  });

  it("may end only instances that carry the cluster's tag", () => {
    const ends = resources(terraform, "aws_iam_role_policy").find(({ name }) => name === "end-nodes")!;
    expect(String(ends.policy)).toContain('"ec2:ResourceTag/warpform:slurm"');
  });

  it("is left out where it is turned off", () => {
    const without = withHead(false);
    expect(addresses(without, "aws_lambda_function")).toEqual([]);
    expect(addresses(without, "aws_launch_template")).toHaveLength(4);
  });
});

describe("storedZip", () => {
  it("knows CRC-32's check value", () => {
    expect(crc32(Buffer.from("123456789"))).toBe(0xcbf43926);
  });

  it("gives the same bytes for the same text, with the directory where the end says", () => {
    const zip = storedZip("a.py", "print(1)\n");
    expect(storedZip("a.py", "print(1)\n").equals(zip)).toBe(true);
    const end = zip.length - 22;
    expect(zip.readUInt32LE(end)).toBe(0x06054b50);
    expect(zip.readUInt32LE(zip.readUInt32LE(end + 16))).toBe(0x02014b50);
  });
});
