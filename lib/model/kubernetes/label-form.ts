/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set */
const NAME = /^[A-Za-z0-9]([\w.-]{0,61}[A-Za-z0-9])?$/;
const PREFIX = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/;

/** Whether Kubernetes takes a key of labels, taints and extended resources: a name, with a DNS name and a slash before it at most. */
export function isLabelKey(key: string): boolean {
  const parts = key.split("/");
  const name = parts.pop()!;
  return NAME.test(name) && (parts.length === 0 || PREFIX.test(parts.join("/")));
}

/** Whether Kubernetes takes the value of a label; what only Terraform knows later may have any form. */
export function isLabelValue(value: string): boolean {
  return value === "" || value.includes("${") || NAME.test(value);
}
