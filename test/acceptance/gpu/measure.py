"""Peak memory and speed of fine-tuning on one GPU, as a user of Transformers and PEFT runs it: measure.py LIST OUT SECONDS

LIST has the runs, as docs/validation/transformers-h200.json has them; OUT gets a line of JSON for each. Weights are random.
"""

import gc
import json
import os
import statistics
import sys
import time

os.environ["HF_HUB_OFFLINE"] = "1"
START = time.time()

import torch  # noqa: E402
from peft import LoraConfig, get_peft_model, prepare_model_for_kbit_training  # noqa: E402
from torch import nn  # noqa: E402
from transformers import AutoConfig, AutoModelForCausalLM, Trainer, TrainerCallback, TrainingArguments  # noqa: E402

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))
STEPS, WARM_UP = 6, 2
KINDS = (("qwen3-30b", "qwen3_moe"), ("qwen3", "qwen3"), ("qwen2.5", "qwen2"), ("llama", "llama"), ("mistral", "mistral"), ("deepseek", "deepseek_v2"))
ATTENTION = {
    "deepseek_v2": ["q_proj", "kv_a_proj_with_mqa", "kv_b_proj", "o_proj"],
    None: ["q_proj", "k_proj", "v_proj", "o_proj"],
}


def config_of(model):
    """Transformers' configuration of a row of the catalog."""
    kind = next(kind for prefix, kind in KINDS if model["name"].startswith(prefix))
    values = {
        "hidden_size": model["hiddenSize"],
        "num_hidden_layers": model["layers"],
        "num_attention_heads": model["attentionHeads"],
        "num_key_value_heads": model["kvHeads"],
        "intermediate_size": model["ffnHiddenSize"],
        "vocab_size": model["vocabularySize"],
        "tie_word_embeddings": model["tiedEmbeddings"],
        "max_position_embeddings": model["maxSequenceLength"],
        "head_dim": model["headDim"],
    }
    experts = model["experts"]
    if kind == "qwen3_moe":
        values.update(num_experts=experts["count"], num_experts_per_tok=experts["activePerToken"], moe_intermediate_size=experts["ffnHiddenSize"])
    if kind == "deepseek_v2":
        latent = model["latentAttention"]
        del values["head_dim"]
        values.update(
            n_routed_experts=experts["count"],
            num_experts_per_tok=experts["activePerToken"],
            moe_intermediate_size=experts["ffnHiddenSize"],
            n_shared_experts=experts["shared"],
            first_k_dense_replace=experts["denseLayers"],
            kv_lora_rank=latent["kvRank"],
            q_lora_rank=latent["queryRank"],
            qk_rope_head_dim=latent["ropeHeadDim"],
            qk_nope_head_dim=model["headDim"],
            v_head_dim=latent["valueHeadDim"],
            topk_method="greedy",
            n_group=1,
            topk_group=1,
        )
    return AutoConfig.for_model(kind, **values), kind


def quantized(layer, row, dtype):
    """bitsandbytes' layer of the same shape, with random weights."""
    import bitsandbytes

    nested = row["weights"].endswith("double-quantized")
    made = bitsandbytes.nn.Linear4bit(
        layer.in_features, layer.out_features, layer.bias is not None, torch.bfloat16, nested, "nf4", device="meta"
    )
    values = torch.empty(layer.out_features, layer.in_features, dtype=dtype, device="cuda").normal_(0, 0.02)
    weight = bitsandbytes.nn.Params4bit(values, requires_grad=False, quant_type="nf4", compress_statistics=nested, module=made)
    made.weight = weight._quantize("cuda")
    if layer.bias is not None:
        made.bias = nn.Parameter(torch.zeros(layer.out_features, dtype=dtype, device="cuda"))
    return made


def fill(model, config):
    """Gives every tensor that has no memory yet some, matrix by matrix, so that a large model fits while it is made."""
    for module in model.modules():
        for name, value in list(module._parameters.items()):
            if value is None or value.device.type != "meta":
                continue
            data = torch.empty(value.shape, dtype=value.dtype, device="cuda")
            data = data.normal_(0, 0.02) if data.dim() > 1 else data.fill_(1 if name == "weight" else 0)
            module._parameters[name] = nn.Parameter(data, requires_grad=value.requires_grad)
        for name, value in list(module._buffers.items()):
            if value is not None and value.device.type == "meta":
                module._buffers[name] = torch.zeros(value.shape, dtype=value.dtype, device="cuda")
    for module in list(model.modules()):
        for name, child in list(module.named_children()):
            if type(child).__name__.endswith("RotaryEmbedding"):
                setattr(module, name, type(child)(config).to("cuda"))
    if config.tie_word_embeddings:
        model.get_output_embeddings().weight = model.get_input_embeddings().weight


def build(model_row, row):
    config, kind = config_of(model_row)
    dtype = torch.float32 if row["weights"] == "fp32" else torch.bfloat16
    with torch.device("meta"):
        model = AutoModelForCausalLM.from_config(config, dtype=dtype, attn_implementation="sdpa")
    if row["method"] == "qlora":
        head = model.get_output_embeddings()
        for module in list(model.modules()):
            for name, child in list(module.named_children()):
                if isinstance(child, nn.Linear) and child is not head:
                    setattr(module, name, quantized(child, row, dtype))
        model.is_loaded_in_4bit = True
    fill(model, config)
    model.config.use_cache = False
    checkpointed = row["recompute"] == "full"
    if row.get("prepared"):
        model = prepare_model_for_kbit_training(
            model, use_gradient_checkpointing=checkpointed, gradient_checkpointing_kwargs={"use_reentrant": False}
        )
    if row["method"] == "full":
        return model
    targets = {"all-linear": "all-linear", "query-value": ["q_proj", "v_proj"], "attention": ATTENTION.get(kind, ATTENTION[None])}
    lora = LoraConfig(
        r=row["loraRank"], lora_alpha=2 * row["loraRank"], lora_dropout=0.0, target_modules=targets[row["loraTargets"]], task_type="CAUSAL_LM"
    )
    model = get_peft_model(model, lora)
    if checkpointed:
        model.enable_input_require_grads()
    return model


class Timer(TrainerCallback):
    def __init__(self):
        self.steps = []

    def on_step_begin(self, *_, **__):
        torch.cuda.synchronize()
        self.began = time.perf_counter()

    def on_step_end(self, *_, **__):
        torch.cuda.synchronize()
        self.steps.append(time.perf_counter() - self.began)


class Tokens(torch.utils.data.Dataset):
    def __init__(self, vocabulary, length, count):
        self.rows = torch.randint(0, vocabulary, (count, length), generator=torch.Generator().manual_seed(1))

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return {"input_ids": self.rows[index], "labels": self.rows[index]}


def run(row, model_row):
    torch.cuda.empty_cache()
    model = build(model_row, row)
    torch.cuda.synchronize()
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats()
    timer = Timer()
    checkpointed = row["recompute"] == "full"
    arguments = TrainingArguments(
        output_dir="/tmp/measured",
        max_steps=STEPS,
        per_device_train_batch_size=row["microBatchSequences"],
        gradient_accumulation_steps=1,
        bf16=True,
        gradient_checkpointing=checkpointed,
        gradient_checkpointing_kwargs={"use_reentrant": False} if checkpointed else None,
        optim="adamw_torch_fused",
        logging_strategy="no",
        save_strategy="no",
        report_to=[],
        learning_rate=1e-5,
        disable_tqdm=True,
    )
    data = Tokens(model.config.vocab_size, row["sequenceLength"], STEPS * row["microBatchSequences"])
    Trainer(model=model, args=arguments, train_dataset=data, callbacks=[timer]).train()
    free, whole = torch.cuda.mem_get_info()
    return {
        "tokensPerSecond": row["microBatchSequences"] * row["sequenceLength"] / statistics.median(timer.steps[WARM_UP:]),
        "allocatedGB": torch.cuda.max_memory_allocated() / 1e9,
        "reservedGB": torch.cuda.max_memory_reserved() / 1e9,
        "outsideGB": (whole - free - torch.cuda.memory_reserved()) / 1e9,
        "trainedParameters": sum(p.numel() for p in model.parameters() if p.requires_grad),
    }


def main(list_file, out_file, seconds):
    with open(list_file, encoding="utf-8") as file:
        rows = json.load(file)
    with open(os.path.join(ROOT, "lib/catalog/data/models.json"), encoding="utf-8") as file:
        models = {model["name"]: model for model in json.load(file)}
    measured = 0
    with open(out_file, "a", encoding="utf-8") as out:
        for index, row in enumerate(rows):
            if time.time() - START > seconds:
                break
            try:
                result = run(row, models[row["model"]])
                measured += 1
            except RuntimeError as error:  # what does not fit is a result too
                result = {"error": str(error)[:300]}
            out.write(json.dumps({"row": index, "model": row["model"], **result}) + "\n")
            out.flush()
            print(index, row["model"], row["method"], result, flush=True)
            gc.collect()
    print("%d of %d runs measured, on %s" % (measured, len(rows), torch.cuda.get_device_name()))
    sys.exit(0 if measured == len(rows) else 1)


main(sys.argv[1], sys.argv[2], float(sys.argv[3]))
