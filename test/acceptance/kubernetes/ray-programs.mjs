// The programs that the manifests start, started: a real Ray from PyPI on CPU with a model of a few thousand weights.
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { cache, check, root, run, skip, tail } from "../lib/checks.mjs";

/** Python with ray[serve,train] and, from Debian, PyTorch for CPU. */
const python = join(cache, "venv-lora", "bin", "python");
/** Folder of what Ray Serve's controller imports. */
const programs = join(root, "lib/kubernetes/chart/programs");
const OPTIONS =
  "--cpu --workers 1 --batch-per-worker 4 --sequence-length 16 --checkpoint-steps 3 --rank 4 --targets q_proj,v_proj";

/** Ray gives its own processes seconds to start, which a machine that runs three areas at once may not have. */
function onceMore(attempt) {
  const first = attempt();
  return first.status === 0 ? first : attempt();
}

function fineTuning(folder, charts) {
  const jobs = charts.flatMap(({ objects }) => objects.filter(({ kind }) => kind === "RayJob"));
  check("the entry point of every fine-tuning job gives the program options that it knows", () => {
    if (jobs.length === 0) return "no example has a fine-tuning job";
    const help = run(python, [join(root, "lib/kubernetes/chart/programs/lora_finetune.py"), "--help"]);
    const unknown = jobs
      .flatMap(({ spec }) => [...spec.entrypoint.matchAll(/ (--[a-z-]+)/g)].map(([, option]) => option))
      .filter((option) => !help.stdout.includes(option));
    return unknown.length > 0 ? `it does not know ${unknown}` : undefined;
  });
  const work = join(folder, "lora");
  const env = {
    ...process.env,
    RAY_TRAIN_V2_ENABLED: "1",
    RAY_USAGE_STATS_ENABLED: "0",
    HF_HUB_OFFLINE: "1",
    TOKENIZERS_PARALLELISM: "false",
  };
  const train = (epochs) =>
    run(
      python,
      [
        join(root, "lib/kubernetes/chart/programs/lora_finetune.py"),
        ...`--name tiny --model file://${work}/model --data ${work}/data.jsonl --storage ${work}/checkpoints --adapters ${work}/adapters --epochs ${epochs} ${OPTIONS}`.split(
          " ",
        ),
      ],
      { env, timeout: 480_000 },
    );
  check("a LoRA run trains a tiny model, leaves checkpoints and publishes its adapter", () => {
    const model = run(
      python,
      [join(import.meta.dirname, "ray", "tiny_model.py"), `${work}/model`, `${work}/data.jsonl`],
      {
        env,
      },
    );
    if (model.status !== 0) return tail(model);
    const result = onceMore(() => {
      rmSync(`${work}/checkpoints`, { recursive: true, force: true });
      return train(1);
    });
    if (result.status !== 0) return tail(result);
    const adapter = existsSync(`${work}/adapters/tiny`) ? readdirSync(`${work}/adapters/tiny`) : [];
    if (!adapter.includes("adapter_model.safetensors")) return `the adapter holds ${adapter}`;
    return adapter.includes("state.pt") ? "the optimizer's state was published too" : undefined;
  });
  check("the same run submitted again goes on from its newest checkpoint", () => {
    const result = train(2);
    if (result.status !== 0) return tail(result);
    const resumed = /resumed from epoch (\d+) step (\d+)/.exec(result.stdout + result.stderr);
    return resumed?.[1] === "1"
      ? undefined
      : `it did not resume from the end of the first epoch: ${resumed?.[0] ?? "no word of it"}`;
  });
}

function serving(folder, charts) {
  const services = charts.flatMap(({ objects }) => objects.filter(({ kind }) => kind === "RayService"));
  check("Ray Serve takes the configuration of every RayService", () => {
    if (services.length === 0) return "no example has a RayService";
    const files = services.map(({ metadata, spec }, index) => {
      const file = join(folder, `${index}-${metadata.name}-serve.json`);
      writeFileSync(file, JSON.stringify(parse(spec.serveConfigV2)));
      return file;
    });
    // one process for all: loading Ray takes longer than reading
    const result = run(python, [join(import.meta.dirname, "ray", "serve_config.py"), ...files], {
      env: { ...process.env, PYTHONPATH: programs },
    });
    return result.status === 0 ? undefined : tail(result);
  });
  check("Ray Serve starts replicas by our latency policy where the queue is short, and takes them away again", () => {
    const result = onceMore(() =>
      run(python, [join(import.meta.dirname, "ray", "latency_scaling.py")], {
        env: { ...process.env, PYTHONPATH: programs },
        timeout: 600_000,
      }),
    );
    return result.status === 0 ? undefined : tail(result);
  });
}

export function rayChecks(folder, charts) {
  if (!existsSync(python)) {
    skip(
      "a LoRA run on CPU, Ray Serve's configuration and its scaling",
      `no Ray in ${cache}/venv-lora; .ci/tools installs it`,
    );
    return;
  }
  fineTuning(folder, charts);
  serving(folder, charts);
}
