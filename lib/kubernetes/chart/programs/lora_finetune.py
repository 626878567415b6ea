"""LoRA or QLoRA fine-tuning of a causal language model with Ray Train.

Every `--checkpoint-steps` steps the adapter and the optimizer go to the bucket. A worker that is lost (a spot node, a
broken GPU) restarts the run from the newest checkpoint, and so does the same job submitted again under the same name.
The finished adapter is copied to `--adapters/<name>`, where the serving side looks for it.
"""

import argparse
import hashlib
import json
import os
import random
import tempfile

import filelock
import pyarrow.fs
import ray.train
import torch
from ray.train import Checkpoint, CheckpointConfig, FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer, get_device, prepare_model

STATE_FILE = "state.pt"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--name", required=True, help="name of the run; the same name resumes")
    parser.add_argument("--model", required=True, help="folder, address in an object store, or hub name of the base model")
    parser.add_argument("--data", required=True, help="file or folder of JSON lines: `text`, or `prompt` and `completion`")
    parser.add_argument("--storage", required=True, help="folder or address in an object store for checkpoints")
    parser.add_argument("--adapters", required=True, help="folder or address in an object store for finished adapters")
    parser.add_argument("--method", choices=["lora", "qlora"], default="lora")
    parser.add_argument("--rank", type=int, default=16)
    parser.add_argument("--alpha", type=int, default=32)
    parser.add_argument("--targets", default="all-linear", help="`all-linear`, or module names with commas")
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--batch-per-worker", type=int, default=4)
    parser.add_argument("--sequence-length", type=int, default=2048)
    parser.add_argument("--learning-rate", type=float, default=2e-4)
    parser.add_argument("--checkpoint-steps", type=int, default=100)
    parser.add_argument("--workers", type=int, required=True, help="one a GPU")
    parser.add_argument("--max-failures", type=int, default=20, help="restarts after lost workers")
    parser.add_argument("--cpu", action="store_true", help="no GPUs: to try the program out")
    return parser.parse_args()


def local_copy(address):
    """The model on this node's own disk: one of its workers brings it, the others wait for that one."""
    if "://" not in address:
        return address
    folder = os.path.join(tempfile.gettempdir(), "models", hashlib.sha256(address.encode()).hexdigest()[:16])
    os.makedirs(folder, exist_ok=True)
    mark = f"{folder}.complete"
    with filelock.FileLock(f"{folder}.lock"):
        if not os.path.exists(mark):
            pyarrow.fs.copy_files(address, folder)
            with open(mark, "w", encoding="utf-8") as file:
                file.write(address)
    return folder


def load_model(config, path):
    from peft import LoraConfig, get_peft_model, prepare_model_for_kbit_training
    from transformers import AutoModelForCausalLM, BitsAndBytesConfig

    options = {"torch_dtype": torch.float32 if config["cpu"] else torch.bfloat16}
    if config["method"] == "qlora":
        options["quantization_config"] = BitsAndBytesConfig(
            load_in_4bit=True,
            bnb_4bit_quant_type="nf4",
            bnb_4bit_use_double_quant=True,
            bnb_4bit_compute_dtype=torch.bfloat16,
        )
        options["device_map"] = {"": get_device().index}
    model = AutoModelForCausalLM.from_pretrained(path, **options)
    if config["method"] == "qlora":
        model = prepare_model_for_kbit_training(model)
    targets = config["targets"] if config["targets"] == "all-linear" else config["targets"].split(",")
    return get_peft_model(
        model,
        LoraConfig(task_type="CAUSAL_LM", r=config["rank"], lora_alpha=config["alpha"], target_modules=targets),
    )


def read_texts(address):
    """All texts of a file or of the .json and .jsonl files of a folder, in the order of their names."""
    source, path = filesystem(address)
    info = source.get_file_info(path)
    files = [path]
    if info.type == pyarrow.fs.FileType.Directory:
        found = source.get_file_info(pyarrow.fs.FileSelector(path, recursive=True))
        files = sorted(file.path for file in found if file.path.endswith((".json", ".jsonl")))
    texts = []
    for file in files:
        with source.open_input_stream(file) as stream:
            rows = [json.loads(line) for line in stream.read().decode().splitlines() if line.strip()]
        texts += [row["text"] if "text" in row else row["prompt"] + row["completion"] for row in rows]
    return texts


def batches(texts, config, epoch):
    """This rank's batches of an epoch: the same order for the same epoch, so that a resumed run can skip what is done."""
    context = ray.train.get_context()
    order = list(range(len(texts)))
    random.Random(f"{config['seed']} {epoch}").shuffle(order)
    size, ranks, rank = config["batch_per_worker"], context.get_world_size(), context.get_world_rank()
    # every rank takes the same number of steps: one that has no batch left would keep the others waiting for ever
    for start in range(0, len(order) // (size * ranks) * size * ranks, size * ranks):
        yield [texts[i] for i in order[start + rank * size : start + (rank + 1) * size]]


def to_tensors(texts, tokenizer, config):
    tokens = tokenizer(
        [text + tokenizer.eos_token for text in texts],
        return_tensors="pt",
        return_token_type_ids=False,
        padding=True,
        truncation=True,
        max_length=config["sequence_length"],
    )
    labels = tokens["input_ids"].masked_fill(tokens["attention_mask"] == 0, -100)
    return {**tokens, "labels": labels}


def save(model, optimizer, epoch, step, loss):
    """Rank 0 writes; every rank reports, since a report is a barrier."""
    if ray.train.get_context().get_world_rank() != 0:
        ray.train.report({"epoch": epoch, "step": step, "loss": loss})
        return
    with tempfile.TemporaryDirectory() as folder:
        getattr(model, "module", model).save_pretrained(folder)
        torch.save(
            {"optimizer": optimizer.state_dict(), "epoch": epoch, "step": step, "rng": torch.get_rng_state()},
            os.path.join(folder, STATE_FILE),
        )
        ray.train.report(
            {"epoch": epoch, "step": step, "loss": loss}, checkpoint=Checkpoint.from_directory(folder)
        )


def load_adapter(model, folder):
    from peft import set_peft_model_state_dict
    from peft.utils import load_peft_weights

    set_peft_model_state_dict(model, load_peft_weights(folder, device="cpu"))


def train(config):
    from transformers import AutoTokenizer

    torch.manual_seed(config["seed"])
    path = local_copy(config["model"])
    tokenizer = AutoTokenizer.from_pretrained(path)
    tokenizer.pad_token = tokenizer.pad_token or tokenizer.eos_token
    model = load_model(config, path)
    start_epoch, start_step, state = 0, 0, None
    checkpoint = ray.train.get_checkpoint()
    if checkpoint:
        with checkpoint.as_directory() as folder:
            load_adapter(model, folder)
            state = torch.load(os.path.join(folder, STATE_FILE), map_location="cpu")
        start_epoch, start_step = state["epoch"], state["step"]
        if ray.train.get_context().get_world_rank() == 0:
            print(f"resumed from epoch {start_epoch} step {start_step}", flush=True)
    model = prepare_model(model, move_to_device=config["method"] != "qlora")
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=config["learning_rate"])
    if state:
        optimizer.load_state_dict(state["optimizer"])
        torch.set_rng_state(state["rng"])
    device = get_device()
    texts = read_texts(config["data"])
    step, loss = start_step, None
    for epoch in range(start_epoch, config["epochs"]):
        # steps of this epoch that were done before the checkpoint are skipped, not trained twice
        step = start_step if epoch == start_epoch else 0
        for index, batch in enumerate(batches(texts, config, epoch)):
            if index < step:
                continue
            tensors = {name: value.to(device) for name, value in to_tensors(batch, tokenizer, config).items()}
            output = model(**tensors)
            output.loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            step, loss = index + 1, output.loss.item()
            if step % config["checkpoint_steps"] == 0:
                save(model, optimizer, epoch, step, loss)
    save(model, optimizer, config["epochs"], 0, loss)


def filesystem(address):
    """An address as pyarrow has it: one with a scheme stays remote, everything else is a folder of this machine or a mount."""
    return pyarrow.fs.FileSystem.from_uri(address if "://" in address else os.path.abspath(address))


def publish(checkpoint, address):
    """Copies the adapter, without the optimizer's state, to where the serving side looks."""
    target, folder = filesystem(address)
    target.create_dir(folder, recursive=True)
    with checkpoint.as_directory() as source:
        for name in sorted(os.listdir(source)):
            if name == STATE_FILE or not os.path.isfile(os.path.join(source, name)):
                continue
            with open(os.path.join(source, name), "rb") as read, target.open_output_stream(f"{folder}/{name}") as write:
                write.write(read.read())


def main():
    args = arguments()
    trainer = TorchTrainer(
        train,
        train_loop_config={**vars(args), "seed": 1},
        scaling_config=ScalingConfig(
            num_workers=args.workers,
            use_gpu=not args.cpu,
            resources_per_worker={"CPU": 1} if args.cpu else {"GPU": 1, "CPU": 2},
        ),
        run_config=RunConfig(
            name=args.name,
            storage_path=args.storage if "://" in args.storage else os.path.abspath(args.storage),
            failure_config=FailureConfig(max_failures=args.max_failures),
            checkpoint_config=CheckpointConfig(num_to_keep=2),
        ),
    )
    result = trainer.fit()
    if result.error:
        raise result.error
    address = f"{args.adapters.rstrip('/')}/{args.name}"
    publish(result.checkpoint, address)
    print(json.dumps({"adapter": address, "loss": (result.metrics or {}).get("loss")}), flush=True)


if __name__ == "__main__":
    main()
