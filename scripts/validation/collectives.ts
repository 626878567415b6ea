import { accelerator } from "../../lib/catalog/accelerators";
import { instanceType } from "../../lib/catalog/instance-types";
import { collective, collectiveFamily } from "../../lib/sizing/fabric/collectives";
import {
  type FabricSpec,
  type Interconnect,
  instanceInterconnect,
  interconnect,
} from "../../lib/sizing/fabric/interconnect";
import type { Collective } from "../../lib/sizing/fabric/rank-group";
import { OWN_RANGE_ALONE } from "../../lib/sizing/spread/published-spread";
import type { ValidationSet } from "./row";
import { publishedRows, type SectionRow, type ValidationSection } from "./section";

interface PublishedCollective {
  /** EC2 instance type, or what the node is where `accelerator` and `fabric` are given. */
  readonly instanceType: string;
  readonly accelerator?: string;
  readonly fabric?: FabricSpec;
  /** @default 8 */
  readonly gpusPerDomain?: number;
  readonly nodes: number;
  readonly gpusPerNode: number;
  readonly collective: Collective;
  readonly mebibytes: number;
  readonly publishedBusGBps: number;
  readonly set: ValidationSet;
  readonly source: string;
  readonly note?: string;
}

function linkOf(row: PublishedCollective): Interconnect {
  if (row.accelerator && row.fabric)
    return interconnect(accelerator(row.accelerator), row.gpusPerDomain ?? 8, row.fabric);
  const type = instanceType(row.instanceType);
  return instanceInterconnect(type, accelerator(type.accelerator!));
}

function sectionRow(row: PublishedCollective): SectionRow {
  const link = linkOf(row);
  const group = { ranks: row.nodes * row.gpusPerNode, ranksPerDomain: row.gpusPerNode };
  const bytes = row.mebibytes * 1024 ** 2;
  const { busBandwidth } = collective(row.collective, bytes, group, link, OWN_RANGE_ALONE);
  const ofNode = row.gpusPerNode < 8 && !row.instanceType.startsWith(`${row.gpusPerNode} x`);
  return {
    what: `${row.collective}, ${row.nodes} x ${row.instanceType}${ofNode ? `, ${row.gpusPerNode} GPUs` : ""}, ${row.mebibytes} MiB`,
    unit: "GB/s",
    published: row.publishedBusGBps,
    predicted: busBandwidth.expected / 1e9,
    low: busBandwidth.low / 1e9,
    high: busBandwidth.high / 1e9,
    set: row.set,
    source: row.source,
    note: row.note,
    family: collectiveFamily(bytes, group),
    inverse: true,
  };
}

const LOGS = [
  {
    file: "collectives.json",
    title: "Collectives: nccl-tests",
    intro:
      "Bus bandwidth as nccl-tests prints it. On two nodes it exceeds the network's rate (p5: 400 GB/s) because a tree sends each byte once where a ring sends it nearly twice; from three nodes on it can't. Efficiencies of the links were read off the calibrated rows, and one constant for the ramp with message size. The two logs of NCCL 2.8 and 2.9 on p4d are held to one criterion: both count, as 2021's software, which our links do not describe (on three and four nodes they agree with each other: 0.6 of the network). Of the 25 rows on two nodes of H100 (Nebius) and B200 (Google), on a DGX H100 and on a whole NVL72, entered unseen, 21 were within the aim; the four others were 8 MiB on B200 and up to 2 GiB on the rack, whose ramp now grows with the ranks that share the buffer (nothing was fitted: it is that of eight GPUs at the same bytes a rank).",
  },
  {
    file: "collectives-unseen.json",
    title: "Collectives: clouds, entered unseen",
    intro:
      "Bus bandwidth of all-reduce from 1 MiB up: Microsoft's own tables of ND A100 v4, H100 v5, H200 v5, MI300X v5, GB200 v6 and GB300 v6, and logs of ND A100, H100 and H200, of Oracle's A100 and MI300X and of one p5.",
  },
] as const;

/** Logs of nccl-tests and rccl-tests, bus bandwidth by size. */
export function collectiveSections(): ValidationSection[] {
  return LOGS.map(({ file, title, intro }) => ({
    title,
    intro,
    aim: 0.2,
    rows: publishedRows<PublishedCollective[]>(file).map(sectionRow),
  }));
}
