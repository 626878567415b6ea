const LONGEST = 120;

/** A wrong value as its author wrote it, short enough for a message. */
export function shown(value: unknown): string {
  const text = written(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function written(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "function") return value.name === "" ? "a function" : `the function ${value.name}`;
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const name = (value as object).constructor?.name ?? "Object";
  if (name !== "Object") return `an object of class ${name}`;
  const entries = Object.entries(value);
  // What hangs on constructs goes in circles: an object's values are named, not written out.
  const parts = entries.map(([key, part]) => (typeof part === "object" ? key : `${key}: ${written(part)}`));
  return entries.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}
