import type { AnyField } from "../../lib/props/field";
import type { DocComments } from "./doc-comments";
import { type PropRow, propRows } from "./prop-rows";
import { DOCUMENTED, type Documented } from "./tables";

const INTRODUCTION = `# Props

Every prop of every construct: what it must be, and what holds where it is left out. A blueprint has the same names. A prop with a wrong value, and a name
that is not in these tables, is an error at synth that says what to write.

"At synth" means that a value must be written out or computed by the program; the other texts and ids may also be references to resources, which only
Terraform resolves.
`;

/** docs/props.md, which scripts/prop-tables.ts writes. */
export function propsPage(comments: DocComments): string {
  return `${INTRODUCTION}${DOCUMENTED.map((one) => section(one, comments)).join("")}`;
}

function section({ name, table, type }: Documented, comments: DocComments): string {
  const rows = propRows(table, type, comments).map(rowText);
  return `\n## ${name}\n\n| prop | what it is | must be | default |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}

function rowText({ path, field, comment }: PropRow): string {
  const says = comment?.says ?? "";
  const must = `${field.words}${unitOf(field)}${field.known === undefined ? "" : "; at synth"}`;
  return `| \`${path}\` | ${cell(says)} | ${cell(must)} | ${cell(defaultOf(field, comment?.default))} |`;
}

/** Units of numbers whose words do not say them. */
const unitOf = ({ kind, unit }: AnyField): string => (kind === "number" && unit !== undefined ? `, ${unit}` : "");

function defaultOf(field: AnyField, said: string | undefined): string {
  if (!field.optional) return "**required**";
  if (said === undefined) return field.default === undefined ? "none" : `\`${field.default}\``;
  return said.startsWith("- ") ? said.slice(2) : `\`${said}\``.replace(/^`"(.*)"`$/, "`$1`");
}

const cell = (text: string): string => text.replaceAll("|", "\\|");
