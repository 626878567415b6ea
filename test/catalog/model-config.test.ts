import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modelFromConfig, modelFromConfigFile } from "../../lib/catalog/config/model-config";
import type { ModelArchitecture } from "../../lib/catalog/model-architecture";
import { modelArchitecture } from "../../lib/catalog/models";

/** What sizing sees of a catalog row. */
function shapeOf(name: string): Partial<ModelArchitecture> {
  const {
    family: _f,
    publishedParameters: _p,
    source: _s,
    checkedOn: _c,
    note: _n,
    ...shape
  } = modelArchitecture(name) as ModelArchitecture &
    Record<"family" | "publishedParameters" | "source" | "checkedOn" | "note", unknown>;
  return shape;
}

/** As published on Hugging Face, without the keys that say nothing of the shape. */
const PUBLISHED: Readonly<Record<string, object>> = {
  "llama-3.1-8b": {
    model_type: "llama",
    hidden_size: 4096,
    intermediate_size: 14336,
    max_position_embeddings: 131072,
    num_attention_heads: 32,
    num_hidden_layers: 32,
    num_key_value_heads: 8,
    attention_bias: false,
    tie_word_embeddings: false,
    vocab_size: 128256,
  },
  "qwen2.5-7b": {
    model_type: "qwen2",
    hidden_size: 3584,
    intermediate_size: 18944,
    max_position_embeddings: 131072,
    num_attention_heads: 28,
    num_hidden_layers: 28,
    num_key_value_heads: 4,
    sliding_window: 131072,
    use_sliding_window: false,
    tie_word_embeddings: false,
    vocab_size: 152064,
  },
  "qwen3-coder-480b-a35b": {
    model_type: "qwen3_moe",
    decoder_sparse_step: 1,
    head_dim: 128,
    hidden_size: 6144,
    intermediate_size: 8192,
    max_position_embeddings: 262144,
    mlp_only_layers: [],
    moe_intermediate_size: 2560,
    num_attention_heads: 96,
    num_experts: 160,
    num_experts_per_tok: 8,
    num_hidden_layers: 62,
    num_key_value_heads: 8,
    qkv_bias: false,
    shared_expert_intermediate_size: 0,
    sliding_window: null,
    tie_word_embeddings: false,
    use_qk_norm: true,
    use_sliding_window: false,
    vocab_size: 151936,
  },
  "glm-4.5-air": {
    model_type: "glm4_moe",
    attention_bias: true,
    first_k_dense_replace: 1,
    head_dim: 128,
    hidden_size: 4096,
    intermediate_size: 10944,
    max_position_embeddings: 131072,
    moe_intermediate_size: 1408,
    n_routed_experts: 128,
    n_shared_experts: 1,
    num_attention_heads: 96,
    num_experts_per_tok: 8,
    num_hidden_layers: 46,
    num_key_value_heads: 8,
    tie_word_embeddings: false,
    use_qk_norm: false,
    vocab_size: 151552,
  },
  "gpt-oss-120b": {
    model_type: "gpt_oss",
    attention_bias: true,
    experts_per_token: 4,
    head_dim: 64,
    hidden_size: 2880,
    intermediate_size: 2880,
    layer_types: Array.from({ length: 36 }, (_, i) => (i % 2 === 0 ? "sliding_attention" : "full_attention")),
    max_position_embeddings: 131072,
    num_attention_heads: 64,
    num_experts_per_tok: 4,
    num_hidden_layers: 36,
    num_key_value_heads: 8,
    num_local_experts: 128,
    sliding_window: 128,
    tie_word_embeddings: false,
    vocab_size: 201088,
  },
  "llama-4-maverick": {
    model_type: "llama4",
    text_config: {
      model_type: "llama4_text",
      attention_bias: false,
      attention_chunk_size: 8192,
      head_dim: 128,
      hidden_size: 5120,
      interleave_moe_layer_step: 2,
      intermediate_size: 8192,
      intermediate_size_mlp: 16384,
      max_position_embeddings: 1048576,
      num_attention_heads: 40,
      num_experts_per_tok: 1,
      num_hidden_layers: 48,
      num_key_value_heads: 8,
      num_local_experts: 128,
      use_qk_norm: false,
      vocab_size: 202048,
    },
  },
  "gemma-3-12b": {
    model_type: "gemma3",
    text_config: {
      model_type: "gemma3_text",
      hidden_size: 3840,
      intermediate_size: 15360,
      num_attention_heads: 16,
      num_hidden_layers: 48,
      num_key_value_heads: 8,
      sliding_window: 1024,
    },
  },
  "deepseek-v3": {
    model_type: "deepseek_v3",
    attention_bias: false,
    first_k_dense_replace: 3,
    hidden_size: 7168,
    intermediate_size: 18432,
    kv_lora_rank: 512,
    max_position_embeddings: 163840,
    moe_intermediate_size: 2048,
    n_routed_experts: 256,
    n_shared_experts: 1,
    num_attention_heads: 128,
    num_experts_per_tok: 8,
    num_hidden_layers: 61,
    num_key_value_heads: 128,
    q_lora_rank: 1536,
    qk_nope_head_dim: 128,
    qk_rope_head_dim: 64,
    tie_word_embeddings: false,
    topk_method: "noaux_tc",
    v_head_dim: 128,
    vocab_size: 129280,
  },
};

describe("modelFromConfig", () => {
  it.each(Object.entries(PUBLISHED))("reads %s as the catalog has it", (name, config) => {
    expect(modelFromConfig(config, name)).toEqual(shapeOf(name));
  });

  it("refuses a hybrid with linear attention, of which it could size nothing right", () => {
    const layerTypes = ["linear_attention", "linear_attention", "linear_attention", "full_attention"];
    const config = { ...PUBLISHED["llama-3.1-8b"], model_type: "qwen3_next", layer_types: layerTypes };
    expect(() => modelFromConfig(config)).toThrow(/whose layers all have attention, got qwen3_next/);
  });

  it("names every size that is missing", () => {
    expect(() => modelFromConfig({ model_type: "llama", vocab_size: 32000 })).toThrow(
      /has 4 problems:\n.*num_hidden_layers is required.*\n.*hidden_size is required.*\n.*num_attention_heads.*\n.*intermediate_size is/,
    );
  });
});

describe("modelFromConfigFile", () => {
  it("reads a file, and names one that is not there", () => {
    const file = join(tmpdir(), `warpform-${process.pid}-config.json`);
    writeFileSync(file, JSON.stringify({ ...PUBLISHED["llama-3.1-8b"], _name_or_path: "our/llama" }));
    expect(modelFromConfigFile(file).name).toBe("our/llama");
    expect(() => modelFromConfigFile("/nowhere/config.json")).toThrow(/must be the path of a model's config.json/);
  });
});
