import type { Cluster } from "../../model/model";
import type { Rule } from "../rule";

/** Clouds as people call them. */
const CLOUD_NAMES: Readonly<Record<Cluster["cloud"], string>> = {
  aws: "AWS",
  azure: "Azure",
  gcp: "Google Cloud",
  onprem: "premises",
};

/** Where the generated part of a rule's page ends; what follows is written by hand and kept. */
export const PAGE_MARKER = "<!-- Above this line: generated from the rule by npm run docs. Below: notes by hand. -->";

/** The generated part of `docs/rules/<id>.md`. */
export function rulePage(rule: Rule): string {
  return `# ${rule.id}

**${rule.severity}** · ${rule.area} · ${rule.title}${onlyIn(rule)}

## Why it matters

${rule.why}

## What to do

${rule.fix}

## How to check it by hand

${rule.verify}

## Source

${rule.source}

## Living with it

\`\`\`ts
suppress: [{ rule: "${rule.id}", reason: "why this design may break the rule" }]
\`\`\`

The finding stays in the report, with your reason.

${PAGE_MARKER}
`;
}

/** The clouds of a rule that is not about every cluster. */
function onlyIn({ clouds }: Rule): string {
  return clouds === "all" ? "" : ` · only on ${clouds.map((cloud) => CLOUD_NAMES[cloud]).join(", ")}`;
}

/** The index of all rules, by area, for \`docs/rules/README.md\`. */
export function ruleIndex(rules: readonly Rule[], areas: readonly string[]): string {
  const sections = areas.flatMap((area) => {
    const rows = rules.filter((rule) => rule.area === area);
    if (rows.length === 0) return [];
    const lines = rows.map((rule) => `| [${rule.id}](${rule.id}.md) | ${rule.severity} | ${rule.title} |`);
    return [`## ${area}\n\n| rule | severity | problem |\n|---|---|---|\n${lines.join("\n")}\n`];
  });
  return `# Rules of the design review

${rules.length} rules. Generated from the rules by \`npm run docs\`; [what peers check, and where it is here](peers.md).

${sections.join("\n")}`;
}
