import { nearest } from "../../units/nearest";

/** Ends of the names of figures. */
const UNIT = /(?:Usd|[GT]i?B|MBps|Days|Hours|Minutes|Seconds)$/;

/**
 * The known key that an unknown one likely means: the nearest that the map does not have yet, for a number the only figure whose name
 * holds it (`budget: 5000` for `monthlyBudgetUsd`), the only one that begins with it (`globalBatch` for `globalBatchSequences`), else the
 * nearest. Two letters are near to any short key, so they stand for the only one
 * that ends in them (`id` for `reservationId`), else for one of three letters with the same first (`mx` for `max`).
 */
export function meantKey(key: string, known: readonly string[], owner: unknown): string | undefined {
  const given = (typeof owner === "object" && owner !== null ? owner : {}) as Readonly<Record<string, unknown>>;
  const open = known.filter((name) => !(name in given));
  const onlyOne = (names: readonly string[]) => (names.length === 1 ? names[0] : undefined);
  const holding = open.filter((name) => UNIT.test(name) && name.toLowerCase().includes(key.toLowerCase()));
  if (key.length > 2)
    return (
      nearest(key, open, 1)[0] ??
      (typeof given[key] === "number" ? onlyOne(holding) : undefined) ??
      onlyOne(open.filter((name) => name.startsWith(key))) ??
      nearest(key, known, 1)[0]
    );
  const ending = key.charAt(0).toUpperCase() + key.slice(1);
  const short = known.filter((name) => name.length <= key.length + 1 && name[0] === key[0]);
  return onlyOne(open.filter((name) => name.endsWith(ending))) ?? nearest(key, short, 1)[0];
}
