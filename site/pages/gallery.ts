import { readFileSync } from "node:fs";
import { join } from "node:path";
import { alternativesOf } from "../../lib/cli/alternatives";
import { pictureOf } from "../../lib/review/picture/picture";
import { pictureSvgFile } from "../../lib/review/picture/svg-file";
import { headlines } from "../../lib/review/report/headline";
import { reviewHtml } from "../../lib/review/report/html/page";
import { reviewMarkdown } from "../../lib/review/report/markdown";
import { verdictText } from "../../lib/review/report/verdict";
import { blueprints, type Reviewed, reviewed } from "../../scripts/blueprint-reviews";
import { aboutOf } from "./repository-pages";

/** A file of the site and its text. */
export interface SiteFile {
  readonly path: string;
  readonly text: string;
}

/** A blueprint on the gallery's page. */
export interface Card {
  readonly name: string;
  readonly about: string;
  readonly verdict: string;
  readonly ready: boolean;
  readonly figures: readonly { readonly label: string; readonly value: string }[];
  readonly picture: string;
  readonly link: string;
}

/** Figures that a card shows, as far as a design has them: what it costs, how long it takes, how well it serves. */
const ON_CARDS = /^(Cost (to|of)|Time (to|for)|Hourly cost|Cost per million|TTFT)/;
const MOST_ON_CARDS = 3;

/** Names of the pictures and reports of a blueprint's clusters: its own, and those of its Regions. */
const nameOf = (name: string, { result }: Reviewed, all: readonly Reviewed[]) =>
  all.length === 1 ? name : `${name}-${result.cluster}`;

function page(name: string, yaml: string, all: readonly Reviewed[]): string {
  const pictures = all.map((one) => {
    const { title } = pictureOf(one.design, one.result);
    return `![Diagram of ${title}](./pictures/${nameOf(name, one, all)}.svg)`;
  });
  const reviews = all.map((one) => {
    // The review's headings below the page's.
    const text = reviewMarkdown(one.result)
      .trimEnd()
      .replaceAll(/^(#+ )/gm, "#$1");
    const [heading = "", ...rest] = text.split("\n\n");
    const report = `[Open the report](/reports/${nameOf(name, one, all)}.html), one HTML page for the screen and for paper.`;
    return [heading, report, ...rest].join("\n\n");
  });
  return [
    `# ${name}`,
    aboutOf(yaml),
    ...pictures,
    `## Blueprint\n\n\`\`\`sh\ncp node_modules/warpform/examples/blueprints/${name}.yaml cluster.yaml\n\`\`\``,
    `\`\`\`yaml\n${yaml.trimEnd()}\n\`\`\``,
    ...reviews,
  ].join("\n\n");
}

function cardOf(name: string, yaml: string, all: readonly Reviewed[]): Card {
  const [first] = all;
  const { result } = first!;
  const figures = headlines(result).filter(({ label }) => ON_CARDS.test(label));
  return {
    name,
    about: aboutOf(yaml),
    verdict: verdictText(result).split(";")[0]!,
    ready: result.verdict === "ready",
    figures: figures.slice(0, MOST_ON_CARDS).map(({ label, value }) => ({ label, value })),
    picture: `/gallery-pictures/${nameOf(name, first!, all)}.svg`,
    link: `/gallery/${name}.html`,
  };
}

/** The gallery: a page, a picture and a report for each example blueprint, and the card of each. */
export function gallery(names: readonly string[]): { readonly files: SiteFile[]; readonly cards: Card[] } {
  const files: SiteFile[] = [];
  const cards: Card[] = [];
  for (const name of names) {
    const yaml = readFileSync(join(blueprints, `${name}.yaml`), "utf8");
    const all = reviewed(name);
    files.push({ path: `gallery/${name}.md`, text: `${page(name, yaml, all)}\n` });
    for (const one of all) {
      const { design, result } = one;
      const file = nameOf(name, one, all);
      const svg = pictureSvgFile(pictureOf(design, result));
      files.push({ path: `gallery/pictures/${file}.svg`, text: svg });
      files.push({ path: `public/gallery-pictures/${file}.svg`, text: svg });
      const html = reviewHtml(design, result, { alternatives: alternativesOf(design) });
      files.push({ path: `public/reports/${file}.html`, text: html });
    }
    cards.push(cardOf(name, yaml, all));
  }
  return { files, cards };
}
