import type { Picture, PicturePart } from "./types";

/** Text inside a Mermaid label: quotes and brackets would end it. */
const label = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

const SHAPES: Readonly<Record<PicturePart["kind"], readonly [string, string]>> = {
  people: ["([", "])"],
  network: ["[", "]"],
  scheduler: ["[", "]"],
  pool: ["[[", "]]"],
  storage: ["[(", ")]"],
  bucket: ["[(", ")]"],
  monitoring: ["[", "]"],
};

/** The picture as a Mermaid flowchart, which GitHub and GitLab draw in Markdown. */
export function pictureMermaid(picture: Picture): string {
  const ids = new Map(picture.parts.map(({ key }, i) => [key, `p${i}`]));
  const node = ({ key, kind, lines, findings }: PicturePart) => {
    const [open, close] = SHAPES[kind];
    const found = findings.map(({ severity, rule }) => `${severity}: ${rule}`);
    return `${ids.get(key)}${open}"${[...lines, ...found].map(label).join("<br>")}"${close}`;
  };
  const inArea = (area: PicturePart["area"]) => picture.parts.filter((part) => part.area === area).map(node);
  const links = picture.links.flatMap(({ from, to, label: text, limits }) => {
    const [a, b] = [ids.get(from), ids.get(to)];
    const arrow = limits ? "==>" : "-->";
    return a && b ? [`${a} ${arrow}${text === "" ? "" : `|"${label(text)}"|`} ${b}`] : [];
  });
  const marked = picture.parts.flatMap(({ key, findings, limits }) => {
    const severity = findings.some((f) => f.severity === "error")
      ? "error"
      : findings.length > 0 || limits
        ? "warning"
        : null;
    return severity === null ? [] : [`class ${ids.get(key)} ${severity}`];
  });
  const indented = (lines: readonly string[], by: string) => lines.map((line) => `${by}${line}`);
  return [
    "flowchart LR",
    ...indented(inArea("outside"), "  "),
    `  subgraph region["${label(picture.place)}"]`,
    `    subgraph network["${label(picture.network)}"]`,
    ...indented(inArea("network"), "      "),
    "    end",
    ...indented(inArea("region"), "    "),
    "  end",
    ...indented([...links, ...marked], "  "),
    "  classDef error stroke:#b3261e,stroke-width:3px",
    "  classDef warning stroke:#8a5300,stroke-width:3px",
    "",
  ].join("\n");
}
