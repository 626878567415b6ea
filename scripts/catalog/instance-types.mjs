// Brings the instance types up to a dump of EC2's DescribeInstanceTypes, as moto keeps one:
//
//   node scripts/catalog/instance-types.mjs CHECKOUT_OF_MOTO [DAY]
//   node scripts/catalog-diff.mjs
//
// Adds the types of the families below that the catalog lacks. Rows that are there stay as they are, with the facts that
// people added; where the dump says something else of a field that it knows, the difference is printed for a person to decide.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ACCELERATED, cpuModel, FAMILIES, imagesOf, NOTES, quotaOf } from "./families.mjs";
import { argument, checkoutOf, familyOf, readFamilies, writeFamilies } from "./files.mjs";

const checkout = argument("usage: node scripts/catalog/instance-types.mjs CHECKOUT_OF_MOTO [DAY]");
const { commit, day } = await checkoutOf(checkout);
const checkedOn = process.argv[3] ?? day;
const source = `getmoto/moto@${commit} moto/ec2/resources/instance_types.json (EC2 DescribeInstanceTypes)`;
const dump = JSON.parse(readFileSync(join(checkout, "moto/ec2/resources/instance_types.json"), "utf8"));

/** `Up to 12.5 Gigabit`, `4x 100 Gigabit`: Gb/s. */
function gigabits(text) {
  const [, times = "1", each] = /^(?:Up to )?(?:(\d+)x )?([\d.]+) Gigabit$/.exec(text) ?? [];
  return each === undefined ? null : Number(times) * Number(each);
}

/** API figures are binary floats: 0.937 for what the pages call 0.9375. */
const rounded = (value) => (value === undefined ? null : Number(value.toFixed(3)));

function networkOf(info) {
  const { NetworkCards: cards, NetworkPerformance: text, EfaInfo, EfaSupported } = info;
  const networkGbps = gigabits(text);
  const baseline = rounded(cards.reduce((sum, card) => sum + (card.BaselineBandwidthInGbps ?? 0), 0));
  const burst = text.startsWith("Up to");
  const most = EfaSupported ? EfaInfo.MaximumEfaInterfaces : 0;
  // Cards of a few types (c6in: 170 each) are stated with more than their share of the type's bandwidth.
  const share = networkGbps / cards.length;
  return {
    networkGbps,
    networkBaselineGbps: burst ? Math.min(baseline, networkGbps) : networkGbps,
    networkIsBurst: burst && baseline < networkGbps,
    networkCards: cards.map((card) => ({
      index: card.NetworkCardIndex,
      maxInterfaces: card.MaximumNetworkInterfaces,
      ena: true,
      efa: card.NetworkCardIndex < most,
      bandwidthGbps: cards.length === 1 ? share : Math.min(share, gigabits(card.NetworkPerformance) ?? share),
    })),
  };
}

function efaOf({ EfaInfo, EfaSupported, NetworkPerformance }) {
  const most = EfaSupported ? EfaInfo.MaximumEfaInterfaces : 0;
  const gbps = gigabits(NetworkPerformance);
  return {
    maxEfaInterfaces: most,
    efa: most === 0 ? null : { generation: null, rdmaRead: null, rdmaWrite: null, gbps },
  };
}

function acceleratorOf(type) {
  const devices = [
    ...(type.GpuInfo?.Gpus ?? []),
    ...(type.NeuronInfo?.NeuronDevices ?? []),
    ...(type.InferenceAcceleratorInfo?.Accelerators ?? []),
  ];
  const known = ACCELERATED[familyOf(type.InstanceType)];
  if (devices.length === 0 || known === undefined)
    return { accelerator: null, acceleratorCount: 0, acceleratorMemoryGiB: null };
  const [{ Count = 1, LogicalGpuCount = Count, MemoryInfo }] = devices;
  const gib = Math.floor((MemoryInfo?.SizeInMiB ?? 0) / 1024) || known.memoryGiB;
  if (known.byMemory === undefined) {
    return { accelerator: known.accelerator, acceleratorCount: Count, acceleratorMemoryGiB: gib };
  }
  const exact = Number((MemoryInfo.SizeInMiB / 1024).toFixed(2));
  return { accelerator: known.byMemory[gib], acceleratorCount: LogicalGpuCount, acceleratorMemoryGiB: exact };
}

function nvmeOf(storage) {
  const disks = (storage?.Disks ?? []).filter((disk) => disk.Type === "ssd");
  return disks.length === 0 ? null : { count: disks[0].Count, sizeGB: disks[0].SizeInGB };
}

function ebsOf({ EbsOptimizedInfo: ebs }) {
  return {
    baselineGbps: ebs ? rounded(ebs.BaselineBandwidthInMbps / 1000) : null,
    maximumGbps: ebs ? rounded(ebs.MaximumBandwidthInMbps / 1000) : null,
    baselineIops: ebs?.BaselineIops ?? null,
    maximumIops: ebs?.MaximumIops ?? null,
  };
}

function rowOf(type) {
  const name = type.InstanceType;
  const family = familyOf(name);
  const architecture = type.ProcessorInfo.SupportedArchitectures.find((a) => a !== "i386");
  const accelerator = acceleratorOf(type);
  const known = ACCELERATED[family];
  const joined = accelerator.acceleratorCount > 1 ? (known?.interconnect ?? null) : null;
  return {
    name,
    family,
    architecture,
    ...accelerator,
    vcpus: type.VCpuInfo.DefaultVCpus,
    memoryGiB: type.MemoryInfo.SizeInMiB / 1024,
    ...networkOf(type.NetworkInfo),
    gpuDirectRdma: null,
    localNvme: nvmeOf(type.InstanceStorageInfo),
    interconnect: joined && { ...joined, accelerators: accelerator.acceleratorCount },
    purchase: [...type.SupportedUsageClasses.filter((use) => use !== "capacity-block"), "savings-plan"],
    cpu: {
      model: cpuModel(family),
      sockets: null,
      coresPerSocket: null,
      threadsPerCore: type.VCpuInfo.DefaultThreadsPerCore ?? (architecture === "arm64" ? 1 : 2),
      numaNodes: null,
    },
    aws: {
      ipv4PerInterface: type.NetworkInfo.Ipv4AddressesPerInterface,
      ...efaOf(type.NetworkInfo),
      ebs: ebsOf(type.EbsInfo),
      placementGroups: type.PlacementGroupInfo.SupportedStrategies,
      topologyApi: accelerator.acceleratorCount === 0 ? false : null,
      topologyLevels: null,
      images: imagesOf(family, architecture, accelerator.acceleratorCount),
    },
    quota: quotaOf(family),
    ultraServer: null,
    note: known?.note ?? NOTES[family] ?? "processor layout, and with EFA its generation and RDMA, are not in the API",
    source,
    checkedOn,
  };
}

/** Fields of a row that the dump knows without interpretation. */
const COMPARED = {
  vcpus: (row) => row.vcpus,
  memoryGiB: (row) => row.memoryGiB,
  ipv4PerInterface: (row) => row.aws.ipv4PerInterface,
  maxEfaInterfaces: (row) => row.aws.maxEfaInterfaces,
  localNvme: (row) => row.localNvme,
  architecture: (row) => row.architecture,
};

const families = readFamilies("instance-types");
for (const type of Object.values(dump)) {
  const name = type.InstanceType;
  const family = familyOf(name);
  if (!FAMILIES.has(family) || gigabits(type.NetworkInfo.NetworkPerformance) === null) continue;
  const rows = families.get(family) ?? families.set(family, []).get(family);
  const fresh = rowOf(type);
  const present = rows.find((row) => row.name === name);
  if (present === undefined) {
    rows.push(fresh);
    rows.sort((a, b) => (a.name < b.name ? -1 : 1));
    continue;
  }
  for (const [field, of] of Object.entries(COMPARED)) {
    const [ours, theirs] = [JSON.stringify(of(present)), JSON.stringify(of(fresh))];
    if (ours !== theirs) console.log(`${name} ${field}: catalog ${ours}, dump ${theirs}`);
  }
}
writeFamilies("instance-types", families);
