import { readFileSync } from "node:fs";
import { Problems } from "../../errors";
import type { ModelArchitecture } from "../model-architecture";
import { hybridLayers } from "./hybrid-config";
import { BIASES, CLASS_DEFAULTS, HYBRID, KEYS, PLAIN_FFN, TIED_BY_DEFAULT } from "./model-config-keys";

type Config = Readonly<Record<string, unknown>>;

function numberOf(config: Config, keys: readonly string[]): number | undefined {
  for (const key of keys) if (typeof config[key] === "number") return config[key];
  return undefined;
}

/** First layers, or every so many, that have a dense FFN. */
function denseLayers(config: Config, layers: number): number {
  const { interleave_moe_layer_step: every, first_k_dense_replace: first, mlp_only_layers: only } = config;
  const {
    decoder_sparse_step: sparseEvery,
    expert_layer_period: expertEvery,
    hybrid_override_pattern: pattern,
  } = config;
  if (typeof pattern === "string") return pattern.replaceAll(/[^-]/g, "").length;
  if (typeof expertEvery === "number" && expertEvery > 1) return layers - Math.floor(layers / expertEvery);
  if (typeof first === "number") return first;
  if (typeof every === "number" && every > 1) return layers - Math.floor(layers / every);
  if (typeof sparseEvery === "number" && sparseEvery > 1) return layers - Math.floor(layers / sparseEvery);
  return Array.isArray(only) ? only.length : 0;
}

function sharedExperts(config: Config, expertHidden: number): number {
  if (typeof config.moe_shared_expert_intermediate_size === "number")
    return config.moe_shared_expert_intermediate_size / expertHidden;
  if (typeof config.n_shared_experts === "number") return config.n_shared_experts;
  const hidden = config.shared_expert_intermediate_size ?? config.shared_intermediate_size;
  if (typeof hidden === "number") return hidden / expertHidden;
  return String(config.model_type).startsWith("llama4") ? 1 : 0;
}

function expertsOf(config: Config, layers: number): ModelArchitecture["experts"] {
  const count = numberOf(config, KEYS.expertCount);
  const activePerToken = numberOf(config, KEYS.activeExperts);
  const ffnHiddenSize = numberOf(config, KEYS.expertHidden);
  if (!count || count < 2 || activePerToken === undefined || ffnHiddenSize === undefined) return null;
  const routerBias =
    config.topk_method === "noaux_tc" ||
    config.use_routing_bias === true ||
    /^(deepseek_v3|kimi_k2|glm4_moe|gpt_oss)$/.test(String(config.model_type));
  return {
    count,
    activePerToken,
    shared: sharedExperts(config, ffnHiddenSize),
    ffnHiddenSize,
    denseLayers: denseLayers(config, layers),
    ...(routerBias ? { routerBias } : {}),
  };
}

function latentAttention(config: Config): ModelArchitecture["latentAttention"] {
  const { kv_lora_rank: kvRank, q_lora_rank: queryRank, qk_rope_head_dim: rope, v_head_dim: value } = config;
  if (typeof kvRank !== "number" || typeof rope !== "number" || typeof value !== "number") return undefined;
  const rank = typeof queryRank === "number" ? queryRank : null;
  return { queryRank: rank, kvRank, ropeHeadDim: rope, valueHeadDim: value };
}

/** Layers that see a window of the sequence, and how many of them there are to each that sees all. */
function slidingWindow(config: Config, type: string): ModelArchitecture["slidingWindow"] {
  const tokens = type.startsWith("llama4") ? config.attention_chunk_size : config.sliding_window;
  if (typeof tokens !== "number" || config.use_sliding_window === false) return undefined;
  const layers = config.layer_types;
  const full = Array.isArray(layers) ? layers.filter((layer) => layer === "full_attention").length : null;
  if (full !== null) return { tokens, globalEvery: full === 0 ? 0 : Math.round((layers as unknown[]).length / full) };
  const pattern = config.sliding_window_pattern;
  if (typeof pattern === "number") return { tokens, globalEvery: pattern };
  if (type.startsWith("gemma3")) return { tokens, globalEvery: 6 };
  if (type.startsWith("llama4")) return { tokens, globalEvery: 4 };
  return { tokens, globalEvery: /^(gemma2|gpt_oss)/.test(type) ? 2 : 0 };
}

function biasesOf(config: Config, type: string): ModelArchitecture["biases"] {
  const known = BIASES.find(([pattern]) => pattern.test(type))?.[1];
  if (known !== undefined) return known;
  return config.attention_bias === true || config.qkv_bias === true ? "qkv" : undefined;
}

/**
 * The shape of a model from its Hugging Face `config.json`; of a multimodal one its language model (`text_config`).
 *
 * @param name what reports call it. @default - `_name_or_path`, or the model type
 * @throws WarpformError for a file without the sizes of a transformer, and for hybrids with state-space or linear-attention
 * layers of a kind that is not known
 * @see https://huggingface.co/docs/transformers/main_classes/configuration
 */
export function modelFromConfig(config: unknown, name?: string): ModelArchitecture {
  const problems = new Problems();
  if (typeof config !== "object" || config === null || Array.isArray(config)) {
    problems.add(
      "malformed",
      "config",
      "config must be the object of a config.json; use the file of the model's repository",
    );
    problems.throwIfAny("modelFromConfig");
  }
  const outer = config as Config;
  const text = (outer.text_config ?? outer.llm_config) as Config | undefined;
  const type = String(text?.model_type ?? outer.model_type ?? "");
  const tied = outer.tie_word_embeddings;
  const inner: Config = {
    ...CLASS_DEFAULTS[type],
    ...(text === undefined ? outer : { tie_word_embeddings: tied, ...text }),
  };
  const layerTypes = [inner.layer_types, inner.layers_block_type, inner.hybrid_override_pattern].flat().join(" ");
  const mixes = HYBRID.test(`${type} ${layerTypes}`) || inner.hybrid_override_pattern || inner.linear_num_value_heads;
  const need = (key: keyof typeof KEYS): number => {
    const value = numberOf(inner, KEYS[key]);
    const asked = KEYS[key].find((name) => !name.endsWith("_mlp"));
    if (value === undefined)
      problems.add("required", `config.${asked}`, `config.${asked} is required; add it, or give the shape itself`);
    return value ?? 1;
  };
  const layers = need("layers");
  const hiddenSize = need("hiddenSize");
  const attentionHeads = need("attentionHeads");
  const vocabularySize = need("vocabularySize");
  const alwaysShared = type === "granitemoehybrid" ? numberOf(inner, ["shared_intermediate_size"]) : undefined;
  const ffn =
    alwaysShared ??
    numberOf(inner, KEYS.ffnHiddenSize) ??
    (PLAIN_FFN.test(type) ? 4 * hiddenSize : need("ffnHiddenSize"));
  const hybrid = mixes ? hybridLayers(inner, type, layers, hiddenSize) : undefined;
  if (hybrid === null)
    problems.add(
      "not-allowed",
      "config.model_type",
      `config must be of a transformer, or of a hybrid of type nemotron_h, qwen3_next, qwen3_5, granitemoehybrid, bamba or jamba, got ${type} with state-space or linear-attention layers; measure memory and throughput instead`,
    );
  problems.throwIfAny("modelFromConfig");
  const latent = latentAttention(inner);
  const head = latent ? (inner.qk_nope_head_dim as number) : numberOf(inner, KEYS.headDim);
  const window = slidingWindow(inner, type);
  const biases = biasesOf(inner, type);
  const qkNorm = inner.use_qk_norm === undefined ? /^(qwen3|gemma3|olmo2)/.test(type) : inner.use_qk_norm === true;
  const given = typeof outer._name_or_path === "string" && outer._name_or_path !== "" ? outer._name_or_path : type;
  return {
    name: name ?? given,
    layers,
    hiddenSize,
    attentionHeads,
    kvHeads: latent ? attentionHeads : (numberOf(inner, KEYS.kvHeads) ?? attentionHeads),
    headDim: head ?? hiddenSize / attentionHeads,
    ffnHiddenSize: ffn,
    vocabularySize,
    gatedFfn: type.startsWith("gpt_oss") || !PLAIN_FFN.test(type),
    tiedEmbeddings:
      typeof inner.tie_word_embeddings === "boolean" ? inner.tie_word_embeddings : TIED_BY_DEFAULT.test(type),
    experts: expertsOf(inner, layers),
    maxSequenceLength: numberOf(inner, KEYS.maxSequenceLength) ?? null,
    ...(latent ? { latentAttention: latent } : {}),
    ...(biases ? { biases } : {}),
    ...(qkNorm ? { qkNorm } : {}),
    ...(/^gemma[23]/.test(type) ? { normsPerLayer: 4 } : {}),
    ...(window ? { slidingWindow: window } : {}),
    ...(hybrid ? { hybrid } : {}),
    ...(hybrid && /^(qwen3_next|qwen3_5)/.test(type) ? { attentionGate: true } : {}),
    ...(type === "nemotron_h" ? { normsPerLayer: 1 } : {}),
  };
}

/**
 * Reads the shape of a model from the file of its Hugging Face `config.json`.
 * @throws WarpformError for a file that cannot be read or is no JSON, and as {@link modelFromConfig} does
 */
export function modelFromConfigFile(file: string, name?: string): ModelArchitecture {
  let config: unknown;
  try {
    config = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const problems = new Problems();
    const why = error instanceof Error ? error.message : String(error);
    problems.add(
      "malformed",
      "config",
      `config must be the path of a model's config.json, got "${file}" (${why}); use a file that exists`,
    );
    problems.throwIfAny("modelFromConfigFile");
  }
  return modelFromConfig(config, name);
}
