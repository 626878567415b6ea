import { type Loose, named, type Plant, planted, real, seen, set, times } from "./laws/plant";

const price = (type: string, purchase: string, region: string) => (row: Loose) =>
  row.instanceType === type && row.purchase === purchase && region in (row.usdPerHour as Loose);

const plants: readonly Plant[] = [
  ["p5en with 20 GiB of memory", "instance-types", named("p5en.48xlarge"), set("memoryGiB", 20)],
  ["disks of 380 TB", "instance-types", named("p5.48xlarge"), times("localNvme.sizeGB", 100)],
  ["H100's memory ten times as fast", "accelerators", named("H100-SXM-80GB"), times("memoryBandwidthGBps", 10)],
  ["a sparse figure for fp4", "accelerators", named("B200-SXM-180GB"), times("tflops.fp4", 2)],
  ["an H100 of 70 W", "accelerators", named("H100-SXM-80GB"), set("tdpWatts", 70)],
  ["twice the vCPUs on the same sockets", "instance-types", named("p6-b200.48xlarge"), times("vcpus", 2)],
  [
    "a card of 400 Gb/s in a type of 100",
    "instance-types",
    named("p5.4xlarge"),
    set("networkCards.0.bandwidthGbps", 400),
  ],
  ["EBS in Mb/s", "instance-types", named("trn2.48xlarge"), times("aws.ebs.maximumGbps", 100)],
  ["a DGX H100 of 5 kW", "node-power", named("DGX H100"), set("nameplateWatts", 5000)],
  [
    "4,096 end points on a switch of 64 ports",
    "fabric-switches",
    (row) => row.ports === 64,
    set("maxEndpointsTwoTiers", 4096),
  ],
  [
    "standard support that ends after extended",
    "eks-versions",
    named("1.33"),
    set("standardSupportUntil", "2027-09-29"),
  ],
  ["a least capacity above the largest", "openzfs-tiers", () => true, set("minCapacityGiB", 600_000)],
  [
    "NVLink faster than the GPU's",
    "instance-types",
    named("p5.48xlarge"),
    set("interconnect.gbPerSecondPerAccelerator", 1800),
  ],
  [
    "a Capacity Block above On-Demand",
    "instance-prices",
    price("p5.48xlarge", "capacity-block", "us-east-1"),
    set("usdPerHour.us-east-1", 60),
  ],
  [
    "p5 at 5.50 USD",
    "instance-prices",
    price("p5.48xlarge", "on-demand", "us-east-1"),
    set("usdPerHour.us-east-1", 5.5),
  ],
  ["fewer failures than their causes", "failure-rates", named("llama-3-405b"), set("failures", 41)],
  ["a model of 60 layers", "models", named("llama-3.1-70b"), set("layers", 60)],
  [
    "NAT at a hundred times its price",
    "service-prices",
    (row) => row.item === "nat-gateway-hour",
    times("usd.us-east-1", 100),
  ],
  [
    "levels of a topology that EC2 does not give",
    "instance-types",
    named("p5.48xlarge"),
    set("aws.topologyApi", false),
  ],
  ["2.8 million tokens/s", "inference-throughput", () => true, times("outputTokensPerSecond", 100)],
  ["a check in the future", "accelerators", named("H100-SXM-80GB"), set("checkedOn", "2029-01-01")],
  ["nine GPUs", "instance-types", named("p5.48xlarge"), set("acceleratorCount", 9)],
  ["an H200 of 14 GiB", "accelerators", named("H200-SXM-141GB"), set("memoryGiB", 14)],
  // Of the same kinds as those above.
  ["a check on a day that does not exist", "lustre-tiers", () => true, set("checkedOn", "2026-02-30")],
  ["a price from after its check", "instance-prices", () => true, set("pricedOn", "2026-11-30")],
  ["a source that names no document", "models", () => true, set("source", "the vendor")],
  ["a family that is another's", "instance-types", named("g6.xlarge"), set("family", "g6e")],
  ["a quota that the catalog lacks", "instance-types", named("g6.xlarge"), set("quota.onDemand", "L-00000000")],
  ["a sparse figure for fp8", "accelerators", named("H100-SXM-80GB"), times("tflops.fp8", 2)],
  ["disks of a tenth", "instance-types", named("p4d.24xlarge"), times("localNvme.sizeGB", 0.1)],
  ["a Region that does not exist", "availability", () => true, set("regions", ["us-east-9"])],
  ["a zone of another Region", "availability", (row) => row.zoneIds !== null, set("zoneIds", ["zzz1-az1"])],
  [
    "a price in a Region that does not exist",
    "instance-prices",
    (row) => row.instanceType === "g6e.xlarge",
    set("usdPerHour", { "eu-central-9": 2.1 }),
  ],
  [
    "a tier of Lustre dearer than the next",
    "service-prices",
    (row) => row.item === "fsx-lustre-persistent-2-ssd-125-gb-month",
    times("usd.us-east-1", 2),
  ],
  ["twenty interfaces of a card", "instance-types", named("p5.48xlarge"), times("networkCards.5.maxInterfaces", 10)],
  ["a card of 4 Tb/s", "instance-types", named("p6e-gb200.36xlarge"), times("networkCards.1.bandwidthGbps", 10)],
  [
    "EFA on cards that are not there",
    "instance-types",
    named("p6e-gb200.36xlarge"),
    set("aws.efaLayoutCards", [1, 50]),
  ],
  ["a tenth of the EBS baseline", "instance-types", named("p5.48xlarge"), times("aws.ebs.baselineGbps", 0.1)],
  ["a tenth of the EBS operations", "instance-types", named("trn2.48xlarge"), times("aws.ebs.baselineIops", 0.1)],
  ["UltraServers with 96 GiB a node", "instance-types", named("p6e-gb200.36xlarge"), times("memoryGiB", 0.1)],
  ["disks of 380 GB in p5", "instance-types", named("p5.48xlarge"), times("localNvme.sizeGB", 0.1)],
  ["a tenth of the int8 rate", "accelerators", named("A10-24GB"), times("tflops.int8", 0.1)],
  ["a tenth of the fp32 rate", "accelerators", named("A10-24GB"), times("tflops.fp32", 0.1)],
  ["switches of ten rack units", "fabric-switches", named("QM9700"), times("rackUnits", 10)],
  ["switches that draw 7 kW", "fabric-switches", named("QM9700"), times("typicalWatts", 10)],
  [
    "steps of 40,000 MB/s",
    "lustre-tiers",
    (row) => row.throughputStepMBps !== undefined,
    times("throughputStepMBps", 10),
  ],
  ["metadata of 15,000 IOPS", "lustre-tiers", (row) => row.metadataIops !== undefined, times("metadataIops.0", 10)],
  ["OpenZFS from 640 GiB on", "openzfs-tiers", () => true, times("minCapacityGiB", 10)],
  ["a price of 2019", "instance-prices", () => true, set("pricedOn", "2019-01-01")],
  ["GPUs that the network reaches without EFA", "instance-types", named("g6e.xlarge"), set("gpuDirectRdma", true)],
  ["an extended support of three years", "eks-versions", named("1.35"), set("extendedSupportUntil", "2030-03-27")],
  ["Intel's processors as arm64", "instance-types", named("c7i.24xlarge"), set("architecture", "arm64")],
  [
    "a Capacity Block of a type that is not sold so",
    "instance-prices",
    price("g6e.12xlarge", "on-demand", "us-east-1"),
    set("purchase", "capacity-block"),
  ],
  ["a check of Azure in the future", "azure-sizes", named("Standard_ND96asr_v4"), set("checkedOn", "2029-01-01")],
  [
    "a source of Azure that names no document",
    "azure-sizes",
    named("Standard_ND96asr_v4"),
    set("source", "the vendor"),
  ],
  ["nine GPUs on Azure", "azure-sizes", named("Standard_ND96asr_v4"), set("acceleratorCount", 9)],
  ["an A100 of 400 GiB on Azure", "azure-sizes", named("Standard_ND96asr_v4"), set("acceleratorMemoryGiB", 400)],
  [
    "NVLink faster than the GPU's on Azure",
    "azure-sizes",
    named("Standard_ND96asr_v4"),
    set("interconnect.gbPerSecondPerAccelerator", 6000),
  ],
  ["memory in MiB on Azure", "azure-sizes", named("Standard_ND96asr_v4"), set("memoryGiB", 921_600)],
  [
    "a price on Azure at a hundred times",
    "azure-prices",
    price("Standard_ND96asr_v4", "on-demand", "eastus"),
    times("usdPerHour.eastus", 100),
  ],
  [
    "a price on Azure of another Region",
    "azure-prices",
    price("Standard_NC48ads_A100_v4", "on-demand", "eastus"),
    set("usdPerHour.eastus", 9.554),
  ],
  ["a price on Azure from after its check", "azure-prices", () => true, set("pricedOn", "2026-11-30")],
];

/** The 24 kinds of the first list, on other rows. */
const elsewhere: readonly Plant[] = [
  ["p4d with 11 GiB of memory", "instance-types", named("p4d.24xlarge"), set("memoryGiB", 11.52)],
  ["disks of 94 TB in g6e", "instance-types", named("g6e.48xlarge"), times("localNvme.sizeGB", 100)],
  ["B200's memory ten times as fast", "accelerators", named("B200-SXM-180GB"), times("memoryBandwidthGBps", 10)],
  ["a sparse figure for bf16", "accelerators", named("A100-SXM-40GB"), times("tflops.bf16", 2)],
  ["an L4 of 7 W", "accelerators", named("L4-24GB"), times("tdpWatts", 0.1)],
  ["half the vCPUs on the same sockets", "instance-types", named("p5en.48xlarge"), times("vcpus", 0.5)],
  ["a card of 200 Gb/s in g6e of 20", "instance-types", named("g6e.xlarge"), set("networkCards.0.bandwidthGbps", 200)],
  ["EBS in Mb/s in p4d", "instance-types", named("p4d.24xlarge"), times("aws.ebs.maximumGbps", 1000)],
  ["a DGX B200 of 1.4 kW", "node-power", named("DGX B200"), times("nameplateWatts", 0.1)],
  ["too many end points on a switch", "fabric-switches", named("QM9700"), times("maxEndpointsTwoTiers", 2)],
  [
    "standard support that ends before the release",
    "eks-versions",
    named("1.34"),
    set("standardSupportUntil", "2024-01-01"),
  ],
  ["a largest capacity below the least", "openzfs-tiers", () => true, set("maxCapacityGiB", 1)],
  [
    "NVLink of H200 at a tenth",
    "instance-types",
    named("p5en.48xlarge"),
    times("interconnect.gbPerSecondPerAccelerator", 0.1),
  ],
  [
    "a Capacity Block of B200 above On-Demand",
    "instance-prices",
    price("p6-b200.48xlarge", "capacity-block", "us-east-1"),
    times("usdPerHour.us-east-1", 2),
  ],
  [
    "g6e.48xlarge at 3 USD",
    "instance-prices",
    price("g6e.48xlarge", "on-demand", "us-east-1"),
    times("usdPerHour.us-east-1", 0.1),
  ],
  ["a model of a tenth of its layers", "models", named("llama-3.1-8b"), set("layers", 3)],
  [
    "gp3 at a hundred times its price",
    "service-prices",
    (row) => row.item === "ebs-gp3-gb-month",
    times("usd.us-east-1", 100),
  ],
  ["topology levels without the API in p6", "instance-types", named("p6-b200.48xlarge"), set("aws.topologyApi", false)],
  ["28 tokens/s", "inference-throughput", () => true, times("outputTokensPerSecond", 0.001)],
  ["a check of a model in the future", "models", named("llama-3.1-8b"), set("checkedOn", "2031-05-05")],
  ["seven GPUs", "instance-types", named("g6.48xlarge"), set("acceleratorCount", 7)],
  ["an A100 of 4 GiB", "accelerators", named("A100-SXM-40GB"), set("memoryGiB", 4)],
  ["a release after the end of its support", "eks-versions", named("1.33"), set("releasedOn", "2027-12-01")],
  ["a negative price", "service-prices", () => true, times("usd.us-east-1", -1)],
];

describe("the catalog's laws", () => {
  it.each([...plants, ...elsewhere])("see %s", (_, table, find, change) => {
    expect(seen(table, planted(table, find, change))).toBeDefined();
  });

  it("see two rows of one type, and one type in two regions' rows", () => {
    const types = real["instance-types"];
    expect(seen("instance-types", { ...real, "instance-types": [...types, types[0]!] })).toBeDefined();
    const prices = real["instance-prices"];
    const again = { ...prices[0]!, source: "https://example.com/list" };
    expect(seen("instance-prices", { ...real, "instance-prices": [...prices, again] })).toBeDefined();
  });
});
