import type { InstanceType, NetworkCard } from "../../../lib/catalog/types";
import { each, type Law, type Tables } from "./tables";

const law = (title: string, holds: (type: InstanceType, tables: Tables) => boolean) =>
  each("instance-types", title, holds);

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const bandwidth = (cards: readonly NetworkCard[]) => sum(cards.map((card) => card.bandwidthGbps ?? Number.NaN));
const acceleratorOf = (type: InstanceType, { accelerators }: Tables) =>
  accelerators.find(({ name }) => name === type.accelerator);

/** Volta, which NVIDIA's open modules do not drive; AMD's and the GRID driver, which no image brings. */
const WITHOUT_IMAGE = new Set(["p3", "p3dn", "g4ad", "g6f", "gr6f"]);

export const networkLaws: readonly Law[] = [
  law("cards are counted from 0 without a gap", (t) => t.networkCards.every((card, i) => card.index === i)),
  law(
    "as many cards take EFA as the type takes EFAs",
    (t) => t.networkCards.filter((card) => card.efa).length === t.aws!.maxEfaInterfaces,
  ),
  law("card 0, the primary one, speaks IP", (t) => t.networkCards[0]?.ena === true),
  law("a card that speaks no IP takes one EFA", (t) =>
    t.networkCards.every((card) => card.ena || (card.efa && card.maxInterfaces === 1)),
  ),
  law("a card takes at most 24 interfaces", (t) => t.networkCards.every((card) => card.maxInterfaces <= 24)),
  law("a card behind the first takes at most 15 interfaces, and its bandwidth is the type's at most, 400 Gb/s", (t) =>
    t.networkCards.every(
      ({ index, maxInterfaces, bandwidthGbps }) =>
        (index === 0 || maxInterfaces <= 15) && (bandwidthGbps ?? 0) <= Math.min(400, t.networkGbps),
    ),
  ),
  law(
    "layouts of EFA and steps of ENA are of cards that are there",
    (t) =>
      (t.aws!.efaLayoutCards ?? []).every((index) => t.networkCards[index]?.efa === true) &&
      (t.aws!.enaCardStep ?? 1) < Math.max(2, t.networkCards.length / 2),
  ),
  law(
    "one card has the bandwidth of the type",
    (t) => t.networkCards.length > 1 || bandwidth(t.networkCards) === t.networkGbps,
  ),
  // Card 0 of p6-b300 has no EFA and is apart from it; p6e-gb200's cards with ENA share an adapter with the next one.
  law("EFA cards add up to the bandwidth of the type", (t) => {
    const cards = t.family === "p6e-gb200" ? t.networkCards.filter((card) => !card.ena) : t.networkCards;
    return t.networkCards.length === 1 || bandwidth(cards.filter((card) => card.efa)) === t.networkGbps;
  }),
  law(
    "EFA has no more than the type, and an eighth of it at least",
    (t) => t.aws!.efa === null || (t.aws!.efa.gbps <= t.networkGbps && t.aws!.efa.gbps >= t.networkGbps / 8),
  ),
  law(
    "RDMA write comes with RDMA read",
    (t) => t.aws!.efa === null || t.aws!.efa.rdmaRead !== false || !t.aws!.efa.rdmaWrite,
  ),
  law("EFA is described where it exists", (t) => (t.aws!.efa === null) === (t.aws!.maxEfaInterfaces === 0)),
  law("EFA generations are those of AWS's guide", (t) => [1, 2, 3, 4, null].includes(t.aws!.efa?.generation ?? null)),
  law(
    "bursts are above the baseline",
    (t) => t.networkIsBurst === t.networkBaselineGbps < t.networkGbps && t.networkBaselineGbps <= t.networkGbps,
  ),
  law(
    "a topology has levels where and only where EC2 answers for it",
    (t) =>
      (t.aws!.topologyApi === true) === (t.aws!.topologyLevels !== null) &&
      (t.aws!.topologyLevels === null || t.aws!.topologyLevels === 3 || t.aws!.topologyLevels === 4),
  ),
];

export const nodeLaws: readonly Law[] = [
  law("the family is the name before the point", (t) => t.family === t.name.split(".")[0]),
  law(
    "vCPUs are sockets x cores x threads where the layout is known",
    ({ cpu, vcpus }) => cpu.sockets === null || cpu.sockets * (cpu.coresPerSocket ?? 0) * cpu.threadsPerCore === vcpus,
  ),
  law(
    "NUMA nodes are whole",
    ({ cpu, vcpus }) =>
      cpu.numaNodes === null || cpu.sockets === null || (vcpus % cpu.numaNodes === 0 && cpu.numaNodes >= cpu.sockets),
  ),
  law("arm64 is where the processor is AWS's or NVIDIA's, with one thread per core", ({ architecture, cpu }) => {
    const arm = cpu.model === null || /Graviton|Grace/.test(cpu.model);
    return architecture === "arm64" ? arm && cpu.threadsPerCore === 1 : cpu.model === null || !arm;
  }),
  law("a vCPU has 0.25 to 64 GiB", (t) => t.memoryGiB / t.vcpus >= 0.25 && t.memoryGiB / t.vcpus <= 64),
  law(
    "EBS reaches its baseline at least",
    ({ aws }) =>
      (aws!.ebs.maximumGbps ?? 0) >= (aws!.ebs.baselineGbps ?? 0) &&
      (aws!.ebs.maximumIops ?? 0) >= (aws!.ebs.baselineIops ?? 0),
  ),
  // Below, EBS bursts; hpc6a is the one large type whose EBS is made for booting alone.
  law("EBS of 48 vCPUs and more sustains half of its highest rates", ({ family, vcpus, aws }) => {
    const { ebs } = aws!;
    const half = (least: number | null, most: number | null) => (least ?? 0) >= (most ?? 0) / 2;
    const sustained = half(ebs.baselineGbps, ebs.maximumGbps) && half(ebs.baselineIops, ebs.maximumIops);
    return vcpus < 48 || family.startsWith("hpc") || sustained;
  }),
  law("EBS has 8 to 64 KiB per operation at its highest bandwidth", ({ aws }) => {
    const { ebs } = aws!;
    if (ebs.maximumGbps === null || ebs.maximumIops === null) return true;
    const bytes = (ebs.maximumGbps * 1e9) / 8 / ebs.maximumIops;
    return bytes >= 8192 && bytes <= 65_536;
  }),
  law(
    "a local disk has 50 GB to 30.72 TB",
    ({ localNvme }) =>
      localNvme === null || (localNvme.sizeGB >= 50 && localNvme.sizeGB <= 30_720 && localNvme.count <= 24),
  ),
  law(
    "one of several local disks has at least 300 GB: smaller sizes have one",
    ({ localNvme }) => localNvme === null || localNvme.count === 1 || localNvme.sizeGB >= 300,
  ),
];

export const acceleratorLaws: readonly Law[] = [
  law(
    "the accelerator is in the catalog",
    (t, tables) => t.accelerator === null || acceleratorOf(t, tables) !== undefined,
  ),
  law("show at most 12 % less accelerator memory than its nominal figure", (t, tables) => {
    const nominal = acceleratorOf(t, tables)?.memoryGiB;
    if (nominal === undefined || t.acceleratorMemoryGiB === null) return t.accelerator === null;
    return t.acceleratorMemoryGiB <= nominal && t.acceleratorMemoryGiB >= nominal * 0.88;
  }),
  law("count accelerators where there is one, in the numbers that a board has", (t) =>
    t.accelerator === null
      ? t.acceleratorCount === 0
      : [0.125, 0.25, 0.5, 1, 2, 4, 6, 8, 12, 16].includes(t.acceleratorCount),
  ),
  law(
    "reach GPUs from the network by EFA alone",
    (t) => t.aws === undefined || t.gpuDirectRdma !== true || t.aws.maxEfaInterfaces > 0,
  ),
  law(
    "have half the memory of their accelerators at least where they train",
    (t) => !/^(p|trn)/.test(t.family) || t.memoryGiB >= (t.acceleratorCount * (t.acceleratorMemoryGiB ?? 0)) / 2,
  ),
  law("have local disks of five times the memory of their GPUs or more, of nearly that of Trainium", (t) => {
    const accelerators = t.acceleratorCount * (t.acceleratorMemoryGiB ?? 0);
    return (
      t.localNvme === null ||
      t.localNvme.count * t.localNvme.sizeGB >= (t.family.startsWith("trn") ? 4.8 : 5) * accelerators
    );
  }),
  law(
    "share a link no faster than the accelerator's, in a domain of all of them or of the UltraServer",
    (t, tables) => {
      if (t.interconnect === null) return true;
      const own = acceleratorOf(t, tables)?.linkGBps ?? 0;
      const link = t.interconnect.gbPerSecondPerAccelerator ?? 0;
      const domain = t.ultraServer?.accelerators ?? t.acceleratorCount;
      return link <= own && link >= own / 2 && t.interconnect.accelerators === domain;
    },
  ),
  law(
    "have a quota of their own family",
    (t) => t.accelerator === null || !t.purchase.includes("on-demand") || t.quota.onDemand !== null,
  ),
  law(
    "have an image that knows the driver",
    (t) => t.accelerator === null || WITHOUT_IMAGE.has(t.family) || t.aws!.images.eks.length > 0,
  ),
  law("name quotas that the catalog has", ({ quota }, tables) =>
    [quota.onDemand, quota.spot, quota.capacityBlock ?? null].every(
      (code) => code === null || tables["service-quotas"].some((row) => row.code === code),
    ),
  ),
  law(
    "name a quota of Capacity Blocks where they are sold in blocks",
    (t) => t.purchase.includes("capacity-block") === (t.quota.capacityBlock !== undefined),
  ),
  law(
    "name an UltraServer that the catalog has",
    (t, tables) => t.ultraServer === null || tables["ultra-servers"].some(({ name }) => name === t.ultraServer?.name),
  ),
];
