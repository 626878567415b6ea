import { fabricRows } from "./fabric-rows";
import { fitMarkdown } from "./fit";
import { validationPage } from "./page";
import { reliabilityRows } from "./reliability-rows";
import { sectionRows } from "./section";
import { servingRows } from "./serving-rows";
import { trainingSections } from "./training-sections";

/** What the page says of how its constants were set. */
const HOW_SET = [
  "Published rows of training, fine-tuning and collectives stand with their sources in `docs/validation/`. No row has a constant",
  "of its own. Link efficiencies, the ramp of collectives and A100's kernel efficiency were set on their calibrated rows alone.",
  "One figure a number format for Hopper and for Blackwell was set with sight of their whole groups, so the held-out rows of",
  "NeMo and Megatron-Bridge are weaker evidence than those of SC'21, MegaScale and MLPerf, on which nothing was set. Serving's",
  "shares were set on its calibrated rows alone; its form (how reading and multiplying overlap) was chosen with sight of all.",
  "Its 65 rows entered unseen came to a median error of 47 % as entered, 12 within the aim. They showed what was missing: cards",
  "with graphics memory reach more of their peaks than HBM parts, PCIe 5.0 is twice as fast, mixtures are served with attention",
  "data parallel (as the publisher's command says), and routing costs a time of its own. Nothing was fitted to them.",
].join("\n");

/** docs/validation.md. */
export function wholePage(): string {
  const sections = trainingSections();
  const rows = [...sections.flatMap(sectionRows), ...fabricRows(), ...reliabilityRows(), ...servingRows()];
  const page = validationPage(rows, new Map(sections.map(({ title, intro }) => [title, intro])));
  const at = page.indexOf("| part |");
  return `${page.slice(0, at)}${HOW_SET}\n\n${page.slice(at)}${fitMarkdown()}\n`;
}
