import type { HybridLayers } from "../model-architecture";

type Config = Readonly<Record<string, unknown>>;

/** Layers by what they have; the mixer of a state layer is counted from the other keys. */
type Layers = Pick<HybridLayers, "attentionLayers" | "stateLayers" | "ffnLayers">;
type Mixer = Pick<HybridLayers, "stateParameters" | "stateBytes">;

/** Bytes of a value of the state, which references keep in FP32, and of the last inputs of the convolution. */
const STATE_BYTES = 4;
const CONVOLUTION_BYTES = 2;

const whole = (config: Config, key: string, otherwise = 0): number =>
  typeof config[key] === "number" ? (config[key] as number) : otherwise;

/** State of a head and channel, and the inputs that a causal convolution of `kernel` taps still needs. */
const stateBytes = (values: number, channels: number, kernel: number): number =>
  STATE_BYTES * values + CONVOLUTION_BYTES * channels * (kernel - 1);

/**
 * Mixer of Mamba-2: input projection to gate, values, B, C and time steps; convolution; three vectors over the heads; a norm;
 * output projection.
 * @see https://github.com/huggingface/transformers src/transformers/models/bamba/modeling_bamba.py (BambaMixer)
 */
function mamba2(hidden: number, heads: number, headDim: number, state: number, groups: number, kernel: number): Mixer {
  const inner = heads * headDim;
  const channels = inner + 2 * groups * state;
  return {
    stateParameters: hidden * (inner + channels + heads) + channels * (kernel + 1) + 3 * heads + inner + inner * hidden,
    stateBytes: stateBytes(inner * state, channels, kernel),
  };
}

/**
 * Mixer of Mamba as Jamba has it, with norms of time steps, B and C.
 * @see https://github.com/huggingface/transformers src/transformers/models/jamba/modeling_jamba.py (JambaMambaMixer)
 */
function mamba1(hidden: number, inner: number, state: number, rank: number, kernel: number): Mixer {
  const selected = rank + 2 * state;
  const projections = hidden * 2 * inner + inner * selected + (rank + 1) * inner + inner * hidden;
  return {
    stateParameters: projections + inner * (kernel + 1) + inner * (state + 1) + selected,
    stateBytes: stateBytes(inner * state, inner, kernel),
  };
}

/**
 * Gated DeltaNet: projections to query, key, value, gate and two scalars per head; convolution without bias; two vectors over the
 * heads; a norm over a head; output projection.
 * @see https://github.com/huggingface/transformers src/transformers/models/qwen3_next/modeling_qwen3_next.py
 */
function deltaNet(config: Config, hidden: number): Mixer {
  const [keyDim, valueDim] = [whole(config, "linear_key_head_dim"), whole(config, "linear_value_head_dim")];
  const heads = whole(config, "linear_num_value_heads");
  const [keys, values] = [whole(config, "linear_num_key_heads") * keyDim, heads * valueDim];
  const kernel = whole(config, "linear_conv_kernel_dim", 4);
  const channels = 2 * keys + values;
  return {
    stateParameters:
      hidden * (2 * keys + 2 * values + 2 * heads) + channels * kernel + 2 * heads + valueDim + values * hidden,
    stateBytes: stateBytes(heads * keyDim * valueDim, channels, kernel),
  };
}

const count = (all: Iterable<unknown>, wanted: RegExp) => [...all].filter((one) => wanted.test(String(one))).length;

/** Layers with attention, by the list of their types, their indices, or every so many. */
function attentionLayers(config: Config, layers: number): number {
  const types = config.layer_types ?? config.layers_block_type;
  if (Array.isArray(types)) return count(types, /^(full_)?attention$/);
  if (Array.isArray(config.attn_layer_indices)) return config.attn_layer_indices.length;
  const every = whole(config, "full_attention_interval") || whole(config, "attn_layer_period");
  return every > 0 ? Math.floor(layers / every) : 0;
}

/** Layers of a pattern in letters, one mixer or FFN each: Mamba-2 (M), attention (*), dense (-) and routed (E) FFNs. */
function ofPattern(pattern: string): Layers {
  return {
    attentionLayers: count(pattern, /\*/),
    stateLayers: count(pattern, /M/),
    ffnLayers: count(pattern, /[-E]/),
  };
}

/** The state layers of a `config.json`; null for a hybrid of a kind that is not known. */
export function hybridLayers(config: Config, type: string, layers: number, hidden: number): HybridLayers | null {
  const pattern = config.hybrid_override_pattern;
  const attention = attentionLayers(config, layers);
  const mixed: Layers = { attentionLayers: attention, stateLayers: layers - attention, ffnLayers: layers };
  if (type === "nemotron_h" && typeof pattern === "string") {
    const [heads, headDim] = [whole(config, "mamba_num_heads"), whole(config, "mamba_head_dim")];
    const [state, groups] = [whole(config, "ssm_state_size"), whole(config, "n_groups", 1)];
    return { ...ofPattern(pattern), ...mamba2(hidden, heads, headDim, state, groups, whole(config, "conv_kernel", 4)) };
  }
  if (/^(qwen3_next|qwen3_5)/.test(type)) return { ...mixed, ...deltaNet(config, hidden) };
  const [state, kernel] = [whole(config, "mamba_d_state"), whole(config, "mamba_d_conv", 4)];
  if (type === "granitemoehybrid" || type === "bamba") {
    const [heads, headDim] = [whole(config, "mamba_n_heads"), whole(config, "mamba_d_head")];
    return { ...mixed, ...mamba2(hidden, heads, headDim, state, whole(config, "mamba_n_groups", 1), kernel) };
  }
  if (type !== "jamba") return null;
  const rank = whole(config, "mamba_dt_rank", Math.ceil(hidden / 16));
  return { ...mixed, ...mamba1(hidden, whole(config, "mamba_expand", 2) * hidden, state, rank, kernel) };
}
