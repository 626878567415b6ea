import { fabricRows } from "./fabric-rows";
import { familiesMarkdown } from "./families-table";
import { fitMarkdown } from "./fit";
import { validationPage } from "./page";
import { reliabilityRows } from "./reliability-rows";
import type { ValidationRow } from "./row";
import { sectionRows } from "./section";
import { servingRows } from "./serving-rows";
import { allSpreads, asStated, withoutItsPublication } from "./spread";
import { trainingSections } from "./training-sections";

/** What the page says of how its constants were set. */
const HOW_SET = [
  "Published rows of training, fine-tuning and collectives stand with their sources in `docs/validation/`. No row has a constant",
  "of its own. Link efficiencies, the ramp of collectives and A100's kernel efficiency were set on their calibrated rows alone.",
  "One figure a number format for Hopper and for Blackwell was set with sight of their whole groups, so the held-out rows of",
  "NeMo and Megatron-Bridge are weaker evidence than those of SC'21, MegaScale and MLPerf, on which nothing was set. Serving's",
  "shares were set on its calibrated rows alone; its form (how reading and multiplying overlap) was chosen with sight of all.",
  "Its 65 rows entered unseen came to a median error of 47 % as entered, 12 within the aim. They showed what was missing: cards",
  "with graphics memory reach more of their peaks than HBM parts, PCIe 5.0 is twice as fast, mixtures are served with attention",
  "data parallel (as the publisher's command says), and routing costs a time of its own. Nothing was fitted to them.",
  "",
  "MLPerf Inference 5.1 stands as first computed: its 92 offline results were committed, with the way to compute them, before",
  "any figure of ours existed for them, and nothing has been changed since. Dense models come to a median error of 12 to 15 %;",
  "DeepSeek-R1 in FP4 on Blackwell is estimated 39 to 76 % too fast, so treat throughput of large mixtures there as an upper bound.",
  "",
  "Sections marked as entered unseen were committed as whole tables before any figure of ours was computed for them. As entered, the",
  "median errors were: time to first token 34 % (20 of 48 within the aim) and 66 % on Trainium1, throughput on MI300X 36 % (0 of 17),",
  "time per token on Trainium1 26 %, step time on Trainium1 20 %, memory of LitGPT's recipes 14 % (11 of 34), prime-rl's memory 19 %,",
  "its speed 64 % on dense models and 220 % on mixtures, GRPO in NeMo RL 57 % (1 of 5). Then one cause was found: a prompt alone waits for its weights to be read.",
  "MI300X and Trainium1 got shares of their own from the rows marked as calibrated; MLPerf's tuned results on MI300X are now a third",
  "above ours. MLPerf Training 4.1 to 5.1 came to 12 % (LoRA, 91 of 109) and 8 % (pre-training, 40 of 46). Short steps were too fast by the",
  "same 30 to 40 ms whatever their length, which the host takes between two steps: read off four of them, it is in all estimates now.",
  "Engines as services run them (vLLM, SGLang and TensorRT-LLM with default options, most over HTTP) came to 105 and 153 %, nearly all",
  "slower than ours: the rates above are those of tuned benchmarks, and a service's range therefore has a family of its own, in which",
  "either publication's figures lie in nine of ten cases with the range that the other one alone makes. TensorRT-LLM 1.2 came to 18 %",
  "(69 of 123): dense models 2 to 8 %, mixtures on Blackwell 15 %, on Hopper half as fast again. One cause was found: with latent attention a long",
  "cache is multiplied more slowly than it is read. torchtitan's memories came to 54 %; what FSDP holds was missing. Not explained yet: short steps of FSDP2 (two microbatches, where launches, unhidden gathers and the optimizer take",
  "most of the time), attention of Ampere on Blackwell, and experts of plain PyTorch. Runs of our own with Transformers and PEFT on one H200 came to 13 % in",
  "memory (14 of 43) and 45 % in speed (11 of 43); what their code keeps and copies was counted, and memory comes to 0.4 % since.",
  "",
  "ROCm's vLLM on MI300X came to 4 % (throughput, 8 of 8) and 8 % (time per token, 28 of 32), TensorRT-LLM 1.2 on RTX PRO 6000 over PCIe (mixtures in 23 of 26 rows) to 11 % (19 of 26). ms-swift's memories came to 27 % (14 of 87), all too low: it publishes what the allocator had",
  "reserved at most while lengths change from sample to sample, and frees when the GPU is full (its runs end at 76 to 79 GiB of 80 and go on). What a run needs is less; what nvidia-smi shows is a quantity of its own since 2026-11-28 (`memory-shown`).",
  "",
  "Memory has ranges by family since 2026-11-27, from tables entered unseen: fms-acceleration (as entered 17 %, 55 of 208), ms-swift's scripts (14 %, 10 of 24), recipes of Axolotl, PEFT, NeMo AutoModel and torchtitan (25 %, 10 of 27),",
  "Qwen in Transformers (5 %, 122 of 192), engines of vLLM (11 % with their weights, 10 of 22). Of the runs that ended out of memory, see the last section.",
  "Since 2026-11-28 the gradients of a recomputed layer, torchtitan's compiled loss and what Transformers 4 kept are counted, found by rows of fms-acceleration and torchtitan: theirs are weaker evidence now, those of prime-rl and ms-swift's scripts, which improved with them, are not. Mixtures of experts in plain PyTorch came to 54 % (4 of 44).",
  "",
  "Entered on 2026-11-28 and computed as they were: GPT-3 in MLPerf Training 3.1 to 4.1 7 % (15 of 15, Azure's 10,752 H100 among them), Llama 3.1 8B on Azure's ND H100 and H200 v5 3 % (5 of 5), Llama 3.1 405B on MI300X 4 %",
  "(9 of 9), all-reduce on clouds 7 % (105 of 120), dense models in MLPerf Inference 4.1 on Hopper and Ada 4 % (23 of 29) and on MI300X 29 % (0 of 4), Mixtral there 70 % too fast (0 of 12; its prompts' length is not published), Azure's",
  "benchmarking guide 13 % (45 of 60: Llama 3.1 8B in short runs is half as fast as ours), GRPO in NeMo RL 0.6 64 % (0 of 10). Engines with default options came to 23 % in throughput (17 of 37), 24 % a token (18 of 37) and 50 % to the first",
  "token (8 of 32). Three causes were found, and nothing was fitted: what an engine does around a prompt is a time, not a factor (25 % since, and in the range that a review states in 32 of 32); the host sets the pace of models below a",
  "billion parameters, which are a family of their own; and a step of GRPO waits for its longest answer, generated with default options (55 %, 43 % in release 0.4). DeepSeek-V3 over several nodes still generates at a fifth of our rate.",
  "Llama 3.3 70B and Llama 3.1 405B on one trn2.48xlarge, as AWS' tutorials publish them, came to 46 and 11 % too fast a token and 29 and 26 % to the first token (0 of 2): all-reduces over 16 chips are counted as over a switch, and Trainium's are a torus.",
].join("\n");

/** All published figures against ours, with the range of our formulas alone. */
export function validationRows(): readonly ValidationRow[] {
  return [...trainingSections().flatMap(sectionRows), ...fabricRows(), ...reliabilityRows(), ...servingRows()];
}

/** lib/sizing/data/published-spread.json. */
export function spreadFile(): string {
  return `${JSON.stringify(allSpreads(validationRows()), null, 2)}\n`;
}

/** docs/validation.md. */
export function wholePage(): string {
  const rows = validationRows();
  const intros = new Map(trainingSections().map(({ title, intro }) => [title, intro]));
  const page = validationPage(asStated(rows), withoutItsPublication(rows), intros);
  const summary = page.indexOf("| part |");
  const families = page.indexOf("## ");
  const between = page.slice(summary, families);
  return `${page.slice(0, summary)}${HOW_SET}\n\n${between}${familiesMarkdown(rows)}${page.slice(families)}${fitMarkdown()}\n`;
}
