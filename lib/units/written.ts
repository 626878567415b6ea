/** A wrong value as its author wrote it. */
export function written(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "function") return value.name === "" ? "a function" : `the function ${value.name}`;
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return String(value);
  const name = (value as object).constructor?.name ?? "Object";
  if (name !== "Object") return `an object of class ${name}`;
  // What hangs on constructs goes in circles, and a value may be a secret: an object's keys say enough.
  const keys = Object.keys(value);
  return keys.length === 0 ? "{}" : `{ ${keys.join(", ")} }`;
}
