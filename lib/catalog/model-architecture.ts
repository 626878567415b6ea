/** Shape of a transformer, from which parameters, memory and FLOPs follow. */
export interface ModelArchitecture {
  readonly name: string;
  readonly layers: number;
  readonly hiddenSize: number;
  readonly attentionHeads: number;
  readonly kvHeads: number;
  readonly headDim: number;
  readonly ffnHiddenSize: number;
  readonly vocabularySize: number;
  /** SwiGLU and the like have three FFN matrices, GELU and ReLU two. */
  readonly gatedFfn: boolean;
  readonly tiedEmbeddings: boolean;
  /** Mixture of experts; null for a dense model. */
  readonly experts: {
    readonly count: number;
    readonly activePerToken: number;
    readonly shared: number;
    readonly ffnHiddenSize: number;
    /** First layers that stay dense. */
    readonly denseLayers: number;
    /** A correction term for each expert in the router (DeepSeek-V3). @default false */
    readonly routerBias?: boolean;
  } | null;
  /**
   * Multi-head latent attention (DeepSeek): ranks of the compressed query (null: not compressed) and of the compressed
   * key-value pair, and the sizes of a head that carry position and value; `headDim` is then the part of a query or key
   * head without position.
   * @default - ordinary multi-head or grouped-query attention
   */
  readonly latentAttention?: {
    readonly queryRank: number | null;
    readonly kvRank: number;
    readonly ropeHeadDim: number;
    readonly valueHeadDim: number;
  } | null;
  /** Bias vectors: none, on query, key and value only (Qwen2), or on every linear layer and norm (GPT). @default "none" */
  readonly biases?: "none" | "qkv" | "all";
  /** Norms on each query and key head (Qwen3, Gemma 3). @default false */
  readonly qkNorm?: boolean;
  /** Norms in a layer: 2, or 4 with norms after attention and FFN too (Gemma 2 and 3). @default 2 */
  readonly normsPerLayer?: number;
  /** A norm right after the embedding (BLOOM). @default false */
  readonly embeddingNorm?: boolean;
  /** Longest sequence that it was trained for, tokens; null or absent where nobody says. */
  readonly maxSequenceLength?: number | null;
  /** Learned position embeddings (GPT): the longest sequence. @default 0 */
  readonly learnedPositions?: number;
  /**
   * Layers that attend to the last `tokens` tokens only: all of them but every `globalEvery`-th (0: all of them).
   * @default - every layer attends to everything
   */
  readonly slidingWindow?: { readonly tokens: number; readonly globalEvery: number } | null;
  /** Each head's output is gated by a projection of its own (Qwen3-Next). @default false */
  readonly attentionGate?: boolean;
  /**
   * Layers whose mixer is a state space or linear attention instead of attention (Nemotron-H, Qwen3-Next, Granite 4, Jamba): its
   * state does not grow with the sequence. Such models are sized for serving alone.
   * @default - every layer has attention and an FFN
   */
  readonly hybrid?: HybridLayers | null;
}

/** The layers of a hybrid model, by what they have. */
export interface HybridLayers {
  readonly attentionLayers: number;
  readonly stateLayers: number;
  readonly ffnLayers: number;
  /** Parameters of the mixer of one state layer. */
  readonly stateParameters: number;
  /** Bytes that one sequence keeps in one state layer, whatever its length. */
  readonly stateBytes: number;
}
