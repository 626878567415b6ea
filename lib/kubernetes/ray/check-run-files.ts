import type { Problems } from "../../errors";
import type { FineTuningProps } from "./fine-tuning";

const bare = (address: string) => address.replace(/\/+$/, "");
const within = (inner: string, outer: string) => `${bare(inner)}/`.startsWith(`${bare(outer)}/`);

/** Formats that the training program does not read. */
const OTHER_FORMATS = /\.(csv|tsv|parquet|arrow|txt|zip|tar|tar\.gz)$/;

/** Packages of the training program that Ray's images do not bring. @see lora_finetune.py */
const NEEDED = { lora: ["peft"], qlora: ["peft", "bitsandbytes"] } as const;

/** Name of a requirement: `peft` of `peft[extra]==0.18.1`. */
const packageName = (requirement: string) => /^[\w.-]+/.exec(requirement)?.[0].toLowerCase().replaceAll("_", "-");

/** Checks what a run reads and writes, so that no run takes the files of another or of itself. */
export function checkRunFiles(problems: Problems, runs: readonly FineTuningProps[]): void {
  runs.forEach((run, i) => {
    const path = `fineTuning[${i}]`;
    const { data, storage, adapters, name } = run;
    if (OTHER_FORMATS.test(data))
      problems.add(
        "malformed",
        `${path}.data`,
        `${path}.data must be JSON lines, a file or a folder of them, got "${data}"; convert it, and use "${data.replace(OTHER_FORMATS, ".jsonl")}"`,
      );
    if (bare(storage) !== bare(adapters) && within(storage, adapters))
      problems.add(
        "conflict",
        `${path}.storage`,
        `${path}.storage "${storage}" lies in adapters "${adapters}", where servers look for adapters and would find checkpoints; use another place`,
      );
    for (const [prop, place] of Object.entries({ storage, adapters }))
      if (bare(place) === bare(data))
        problems.add(
          "conflict",
          `${path}.${prop}`,
          `${path}.${prop} "${place}" is a path of input data, which the run would overwrite; use a different path`,
        );
    for (const [j, other] of runs.slice(0, i).entries())
      for (const prop of ["storage", "adapters"] as const)
        if (other.name === name && bare(other[prop]) === bare(run[prop]))
          problems.add(
            "conflict",
            `${path}.${prop}`,
            `${path}.${prop} "${run[prop]}" is that of fineTuning[${j}] too, whose name is also "${name}": one would go on from the files of the other; use another place or name`,
          );
    checkNeeded(problems, path, run);
  });
}

function checkNeeded(problems: Problems, path: string, { image, method, pipPackages }: FineTuningProps): void {
  if (!/(^|\/)rayproject\//.test(image)) return;
  const names = pipPackages.map(packageName);
  const missing = NEEDED[method].filter((name) => !names.includes(name));
  if (missing.length > 0)
    problems.add(
      "required",
      `${path}.pipPackages`,
      `${path}.pipPackages must have ${missing.join(" and ")}, which method "${method}" uses and image "${image}" does not bring; add ${missing.length > 1 ? "them" : "it"}, or use an image that has ${missing.length > 1 ? "them" : "it"}`,
    );
}
