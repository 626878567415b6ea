import { escaped, px } from "../report/html/markup";
import type { NodeCard, NodeInside } from "./node-inside";

const CARD_NAMES: Readonly<Record<NodeCard["use"], string>> = {
  ip: "IP",
  fabric: "fabric",
  both: "IP and fabric",
  unused: "unused",
};

/** Squares of one size in lines of sixteen. */
function squares(items: readonly string[], width: number, y: number, size: number): { svg: string; end: number } {
  const perLine = Math.max(1, Math.floor((width - 20) / (size + 4)));
  const svg = items
    .map((item, i) => {
      const [x, top] = [10 + (i % perLine) * (size + 4), y + Math.floor(i / perLine) * (size + 4)];
      return item.replace("@", `x="${px(x)}" y="${px(top)}" width="${size}" height="${size}" rx="3"`);
    })
    .join("");
  return { svg, end: y + Math.ceil(items.length / perLine) * (size + 4) };
}

/** What is inside one node: its GPUs and what connects them, its network cards, host and disks. */
export function nodeInsideSvg(inside: NodeInside, width: number, className: string): string {
  const gpus = squares(
    Array.from({ length: inside.gpus }, (_, i) => `<rect class="s2" @><title>GPU ${i}</title></rect>`),
    width,
    30,
    26,
  );
  const cards = squares(
    inside.cards.map(({ index, gbps, use }) => {
      const speed = gbps === null ? "" : `, ${gbps} Gb/s`;
      return `<rect class="card ${use}" @><title>card ${index}${speed}: ${CARD_NAMES[use]}</title></rect>`;
    }),
    width,
    gpus.end + 50,
    17,
  );
  const uses = (["fabric", "ip", "both", "unused"] as const).filter((use) =>
    inside.cards.some((card) => card.use === use),
  );
  const legend = uses.map((use, i) => {
    const x = 10 + i * 105;
    return `<rect class="card ${use}" x="${x}" y="${px(cards.end + 4)}" width="11" height="11" rx="2"/><text class="small" x="${x + 16}" y="${px(cards.end + 14)}">${CARD_NAMES[use]}</text>`;
  });
  const line = (y: number, text: string, css = "") =>
    `<text class="${css}" x="10" y="${px(y)}">${escaped(text)}</text>`;
  const below = [inside.hostText, ...(inside.disksText ? [inside.disksText] : [])];
  const height = cards.end + 38 + below.length * 19;
  const body = [
    `<rect class="box" x="1" y="1" width="${width - 2}" height="${px(height - 2)}" rx="8"/>`,
    line(20, `${inside.gpus} x ${inside.gpuName}`, "name"),
    gpus.svg,
    line(gpus.end + 14, inside.gpuLink ?? (inside.gpus > 1 ? "connected by PCIe only" : "")),
    line(gpus.end + 40, inside.cardsText, "name"),
    cards.svg,
    ...legend,
    ...below.map((text, i) => line(cards.end + 38 + i * 19, text)),
  ];
  const words = [inside.title, inside.gpuName, inside.gpuLink, inside.cardsText, ...below].filter(Boolean).join("; ");
  return `<svg class="inside ${className}" viewBox="0 0 ${width} ${px(height)}" role="img" aria-label="${escaped(words)}">${body.join("")}</svg>`;
}
