import { type Loose, named, type Plant, planted, seen, set, times } from "./laws/plant";

const any = () => true;
const has = (field: string) => (row: Loose) => row[field] !== null && row[field] !== undefined;

/** Mistakes that are within every bound of their table, and contradict what is known of the thing. */
const plants: readonly Plant[] = [
  ["a vCPU quota of half a million", "service-quotas", (row) => row.code === "L-1216C47A", set("default", 500_000)],
  ["a client's EFA in GB/s", "lustre-limits", named("client-efa"), set("value", 87.5)],
  ["a client's EFA in Mb/s", "lustre-limits", named("client-efa"), set("value", 700_000)],
  ["sequences of 131 million tokens", "models", named("llama-3.1-8b"), times("maxSequenceLength", 1000)],
  ["the memory of the next size", "instance-types", named("g6e.xlarge"), set("memoryGiB", 64)],
  ["an EFA that reads and does not write", "instance-types", named("p5en.48xlarge"), set("aws.efa.rdmaWrite", false)],
  ["a generation that writes", "instance-types", named("p4d.24xlarge"), set("aws.efa.generation", 3)],
  ["EFA at a quarter of the type", "instance-types", named("p5.48xlarge"), set("aws.efa.gbps", 800)],
  ["five addresses on 192 vCPUs", "instance-types", named("p5.48xlarge"), set("aws.ipv4PerInterface", 5)],
  ["a Spot quota without Spot", "instance-types", named("g6.xlarge"), set("purchase", ["on-demand"])],
  [
    "NVIDIA's image without GPUs",
    "instance-types",
    named("c7i.24xlarge"),
    set("aws.images.eks", ["AL2023_x86_64_NVIDIA"]),
  ],
  [
    "an image of another processor",
    "instance-types",
    named("g5g.xlarge"),
    set("aws.images.eks", ["AL2023_x86_64_NVIDIA"]),
  ],
  ["the quota of G types", "instance-types", named("p6-b200.48xlarge"), set("quota.onDemand", "L-DB2E81BA")],
  ["the blocks of another family", "instance-types", named("p4d.24xlarge"), set("quota.capacityBlock", "L-DA6814F2")],
  ["EFA without its placement", "instance-types", named("p5.48xlarge"), set("aws.placementGroups", ["spread"])],
  ["H100s that the network does not reach", "instance-types", named("p5.48xlarge"), set("gpuDirectRdma", false)],
  [
    "extended support of EKS at 0.12 USD",
    "service-prices",
    (row) => row.item === "eks-cluster-extended-support-hour",
    times("usd.us-east-1", 0.2),
  ],
  ["a month that is an hour", "service-prices", (row) => row.unit === "GB-month", set("unit", "hour")],
  [
    "HDR at 400 Gb/s",
    "azure-sizes",
    named("Standard_ND96asr_v4"),
    set("infiniband", { devices: 8, gbpsPerDevice: 400, generation: "HDR" }),
  ],
  ["the quota of T4s", "azure-sizes", named("Standard_ND96asr_v4"), set("quotaFamily", "Standard NCASv3_T4 Family")],
  ["EPYC as arm64", "azure-sizes", named("Standard_ND96asr_v4"), set("architecture", "arm64")],
  ["Spot without On-Demand above it", "azure-prices", any, set("purchase", "spot")],
  ["an accelerator that nobody makes", "market-prices", any, set("accelerator", "H100-SXM-81GB")],
  ["half of a node's GPUs", "market-fabrics", any, set("gpusPerNode", 4)],
  ["a run of half a day", "failure-rates", named("llama-3-405b"), times("days", 0.01)],
  ["GDDR at the rate of HBM", "accelerators", named("L4-24GB"), set("memoryBandwidthGBps", 3000)],
  ["Ada's compute capability on Hopper", "accelerators", named("H100-SXM-80GB"), set("computeCapability", "8.9")],
  ["Hopper as Ada", "accelerators", named("H100-SXM-80GB"), set("architecture", "Ada Lovelace")],
  ["NVLink 4 at the rate of the third", "accelerators", named("H100-SXM-80GB"), set("linkGBps", 600)],
  ["fp8 on Ampere", "accelerators", named("A100-SXM-80GB"), set("tflops.fp8", 624)],
  [
    "images per minute",
    "batch-rates",
    any,
    set("unitsPerSecond", (rates: Record<string, number>) =>
      Object.fromEntries(Object.entries(rates).map(([key, rate]) => [key, rate * 60])),
    ),
  ],
  ["a price per thousand tokens", "api-prices", any, times("inputUsdPerMillion", 0.001)],
  ["input dearer than output", "api-prices", any, times("inputUsdPerMillion", 8)],
  ["cached tokens dearer than others", "api-prices", has("cachedUsdPerMillion"), times("cachedUsdPerMillion", 100)],
  ["fine-tuning at a hundred times its price", "fine-tuning-prices", any, times("usdPerMillion", 100)],
  ["models of 16 parameters", "fine-tuning-prices", any, set("parametersUpTo", 16)],
  ["a chart that moves", "charts", named("kuberay-operator"), set("version", "latest")],
];

describe("the catalog's laws", () => {
  it.each(plants)("see %s", (_, table, find, change) => {
    expect(seen(table, planted(table, find, change))).toBeDefined();
  });
});
