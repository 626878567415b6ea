import { z } from "zod";
import { COUNT_RANGE, DIMENSION_RANGE, MAX_SEQUENCE_RANGE, SHARED_EXPERTS_RANGE } from "../../sizing/inputs/ranges";
import { catalogName } from "./catalog-names";
import { fallback, unset } from "./key";
import { strictObject } from "./strict-object";

const whole = ({ min, max }: { readonly min: number; readonly max: number }) => z.number().int().min(min).max(max);
const size = whole(DIMENSION_RANGE);
const count = whole(COUNT_RANGE);

const experts = strictObject(() => ({
  count: size.describe("Routed experts of a layer"),
  activePerToken: size.describe("Routed experts that a token uses"),
  shared: whole(SHARED_EXPERTS_RANGE).describe("Experts that every token uses"),
  ffnHiddenSize: size.describe("Inner width of an expert"),
  denseLayers: count.describe("Layers with a dense feed-forward block instead of experts"),
  routerBias: fallback(z.boolean(), false, "A correction term for each expert in the router"),
})).describe("Mixture of experts");

const latentAttention = strictObject(() => ({
  queryRank: size.nullable().describe("Rank of the compressed query; null where it is not compressed"),
  kvRank: size.describe("Rank of the compressed key-value pair"),
  ropeHeadDim: size.describe("Part of a head that carries position"),
  valueHeadDim: size.describe("Size of a value head"),
})).describe("Multi-head latent attention");

/** The shape of a model that the catalog lacks, in the words of `ModelArchitecture`. */
const shape = strictObject(() => ({
  name: z.string().min(1).describe("What reports call it"),
  layers: size.describe("Transformer layers"),
  hiddenSize: size.describe("Width of the residual stream"),
  attentionHeads: size.describe("Query heads of a layer"),
  kvHeads: size.describe("Key-value heads of a layer"),
  headDim: size.describe("Size of a head"),
  ffnHiddenSize: size.describe("Inner width of a dense feed-forward block"),
  vocabularySize: size.describe("Tokens of the vocabulary"),
  gatedFfn: z.boolean().describe("Three feed-forward matrices (SwiGLU) instead of two"),
  tiedEmbeddings: z.boolean().describe("Whether input and output embedding are one matrix"),
  experts: experts.nullable().describe("Mixture of experts; null for a dense model"),
  latentAttention: unset(latentAttention, "Multi-head latent attention", "ordinary attention"),
  biases: fallback(z.enum(["none", "qkv", "all"]), "none", "Layers with bias vectors"),
  qkNorm: fallback(z.boolean(), false, "Norms on each query and key head"),
  maxSequenceLength: unset(whole(MAX_SEQUENCE_RANGE), "Longest sequence, tokens", "unknown"),
})).describe("A model by its shape");

const file = strictObject(() => ({
  config: z.string().min(1).describe("Path of the model's Hugging Face config.json, from the blueprint"),
})).describe("A model by its Hugging Face config.json");

/** A served model: of the catalog by name, or by its config.json. */
export const servedModel = z
  .union([catalogName("model").describe("Model of the catalog, such as llama-3.1-8b"), file])
  .describe("Model of the catalog, such as llama-3.1-8b, or one of your own by its config.json, with modelId");

/** The name that clients ask for: the model's, where it has one. */
export const servedName = (owner: { readonly model?: unknown }): string | undefined =>
  typeof owner.model === "string" ? owner.model : undefined;

/** A model of the catalog by name, by its config.json, or by its shape. */
export const model = z
  .union([catalogName("model").describe("Model of the catalog, such as llama-3.1-70b"), file, shape])
  .describe("Model of the catalog, such as llama-3.1-70b, or one of your own by its config.json or shape");
