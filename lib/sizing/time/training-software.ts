import type { Range } from "../inputs/range";

/** What a training framework overlaps and fuses; shares are of the communication time that compute hides. */
export interface TrainingSoftware {
  readonly name: string;
  readonly attention: "flash" | "unfused";
  /** Generation of flash attention: the first, or what is current on the GPU (2 on Ampere, 3 or cuDNN's on Hopper). */
  readonly flashGeneration: "first" | "current";
  readonly dropout: boolean;
  /** Elementwise operations run fused (one read and write for a chain of them). */
  readonly fusedElementwise: boolean;
  /** Norms and gated activations run operation by operation and keep what is in between for the backward pass. */
  readonly unfusedElementwise: boolean;
  /**
   * Hugging Face's models and PEFT in plain PyTorch: each adapter keeps a copy of its layer's input, queries and keys are normalized
   * operation by operation, and a step's gradients are freed when it ends.
   */
  readonly huggingFace: boolean;
  /** Transformers 4 with PEFT and Accelerate of 2024: see `ActivationOptions.transformers4`. @default false */
  readonly transformers4?: boolean;
  readonly tensorOverlap: number;
  readonly tensorOverlapBackward: number;
  readonly contextOverlap: number;
  readonly expertOverlap: number;
  /** Tokens are sent once to each domain that needs them (DeepEP, HybridEP), not once to each expert (plain all-to-all). */
  readonly expertDeduplication: boolean;
  /**
   * Seconds in which the host launches the kernels of one layer of experts for one microbatch, forward and backward, with FP8
   * or FP4 (BF16, which quantizes nothing, takes half); 0 where the whole step is one captured graph.
   */
  readonly expertLaunchSeconds: number;
  /**
   * Seconds of the host for one pass over a layer of experts in plain PyTorch, which launches operation by operation: for the layer,
   * and for each expert where a loop goes through them. Replaces `expertLaunchSeconds`. @default - that counts
   */
  readonly expertPass?: { readonly layer: number; readonly expert: number };
  readonly pipelineOverlap: number;
  /** Share of the time of a forward and backward pass that hides gradients and weights on their way. */
  readonly dataOverlap: number;
  /** Share of that traffic that overlap can hide at most: its kernels take multiprocessors and memory bandwidth from compute. */
  readonly dataHideable: number;
  /** Bytes that each logit takes at the peak: 4 with a fused loss, more where plain PyTorch keeps copies and gradients. */
  readonly logitBytes: number;
  /** What ZeRO 3 gathers at a time: a whole layer (FSDP), or one matrix (DeepSpeed). */
  readonly gather: "layer" | "matrix";
  /** Share of the collective's own speed that gathering sharded weights reaches, copies and small messages included. */
  readonly dataEfficiency: number;
  /** Share of activations and temporaries that the caching allocator reserves besides them, on several GPUs. */
  readonly allocatorReserve: Range;
}

/** Megatron allocates the buffers of its collectives once. */
const BUFFERS_ALLOCATED_ONCE: Range = { low: 0, expected: 0.03, high: 0.12 };

/**
 * FSDP allocates gathered weights and gradients anew for each layer, on streams of their own, and the allocator reuses no
 * block of another stream before its events are done. Read off table 1 of torchtitan's benchmarks (Llama 3.1 8B on 8 GPUs:
 * 14 and 17 % compiled, 27 % without).
 *
 * @see https://github.com/pytorch/torchtitan benchmarks/llama3_h100_202412_torchtitan.md
 */
const BUFFERS_OF_EACH_LAYER: Range = { low: 0.05, expected: 0.15, high: 0.35 };

/**
 * Read off two rows of Megatron-Bridge, Qwen3 30B-A3B in FP8 with one sequence at a time: 8.3 ms on B200 (26.02, 27 s a step)
 * and 7.6 ms on H100 (26.04, 29 s).
 */
const EXPERT_LAUNCH_SECONDS = 8e-3;

/**
 * Experts of Transformers 5, which sorts tokens by expert and multiplies all in one kernel. Read off one run on one H200, DeepSeek-V2
 * Lite with LoRA, 2,048 tokens (docs/validation/transformers-h200.json).
 */
const GROUPED_EXPERTS = { layer: 1.3e-3, expert: 0 };

/**
 * Experts of Transformers 4, a loop that selects each expert's tokens, multiplies them and adds them up. Read off one run on one
 * A100: Granite 3.0 3B-A800M, 40 experts in each of 32 layers, 1.14 s for 2,232 tokens (docs/validation/transformers-experts-runs.json).
 */
const EXPERTS_ONE_BY_ONE = { layer: 0, expert: 0.27e-3 };

const MEGATRON_2021 = {
  name: "megatron-2021",
  attention: "unfused",
  flashGeneration: "current",
  dropout: true,
  fusedElementwise: false,
  unfusedElementwise: false,
  huggingFace: false,
  tensorOverlap: 0,
  tensorOverlapBackward: 0,
  contextOverlap: 0,
  expertOverlap: 0,
  expertDeduplication: false,
  expertLaunchSeconds: EXPERT_LAUNCH_SECONDS,
  pipelineOverlap: 0,
  dataOverlap: 0,
  dataHideable: 0.95,
  logitBytes: 4,
  gather: "layer",
  dataEfficiency: 1,
  allocatorReserve: BUFFERS_ALLOCATED_ONCE,
} as const;

const MEGATRON_CORE = {
  name: "megatron-core",
  attention: "flash",
  flashGeneration: "current",
  dropout: false,
  fusedElementwise: true,
  unfusedElementwise: false,
  huggingFace: false,
  tensorOverlap: 0.6,
  tensorOverlapBackward: 0.6,
  contextOverlap: 0.8,
  expertOverlap: 0.3,
  expertDeduplication: true,
  expertLaunchSeconds: EXPERT_LAUNCH_SECONDS,
  pipelineOverlap: 0.8,
  dataOverlap: 0.9,
  dataHideable: 0.8,
  logitBytes: 4,
  gather: "layer",
  dataEfficiency: 1,
  allocatorReserve: BUFFERS_ALLOCATED_ONCE,
} as const;

const FSDP = {
  name: "fsdp",
  attention: "flash",
  flashGeneration: "current",
  dropout: false,
  fusedElementwise: false,
  unfusedElementwise: false,
  huggingFace: false,
  tensorOverlap: 0,
  tensorOverlapBackward: 0,
  contextOverlap: 0.8,
  expertOverlap: 0,
  expertDeduplication: false,
  expertLaunchSeconds: EXPERT_LAUNCH_SECONDS,
  pipelineOverlap: 0.5,
  dataOverlap: 0.9,
  dataHideable: 0.65,
  logitBytes: 12,
  gather: "layer",
  dataEfficiency: 0.8,
  allocatorReserve: BUFFERS_OF_EACH_LAYER,
} as const;

const TRANSFORMERS = {
  ...FSDP,
  name: "transformers",
  unfusedElementwise: true,
  huggingFace: true,
  logitBytes: 12,
  expertPass: GROUPED_EXPERTS,
} as const;

/**
 * Frameworks as published runs used them.
 *
 * `megatron-2021`: Megatron-LM of the SC'21 paper: fused softmax but no flash attention, dropout, nothing overlapped.
 * `megatron-2022`: the same with the backward pass's all-reduce beside the weight gradient's GEMM. `megatron-core`: what Megatron-Core, NeMo and like stacks do since 2023; `megatron-core-alltoall`: the
 * same with experts reached by plain all-to-all, which then runs beside another microbatch; `megatron-core-graphs`: mixtures of experts since mid 2026, the whole step one CUDA
 * graph and the experts' traffic hidden behind another microbatch. `zero3-2021`: DeepSpeed's first
 * ZeRO-3, which gathered parameter by parameter at about a tenth of the network's rate (calibrated on two rows of SC'21's
 * table 2). `fsdp`: PyTorch FSDP2 or today's DeepSpeed, no tensor-parallel
 * overlap; `torchtitan`: the same with a compiled loss, which it has since March 2025 and which keeps the logits and their gradient in
 * 16 bits alone; `fsdp-2023`: with the first flash attention; `transformers`: Hugging Face's models and PEFT without
 * compilation, whose loss keeps the logits in 16 bits and their gradient, and in FP32 the probabilities and theirs (12 bytes; the slope
 * of memory over tokens of 43 runs, docs/validation/transformers-h200.json; 16 before the loss had a module of its own);
 * `transformers-4`: the same with its loop over the experts.
 *
 * @see https://arxiv.org/abs/2104.04473
 * @see https://docs.nvidia.com/nemo-framework/user-guide/latest/nemotoolkit/features/optimizations/communication_overlap.html
 * @see https://github.com/huggingface/transformers src/transformers/loss/loss_utils.py (5.17.0, ForCausalLMLoss)
 * @see https://github.com/pytorch/torchtitan/pull/1033
 * @see https://github.com/Dao-AILab/quack/issues/48 (a compiled loss takes the logits and their gradient)
 */
export const TRAINING_SOFTWARE = {
  "megatron-2021": MEGATRON_2021,
  "megatron-2022": { ...MEGATRON_2021, name: "megatron-2022", tensorOverlapBackward: 0.5 },
  "megatron-core": MEGATRON_CORE,
  "megatron-core-alltoall": {
    ...MEGATRON_CORE,
    name: "megatron-core-alltoall",
    expertOverlap: 0.6,
    expertDeduplication: false,
  },
  "megatron-core-graphs": {
    ...MEGATRON_CORE,
    name: "megatron-core-graphs",
    expertOverlap: 0.9,
    expertLaunchSeconds: 0,
  },
  "zero3-2021": { ...MEGATRON_2021, name: "zero3-2021", dataOverlap: 0.6, gather: "matrix", dataEfficiency: 0.1 },
  fsdp: FSDP,
  torchtitan: { ...FSDP, name: "torchtitan", logitBytes: 4 },
  "fsdp-2023": { ...FSDP, name: "fsdp-2023", flashGeneration: "first", logitBytes: 4 },
  transformers: TRANSFORMERS,
  "transformers-4": { ...TRANSFORMERS, name: "transformers-4", transformers4: true, expertPass: EXPERTS_ONE_BY_ONE },
} as const satisfies Record<string, TrainingSoftware>;

/** Name of an entry of {@link TRAINING_SOFTWARE}. */
export type TrainingSoftwareName = keyof typeof TRAINING_SOFTWARE;
