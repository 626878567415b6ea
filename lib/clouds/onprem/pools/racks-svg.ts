import { escaped } from "../../../review/report/html/markup";
import type { Rack, Site } from "../shared/on-prem-definition";

const UNIT = 14;
const WIDTH = 150;
const GAP = 24;
const HEAD = 46;

const COLORS: Readonly<Record<string, string>> = { node: "#dbeafe", switch: "#dcfce7", service: "#fef3c7" };

function colorOf(name: string, what: string): string {
  if (/^(leaf|spine|core)\d+$/.test(name)) return COLORS.switch!;
  return ["controller", "login", "subnet-manager"].includes(what) ? COLORS.service! : COLORS.node!;
}

const kilowatts = ({ watts, unknownPower }: Rack, limit: number) =>
  `${(watts / 1000).toFixed(1)} of ${limit} kW${unknownPower > 0 ? ` + ${unknownPower} unrated` : ""}`;

function rackGroup(rack: Rack, { rackUnits, rackKilowatts }: Site, x: number, y: number): string[] {
  const height = rackUnits * UNIT;
  const boxes = rack.contents.flatMap(({ name, what, unit, units }) => {
    const top = HEAD + height - (unit - 1 + units) * UNIT;
    return [
      `<rect x="0" y="${top}" width="${WIDTH}" height="${units * UNIT}" fill="${colorOf(name, what)}" stroke="#475569"/>`,
      `<text x="6" y="${top + units * UNIT - 4}">U${unit} ${escaped(name)} ${escaped(what)}</text>`,
    ];
  });
  return [
    `<g transform="translate(${x} ${y})">`,
    `<text x="0" y="16" font-weight="bold">${escaped(rack.name)} (row ${rack.row}, place ${rack.position})</text>`,
    `<text x="0" y="34">${kilowatts(rack, rackKilowatts)}</text>`,
    `<rect x="0" y="${HEAD}" width="${WIDTH}" height="${height}" fill="none" stroke="#0f172a" stroke-width="2"/>`,
    ...boxes,
    "</g>",
  ];
}

/** Elevations of all racks, front view, a row of the floor to a line. */
export function racksSvg(name: string, site: Site, racks: readonly Rack[]): string {
  const rows = Math.max(...racks.map(({ row }) => row));
  const columns = Math.max(...racks.map(({ position }) => position));
  const width = columns * (WIDTH + GAP) + GAP;
  const step = HEAD + site.rackUnits * UNIT + GAP;
  const height = rows * step + GAP;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="10">`,
    `<title>Racks of ${escaped(name)} at ${escaped(site.name)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...racks.flatMap((rack) =>
      rackGroup(rack, site, GAP + (rack.position - 1) * (WIDTH + GAP), GAP + (rack.row - 1) * step),
    ),
    "</svg>",
    "",
  ].join("\n");
}
