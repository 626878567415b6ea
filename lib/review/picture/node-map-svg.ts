import { counted } from "../../units/quantity";
import { escaped, px } from "../report/html/markup";
import type { MappedNode, NodeMap } from "./node-map";

/** Colors of style.ts, again and again. */
const COLORS = 7;
const CELL = 11;
const PITCH = 13;
const GROUP_GAP = 4;
const LABEL = 16;

interface Size {
  readonly width: number;
  readonly height: number;
  readonly perLine: number;
}

/** A node holds up to eight GPUs in a line. */
function sizeOf(gpus: number, groupOf: number): Size {
  const perLine = Math.min(8, Math.max(1, gpus));
  const gaps = Math.max(0, Math.ceil(perLine / Math.max(1, groupOf)) - 1);
  const lines = Math.ceil(gpus / perLine);
  return {
    perLine,
    width: Math.max(94, perLine * PITCH + gaps * GROUP_GAP + 12),
    height: lines * PITCH + LABEL + 14,
  };
}

function nodeSvg({ number, colors, label }: MappedNode, x: number, y: number, size: Size, groupOf: number): string {
  const cells = colors.map((color, gpu) => {
    const at = gpu % size.perLine;
    const cx = x + 7 + at * PITCH + Math.floor(at / Math.max(1, groupOf)) * GROUP_GAP;
    const cy = y + LABEL + 7 + Math.floor(gpu / size.perLine) * PITCH;
    const fill = color === null ? "unused" : `s${color % COLORS}`;
    return `<rect class="${fill}" x="${px(cx)}" y="${px(cy)}" width="${CELL}" height="${CELL}" rx="2"/>`;
  });
  const title = `node ${number}${label === "" ? "" : `: ${label}`}`;
  return `<rect class="box" x="${x}" y="${y}" width="${size.width}" height="${size.height}" rx="4"><title>${escaped(title)}</title></rect><text class="small" x="${x + 7}" y="${y + 14}">${number}${label === "" ? "" : ` · ${escaped(label)}`}</text>${cells.join("")}`;
}

/** The nodes of a pool with their GPUs, as a figure `width` wide. */
export function nodeMapSvg(map: NodeMap, width: number, className: string): string {
  const size = sizeOf(map.nodes[0]?.colors.length ?? 0, map.groupOf);
  const perRow = Math.max(1, Math.floor((width + 8) / (size.width + 8)));
  const nodes = map.nodes.map((node, i) =>
    nodeSvg(
      node,
      (i % perRow) * (size.width + 8) + 1,
      Math.floor(i / perRow) * (size.height + 8) + 1,
      size,
      map.groupOf,
    ),
  );
  const height = Math.ceil(map.nodes.length / perRow) * (size.height + 8);
  const labels = map.nodes.map(({ number, label }) => `node ${number}${label === "" ? "" : ` ${label}`}`);
  const words = [map.title, ...map.legend, ...labels.slice(0, 16)].join("; ");
  return `<svg class="nodes ${className}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(words)}">${nodes.join("")}</svg>`;
}

/** What the colors of a map mean, and what it leaves out. */
export function legendOf(map: NodeMap): string {
  const together = map.nodesPerUltraServer === null ? [] : [`${map.nodesPerUltraServer} nodes are one UltraServer`];
  const more = map.more === 0 ? [] : [`${counted(map.more, "more nodes")} go on in the same way`];
  return [...map.legend, ...together, ...more].join("; ");
}
