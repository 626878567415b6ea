import { WarpformError } from "../errors";
import { nearest } from "../units/nearest";
import rows from "./data/models.json";
import type { ModelArchitecture } from "./model-architecture";
import type { Sourced } from "./types";

/** A published language model: its shape, and what its publisher says of it. */
export interface CatalogModel extends ModelArchitecture, Sourced {
  readonly family: string;
  /** Parameters of the published checkpoint, counted tensor by tensor; null where only a rounded figure is published. */
  readonly publishedParameters: number | null;
  /** Longest sequence the model was trained for, tokens. */
  readonly maxSequenceLength: number;
}

const models = rows as readonly CatalogModel[];
const byName = new Map(models.map((row) => [row.name, row]));

/** All models of the catalogue, in the order of the data file. */
export function modelArchitectures(): readonly CatalogModel[] {
  return models;
}

/**
 * The shape of a published model.
 *
 * @param name catalogue name, lower case: `llama-3.1-70b`, `mixtral-8x7b`, `deepseek-v3`.
 * @throws WarpformError `unknown-name`, with the nearest names.
 */
export function modelArchitecture(name: string): CatalogModel {
  const row = byName.get(name);
  if (row) return row;
  const near = nearest(name, byName.keys());
  const hint =
    near.length > 0 ? `; did you mean ${near.join(", ")}` : "; see lib/catalog/data/models.json for the names";
  throw new WarpformError("model", [
    { code: "unknown-name", path: "model", message: `model has no catalogue entry "${name}"${hint}` },
  ]);
}
