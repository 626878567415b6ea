import { escaped, px } from "../report/html/markup";
import { type Box, placeWide } from "./place";
import type { Picture } from "./types";

const COLORS = {
  people: "#4a5768",
  network: "#4a5768",
  scheduler: "#9067c6",
  pool: "#3b78c3",
  storage: "#4c9f70",
  bucket: "#4c9f70",
  monitoring: "#4a5768",
} as const;
const RED = "#b3261e";

const geometry = ({ x, y, width, height }: Box) =>
  `<mxGeometry x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" as="geometry"/>`;

function cell(id: string, value: string, style: string, box: Box): string {
  return `<mxCell id="${id}" value="${escaped(value)}" style="${style}" vertex="1" parent="1">${geometry(box)}</mxCell>`;
}

/** The picture as a draw.io file, each box and link to be edited by hand. */
export function pictureDrawio(picture: Picture): string {
  const placed = placeWide(picture);
  const ids = new Map(placed.parts.map(({ part }, i) => [part.key, `part${i}`]));
  const frames = placed.frames.map((frame, i) =>
    cell(
      `frame${i}`,
      escaped(frame.lines.join(" ")),
      "rounded=1;arcSize=3;dashed=1;fillColor=none;html=1;align=left;verticalAlign=top;spacingLeft=12;spacingTop=6;",
      frame,
    ),
  );
  const parts = placed.parts.map(({ part, lines: _, ...box }) => {
    const [name = "", ...rest] = part.lines.map(escaped);
    const found = part.findings.map(
      ({ severity, rule }) => `<font color="${RED}">${escaped(`${severity}: ${rule}`)}</font>`,
    );
    const stroke = part.limits ? RED : COLORS[part.kind];
    const style = `rounded=1;arcSize=6;html=1;whiteSpace=wrap;align=left;verticalAlign=top;spacingLeft=10;spacingTop=6;strokeColor=${stroke};strokeWidth=2;`;
    return cell(ids.get(part.key)!, [`<b>${name}</b>`, ...rest, ...found].join("<br>"), style, box);
  });
  const links = picture.links.flatMap(({ from, to, label, limits }, i) => {
    const [source, target] = [ids.get(from), ids.get(to)];
    if (!source || !target) return [];
    const style = `edgeStyle=orthogonalEdgeStyle;rounded=1;html=1;${limits ? `strokeColor=${RED};strokeWidth=3;` : ""}`;
    return [
      `<mxCell id="link${i}" value="${escaped(escaped(label))}" style="${style}" edge="1" parent="1" source="${source}" target="${target}"><mxGeometry relative="1" as="geometry"/></mxCell>`,
    ];
  });
  const cells = ['<mxCell id="0"/>', '<mxCell id="1" parent="0"/>', ...frames, ...parts, ...links];
  return `<mxfile><diagram name="${escaped(picture.title)}"><mxGraphModel grid="0" page="0"><root>${cells.join("")}</root></mxGraphModel></diagram></mxfile>\n`;
}
