import type { InstanceType } from "../../../lib/catalog/types";
import { each, type Law, type Tables } from "./tables";

const type = (title: string, holds: (row: InstanceType, tables: Tables) => boolean) =>
  each("instance-types", title, holds);

/** Families whose sizes have unlike memory per vCPU: HPC types switch cores off, T types are small ones, p5.4xlarge has an eighth of the GPUs. */
const UNLIKE_MEMORY = new Set(["g7e", "hpc7a", "hpc7g", "p5", "t3", "t3a", "t4g"]);
/** Classes of vCPU quotas, by what families begin with. https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-on-demand-instances.html */
const CLASSES: readonly (readonly [RegExp, RegExp])[] = [
  [/^hpc/, /\bHPC\b/],
  [/^trn/, /\bTrn\b/],
  [/^inf/, /\bInf\b/],
  [/^p\d/, /\bP\d?\b/],
  [/^g[r\d]/, /\bG and VT\b/],
  [/^x\d/, /\bX\b/],
  [/^[acdimrtz]/, /\bStandard \(A, C, D, H, I, M, R, T, Z\)/],
];
/** Types that the catalog knows no Spot quota of, though they are sold so: their quotas' codes are not published. */
const NO_SPOT_QUOTA = new Set(["c8ine", "m8ine", "p6-b200", "p6-b300"]);

/** What the names of EKS' images end in, by the maker of the accelerator. */
const MAKERS: Readonly<Record<string, string>> = { nvidia: "NVIDIA", aws: "NEURON" };

const quotaName = (code: string | null | undefined, { "service-quotas": quotas }: Tables) =>
  quotas.find((row) => row.code === code)?.name;

export const kindLaws: readonly Law[] = [
  {
    title: "instance-types: memory per vCPU is that of the family",
    breaches: ({ "instance-types": types }) => {
      const known = new Map<string, number[]>();
      for (const { family, memoryGiB, vcpus } of types)
        known.set(family, [...(known.get(family) ?? []), memoryGiB / vcpus]);
      return types.flatMap(({ name, family, memoryGiB, vcpus }) => {
        const all = known.get(family)!.toSorted((a, b) => a - b);
        const usual = all[Math.floor((all.length - 1) / 2)]!;
        const alike = UNLIKE_MEMORY.has(family) || Math.abs(memoryGiB / vcpus / usual - 1) < 0.03;
        return alike ? [] : [`${name}: ${memoryGiB / vcpus} GiB, not ${usual}`];
      });
    },
  },
  type(
    "an interface takes 15 addresses or more from 32 vCPUs on",
    (t) => t.vcpus < 32 || t.aws!.ipv4PerInterface! >= 15,
  ),
  type(
    "have a Spot quota where and only where they are sold so",
    (t) => NO_SPOT_QUOTA.has(t.family) || t.purchase.includes("spot") === (t.quota.spot !== null),
  ),
  type("have quotas of their class of types, and blocks of their family", (t, tables) => {
    const names = [t.quota.onDemand, t.quota.spot].map((code) => quotaName(code, tables));
    const [, form] = CLASSES.find(([families]) => families.test(t.family)) ?? [];
    const block = quotaName(t.quota.capacityBlock, tables);
    return (
      names.every((name) => name === undefined || form?.test(name) === true) &&
      (block === undefined || block.toLowerCase().includes(` ${t.family} `))
    );
  }),
  type("boot images of their processor and of their accelerator's maker", (t, { accelerators }) => {
    const vendor = accelerators.find(({ name }) => name === t.accelerator)?.vendor;
    const maker = MAKERS[vendor ?? ""];
    return t.aws!.images.eks.every(
      (image) =>
        image.includes("ARM_64") === (t.architecture === "arm64") &&
        ["NVIDIA", "NEURON"].every((name) => image.endsWith(name) === (name === maker)),
    );
  }),
  each(
    "service-prices",
    "are named after their unit",
    ({ item, unit }) => {
      const last = {
        "node-hour": "hour",
        "GB-month": "gb-month",
        "IOPS-month": "iops-month",
        "MB/s-month": "mbps-month",
        "1,000 requests": "thousand-requests",
      }[unit];
      return item.endsWith(`-${last ?? unit.toLowerCase()}`);
    },
    ({ item }) => item,
  ),
  {
    // https://aws.amazon.com/eks/pricing/: 0.10 USD per hour in standard support, 0.60 in extended support
    title: "service-prices: EKS in extended support costs six times as much as in standard support",
    breaches: ({ "service-prices": rows }) => {
      const [extended, usual] = ["eks-cluster-extended-support-hour", "eks-cluster-hour"].map(
        (item) => rows.find((row) => row.item === item)!.usd["us-east-1"]!,
      ) as [number, number];
      return Math.abs(extended / usual - 6) < 0.01 ? [] : [`${extended} and ${usual}`];
    },
  },
  each(
    "service-quotas",
    "are 0 or 5 by default where they count vCPUs",
    ({ unit, default: usual }) => unit !== "vCPUs" || usual === null || usual === 0 || usual === 5,
  ),
  {
    title: "lustre-limits: a client has more over EFA than over ENA, and most with GPUDirect Storage",
    breaches: ({ "lustre-limits": rows }) => {
      const rates = ["client-to-server", "client-ena", "client-efa", "client-efa-gds"].map(
        (limit) => rows.find(({ name }) => name === limit)!.value,
      );
      return rates.every((rate, i) => i === 0 || rate > rates[i - 1]!) && rates[3]! <= 3200 ? [] : [rates.join(", ")];
    },
  },
];
