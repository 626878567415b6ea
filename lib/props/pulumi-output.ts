/** What Pulumi makes of an Output that is written into a text. */
const AS_TEXT = "on an [Output<T>] is not supported";

/** How to give what Pulumi knows later. */
export const GIVE_OUTPUT =
  "an Output, of which constructs know nothing; give it by inputs: { name: output }, with which build gets a text for it, or in a ClusterScope by cluster.text(output)";

/** Whether a value is an Output of Pulumi's, or a text with one written into it. */
export function isPulumiOutput(value: unknown): boolean {
  if (typeof value === "string") return value.includes(AS_TEXT);
  return typeof value === "object" && value !== null && "__pulumiOutput" in value;
}
