import { createHash } from "node:crypto";

/**
 * A value that only Terraform knows (a role's ARN, a subnet's id) inside text that is written at synth. It travels as a
 * plain string, so writers can put it anywhere a string goes and join it with other text (`/mnt/${helmValue("bucket")}/x`);
 * the chart's writer turns it into a template expression, and Helm fills it in from the release's values.
 */
const OPEN = "\uE000";
const CLOSE = "\uE001";

/** A reference to `.Values.<path>`; the release fails with the path's name where the value is missing. */
export function helmValue(path: string): string {
  return `${OPEN}${path}${CLOSE}`;
}

const FILE = "file:";

/** The text of a file of the chart, as a whole value (a ConfigMap's entry): programs and dashboards stay files. */
export function helmFile(path: string): string {
  return `${OPEN}${FILE}${path}${CLOSE}`;
}

const HASH = "hash:";
/** What OPEN and CLOSE are called within a reference. */
const INNER_OPEN = "\uE002";
const INNER_CLOSE = "\uE003";
const HASH_DIGITS = 10;

/**
 * The first digits of a text's SHA-256. Where the text holds values that only Terraform knows, the chart's template works them out,
 * so that what has the hash in its name is another object as soon as the value is another.
 */
export function helmHash(text: string): string {
  if (!hasHelmValue(text)) return createHash("sha256").update(text).digest("hex").slice(0, HASH_DIGITS);
  return `${OPEN}${HASH}${text.replaceAll(OPEN, INNER_OPEN).replaceAll(CLOSE, INNER_CLOSE)}${CLOSE}`;
}

/** Whether a text is a reference to a file and nothing else. */
export function isHelmFile(text: string): boolean {
  return text.startsWith(`${OPEN}${FILE}`);
}

export function hasHelmValue(text: string): boolean {
  return text.includes(OPEN);
}

const REFERENCE = new RegExp(`${OPEN}([^${CLOSE}]*)${CLOSE}`, "g");

const INNER_REFERENCE = new RegExp(`${INNER_OPEN}([^${INNER_CLOSE}]*)${INNER_CLOSE}`, "g");

/** Paths of all values that a text refers to, in order of first use. */
export function helmValuePaths(text: string): string[] {
  const references = [...text.matchAll(REFERENCE)].flatMap(([, reference]) =>
    reference!.startsWith(HASH) ? [...reference!.matchAll(INNER_REFERENCE)].map(([, inner]) => inner!) : [reference!],
  );
  return [...new Set(references.filter((reference) => !reference.startsWith(FILE)))];
}

/** The pieces of a hashed text, as arguments of a template's function. */
function pieces(text: string): string {
  const words = text.split(INNER_REFERENCE).map((piece, i) => (i % 2 === 1 ? value(piece) : `\`${piece}\``));
  return words.filter((word) => word !== "``").join(" ");
}

const value = (path: string) => `(required \`${path}\` .Values.${path})`;

function expression(reference: string): string {
  if (reference.startsWith(HASH))
    return `{{ list ${pieces(reference.slice(HASH.length))} | join \`\` | sha256sum | trunc ${HASH_DIGITS} }}`;
  return reference.startsWith(FILE)
    ? `{{ .Files.Get "${reference.slice(FILE.length)}" | toJson }}`
    : `{{ required \`${reference}\` .Values.${reference} }}`;
}

/** Text as a Helm template: braces that were meant literally are escaped, references become expressions. */
export function toTemplate(text: string): string {
  return text.replaceAll("{{", '{{ "{{" }}').replace(REFERENCE, (_, reference) => expression(reference));
}
