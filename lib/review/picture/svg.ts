import { cut, escaped, px } from "../report/html/markup";
import { type Box, CHARACTER, LINE, PADDING, type Placed, type PlacedFrame, type PlacedPart } from "./place";
import type { Picture, PictureLink, PicturePart } from "./types";

/** How many open errors and warnings a part has, at its corner. */
function pin({ findings }: PicturePart, x: number, y: number): string {
  if (findings.length === 0) return "";
  const severity = findings.some((f) => f.severity === "error") ? "error" : "warning";
  const names = findings.map((f) => `${f.severity}: ${f.rule}`).join("\n");
  return `<g class="pin ${severity}"><circle cx="${px(x)}" cy="${px(y)}" r="11"/><text x="${px(x)}" y="${px(y + 4.5)}" text-anchor="middle">${findings.length}</text><title>${escaped(names)}</title></g>`;
}

function partSvg({ part, lines, x, y, width, height }: PlacedPart): string {
  const texts = lines.map(
    ({ text, name }, i) =>
      `<text class="${name ? "name" : ""}" x="${x + PADDING}" y="${px(y + PADDING + 11 + i * LINE)}">${escaped(text)}</text>`,
  );
  const limits = part.limits ? " limits" : "";
  return `<rect class="box ${part.kind}${limits}" x="${x}" y="${px(y)}" width="${width}" height="${height}" rx="6"/>${texts.join("")}${pin(part, x + width, y)}`;
}

function frameSvg({ x, y, width, height, lines }: PlacedFrame, index: number): string {
  const texts = lines.map(
    (text, i) => `<text class="place" x="${x + 14}" y="${px(y + 22 + i * LINE)}">${escaped(text)}</text>`,
  );
  return `<rect class="zone z${index}" x="${x}" y="${px(y)}" width="${width}" height="${px(height)}" rx="10"/>${texts.join("")}`;
}

/** A curve between two boxes: from side to side, or from bottom to top where one stands below the other. */
function linkPath(from: Box, to: Box): { d: string; x: number; y: number } {
  if (to.x < from.x + from.width && to.y >= from.y + from.height) {
    const [x1, y1, x2, y2] = [from.x + from.width / 2, from.y + from.height, to.x + to.width / 2, to.y];
    const middle = (y1 + y2) / 2;
    return {
      d: `M${px(x1)} ${px(y1)}C${px(x1)} ${px(middle)} ${px(x2)} ${px(middle)} ${px(x2)} ${px(y2)}`,
      x: (x1 + x2) / 2,
      y: y2 - 8,
    };
  }
  const [x1, y1, x2, y2] = [from.x + from.width, from.y + from.height / 2, to.x, to.y + to.height / 2];
  const middle = (x1 + x2) / 2;
  return {
    d: `M${px(x1)} ${px(y1)}C${px(middle)} ${px(y1)} ${px(middle)} ${px(y2)} ${px(x2)} ${px(y2)}`,
    x: middle,
    y: (y1 + y2) / 2 - 5,
  };
}

/** A link's line, and its label, which is drawn over all else. */
function linkSvg({ from, to, label, limits }: PictureLink, placed: Placed): { line: string; label: string } {
  const [a, b] = [from, to].map((key) => placed.parts.find(({ part }) => part.key === key));
  if (!a || !b) return { line: "", label: "" };
  const { d, x, y } = linkPath(a, b);
  const room = b.y >= a.y + a.height ? a.width : Math.max(72, b.x - a.x - a.width);
  const most = Math.floor(room / CHARACTER);
  const text = `<text class="label" x="${px(x)}" y="${px(y)}" text-anchor="middle">${escaped(cut(label, most))}<title>${escaped(label)}</title></text>`;
  return { line: `<path class="wire${limits ? " limits" : ""}" d="${d}"/>`, label: label === "" ? "" : text };
}

/** What a picture shows, for people who do not see it. */
export function pictureWords({ parts, links }: Picture): string {
  const boxes = parts.map(({ lines, findings }) => {
    const found = findings.length === 0 ? "" : ` (${findings.map(({ rule }) => rule).join(", ")})`;
    return lines.join(", ") + found;
  });
  const nameOf = (key: string) => parts.find((part) => part.key === key)?.lines[0] ?? key;
  const limiting = links
    .filter(({ limits }) => limits)
    .map(({ from, to }) => `${nameOf(from)} to ${nameOf(to)} limits`);
  return [...boxes, ...limiting].join("; ");
}

/** The picture as SVG at the places given. */
export function pictureSvg(picture: Picture, placed: Placed, className: string): string {
  const links = placed.wired ? picture.links.map((link) => linkSvg(link, placed)) : [];
  const drawn = [
    ...placed.frames.map(frameSvg),
    ...links.map(({ line }) => line),
    ...placed.parts.map(partSvg),
    ...links.map(({ label }) => label),
  ];
  return `<svg class="diagram ${className}" viewBox="0 0 ${placed.width} ${px(placed.height)}" role="img" aria-label="${escaped(`Architecture: ${pictureWords(picture)}`)}">${drawn.join("")}</svg>`;
}
