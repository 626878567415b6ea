import { GIB, TIB } from "./bytes";

/** An estimate with the ends of its range. */
interface Range {
  readonly low: number;
  readonly expected: number;
  readonly high: number;
}

/** A count: whole from 1,000 on, three significant digits below, thousands separated; the same text in every locale. */
export function count(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "unlimited" : "unknown";
  const rounded = value === 0 ? 0 : Number(value.toPrecision(3));
  const [whole, fraction] = (Math.abs(rounded) >= 1000 ? Math.round(value) : rounded).toString().split(".");
  const grouped = whole!.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** A number of things: `1 address`, `17,292 interfaces`, `103 TiB`. */
export function counted(value: number, unit: string): string {
  const one = unit.replace(/(ss|tch)es$|s$/, "$1");
  return `${count(value)} ${value === 1 ? one : unit}`;
}

/** The plural of a word; symbols (`ns`, `h`) and what ends in an s have none. */
function plural(word: string): string {
  if (/s$|(?:^|\W)\w{1,2}$/.test(word)) return word;
  return /(?:x|z|ch|sh)$/.test(word) ? `${word}es` : word.replace(/(?<=[^aeiou])y$/, "ie").concat("s");
}

/** A number of what a user counts, named in the singular: `86,400 frames`, `100 ns`. */
export const countedIn = (value: number, one: string): string => `${count(value)} ${value === 1 ? one : plural(one)}`;

/** An estimate: three significant digits, thousands separated. */
export function about(value: number): string {
  return Number.isFinite(value) ? count(Number(value.toPrecision(3))) : count(value);
}

/** Bytes in GiB, or TiB from 1,024 GiB on. */
export function gib(bytes: number): string {
  return bytes >= TIB ? `${count(bytes / TIB)} TiB` : `${count(bytes / GIB)} GiB`;
}

/** Seconds in the unit a person would use. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "never";
  if (seconds < 1) return `${count(seconds * 1000)} ms`;
  if (seconds < 120) return `${count(seconds)} s`;
  if (seconds < 2 * 3600) return `${count(seconds / 60)} min`;
  if (seconds < 2 * 86_400) return `${count(seconds / 3600)} h`;
  return `${count(seconds / 86_400)} days`;
}

/** Days in the unit a person would use: 0.04 days are 57.6 min. */
export const durationOfDays = (days: number): string => duration(days * 86_400);

/** Watts in kW or MW. */
export function watts(value: number): string {
  return value >= 1e6 ? `${count(value / 1e6)} MW` : `${count(value / 1e3)} kW`;
}

/** Bytes per second in decimal units, as storage is sold. */
export function rate(bytesPerSecond: number): string {
  const [size, unit] = (
    [
      [1e12, "TB/s"],
      [1e9, "GB/s"],
    ] as const
  ).find(([of]) => bytesPerSecond >= of) ?? [1e6, "MB/s"];
  return `${about(bytesPerSecond / size)} ${unit}`;
}

/** A share as a percentage: three significant digits, two below 1 %. */
export function percent(share: number): string {
  return `${count(Math.abs(share) < 0.01 ? Number((share * 100).toPrecision(2)) : share * 100)} %`;
}

/** US dollars: three significant digits. */
export function usd(amount: number): string {
  return amount >= 1e6 ? `${about(amount / 1e6)} million USD` : `${about(amount)} USD`;
}

/** A range with its unit once, `26–41 s`, or with both units where they differ: `90 s to 2.5 min`; one text where both ends read the same. */
export function span(low: number, high: number, text: (value: number) => string): string {
  const [from, to] = [text(low), text(high)];
  if (from === to) return to;
  const [, number, unit = ""] = /^([\d.,]+)( .*)?$/.exec(from) ?? [];
  const [, upTo, unitTo = ""] = /^([\d.,]+)( .*)?$/.exec(to) ?? [];
  return number !== undefined && upTo !== undefined && unit === unitTo
    ? `${number}–${upTo}${unit}`
    : `${from} to ${to}`;
}

/** The expected figure with its range: `8.1 days (7–9.3 days)`. */
export function rangeOf(range: Range, text: (value: number) => string): string {
  if (text(range.low) === text(range.high)) return text(range.expected);
  return `${text(range.expected)} (${span(range.low, range.high, text)})`;
}
