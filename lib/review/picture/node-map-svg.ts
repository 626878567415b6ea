import { counted } from "../../units/quantity";
import { escaped, px } from "../report/html/markup";
import type { MappedNode, NodeMap } from "./node-map";

/** Colors of style.ts, again and again. */
const COLORS = 7;
const CELL = 11;
const PITCH = 13;
const GROUP_GAP = 4;
const LABEL = 16;

/** Width of a character of a label. */
const CHARACTER = 6.7;
/** Distance between nodes, and what the frame of an UltraServer takes at its sides and at its top. */
const GAP = 8;
const FRAME = 8;
const FRAME_HEAD = 24;

interface Size {
  readonly width: number;
  readonly height: number;
  readonly perLine: number;
}

const labelOf = ({ number, label }: MappedNode) => `${number}${label === "" ? "" : ` · ${label}`}`;

/** A node holds up to eight GPUs in a line, and its label. */
function sizeOf(map: NodeMap): Size {
  const gpus = map.nodes[0]?.colors.length ?? 0;
  const perLine = Math.min(8, Math.max(1, gpus));
  const gaps = Math.max(0, Math.ceil(perLine / Math.max(1, map.groupOf)) - 1);
  const lines = Math.ceil(gpus / perLine);
  const label = Math.max(0, ...map.nodes.map((node) => labelOf(node).length));
  return {
    perLine,
    width: Math.max(94, perLine * PITCH + gaps * GROUP_GAP + 12, Math.ceil(label * CHARACTER) + 14),
    height: lines * PITCH + LABEL + 14,
  };
}

function nodeSvg(node: MappedNode, x: number, y: number, size: Size, groupOf: number): string {
  const { number, colors, label } = node;
  const cells = colors.map((color, gpu) => {
    const at = gpu % size.perLine;
    const cx = x + 7 + at * PITCH + Math.floor(at / Math.max(1, groupOf)) * GROUP_GAP;
    const cy = y + LABEL + 7 + Math.floor(gpu / size.perLine) * PITCH;
    const fill = color === null ? "unused" : `s${color % COLORS}`;
    return `<rect class="${fill}" x="${px(cx)}" y="${px(cy)}" width="${CELL}" height="${CELL}" rx="2"/>`;
  });
  const title = `node ${number}${label === "" ? "" : `: ${label}`}`;
  return `<rect class="box" x="${x}" y="${y}" width="${size.width}" height="${size.height}" rx="4"><title>${escaped(title)}</title></rect><text class="small" x="${x + 7}" y="${y + 14}">${escaped(labelOf(node))}</text>${cells.join("")}`;
}

/** Nodes side by side in rows of `perRow`, from a corner. */
function grid(nodes: readonly MappedNode[], x: number, y: number, perRow: number, size: Size, groupOf: number): string {
  const at = (i: number) => [x + (i % perRow) * (size.width + GAP), y + Math.floor(i / perRow) * (size.height + GAP)];
  return nodes.map((node, i) => nodeSvg(node, at(i)[0]!, at(i)[1]!, size, groupOf)).join("");
}

/** Each UltraServer in a frame of its own, one below the other. */
function ultraServers(map: NodeMap, each: number, width: number): { svg: string; height: number } {
  const size = sizeOf(map);
  const perRow = Math.max(1, Math.min(each, Math.floor((width - 2 * FRAME + GAP) / (size.width + GAP))));
  let y = 1;
  const frames = Array.from({ length: Math.ceil(map.nodes.length / each) }, (_, i) => {
    const nodes = map.nodes.slice(i * each, (i + 1) * each);
    const height = FRAME_HEAD + Math.ceil(nodes.length / perRow) * (size.height + GAP);
    const across = Math.min(perRow, nodes.length) * (size.width + GAP) - GAP + 2 * FRAME;
    const svg = `<rect class="zone" x="1" y="${y}" width="${px(across - 2)}" height="${height}" rx="6"/><text class="small" x="${FRAME + 1}" y="${y + 16}">UltraServer ${i + 1}</text>${grid(nodes, FRAME, y + FRAME_HEAD, perRow, size, map.groupOf)}`;
    y += height + GAP;
    return svg;
  });
  return { svg: frames.join(""), height: y };
}

function rows(map: NodeMap, width: number): { svg: string; height: number } {
  const size = sizeOf(map);
  const perRow = Math.max(1, Math.floor((width + GAP) / (size.width + GAP)));
  return {
    svg: grid(map.nodes, 1, 1, perRow, size, map.groupOf),
    height: Math.ceil(map.nodes.length / perRow) * (size.height + GAP),
  };
}

/** The nodes of a pool with their GPUs, as a figure `width` wide. */
export function nodeMapSvg(map: NodeMap, width: number, className: string): string {
  const each = map.nodesPerUltraServer ?? 1;
  const { svg, height } = each > 1 ? ultraServers(map, each, width) : rows(map, width - 2);
  const labels = map.nodes.map(({ number, label }) => `node ${number}${label === "" ? "" : ` ${label}`}`);
  const words = [map.title, ...map.legend, ...labels.slice(0, 16)].join("; ");
  return `<svg class="nodes ${className}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(words)}">${svg}</svg>`;
}

/** What the colors of a map mean, and what it leaves out. */
export function legendOf(map: NodeMap): string {
  const each = map.nodesPerUltraServer;
  const together = each === null || each === 1 ? [] : [`frame: one UltraServer of ${counted(each, "nodes")}`];
  const more = map.more === 0 ? [] : [`${counted(map.more, "more nodes")} in the same pattern`];
  return [...map.legend, ...together, ...more].join("; ");
}
