import { Fn, TerraformStack, Testing } from "cdktf";
import type {
  ClusterNetworkProps,
  GpuNodePoolProps,
  InfiniBandFabricProps,
  NodeFleetProps,
  PoolMount,
} from "../../../lib/clouds/aws/index";
import {
  Capacity,
  ClusterNetwork,
  GpuNodePool,
  GpuSharing,
  Image,
  InfiniBandFabric,
  NodeFleet,
  NvmeCache,
  Placement,
} from "../../../lib/clouds/aws/index";
import { WarpformError } from "../../../lib/errors";
import { messageOf } from "./synthesized";

const unknown = Fn.lookup({ a: "b" }, "a", "c") as string;
const newStack = () => new TerraformStack(Testing.app(), "test");

function network(props: Partial<ClusterNetworkProps>): ClusterNetwork {
  return new ClusterNetwork(newStack(), "network", { availabilityZone: "us-east-2a", ...props });
}

describe("ClusterNetwork refuses", () => {
  it.each<[string, Partial<ClusterNetworkProps>, string]>([
    [
      "a region for a zone",
      { availabilityZone: "us-east-2" },
      'availabilityZone must be a zone name such as "us-east-2a", got "us-east-2"; an Availability Zone is a Region plus a letter',
    ],
    [
      "a zone known only later",
      { availabilityZone: unknown },
      'availabilityZone must be known at synth, since the region and the fabric follow from it; write it as text, such as "us-east-2a"',
    ],
    [
      "a zone of a misspelt region",
      { availabilityZone: "us-esat-2a" },
      'availabilityZone must lie in a region of AWS, got "us-esat-2a", and AWS has no us-esat-2; did you mean "us-east-2a", "us-east-1a", "us-west-2a"',
    ],
    [
      "a zone of a region that nothing is like",
      { availabilityZone: "xx-fake-1a" },
      'availabilityZone must lie in a region of AWS, got "xx-fake-1a", and AWS has no xx-fake-1; use one such as "us-east-2a"',
    ],
    [
      "a second zone of another region",
      { secondAvailabilityZone: "us-west-2b" },
      'secondAvailabilityZone must lie in us-east-2 like availabilityZone, got "us-west-2b"',
    ],
    [
      "the same zone twice",
      { secondAvailabilityZone: "us-east-2a" },
      'secondAvailabilityZone must differ from availabilityZone, got "us-east-2a" for both',
    ],
    [
      "a name with capitals",
      { clusterName: "My Cluster" },
      'clusterName must be 2 to 40 lower-case letters, digits and dashes and start with a letter, got "My Cluster"; use "my-cluster"',
    ],
    [
      "a block that is none",
      { vpcCidr: "10.0.0.0" },
      'vpcCidr must be an IPv4 block with no bits set behind its prefix, such as "10.0.0.0/16", got "10.0.0.0"',
    ],
    [
      "a block with bits behind its prefix",
      { vpcCidr: "10.0.0.5/16" },
      'vpcCidr must be an IPv4 block with no bits set behind its prefix, such as "10.0.0.0/16", got "10.0.0.5/16"',
    ],
    [
      "a block larger than a VPC may be",
      { vpcCidr: "10.0.0.0/15" },
      "vpcCidr must be a /16 to /24, got 10.0.0.0/15; use 10.0.0.0/16",
    ],
    [
      "a block too small to be cut",
      { vpcCidr: "10.0.0.0/25" },
      "vpcCidr must be a /16 to /24, got 10.0.0.0/25; use 10.0.0.0/16",
    ],
    [
      "a block known only later",
      { vpcCidr: unknown },
      'vpcCidr must be known at synth, since subnets are cut from it; write it as text, such as "10.0.0.0/16"',
    ],
    [
      "a compute subnet outside the VPC",
      { computeSubnetCidr: "10.1.0.0/18" },
      "computeSubnetCidr must lie within vpcCidr 10.0.0.0/16, got 10.1.0.0/18; use 10.0.0.0/17",
    ],
    [
      "a compute subnet over the public one",
      { computeSubnetCidr: "10.0.240.0/20" },
      "computeSubnetCidr 10.0.240.0/20 overlaps the public subnet 10.0.240.0/20; use 10.0.0.0/17 or a block within it",
    ],
    [
      "an egress that does not exist",
      { egress: "proxy" as "nat" },
      'egress must be "nat" or "endpoints-only", got "proxy"; use "nat"',
    ],
    [
      "an interface endpoint that AWS does not have",
      { interfaceEndpoints: ["ec3"] },
      'interfaceEndpoints "ec3" is not a service with interface endpoints; did you mean "ec2", "ecs", "acm"; write one that is newer than warpform\'s list by its whole name, "com.amazonaws.us-east-2.ec3"',
    ],
    [
      "an interface endpoint of another Region",
      { interfaceEndpoints: ["com.amazonaws.us-west-2.ec2"] },
      'interfaceEndpoints must hold short names of AWS\'s services such as "ecr.api", or whole ones of the Region ("com.amazonaws.us-east-2.ecr.api"), got "com.amazonaws.us-west-2.ec2"',
    ],
    [
      "an interface endpoint twice, once by its whole name",
      { interfaceEndpoints: ["ec2", "com.amazonaws.us-east-2.ec2"] },
      'interfaceEndpoints names "ec2" twice; leave one out',
    ],
    [
      "an interface endpoint for S3",
      { interfaceEndpoints: ["s3"] },
      'interfaceEndpoints must not name "s3": the gateway endpoint, which costs nothing, is always there; leave it out',
    ],
  ])("%s", (_, props, message) => {
    expect(messageOf(() => network(props))).toBe(`ClusterNetwork "test/network": ${message}`);
  });

  it("an imported network whose zone and zone name are half given, both at once", () => {
    const attributes = {
      availabilityZone: "here",
      vpcId: "vpc-1",
      vpcCidr: "10.0.0.0/16",
      computeSubnetId: "subnet-1",
      privateZoneId: "Z1",
    };
    expect(messageOf(() => ClusterNetwork.import(newStack(), "network", attributes))).toBe(
      'ClusterNetwork.import "test/network" has 2 problems:\n' +
        '  - availabilityZone must be a zone name known at synth, such as "us-east-2a", got "here"\n' +
        "  - privateZoneId and privateZoneName must be given together; add the missing one",
    );
  });

  it("two zones of an imported network that has one", () => {
    const imported = ClusterNetwork.import(newStack(), "network", {
      availabilityZone: "us-east-2a",
      vpcId: "vpc-1",
      vpcCidr: "10.0.0.0/16",
      computeSubnetId: "subnet-1",
    });
    expect(messageOf(() => imported.twoZoneSubnetIds())).toBe(
      'ClusterNetwork.import "test/network": secondSubnetId is required, since something in this cluster needs subnets in two zones; add a private subnet of another zone',
    );
  });
});

describe("InfiniBandFabric refuses", () => {
  it.each<[string, Partial<InfiniBandFabricProps>, string]>([
    [
      "a layout that does not exist",
      { nicLayout: "all-efa" as "ip-saving" },
      'nicLayout must be "ip-saving", "ena-bandwidth" or "legacy-all-efa", got "all-efa"; use "ip-saving"',
    ],
    [
      "half a huge page",
      { hugePages2MiB: 0.5 },
      "hugePages2MiB must be a whole number of pages from 0 to 1048576, got 0.5; use 1",
    ],
  ])("%s", (_, props, message) => {
    const here = network({});
    expect(messageOf(() => new InfiniBandFabric(here.node.scope!, "fabric", { network: here, ...props }))).toBe(
      `InfiniBandFabric "test/fabric": ${message}`,
    );
  });
});

const block = (nodes: number, options = {}) => Capacity.block("cr-0123456789abcdef0", { nodes, ...options });
const otherBlock = (nodes: number, options = {}) => Capacity.block("cr-0fedcba9876543210", { nodes, ...options });
const mount = (path: string, availabilityZones: string[] = []): PoolMount => ({
  fileSystem: "scratch",
  path,
  readOnly: false,
  availabilityZones,
  bootStep: { name: `mount${path.replaceAll("/", "-")}`, phase: "mounts", text: "#!/bin/sh\n" },
});

function pool(props: Partial<GpuNodePoolProps>, fabric = true, id = "h100"): GpuNodePool {
  const here = network({});
  const stack = here.node.scope!;
  return new GpuNodePool(stack, id, {
    network: here,
    fabric: fabric ? new InfiniBandFabric(stack, "fabric", { network: here }) : undefined,
    instanceType: "p5.48xlarge",
    nodes: { min: 0, max: 16 },
    ...props,
  });
}

describe("GpuNodePool refuses", () => {
  it.each<[string, Partial<GpuNodePoolProps>, string]>([
    [
      "a type that does not exist",
      { instanceType: "p5.48xlagre" },
      'instanceType "p5.48xlagre" is not in the catalog; did you mean "p5.48xlarge", "p5.4xlarge"',
    ],
    [
      "a type like no other",
      { instanceType: "warehouse-of-gpus!" },
      'instanceType "warehouse-of-gpus!" is not in the catalog; the names are in the catalog, such as "p5.48xlarge"',
    ],
    [
      "a type known only later",
      { instanceType: unknown },
      'instanceType must be known at synth, since the network-card layout follows from it; write it as text, such as "p5.48xlarge"',
    ],
    [
      "a fabric on a type without EFA",
      { instanceType: "g6e.4xlarge" },
      'fabric needs an instance type with EFA, and g6e.4xlarge has none; use "g6e.24xlarge", "g6e.48xlarge" or "g6e.8xlarge", or omit fabric',
    ],
    ["no node at all", { nodes: { min: 0, max: 0 } }, "nodes.max must be a whole number of 1 or more, got 0; use 1"],
    ["half a node", { nodes: { min: 0.5, max: 2 } }, "nodes.min must be a whole number of 0 or more, got 0.5; use 1"],
    [
      "more nodes at least than at most",
      { nodes: { min: 4, max: 2 } },
      "nodes.min must not exceed nodes.max, got 4 and 2; use min 2 or max 4",
    ],
    [
      "an empty capacity list",
      { capacity: [] },
      "capacity must name at least one source; use [Capacity.onDemand()] or omit capacity",
    ],
    [
      "a block larger than the pool",
      { capacity: [block(32)] },
      "capacity[0] holds 32 nodes, more than nodes.max 16; use nodes.max 32 or a smaller source",
    ],
    [
      "a block larger than one can be",
      { nodes: { min: 0, max: 128 }, capacity: [block(65)] },
      "capacity[0].nodes must be a whole number of nodes from 1 to 64, got 65; use 64",
    ],
    [
      "blocks larger than the pool together",
      { capacity: [block(10), otherBlock(10)] },
      "capacity blocks hold 20 nodes together, more than nodes.max 16; use nodes.max 20",
    ],
    [
      "a reservation id in the wrong shape",
      { capacity: [Capacity.reservation("cr-123")] },
      'capacity[0] reservation id must look like "cr-0123456789abcdef0", got "cr-123"',
    ],
    [
      "a block in another zone",
      { capacity: [block(8, { availabilityZone: "us-east-2b" })] },
      'capacity[0] availabilityZone "us-east-2b" differs from the network\'s us-east-2a; a pool lives in one zone, so use us-east-2a or another network',
    ],
    [
      "a block that is over",
      { capacity: [block(8, { startsOn: "2025-01-01T11:30:00Z", endsOn: "2025-01-15T11:30:00Z" })] },
      "capacity[0] endsOn 2025-01-15T11:30:00Z is past (the catalog is of ",
    ],
    [
      "a block that ends before it starts",
      { capacity: [block(8, { startsOn: "2027-02-01T11:30:00Z", endsOn: "2027-01-01T11:30:00Z" })] },
      "capacity[0] endsOn must come after startsOn, got 2027-02-01T11:30:00Z and 2027-01-01T11:30:00Z",
    ],
    [
      "a block whose nodes EC2 would end before they start",
      { capacity: [block(8, { startsOn: "2027-02-01T11:30:00Z", endsOn: "2027-02-01T12:00:00Z" })] },
      "capacity[0] endsOn must come more than 30 minutes after startsOn, since EC2 ends the nodes that long before endsOn, got 2027-02-01T11:30:00Z and 2027-02-01T12:00:00Z",
    ],
    [
      "half a node of spot",
      { capacity: [Capacity.spot({ nodes: 1.5 })] },
      "capacity[0].nodes must be a whole number of nodes of 1 or more, got 1.5; use 2",
    ],
    [
      "a block without nodes, as a program without types has it",
      { capacity: [Capacity.block("cr-0123456789abcdef0", {} as { nodes: number })] },
      "capacity[0].nodes is required; give a whole number of nodes from 1 to 64",
    ],
    [
      "a misspelt option of a purchase",
      { capacity: [Capacity.reserve({ nodes: 4, endOn: "2027-01-31T11:30:00Z" } as { nodes: number })] },
      "capacity[0].endOn is not a prop; did you mean endsOn",
    ],
    [
      "a moment that is none",
      { capacity: [block(8, { endsOn: "next week" })] },
      'capacity[0].endsOn must be an ISO 8601 moment with its offset, such as "2027-01-31T11:30:00Z", got "next week"',
    ],
    [
      "a moment that is another one in each time zone",
      { capacity: [block(8, { startsOn: "2027-03-01T00:00:00" })] },
      'capacity[0].startsOn must be an ISO 8601 moment with its offset, such as "2027-01-31T11:30:00Z", got "2027-03-01T00:00:00"',
    ],
    [
      "the same source twice",
      { capacity: [Capacity.onDemand(), Capacity.onDemand()] },
      "capacity[1] repeats on-demand; name each source once",
    ],
    [
      "a block with a placement group",
      { capacity: [block(8)], placement: Placement.cluster() },
      "placement must be left out or Placement.none() where a Capacity Block is a source: a block lies in one UltraCluster already, and a placement group makes launches fail for lack of capacity",
    ],
    [
      "a new placement group for a reservation",
      { capacity: [Capacity.reservation("cr-0123456789abcdef0")], placement: Placement.cluster() },
      "placement cannot be Placement.cluster() where every source is a reservation: a new group cannot hold instances reserved outside it; use Placement.existing(name) with the group that the reservation was made in, or omit placement",
    ],
    [
      "a MIG profile of another GPU",
      { gpuSharing: GpuSharing.mig("1g.5gb") },
      "gpuSharing.profile must be one of the H100-SXM-80GB's",
    ],
    [
      "more turns than the device plugin knows",
      { gpuSharing: GpuSharing.timeSlicing(49) },
      "gpuSharing.replicas must be a whole number from 2 to 48, got 49; use 4",
    ],
    [
      "turns of one",
      { gpuSharing: GpuSharing.timeSlicing(1) },
      "gpuSharing.replicas must be a whole number from 2 to 48, got 1; use 4",
    ],
    [
      "a plain image on a GPU type",
      { image: Image.plain() },
      "image must carry the driver of p5.48xlarge's accelerators, which a plain image does not; use Image.dlami(",
    ],
    [
      "an image id that is none",
      { image: Image.id("ubuntu", "ubuntu-24.04") },
      'image id must look like "ami-0123456789abcdef0", got "ubuntu"',
    ],
    [
      "two mounts on one path",
      { mounts: [mount("/fsx"), mount("/fsx")] },
      'mounts[1] path "/fsx" is mounted on already by mounts[0] at "/fsx"; use another path',
    ],
    [
      "a mount below another",
      { mounts: [mount("/fsx"), mount("/fsx/data")] },
      'mounts[1] path "/fsx/data" lies above or below the mount of mounts[0] at "/fsx"; use another path',
    ],
    [
      "a mount over the NVMe cache",
      { mounts: [mount("/scratch")] },
      'mounts[0] path "/scratch" is mounted on already by nvmeCache at "/scratch"; use another path',
    ],
    [
      "a mount that hides the system",
      { mounts: [mount("/usr")] },
      'mounts[0] path must be an absolute path that the system does not use itself, got "/usr"; use "/scratch"',
    ],
    [
      "a relative mount",
      { mounts: [mount("fsx")] },
      'mounts[0] path must be an absolute path that the system does not use itself, got "fsx"; use "/scratch"',
    ],
    [
      "a file system in another zone",
      { mounts: [mount("/fsx", ["us-east-2b"])] },
      'mounts[0]: file system "scratch" is in us-east-2b and the pool in us-east-2a; traffic between zones is slow and costs money, put both in one',
    ],
    [
      "a root volume too small for an image",
      { rootVolumeGiB: 8 },
      "rootVolumeGiB must be a whole number of GiB from 30 to 65536, got 8; use 30",
    ],
    ["no hop at all", { imdsHopLimit: 0 }, "imdsHopLimit must be a whole number of hops from 1 to 64, got 0; use 1"],
    [
      "a tag that is AWS' own",
      { tags: { "aws:owner": "me" } },
      'tags must not begin with "aws:", which AWS keeps for itself, got "aws:owner"',
    ],
    [
      "more tags than a resource takes",
      { tags: Object.fromEntries(Array.from({ length: 41 }, (_, i) => [`tag-${i}`, "x"])) },
      "tags must be at most 40, since AWS takes 50 a resource and the library adds its own, got 41",
    ],
    [
      "a permissions boundary that is no ARN",
      { permissionsBoundaryArn: "boundary" },
      'permissionsBoundaryArn must be the ARN of an IAM policy, such as "arn:aws:iam::123456789012:policy/boundary", got "boundary"',
    ],
  ])("%s", (_, props, message) => {
    expect(messageOf(() => pool(props))).toContain(message);
  });

  it.each<[string, Partial<GpuNodePoolProps>, string]>([
    [
      "GPU sharing without GPUs",
      { instanceType: "m7i.4xlarge", gpuSharing: GpuSharing.timeSlicing(2) },
      "gpuSharing needs NVIDIA GPUs, and m7i.4xlarge has none; omit gpuSharing",
    ],
    [
      "MIG on a GPU that cannot be partitioned",
      { instanceType: "g6e.12xlarge", gpuSharing: GpuSharing.mig("1g.10gb") },
      "gpuSharing by MIG needs a GPU that can be partitioned, and the L40S-48GB of g6e.12xlarge cannot; use GpuSharing.timeSlicing(4)",
    ],
    [
      "an NVMe cache without disks",
      { instanceType: "m7i.4xlarge", nvmeCache: new NvmeCache() },
      "nvmeCache needs local NVMe disks, and m7i.4xlarge has none; omit nvmeCache",
    ],
    [
      "a Capacity Block of a type never sold so",
      { instanceType: "g6e.12xlarge", capacity: [block(4)] },
      "capacity[0]: g6e.12xlarge is not sold as capacity-block; it is sold as",
    ],
    [
      "Neuron without an image",
      { instanceType: "trn1.32xlarge" },
      'image is required for trn1.32xlarge, whose accelerators need a Neuron image and are not taken on Kubernetes; use Image.ssmParameter("/aws/service/neuron/dlami/multi-framework/ubuntu-24.04/latest/image_id", "ubuntu-24.04")',
    ],
    [
      "Neuron with the image of NVIDIA's driver",
      { instanceType: "inf2.48xlarge", image: Image.dlami("al2023") },
      'image must carry the Neuron driver of inf2.48xlarge\'s accelerators, which the Deep Learning base image, which has NVIDIA\'s, does not; use Image.ssmParameter("/aws/service/neuron/dlami/multi-framework/amazon-linux-2023/latest/image_id", "al2023")',
    ],
    [
      "Neuron with a plain image",
      { instanceType: "trn1.32xlarge", image: Image.plain("ubuntu-22.04") },
      'which a plain image does not; use Image.ssmParameter("/aws/service/neuron/dlami/multi-framework/ubuntu-22.04/latest/image_id", "ubuntu-22.04")',
    ],
  ])("%s", (_, props, message) => {
    expect(messageOf(() => pool(props, false))).toContain(message);
  });

  it("a fabric in another zone", () => {
    const there = network({ availabilityZone: "us-east-2b" });
    const fabric = new InfiniBandFabric(there.node.scope!, "fabric", { network: there });
    expect(messageOf(() => pool({ fabric }))).toBe(
      'GpuNodePool "test/h100": fabric "fabric" and this pool must be in the same network, since EFA traffic cannot leave a subnet or zone (us-east-2b and us-east-2a); give the pool the fabric\'s network',
    );
  });

  it("a type that the region does not sell, and names the regions that do", () => {
    const paris = network({ availabilityZone: "eu-west-3a" });
    const make = () =>
      new GpuNodePool(paris.node.scope!, "h100", {
        network: paris,
        instanceType: "p5.48xlarge",
        nodes: { min: 0, max: 1 },
        capacity: [Capacity.onDemand()],
      });
    expect(messageOf(make)).toMatch(
      /^GpuNodePool "test\/h100": instanceType p5\.48xlarge is not sold in eu-west-3; put the network in ap-northeast-1, .*us-east-2/,
    );
  });

  it("a name that Slurm, DNS and IAM would not take", () => {
    expect(messageOf(() => pool({}, true, "H100 Pool"))).toContain(
      'the id of a pool must be 2 to 40 lower-case letters, digits and dashes and start with a letter, got "H100 Pool"; it names nodes, templates and roles',
    );
  });

  it("several wrong props with one error that lists them all, without a stack trace", () => {
    const wrong = () => pool({ instanceType: "p5.48xlagre", nodes: { min: 4, max: 2 }, rootVolumeGiB: 8 });
    expect(messageOf(wrong)).toMatch(
      /^GpuNodePool "test\/h100" has 3 problems:\n {2}- rootVolumeGiB .*\n {2}- instanceType .*\n {2}- nodes\.min .*$/,
    );
    try {
      wrong();
    } catch (error) {
      expect(error).toBeInstanceOf(WarpformError);
      expect((error as Error).stack).not.toMatch(/\n\s+at /);
    }
  });
});

describe("NvmeCache refuses", () => {
  it.each(["/", "/tmp", "scratch", "/scratch/", "/opt/slurm"])("the path %s", (mountPath) => {
    expect(messageOf(() => new NvmeCache({ mountPath }))).toBe(
      `NvmeCache: mountPath must be an absolute path that the system does not use itself, got "${mountPath}"; use "/scratch"`,
    );
  });
});

describe("Capacity without an id", () => {
  it.each([
    ["Capacity.block", () => Capacity.block(undefined as unknown as string, { nodes: 2 })],
    ["Capacity.reservation", () => Capacity.reservation(undefined as unknown as string)],
    ["Capacity.reservation", () => Capacity.reservation("")],
  ])("is no On-Demand: %s", (maker, source) => {
    expect(messageOf(() => pool({ capacity: [source()] }))).toContain(`capacity[0] must have a reservation id`);
    expect(messageOf(() => pool({ capacity: [source()] }))).toContain(`give ${maker}() one such as`);
  });
});

describe("Capacity and Image made with something else than their options", () => {
  const js = <T>(value: unknown) => value as T;
  it.each<[string, () => Partial<GpuNodePoolProps>, string]>([
    [
      "Capacity.spot(text)",
      () => ({ capacity: [Capacity.spot(js("p5"))] }),
      'capacity[0] must be a Capacity with its options as an object, { nodes, usdPerHour, interruptionsPerHour }, got "p5"',
    ],
    [
      "Capacity.spot at no price",
      () => ({ capacity: [Capacity.spot({ usdPerHour: 0 })] }),
      "capacity[0].usdPerHour must be a number above 0, got 0",
    ],
    [
      "Capacity.spot with more interruptions than hours",
      () => ({ capacity: [Capacity.spot({ interruptionsPerHour: 1.5 })] }),
      "capacity[0].interruptionsPerHour must be a number from 0 to 1, got 1.5",
    ],
    [
      "Capacity.onDemand(null)",
      () => ({ capacity: [Capacity.onDemand(js(null))] }),
      "capacity[0] must be a Capacity with its options as an object, { nodes }, got null",
    ],
    [
      "Capacity.reserve(text)",
      () => ({ capacity: [Capacity.reserve(js("x"))] }),
      'capacity[0] must be a Capacity with its options as an object, { nodes, endsOn }, got "x"',
    ],
    [
      "Capacity.buyBlock()",
      () => ({ capacity: [Capacity.buyBlock(js(undefined))] }),
      "capacity[0].maxUpfrontUsd is required; give a number above 0",
    ],
    [
      "Capacity.buyBlock with nodes that are no number",
      () => ({
        capacity: [
          Capacity.buyBlock({ nodes: js(Symbol("n")), startsOn: "2027-01-04T11:30:00Z", days: 7, maxUpfrontUsd: 9 }),
        ],
      }),
      "capacity[0].nodes must be a whole number of nodes from 1 to 64, got Symbol(n)",
    ],
    [
      "Capacity.block(BigInt)",
      () => ({ capacity: [Capacity.block(js(10n), { nodes: 2 })] }),
      "capacity[0] must have a reservation id, got 10n",
    ],
    [
      "GpuSharing.timeSlicing(list)",
      () => ({ instanceType: "g6e.xlarge", gpuSharing: GpuSharing.timeSlicing(js([1])) }),
      "gpuSharing.replicas must be a whole number from 2 to 48, got [1]",
    ],
    [
      "Image.dlami(number)",
      () => ({ image: Image.dlami(js(7)) }),
      'image.os must be one of "al2023", "ubuntu-22.04", "ubuntu-24.04", got 7; use "ubuntu-24.04"',
    ],
  ])("is one clear error: %s", (_, props, message) => {
    expect(messageOf(() => pool(props()))).toContain(message);
  });
});

describe("constructs without a scope or an id", () => {
  it.each<[string, () => unknown, string]>([
    [
      "no id",
      () => new ClusterNetwork(newStack(), undefined as never, { availabilityZone: "us-east-2a" }),
      'ClusterNetwork: id must be non-empty text, got undefined; write new ClusterNetwork(stack, "id", { … })',
    ],
    [
      "a number for an id",
      () => ClusterNetwork.import(newStack(), 5 as never, {} as never),
      'ClusterNetwork.import: id must be non-empty text, got 5; write ClusterNetwork.import(stack, "id", { … })',
    ],
    [
      "half of a surrogate pair in an id",
      () => new ClusterNetwork(newStack(), "net\ud800", { availabilityZone: "us-east-2a" }),
      'ClusterNetwork: id must be text without unpaired surrogates, got "net\\ud800"; write new ClusterNetwork(stack, "id", { … })',
    ],
    [
      "no scope",
      () => new NodeFleet(undefined as never, "serve", {} as never),
      'NodeFleet: scope must be a stack or a construct, got undefined; write new NodeFleet(stack, "id", { … })',
    ],
  ])("say so: %s", (_, make, message) => {
    expect(messageOf(make)).toBe(message);
  });
});

describe("NodeFleet refuses", () => {
  it("tags of the pool with which instances would not start", () => {
    const tagged = pool({ tags: { "cost centre": "42" } });
    expect(messageOf(() => new NodeFleet(tagged.node.scope!, "fleet", { pool: tagged }))).toBe(
      'GpuNodePool "test/h100": tags must have keys of letters, digits and + - = . , _ : @, since nodes read them from their metadata, got "cost centre"; use "cost-centre"',
    );
  });

  it("plain Ubuntu in a network without internet access", () => {
    const here = network({ egress: "endpoints-only" });
    const cpu = new GpuNodePool(here.node.scope!, "cpu", {
      network: here,
      instanceType: "m7i.4xlarge",
      nodes: { min: 1, max: 1 },
    });
    expect(messageOf(() => new NodeFleet(here.node.scope!, "fleet", { pool: cpu }))).toBe(
      'NodeFleet "test/fleet": pool "cpu" boots plain Ubuntu, which has no AWS CLI, in a network without internet access, so its nodes could never report themselves healthy; use Image.plain("al2023"), which has it',
    );
  });

  it.each<[string, Partial<NodeFleetProps>, Partial<GpuNodePoolProps>, string]>([
    [
      "more nodes than the pool may have",
      { size: 17 },
      {},
      "size must be a whole number within the pool's nodes, 0 to 16, got 17; use 16",
    ],
    [
      "more nodes than its sources hold",
      { size: 16 },
      { capacity: [block(8)] },
      "size 16 is more than the pool's sources hold, 8; add Capacity.onDemand() to the pool's capacity or use size 8",
    ],
    [
      "a target above all GPUs",
      { targetGpuUtilizationPercent: 120 },
      {},
      "targetGpuUtilizationPercent must be a number from 1 to 100, got 120; use 100",
    ],
    [
      "no time for a health check",
      { healthTimeoutSeconds: 5 },
      {},
      "healthTimeoutSeconds must be a whole number of seconds from 60 to 7200, got 5; use 60",
    ],
    [
      "labels, which nothing in a fleet reads",
      {},
      { labels: { team: "vision" } },
      "pool \"h100\" has labels, which are Slurm's features and Kubernetes' labels, and a fleet has neither; use tags",
    ],
    [
      "a warm pool of spot nodes",
      { warmNodes: 1 },
      { instanceType: "g6e.48xlarge", capacity: [Capacity.spot()] },
      "warmNodes needs a pool whose only source is on-demand or one reservation, since EC2 has no warm pool of spot or mixed instances; leave warmNodes out",
    ],
  ])("%s", (_, props, poolProps, message) => {
    const adopted = pool(poolProps);
    expect(messageOf(() => new NodeFleet(adopted.node.scope!, "fleet", { pool: adopted, ...props }))).toBe(
      `NodeFleet "test/fleet": ${message}`,
    );
  });
});
