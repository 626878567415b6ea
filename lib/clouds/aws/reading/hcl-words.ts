import type { Text } from "../../../remedies/sentence";
import type { Surface } from "../../../remedies/vocabulary";
import type { WordsOf } from "../../../review/review";
import { terraformWords } from "./terraform-words";

/** Resources by their names in CDK for Terraform, as fixes mention them. */
const RESOURCE =
  /\b(an? )?(CloudwatchDashboard|CloudwatchMetricAlarm|FlowLog|FsxLustreFileSystem|NatGateway|PlacementGroup|S3Bucket[A-Z]\w+|Vpc|VpcEndpoint)\b/g;

const snake = (name: string) => name.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** Names of CDK for Terraform as Terraform itself has them: `metadata_options.http_tokens`, `aws_flow_log`. */
export const inHcl = (text: string): string =>
  text
    .replace(RESOURCE, (_, article: string | undefined, name: string) => `${article ? "an " : ""}aws_${snake(name)}`)
    .replace(/\b[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+\b/g, snake);

/** Parts of a text that are terms of the vocabulary get their words from the surface. */
const textInHcl = (text: Text): Text => (typeof text === "string" ? inHcl(text) : text);

/** How a person's own Terraform says it, who never saw a program's names. */
export const hclWords: WordsOf = (rule, breach) => {
  const { surface, fix } = terraformWords(rule, breach);
  const terms = Object.entries(surface).map(([term, words]) => [
    term,
    (of: never) => inHcl((words as (of: never) => string)(of)),
  ]);
  const hcl = Object.fromEntries(terms) as Surface;
  if (fix === undefined) return { surface: hcl };
  return { surface: hcl, fix: Array.isArray(fix) ? fix.map(textInHcl) : textInHcl(fix as Text) };
};
