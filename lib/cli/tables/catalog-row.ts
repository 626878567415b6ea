import { availability } from "../../catalog/availability";
import type { CatalogModel } from "../../catalog/models";
import { instancePrice, pricedRegions } from "../../catalog/prices";
import type {
  Accelerator,
  InstancePrice,
  InstanceType,
  NetworkCard,
  PricedPurchase,
  Sourced,
} from "../../catalog/types";
import { purchaseName } from "../../review/purchase-name";
import { count, counted } from "../../units/quantity";

/** Name of a figure and its text; null is what a vendor does not publish. */
export type Figure = readonly [name: string, text: string | null];

/** Purchase options that only the catalog names. */
const MORE_NAMES: Readonly<Record<string, string>> = {
  reserved: "Reserved Instances",
  "savings-plan": "Savings Plans",
  "savings-plan-1-year": "Savings Plan, 1 year",
  "savings-plan-3-years": "Savings Plan, 3 years",
};
const named = (option: string): string => MORE_NAMES[option] ?? purchaseName(option);

const PRICED: readonly PricedPurchase[] = [
  "on-demand",
  "spot",
  "capacity-block",
  "savings-plan-1-year",
  "savings-plan-3-years",
];

/** Every price of a type that the catalog has. */
export const pricesOf = (type: InstanceType, region?: string): readonly InstancePrice[] =>
  PRICED.flatMap((purchase) =>
    pricedRegions(type.name, purchase)
      .filter((priced) => region === undefined || priced === region)
      .flatMap((priced) => instancePrice(type.name, purchase, priced) ?? []),
  );

const of = (value: number | null, unit: string): string | null => (value === null ? null : `${count(value)} ${unit}`);
const yes = (value: boolean | null): string | null => (value === null ? null : value ? "yes" : "no");
const listed = (values: readonly string[]): string => (values.length === 0 ? "none" : values.join(", "));

/** Cards that are alike in one text: `8 with EFA and IP, 400 Gb/s each, up to 2 interfaces`. */
function cards(all: readonly NetworkCard[]): string {
  const kinds = new Map<string, number>();
  for (const { ena, efa, bandwidthGbps, maxInterfaces } of all) {
    const carries = efa && ena ? "EFA and IP" : efa ? "EFA only" : "IP only";
    const speed = bandwidthGbps === null ? "" : `, ${count(bandwidthGbps)} Gb/s each`;
    const kind = `${carries}${speed}, up to ${counted(maxInterfaces, "interfaces")} each`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return listed([...kinds].map(([kind, number]) => `${number} (${kind})`));
}

function fabric({ aws, infiniband, rdma }: InstanceType): string {
  if (infiniband) {
    return `${infiniband.devices} InfiniBand ${infiniband.generation} devices, ${count(infiniband.gbpsPerDevice)} Gb/s each`;
  }
  if (rdma) return rdma === "roce" ? "RoCE" : "InfiniBand";
  if (!aws?.efa) return "none";
  const { efa, maxEfaInterfaces } = aws;
  const generation = efa.generation === null ? "" : ` v${efa.generation}`;
  return `EFA${generation}, up to ${counted(maxEfaInterfaces, "interfaces")}, ${count(efa.gbps)} Gb/s in total`;
}

/** One line per purchase option, days and regions: `On-Demand (2025-11-18): us-east-1 55.04, us-east-2 55.04`. */
function priceFigures(type: InstanceType, region: string | undefined): Figure[] {
  const lines = new Map<string, string[]>();
  for (const price of pricesOf(type, region)) {
    const name = `${named(price.purchase)}, USD/h (${price.pricedOn})`;
    lines.set(name, [...(lines.get(name) ?? []), `${price.region} ${price.usdPerHour}`]);
  }
  if (lines.size === 0) return [["prices", region === undefined ? null : `unknown in ${region}`]];
  return [...lines].map(([name, prices]) => [name, prices.join(", ")]);
}

const sources = ({ note, source, checkedOn }: Sourced): Figure[] => [
  ...(note === undefined ? [] : [["note", note] as const]),
  ["source", `${source}, checked on ${checkedOn}`],
];

/** What a person looks for in an instance type; `--json` has every figure. */
export function typeFigures(type: InstanceType, region?: string): readonly Figure[] {
  const { localNvme, interconnect, cpu, aws, quota, ultraServer } = type;
  const gpus = type.accelerator && `${type.acceleratorCount} x ${type.accelerator}`;
  const perGpu = of(type.acceleratorMemoryGiB, "GiB each");
  const where = availability(type.name)?.regions;
  return [
    ["accelerators", gpus === null ? "none" : perGpu === null ? gpus : `${gpus}, ${perGpu}`],
    ...(interconnect === null
      ? []
      : ([
          [
            "interconnect",
            [
              `${interconnect.name} across ${counted(interconnect.accelerators, "accelerators")}`,
              of(interconnect.gbPerSecondPerAccelerator, "GB/s per accelerator"),
            ]
              .filter((text) => text !== null)
              .join(", "),
          ],
        ] as const)),
    ...(ultraServer ? ([["UltraServer", `${ultraServer.name}, ${ultraServer.instances} instances`]] as const) : []),
    ["vCPUs", `${type.vcpus} (${type.architecture}${cpu.model === null ? "" : `, ${cpu.model}`})`],
    ["memory", `${count(type.memoryGiB)} GiB`],
    [
      "network",
      type.networkIsBurst
        ? `up to ${count(type.networkGbps)} Gb/s, baseline ${count(type.networkBaselineGbps)} Gb/s`
        : `${count(type.networkGbps)} Gb/s`,
    ],
    ["network cards", cards(type.networkCards)],
    ["fabric", fabric(type)],
    ["GPUDirect RDMA", yes(type.gpuDirectRdma)],
    ["local NVMe", localNvme === null ? "none" : `${localNvme.count} x ${count(localNvme.sizeGB)} GB`],
    ...(aws ? ([["EBS", of(aws.ebs.maximumGbps, "Gb/s maximum")]] as const) : []),
    ["purchase options", listed(type.purchase.map(named))],
    [
      "quota codes",
      listed(
        [quota.onDemand && `${quota.onDemand} (On-Demand)`, quota.spot && `${quota.spot} (Spot)`].filter(
          (code) => code !== null,
        ),
      ),
    ],
    ["Regions", where ? listed(where) : null],
    ...priceFigures(type, region),
    ...sources(type),
  ];
}

/** Dense throughput by number format, memory and links of an accelerator. */
export function acceleratorFigures(accelerator: Accelerator): readonly Figure[] {
  const { tflops, memoryBandwidthGBps, migProfiles, linkGBps, linkName } = accelerator;
  const formats = Object.entries(tflops).filter(([, value]) => value !== null);
  return [
    ["vendor", `${accelerator.vendor}, ${accelerator.architecture}`],
    [
      "memory",
      `${count(accelerator.memoryGiB)} GiB${accelerator.memoryType === null ? "" : ` ${accelerator.memoryType}`}`,
    ],
    ["memory bandwidth", of(memoryBandwidthGBps, "GB/s")],
    ["dense TFLOP/s", formats.length === 0 ? null : formats.map(([format, value]) => `${format} ${value}`).join(", ")],
    ["scale-up link", linkGBps === null ? "none" : `${linkName ?? "link"}, ${count(linkGBps)} GB/s in both directions`],
    ["TDP", of(accelerator.tdpWatts, "W")],
    ...(accelerator.computeCapability === null
      ? []
      : ([["compute capability", accelerator.computeCapability]] as const)),
    ["MIG profiles", listed(migProfiles.map(({ name, maxInstances }) => `${name} (up to ${maxInstances})`))],
    ...sources(accelerator),
  ];
}

/** Size and shape of a model. */
export function modelFigures(model: CatalogModel): readonly Figure[] {
  const { experts, publishedParameters } = model;
  return [
    ["family", model.family],
    [
      "parameters",
      publishedParameters === null ? null : `${Number((publishedParameters / 1e9).toPrecision(4))} billion`,
    ],
    ["layers", count(model.layers)],
    ["hidden size", count(model.hiddenSize)],
    ["attention heads", `${model.attentionHeads}, ${counted(model.kvHeads, "KV heads")}, ${model.headDim} per head`],
    ["feed-forward size", `${count(model.ffnHiddenSize)}${model.gatedFfn ? ", gated" : ""}`],
    ...(experts ? ([["experts", `${experts.count} per layer, ${experts.activePerToken} per token`]] as const) : []),
    ["vocabulary", count(model.vocabularySize)],
    ["maximum sequence length", `${count(model.maxSequenceLength)} tokens`],
    ...sources(model),
  ];
}
