import { modelFromConfigFile } from "../../../catalog/config/model-config";
import type { ModelArchitecture } from "../../../catalog/model-architecture";
import { findModelArchitecture, modelArchitecture, nearModels } from "../../../catalog/models";
import { type Problems, WarpformError } from "../../../errors";
import type { Field } from "../../../props/field";
import { part } from "../../../props/nested-fields";
import { text } from "../../../props/simple-fields";

/** A served model: one of the catalog by name, or one of your own by the file of its Hugging Face `config.json`. */
export type ServedModelChoice = string | { readonly config: string };

/** The shape of a served model. */
export function servedArchitecture(model: ServedModelChoice): ModelArchitecture {
  return typeof model === "string" ? modelArchitecture(model) : modelFromConfigFile(model.config);
}

/** What a served model is given by. */
export function servedModelField(): Field<ServedModelChoice, false> {
  const words = 'the name of a model of the catalog, such as "llama-3.1-8b", or { config: "./config.json" }';
  const name = text({ example: "llama-3.1-8b", catalog: ["model"], known: "memory is counted by it" });
  const file = part<{ readonly config: string }>({ config: text({ known: "memory is counted by it" }) });
  return {
    kind: "text",
    words,
    optional: false,
    catalog: ["model"],
    known: "memory is counted by it",
    check(value, at, notes) {
      if (typeof value === "object" && value !== null && !notes.isLater(value)) file.check(value, at, notes);
      else if (typeof value === "string" || notes.isLater(value)) name.check(value, at, notes);
      else notes.kind(at, words, value);
    },
  };
}

/** Checks that a served model is of the catalog, or has a config.json that can be read and a name of its own. */
export function checkServedModel(
  problems: Problems,
  path: string,
  { model, modelId }: { readonly model: ServedModelChoice; readonly modelId?: string },
): void {
  const at = `${path}.model`;
  if (typeof model === "string") {
    if (findModelArchitecture(model) === undefined)
      problems.add("unknown-name", at, `${at} "${model}" is not in the catalog; ${nearModels(model)}`);
    return;
  }
  if (modelId === undefined)
    problems.add(
      "required",
      `${path}.modelId`,
      `${path}.modelId is required with model { config }, whose file has no name that clients could ask for; write one, such as "my-llama"`,
    );
  try {
    servedArchitecture(model);
  } catch (error) {
    if (!(error instanceof WarpformError)) throw error;
    for (const { code, message } of error.problems) problems.add(code, at, `${at}: ${message}`);
  }
}
