import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modelFromConfig, modelFromConfigFile } from "../../lib/catalog/config/model-config";
import type { ModelArchitecture } from "../../lib/catalog/model-architecture";
import { modelArchitecture } from "../../lib/catalog/models";
import { kvBytesPerToken, stateBytesPerRequest } from "../../lib/sizing/memory/model-memory";
import { parameterCount } from "../../lib/sizing/memory/parameters";

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

  describe("hybrids", () => {
    // defaults of transformers' configuration_qwen3_next.py and configuration_jamba.py, and docs/models/llm/nemotronh.md of Megatron-Bridge
    const QWEN3_NEXT = {
      model_type: "qwen3_next",
      vocab_size: 151936,
      hidden_size: 2048,
      intermediate_size: 5632,
      num_hidden_layers: 48,
      num_attention_heads: 16,
      num_key_value_heads: 2,
      head_dim: 256,
      tie_word_embeddings: false,
      linear_conv_kernel_dim: 4,
      linear_key_head_dim: 128,
      linear_value_head_dim: 128,
      linear_num_key_heads: 16,
      linear_num_value_heads: 32,
      full_attention_interval: 4,
      decoder_sparse_step: 1,
      moe_intermediate_size: 512,
      shared_expert_intermediate_size: 512,
      num_experts_per_tok: 10,
      num_experts: 512,
    };
    const JAMBA = {
      model_type: "jamba",
      vocab_size: 65536,
      hidden_size: 4096,
      intermediate_size: 14336,
      num_hidden_layers: 32,
      num_attention_heads: 32,
      num_key_value_heads: 8,
      tie_word_embeddings: false,
      num_experts_per_tok: 2,
      num_experts: 16,
      expert_layer_period: 2,
      attn_layer_period: 8,
      mamba_d_state: 16,
      mamba_d_conv: 4,
      mamba_expand: 2,
      mamba_dt_rank: 256,
    };
    const NEMOTRON_H_4B = {
      model_type: "nemotron_h",
      vocab_size: 131072,
      hidden_size: 3072,
      intermediate_size: 12288,
      num_hidden_layers: 52,
      hybrid_override_pattern: "M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M-",
      num_attention_heads: 32,
      num_key_value_heads: 8,
      attention_head_dim: 128,
      tie_word_embeddings: false,
      mamba_num_heads: 112,
      mamba_head_dim: 64,
      ssm_state_size: 128,
      n_groups: 8,
      conv_kernel: 4,
    };

    it.each([
      ["Qwen3-Next 80B-A3B", QWEN3_NEXT, 79.7, 3.9, 12, 36, 48],
      ["Jamba v0.1, 52B of which 12B are active", JAMBA, 51.6, 12.1, 4, 28, 32],
      ["Nemotron-H 4B", NEMOTRON_H_4B, 4.5, 4.5, 4, 24, 24],
    ])("counts %s", (_, config, billions, active, attentionLayers, stateLayers, ffnLayers) => {
      const model = modelFromConfig(config);
      const count = parameterCount(model);
      expect(count.total / 1e9).toBeCloseTo(billions, 1);
      expect(count.active / 1e9).toBeCloseTo(active, 1);
      expect(model.hybrid).toMatchObject({ attentionLayers, stateLayers, ffnLayers });
    });

    it("keeps a cache in layers with attention alone, and a state of one size in the others", () => {
      const model = modelFromConfig(QWEN3_NEXT);
      expect(kvBytesPerToken(model)).toBe(2 * 12 * 2 * 256 * 2);
      // 32 heads of 128 x 128 in FP32, and three inputs of the convolution of 8,192 channels
      expect(stateBytesPerRequest(model)).toBe(36 * (32 * 128 * 128 * 4 + 3 * 8192 * 2));
      expect(stateBytesPerRequest(modelFromConfig(PUBLISHED["llama-3.1-8b"]!))).toBe(0);
    });

    it("counts mixtures of experts among the blocks of a pattern", () => {
      const pattern = "MEM*EM-";
      const routed = { n_routed_experts: 8, num_experts_per_tok: 2, moe_intermediate_size: 1856 };
      const shared = { n_shared_experts: 1, moe_shared_expert_intermediate_size: 3712 };
      const config = { ...NEMOTRON_H_4B, num_hidden_layers: 7, hybrid_override_pattern: pattern, ...routed, ...shared };
      const { experts, hybrid } = modelFromConfig(config);
      expect(experts).toMatchObject({ count: 8, shared: 2, denseLayers: 1 });
      expect(hybrid).toMatchObject({ attentionLayers: 1, stateLayers: 3, ffnLayers: 3 });
    });

    it("refuses kinds of state layers that it does not know, and names those that it does", () => {
      const config = { ...PUBLISHED["llama-3.1-8b"], model_type: "recurrent_gemma" };
      expect(() => modelFromConfig(config)).toThrow(/nemotron_h, qwen3_next, .* or jamba, got recurrent_gemma/);
    });
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
