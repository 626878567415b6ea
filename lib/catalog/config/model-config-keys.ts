import type { ModelArchitecture } from "../model-architecture";

/** Model types whose config.json leaves `tie_word_embeddings` out where input and output embedding are one matrix. */
export const TIED_BY_DEFAULT = /^(gemma|gpt2|bloom|falcon|opt)/;

/** Model types with two matrices in the FFN instead of three. */
export const PLAIN_FFN = /^(gpt|opt|bloom|falcon|nemotron$|nemotron_h|starcoder2|phi$|mpt)/;

/** Biases by model type, where no key of the file says it. */
export const BIASES: readonly (readonly [RegExp, NonNullable<ModelArchitecture["biases"]>])[] = [
  [/^(qwen2|qwen2_moe)$/, "qkv"],
  [/^(gpt2|gpt_neox|opt|bloom|gpt_bigcode|phi$|starcoder2|gpt_oss)/, "all"],
];

/** Layers that are no attention: state spaces and linear attention keep a state of one size, and no key-value cache. */
export const HYBRID = /mamba|jamba|bamba|linear_attention|recurrent|conv/;

/**
 * Sizes that a model type has where its config.json leaves them out.
 * @see https://github.com/huggingface/transformers/blob/main/src/transformers/models/gemma3/configuration_gemma3.py
 */
export const CLASS_DEFAULTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  gemma3_text: {
    num_attention_heads: 8,
    num_key_value_heads: 4,
    head_dim: 256,
    vocab_size: 262208,
    max_position_embeddings: 131072,
  },
};

/** The keys that publishers use for one number, in order of preference. */
export const KEYS = {
  layers: ["num_hidden_layers", "n_layer", "n_layers", "num_layers"],
  hiddenSize: ["hidden_size", "n_embd", "d_model"],
  attentionHeads: ["num_attention_heads", "n_head", "n_heads"],
  vocabularySize: ["vocab_size"],
  ffnHiddenSize: ["intermediate_size_mlp", "intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim"],
  kvHeads: ["num_key_value_heads", "num_kv_heads", "n_head_kv"],
  headDim: ["head_dim", "attention_head_dim"],
  maxSequenceLength: ["max_position_embeddings", "n_positions", "max_seq_len", "seq_length"],
  expertCount: ["num_local_experts", "num_experts", "n_routed_experts"],
  activeExperts: ["num_experts_per_tok", "experts_per_token", "moe_topk"],
  expertHidden: ["moe_intermediate_size", "intermediate_size"],
} as const;
