import { createHash } from "node:crypto";
import type { GpuNodePoolProps } from "../../../../lib/clouds/aws/index";
import {
  Capacity,
  CheckpointBucket,
  ClusterNetwork,
  GpuNodePool,
  Image,
  InfiniBandFabric,
  LustreStorage,
  NodeFleet,
  NvmeCache,
  Placement,
} from "../../../../lib/clouds/aws/index";
import { adoptersInWords } from "../../../../lib/remedies/adopters";
import type { Terraform } from "../synthesized";
import { adopt, messageOf, only, resources, synthesized, testNetwork, testStack } from "../synthesized";

const block = Capacity.block("cr-0123456789abcdef0", { nodes: 4 });

/** Terraform of a stack with one adopted pool of eight p5.48xlarge on a fabric. */
function withPool(props: Partial<GpuNodePoolProps> = {}): Terraform {
  const stack = testStack();
  const network = testNetwork(stack);
  const fabric = new InfiniBandFabric(stack, "fabric", { network });
  adopt(
    new GpuNodePool(stack, "h100", {
      network,
      fabric,
      instanceType: "p5.48xlarge",
      nodes: { min: 8, max: 8 },
      ...props,
    }),
  );
  return synthesized(stack);
}

describe("GpuNodePool's launch template", () => {
  const template = only(withPool(), "aws_launch_template");

  it("has a plain primary interface and 32 EFA devices, none of them public, all deleted with the instance", () => {
    const interfaces = template.network_interfaces as Record<string, unknown>[];
    expect(interfaces).toHaveLength(33);
    expect(interfaces[0]).toMatchObject({
      network_card_index: 0,
      device_index: 0,
      associate_public_ip_address: "false",
    });
    expect(interfaces[0]).not.toHaveProperty("interface_type");
    expect(interfaces.slice(1).every((card) => card.interface_type === "efa-only")).toBe(true);
    expect(interfaces.every((card) => card.delete_on_termination === "true")).toBe(true);
  });

  it("requires IMDSv2 and lets containers reach it", () => {
    expect(template.metadata_options).toMatchObject({ http_tokens: "required", http_put_response_hop_limit: 2 });
  });

  it("turns SMT off with all cores, and says nothing of CPUs where the type's threads stay", () => {
    expect(template).not.toHaveProperty("cpu_options");
    expect(withPool({ threadsPerCore: 2 })).toEqual(withPool());
    const off = only(withPool({ threadsPerCore: 1 }), "aws_launch_template");
    expect(off.cpu_options).toEqual({ core_count: 96, threads_per_core: 1 });
  });

  it.each([
    [
      { instanceType: "hpc7a.96xlarge", threadsPerCore: 2 as const },
      "threadsPerCore must be 1 on hpc7a.96xlarge, whose",
    ],
    [
      { instanceType: "c7i.metal-48xl", threadsPerCore: 1 as const },
      "since EC2 takes no CPU options for bare metal, got 1",
    ],
    [{ threadsPerCore: 3 as never }, "threadsPerCore must be 1 or 2, got 3"],
  ])("refuses threads that EC2 does not give: %j", (props, message) => {
    expect(messageOf(() => withPool({ fabric: undefined, ...props }))).toContain(message);
  });

  it("takes blocks of whole UltraServers alone", () => {
    const blocks = (nodes: number) =>
      withPool({
        instanceType: "p6e-gb200.36xlarge",
        nodes: { min: nodes, max: nodes },
        capacity: [Capacity.block("cr-0123456789abcdef0", { nodes })],
        fabric: undefined,
        image: Image.id("ami-0123456789abcdef0", "al2023"),
      });
    expect(messageOf(() => blocks(4))).toContain(
      "capacity[0] nodes must be those of whole UltraServers of p6e-gb200.36xlarge, 9 (u-p6e-gb200x36) or 18 (u-p6e-gb200x72), got 4; use 9",
    );
    expect(messageOf(() => blocks(18))).not.toContain("UltraServers");
  });

  it("encrypts a gp3 root volume that goes with the instance", () => {
    const root = template.block_device_mappings as { ebs: Record<string, unknown> }[];
    expect(root[0]!.ebs).toMatchObject({
      volume_type: "gp3",
      volume_size: 200,
      encrypted: "true",
      delete_on_termination: "true",
    });
  });

  it("does not follow a floating image once it is made", () => {
    expect(template.lifecycle).toEqual({ ignore_changes: ["image_id"] });
  });

  it("boots Ubuntu 22.04 in a fleet that mounts Lustre, for which AWS has a client, unless told otherwise", () => {
    const parameterOf = (lustre: boolean, image?: Image) => {
      const stack = testStack();
      const network = testNetwork(stack);
      const mounts = lustre ? [new LustreStorage(stack, "scratch", { network, capacityTiB: 1.2 }).mount("/fsx")] : [];
      const nodes = { min: 1, max: 1 };
      const pool = new GpuNodePool(stack, "gpu", { network, instanceType: "g6e.xlarge", nodes, mounts, image });
      new NodeFleet(stack, "fleet", { pool });
      const { data } = synthesized(stack) as unknown as { data: Record<string, Record<string, { name: string }>> };
      return [pool.describe().image.family, Object.values(data.aws_ssm_parameter!)[0]!.name];
    };
    const path = "/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-ubuntu";
    expect(parameterOf(true)).toEqual(["dlami-ubuntu-22.04", `${path}-22.04/latest/ami-id`]);
    expect(parameterOf(false)).toEqual(["dlami-ubuntu-24.04", `${path}-24.04/latest/ami-id`]);
    expect(parameterOf(true, Image.dlami("ubuntu-24.04"))[0]).toBe("dlami-ubuntu-24.04");
  });

  it("lets nodes read the bucket that their cache is for, and its key", () => {
    const stack = testStack();
    const network = testNetwork(stack);
    const kmsKeyArn = "arn:aws:kms:us-east-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab";
    const bucket = CheckpointBucket.import(stack, "data", { bucketName: "our-data", kmsKeyArn });
    const nodes = { min: 1, max: 1 };
    const nvmeCache = new NvmeCache({ readCacheFor: bucket });
    const pool = new GpuNodePool(stack, "gpu", { network, instanceType: "g6e.xlarge", nodes, nvmeCache });
    new NodeFleet(stack, "fleet", { pool });
    const policies = resources(synthesized(stack), "aws_iam_role_policy").map(({ policy }) => String(policy));
    const granted = policies.find((policy) => policy.includes("our-data"))!;
    for (const said of ["s3:GetObject", "s3:ListBucket", "arn:aws:s3:::our-data/*", "kms:Decrypt", kmsKeyArn]) {
      expect(granted).toContain(said);
    }
    expect(granted).not.toContain("PutObject");
  });

  it("follows a pinned image", () => {
    const pinned = only(withPool({ image: Image.id("ami-0123456789abcdef0", "ubuntu-24.04") }), "aws_launch_template");
    expect(pinned).not.toHaveProperty("lifecycle");
    expect(pinned.image_id).toBe("ami-0123456789abcdef0");
  });

  it("tags instances, volumes and interfaces with the cluster", () => {
    const specs = template.tag_specifications as { resource_type: string; tags: Record<string, string> }[];
    expect(specs.map((spec) => [spec.resource_type, spec.tags["warpform:cluster"]])).toEqual([
      ["instance", "test"],
      ["volume", "test"],
      ["network-interface", "test"],
    ]);
  });
});

describe("GpuNodePool's capacity", () => {
  it("gives a Capacity Block a template of its own, with its market and reservation and no placement group", () => {
    const terraform = withPool({ capacity: [block, Capacity.onDemand()] });
    const ofBlock = only(terraform, "aws_launch_template", "h100_template-cr-");
    expect(ofBlock.instance_market_options).toEqual({ market_type: "capacity-block" });
    expect(ofBlock.capacity_reservation_specification).toEqual({
      capacity_reservation_target: { capacity_reservation_id: "cr-0123456789abcdef0" },
    });
    expect(ofBlock).not.toHaveProperty("placement");
    expect(only(terraform, "aws_launch_template", "h100_template_")).toHaveProperty("placement");
  });

  it.each([
    ["a block", [Capacity.block("cr-0123456789abcdef0", { nodes: 8 })]],
    ["a reservation", [Capacity.reservation("cr-0123456789abcdef0")]],
  ])("makes no placement group where the only source is %s", (_, capacity) => {
    expect(resources(withPool({ capacity }), "aws_placement_group")).toEqual([]);
  });

  it("shares one template between spot and on-demand", () => {
    const both = { instanceType: "g6e.48xlarge", capacity: [Capacity.spot(), Capacity.onDemand()] };
    expect(resources(withPool(both), "aws_launch_template")).toHaveLength(1);
  });

  it("puts a reservation's nodes into the existing group that it was made in", () => {
    const terraform = withPool({
      capacity: [Capacity.reservation("cr-0123456789abcdef0")],
      placement: Placement.existing("ours"),
    });
    expect(only(terraform, "aws_launch_template").placement).toEqual({ group_name: "ours" });
  });

  it("makes no placement group for a pool without a fabric", () => {
    expect(resources(withPool({ fabric: undefined, instanceType: "g6e.12xlarge" }), "aws_placement_group")).toEqual([]);
  });
});

describe("GpuNodePool's adoption", () => {
  const build = () => {
    const stack = testStack();
    const network = testNetwork(stack);
    const pool = new GpuNodePool(stack, "h100", { network, instanceType: "p5.48xlarge", nodes: { min: 0, max: 2 } });
    return { stack, pool };
  };

  it("is demanded at synth, with those who can", () => {
    expect(messageOf(() => synthesized(build().stack))).toContain(
      `pool "h100" has no construct that starts its nodes; pass it to ${adoptersInWords(({ construct, prop }) => `a ${construct} (${prop})`)}`,
    );
  });

  it("is refused a second time", () => {
    const { stack, pool } = build();
    new NodeFleet(stack, "one", { pool });
    expect(messageOf(() => new NodeFleet(stack, "two", { pool }))).toBe(
      'GpuNodePool "test/h100": pool "h100" is adopted by NodeFleet "one" already, so NodeFleet "two" cannot adopt it too; make a second pool',
    );
  });
});

describe("GpuNodePool's boot", () => {
  const userData = () => Object.values(withPool().locals!)[0]!;

  it("runs system, disks and health in that order", () => {
    const names = [...userData().matchAll(/^step (\S+) /gm)].map((match) => match[1]);
    expect(names).toEqual(["00-fabric", "01-nvme-cache", "02-node-health.every", "03-join-fleet"]);
  });

  it("checks for as many GPUs and EFA devices as the catalog says, and for the fabric manager", () => {
    expect(userData()).toContain(
      "EXPECTED_GPUS='8'\nEXPECTED_NEURON='0'\nEXPECTED_EFA='32'\nEXPECT_FABRIC_MANAGER='yes'",
    );
  });

  it("keeps shell expansions from Terraform and leaves references alone", () => {
    expect(userData()).toContain("$${disks[@]}");
    expect(userData()).toMatch(/ZONE_ID='\$\{aws_route53_zone\./);
  });

  it("is compressed where it would not fit otherwise", () => {
    const step = { name: "big", phase: "agents", text: `#!/bin/sh\n# ${"x".repeat(16 * 1024)}\n` } as const;
    expect(only(withPool({ bootSteps: [step] }), "aws_launch_template").user_data).toMatch(/^\$\{base64gzip\(local\./);
    expect(only(withPool({}), "aws_launch_template").user_data).toMatch(/^\$\{base64encode\(local\./);
  });

  it("is refused at synth where it is larger than EC2 takes even so", () => {
    const noise = Array.from({ length: 700 }, (_, n) => createHash("sha256").update(String(n)).digest("base64"));
    const step = { name: "big", phase: "agents", text: `#!/bin/sh\n# ${noise.join("")}\n` } as const;
    expect(messageOf(() => withPool({ bootSteps: [step] }))).toMatch(
      /pool "h100" has \d+ bytes of boot steps, EC2 takes 16384; put programs in S3/,
    );
  });
});

describe("GpuNodePool's addresses", () => {
  it("are checked against the subnet at synth, with what would do", () => {
    const stack = testStack();
    const network = new ClusterNetwork(stack, "network", {
      availabilityZone: "us-east-2a",
      computeSubnetCidr: "10.0.0.0/26",
    });
    const fabric = new InfiniBandFabric(stack, "fabric", { network, nicLayout: "legacy-all-efa" });
    adopt(new GpuNodePool(stack, "h100", { network, fabric, instanceType: "p5.48xlarge", nodes: { min: 2, max: 2 } }));
    expect(messageOf(() => synthesized(stack))).toContain(
      'computeSubnetCidr 10.0.0.0/26 has 59 usable addresses, but 64 are needed (pool "h100" 64); use a /25 or larger, or nicLayout "ip-saving", which takes one address per node',
    );
  });
});
