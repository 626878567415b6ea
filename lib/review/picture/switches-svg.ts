import type { Fabric, FabricSwitches } from "../../model/model";
import { count, counted } from "../../units/quantity";
import { escaped, px } from "../report/html/markup";

/** Switches drawn in one box at most; a box says how many there are. */
const MOST_SQUARES = 32;
const SQUARE = 13;
const PITCH = 17;
const HEAD = 24;
const GAP = 14;
/** Between two tiers: the links with their text. */
const BETWEEN = 44;

interface Tier {
  readonly title: string;
  readonly switches: number;
  readonly css: string;
}

/** A box of one tier's switches. */
function box({ title, switches, css }: Tier, below: string, x: number, y: number, width: number) {
  const shown = Math.min(switches, MOST_SQUARES);
  const perLine = Math.max(1, Math.floor((width - 20) / PITCH));
  const squares = Array.from(
    { length: shown },
    (_, i) =>
      `<rect class="${css}" x="${px(x + 10 + (i % perLine) * PITCH)}" y="${px(y + HEAD + Math.floor(i / perLine) * PITCH)}" width="${SQUARE}" height="${SQUARE}" rx="3"/>`,
  );
  const end = y + HEAD + Math.ceil(shown / perLine) * PITCH;
  const foot = below === "" ? "" : `<text class="small" x="${px(x + 10)}" y="${px(end + 12)}">${escaped(below)}</text>`;
  const height = end - y + (below === "" ? 6 : 20);
  return {
    svg: `<rect class="box" x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" rx="6"/><text class="name" x="${px(x + 10)}" y="${px(y + 17)}">${escaped(title)}</text>${squares.join("")}${foot}`,
    end: y + height,
  };
}

/** Wires from one point down to several, with what they are. */
function wires(text: string, from: number, y: number, to: readonly number[]): string {
  const lines = to.map((x) => `<path class="wire" d="M${px(from)} ${px(y)}L${px(x)} ${px(y + BETWEEN)}"/>`);
  return `${lines.join("")}<text class="label" x="${px(from)}" y="${px(y + BETWEEN / 2 + 4)}" text-anchor="middle">${escaped(text)}</text>`;
}

const linksText = (links: number, { linkGbps }: FabricSwitches) =>
  `${counted(links, "links")}${linkGbps === null ? "" : ` of ${count(linkGbps)} Gb/s`}`;

/** What a fabric is, in words. */
export function switchesText({ kind, oversubscription, switches }: Fabric): string {
  const name = kind === "infiniband" ? "InfiniBand" : kind === "roce" ? "RoCE" : kind.toUpperCase();
  const s = switches!;
  const tiers = [
    counted(s.leaves, "leaf switches"),
    ...(s.spines > 0 ? [counted(s.spines, "spine switches")] : []),
    ...(s.cores > 0 ? [counted(s.cores, "core switches")] : []),
  ].join(", ");
  const ratio =
    s.spines === 0
      ? ""
      : oversubscription && oversubscription > 1
        ? `; ${count(oversubscription)}:1 oversubscribed`
        : "; non-blocking";
  return `${name} fabric: ${tiers}${ratio}; room for ${counted(s.units * s.nodesPerUnit, "nodes")}`;
}

/** The tiers above the leaves, the uppermost first, each with the links below it. */
function upperTiers(s: FabricSwitches): { readonly tier: Tier; readonly links: string }[] {
  const all = [
    { switches: s.cores, name: "core switches", css: "s3", links: s.spineCoreLinks },
    { switches: s.spines, name: "spine switches", css: "s0", links: s.leafSpineLinks },
  ];
  return all
    .filter(({ switches }) => switches > 0)
    .map(({ switches, name, css, links }) => ({
      tier: { title: counted(switches, name), switches, css },
      links: linksText(links, s),
    }));
}

/** Cores, spines, and leaves by unit, with the links between them, `width` wide. */
export function switchesSvg(fabric: Fabric, mostUnits: number, width: number, className: string): string {
  const s = fabric.switches!;
  const shown = Math.min(s.units, mostUnits);
  const each = (width - 2 - (shown - 1) * GAP) / shown;
  const left = (unit: number) => 1 + unit * (each + GAP);
  const centers = Array.from({ length: shown }, (_, unit) => left(unit) + each / 2);
  let y = 1;
  const upper = upperTiers(s).map(({ tier, links }, i, { length }) => {
    const drawn = box(tier, "", 1, y, width - 2);
    y = drawn.end + BETWEEN;
    return drawn.svg + wires(links, width / 2, drawn.end, i === length - 1 ? centers : [width / 2]);
  });
  const leaves = Math.ceil(s.leaves / s.units);
  const units = centers.map((_, i) => {
    const first = i * s.nodesPerUnit + 1;
    const title =
      s.units === 1
        ? counted(leaves, "leaf switches")
        : `unit ${i + 1}: ${leaves === 1 ? "1 leaf" : `${leaves} leaves`}`;
    const nodes = `nodes ${first}–${first + s.nodesPerUnit - 1}`;
    return box({ title, switches: leaves, css: "s2" }, nodes, left(i), y, each);
  });
  const height = Math.max(...units.map(({ end }) => end)) + 2;
  const body = [...upper, ...units.map(({ svg }) => svg)].join("");
  return `<svg class="nodes ${className}" viewBox="0 0 ${width} ${px(height)}" role="img" aria-label="${escaped(switchesText(fabric))}">${body}</svg>`;
}

/** What the picture leaves out; empty where it shows everything. */
export function unitsLeftOut({ switches }: Fabric, mostUnits: number): string {
  const rest = (switches?.units ?? 0) - mostUnits;
  return rest > 0 ? `${counted(rest, "more units")} in the same pattern` : "";
}
