import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findModelArchitecture, modelArchitecture } from "../../lib/catalog/models";
import type { ModelArchitecture } from "../../lib/model/model";
import { exactly } from "../../lib/sizing/inputs/range";
import type { ValidationRow, ValidationSet } from "./row";

/** One published figure and ours, as the sections below collect them. */
export interface SectionRow {
  readonly what: string;
  readonly unit: string;
  readonly published: number;
  readonly predicted: number;
  /** Our range, where the figure has one. */
  readonly low?: number;
  readonly high?: number;
  readonly set: ValidationSet;
  readonly source: string;
  readonly note?: string;
  /** Family whose published rows widen our range, from wide to narrow; a figure of arithmetic alone has none. */
  readonly family?: readonly string[];
  /** A family in which it is not counted and whose range it has too. */
  readonly joined?: readonly string[];
  /** The family counts the inverse of the figure: seconds, where this is a rate. */
  readonly inverse?: boolean;
}

/** One table of docs/validation.md. */
export interface ValidationSection {
  readonly title: string;
  /** What the table shows, and what to know of the published figures. */
  readonly intro: string;
  /** Largest relative error aimed at. */
  readonly aim: number;
  readonly rows: readonly SectionRow[];
}

/** Rows of a data file of docs/validation. */
export function publishedRows<Row>(file: string): Row {
  return JSON.parse(readFileSync(join(__dirname, "../../docs/validation", file), "utf8")) as Row;
}

/** A model of the catalog, or of docs/validation/models.json, which are there for their published runs alone. */
export function publishedModel(name: string): ModelArchitecture {
  const own = publishedRows<ModelArchitecture[]>("models.json").find((model) => model.name === name);
  return findModelArchitecture(name) ?? own ?? modelArchitecture(name);
}

/** A section as rows of the page. */
export function sectionRows({ title, aim, rows }: ValidationSection): ValidationRow[] {
  return rows.map((row) => ({
    section: title,
    name: row.what,
    unit: row.unit,
    published: row.published,
    predicted:
      row.low === undefined || row.high === undefined
        ? exactly(row.predicted)
        : { low: row.low, expected: row.predicted, high: row.high },
    aim,
    set: row.set,
    source: row.source,
    note: row.note,
    family: row.family,
    joined: row.joined,
    inverse: row.inverse,
  }));
}

/** Median of numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
}
