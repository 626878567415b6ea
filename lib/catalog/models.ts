import rows from "./data/models.json";
import type { ModelArchitecture } from "./model-architecture";
import { NamedTable } from "./named-table";
import type { Sourced } from "./types";

/** A published language model: its shape, and what its publisher says of it. */
export interface CatalogModel extends ModelArchitecture, Sourced {
  readonly family: string;
  /** Parameters of the published checkpoint, counted tensor by tensor; null where only a rounded figure is published. */
  readonly publishedParameters: number | null;
  /** Longest sequence the model was trained for, tokens. */
  readonly maxSequenceLength: number;
}

const table = new NamedTable<CatalogModel>("model", rows as readonly CatalogModel[]);

/** All models of the catalog, in the order of the data file. */
export function modelArchitectures(): readonly CatalogModel[] {
  return table.rows;
}

/**
 * The shape of a published model; throws `unknown-name` with the nearest names.
 *
 * @param name catalog name, lower case: `llama-3.1-70b`, `mixtral-8x7b`, `deepseek-v3`.
 */
export function modelArchitecture(name: string): CatalogModel {
  return table.get(name);
}

/** Which models are near to what was typed, a name on a hub among it, in words. */
export function nearModels(name: string): string {
  const near = table.nearest(name);
  return near.length > 0 ? `nearest are ${near.join(", ")}` : "`npx warpform catalog --models` lists those that are";
}

/** The model of that name, or undefined. */
export function findModelArchitecture(name: string): CatalogModel | undefined {
  return table.find(name);
}
