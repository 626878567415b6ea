import { createHash } from "node:crypto";

const HASH_LENGTH = 6;

/** A name that a service takes: a long one keeps its beginning, and a hash tells it from others. */
export function shortened(name: string, most: number): string {
  if (name.length <= most) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, HASH_LENGTH);
  return `${name.slice(0, most - HASH_LENGTH - 1).replace(/-+$/, "")}-${hash}`;
}
