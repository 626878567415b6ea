import { deviceName } from "../../catalog/accelerators";
import { fabricGbps, networkDiskGbps } from "../../catalog/instance-types";
import { interfacesOf } from "../../model/aws/aws-model";
import { fabricCards, ipCards } from "../../model/aws/nic-layout";
import { count, counted } from "../../units/quantity";
import type { Design, PoolFacts } from "../design";

/** One network card of a node, as it is used. */
export interface NodeCard {
  readonly index: number;
  readonly gbps: number | null;
  readonly use: "ip" | "fabric" | "both" | "unused";
}

/** What is inside one node of a pool. */
export interface NodeInside {
  readonly title: string;
  readonly gpus: number;
  readonly gpuName: string;
  /** `NVLink, 900 GB/s per GPU`; null for GPUs that only PCIe connects. */
  readonly gpuLink: string | null;
  readonly cards: readonly NodeCard[];
  readonly cardsText: string;
  readonly hostText: string;
  readonly disksText: string | null;
}

/** Ports of a fabric that is no EFA: cards of their own beside the network cards, which the catalog does not number. */
const portsOf = ({ pool }: PoolFacts): NodeCard[] =>
  interfacesOf(pool).length === 0
    ? Array.from({ length: pool.fabric?.devices ?? 0 }, (_, index) => ({
        index,
        gbps: pool.fabric!.gbpsEach,
        use: "fabric" as const,
      }))
    : [];

function cardsOf(facts: PoolFacts): NodeCard[] {
  const { pool, type } = facts;
  const ports = portsOf(facts);
  if (ports.length > 0)
    return [
      ...ports,
      ...(type?.networkCards ?? []).map(({ index, bandwidthGbps: gbps }) => ({ index, gbps, use: "ip" as const })),
    ];
  const interfaces = interfacesOf(pool);
  const onIp = ipCards(interfaces);
  const onFabric = fabricCards(interfaces);
  return (type?.networkCards ?? []).map(({ index, bandwidthGbps }) => {
    const ip = onIp.has(index);
    const fabric = onFabric.has(index);
    return { index, gbps: bandwidthGbps, use: ip && fabric ? "both" : ip ? "ip" : fabric ? "fabric" : "unused" };
  });
}

function cardsText(cards: readonly NodeCard[], facts: PoolFacts): string {
  const ports = portsOf(facts).length;
  if (ports > 0) {
    const rest = cards.slice(ports);
    const parts = [
      [ports, "fabric ports", cards[0]?.gbps] as const,
      [rest.length, "network cards", rest[0]?.gbps] as const,
    ];
    return parts
      .filter(([of]) => of > 0)
      .map(([of, name, gbps]) => `${counted(of, name)}${gbps ? ` of ${count(gbps)} Gb/s` : ""}`)
      .join(", ");
  }
  const { type } = facts;
  const networkGbps = type?.networkGbps ?? 0;
  const total = `${count(networkGbps)} Gb/s`;
  if (cards.length === 0) return `network: ${total}`;
  if (cards.length === 1) return `1 network card of ${total}`;
  const alike = cards.every(({ gbps }) => gbps === cards[0]?.gbps);
  const each = alike && cards[0]?.gbps ? ` of ${count(cards[0].gbps)} Gb/s` : "";
  // cards that share adapters: what jobs get is what the fabric reaches, which that of the picture is drawn with
  const onFabric = type === null ? networkGbps : fabricGbps(type);
  const part = onFabric < networkGbps ? `, ${count(onFabric)} on the fabric` : "";
  return `${counted(cards.length, "network cards")}${each}, ${total} in total${part}`;
}

/** One node of each pool with accelerators that the catalog knows. */
export function nodesInside(design: Design): NodeInside[] {
  return design.gpuPools.flatMap((facts) => {
    const { pool, type, accelerator, gpusPerNode } = facts;
    if (type === null || accelerator === null) return [];
    const cards = cardsOf(facts);
    const device = deviceName(accelerator);
    const { interconnect: joined, localNvme: nvme } = type;
    const diskGbps = networkDiskGbps(type);
    const speed = joined?.gbPerSecondPerAccelerator;
    const disks = nvme && `${nvme.count} x ${count(nvme.sizeGB / 1000)} TB NVMe`;
    return [
      {
        title: `One node of ${pool.name}: ${type.name}`,
        gpus: gpusPerNode,
        gpuName: `${accelerator.name}, ${count(accelerator.memoryGiB)} GiB each`,
        gpuLink:
          joined &&
          `${joined.name}${speed ? `, ${count(speed)} GB/s per ${device}` : ""}, ${counted(joined.accelerators, `${device}s`)} in one domain`,
        cards,
        cardsText: cardsText(cards, facts),
        hostText: `${counted(type.vcpus, "vCPUs")}, ${count(type.memoryGiB)} GiB of memory`,
        disksText:
          [disks, diskGbps === null ? null : `EBS at ${count(diskGbps)} Gb/s`].filter(Boolean).join("; ") || null,
      },
    ];
  });
}
