/**
 * A value that only Terraform knows (a role's ARN, a subnet's id) inside text that is written at synth. It travels as a
 * plain string, so writers can put it anywhere a string goes and join it with other text (`s3://${helmValue("bucket")}/x`);
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

/** Whether a text is a reference to a file and nothing else. */
export function isHelmFile(text: string): boolean {
  return text.startsWith(`${OPEN}${FILE}`);
}

export function hasHelmValue(text: string): boolean {
  return text.includes(OPEN);
}

const REFERENCE = new RegExp(`${OPEN}([^${CLOSE}]*)${CLOSE}`, "g");

/** Paths of all values that a text refers to, in order of first use. */
export function helmValuePaths(text: string): string[] {
  const references = [...text.matchAll(REFERENCE)].map((match) => match[1]!);
  return [...new Set(references.filter((reference) => !reference.startsWith(FILE)))];
}

function expression(reference: string): string {
  return reference.startsWith(FILE)
    ? `{{ .Files.Get "${reference.slice(FILE.length)}" | toJson }}`
    : `{{ required \`${reference}\` .Values.${reference} }}`;
}

/** Text as a Helm template: braces that were meant literally are escaped, references become expressions. */
export function toTemplate(text: string): string {
  return text.replaceAll("{{", '{{ "{{" }}').replace(REFERENCE, (_, reference) => expression(reference));
}
