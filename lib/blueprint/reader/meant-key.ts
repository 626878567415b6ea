import { nearest } from "../../units/nearest";

/**
 * The known key that an unknown one likely means: the nearest that the map does not have yet, else the nearest. Two letters are near to
 * any short key, so they stand for the only one that ends in them: `id` for `reservationId`.
 */
export function meantKey(key: string, known: readonly string[], owner: unknown): string | undefined {
  const written = typeof owner === "object" && owner !== null ? Object.keys(owner) : [];
  const open = known.filter((name) => !written.includes(name));
  if (key.length > 2) return nearest(key, open, 1)[0] ?? nearest(key, known, 1)[0];
  const ending = key.charAt(0).toUpperCase() + key.slice(1);
  const [only, second] = open.filter((name) => name.endsWith(ending));
  return second === undefined ? only : undefined;
}
