import type { CostPart } from "../figures/cost-part";

/** One line of the bill, as the price list sells it. */
export interface BillLine {
  /** What it is, in words. */
  readonly name: string;
  readonly kind: CostPart["kind"];
  /** Item of the price list; null where it is billed by a use that nobody knows before, or has no published price. */
  readonly item: string | null;
  /** Units per hour with every node up. */
  readonly perHour: number;
  /** Share that is billed with no node up. */
  readonly idleShare: number;
}

/** How one attribute of a part is billed: by lines, or not at all, and why not. */
export type Term<T> = { readonly free: string } | { readonly lines: (part: T) => readonly BillLine[] };

/** The bill of a part: a term for each of its attributes, so that the compiler asks for each new one. */
export type Bill<T> = { readonly [K in keyof Required<T>]: Term<T> };

/** All lines of some parts. */
export function linesOf<T extends object>(bill: Bill<T>, parts: readonly T[]): BillLine[] {
  const terms = Object.values(bill) as Term<T>[];
  return parts.flatMap((part) => terms.flatMap((term) => ("lines" in term ? term.lines(part) : [])));
}

/** A term that is free because of something. */
export const free = (because: string) => ({ free: because }) as const;
