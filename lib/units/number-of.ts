/** Decimal multiples by the letter that people write behind a number; B is the billion of tokens and parameters. */
const MULTIPLES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, g: 1e9, t: 1e12 };

/** The number that a person means by `8192`, `1e12`, `1.5T`, `300B` or `8k`; NaN where it is none. */
export function numberOf(text: string): number {
  const [, digits, letter] = /^([\d.]+(?:e[+-]?\d+)?)\s*([kmbgt])?$/i.exec(text.trim()) ?? [];
  return digits === undefined
    ? Number(text.trim() || Number.NaN)
    : Number(digits) * (MULTIPLES[letter?.toLowerCase() ?? ""] ?? 1);
}
