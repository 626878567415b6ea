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

export function hasHelmValue(text: string): boolean {
  return text.includes(OPEN);
}

/** Paths of all values that a text refers to, in order of first use. */
export function helmValuePaths(text: string): string[] {
  return [...new Set([...text.matchAll(new RegExp(`${OPEN}([^${CLOSE}]*)${CLOSE}`, "g"))].map((m) => m[1]!))];
}

/** Text as a Helm template: braces that were meant literally are escaped, references become expressions. */
export function toTemplate(text: string): string {
  return text
    .replaceAll("{{", '{{ "{{" }}')
    .replace(
      new RegExp(`${OPEN}([^${CLOSE}]*)${CLOSE}`, "g"),
      (_, path) => `{{ required \`${path}\` .Values.${path} }}`,
    );
}
